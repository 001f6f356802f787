/// A page with animations and transitions, and what its script says of them in Chromium. The engine says the
/// same (`MotionScriptTests`), and so does the installed Chromium (`StageMotionTests`).
package struct MotionScript: Sendable, CustomStringConvertible {
  package var description: String
  package var style: String
  package var body: String
  package var script: String
  package var said: [String]

  init(_ description: String, style: String, body: String, script: String, said: [String]) {
    (self.description, self.style, self.body) = (description, style, body)
    (self.script, self.said) = (script, said)
  }

  /// The whole page; `say` is the function that takes what the script says.
  package func page(say: String) -> String {
    """
    <!DOCTYPE html><html><head><style>body { margin: 0; font: 16px/1 monospace } \(style)</style></head>
    <body>\(body)<script>
    const say = \(say);
    const el = (id) => document.getElementById(id);
    const get = (id, ...names) => names.map((name) =>
      getComputedStyle(el(id)).getPropertyValue(name)).join(" ");
    const at = (id, time) => {
      for (const motion of el(id).getAnimations()) { motion.pause(); motion.currentTime = time; }
    };
    const width = (id) => Math.round(parseFloat(get(id, "width")) * 10) / 10;
    const names = (list) => list.map((motion) => motion.transitionProperty ?? motion.animationName).join();
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const box = (id) => {
      const { x, y, width, height } = el(id).getBoundingClientRect();
      return [x, y, width, height].map((value) => Math.round(value * 10) / 10 + 0).join(" ");
    };
    (async () => {
    \(script)
    })().catch((error) => say(String(error)));
    </script></body></html>
    """
  }
}

extension MotionScript {
  /// All of them.
  package static let all: [MotionScript] = discrete + registered + scripted + scrolled + paths

  private static let discrete = [
    MotionScript(
      "display stays until it has gone",
      style: """
        #a { transition: opacity 1s linear, display 1s allow-discrete } #a.off { opacity: 0; display: none }
        """, body: "<div id=a>a <b id=b>b</b></div>",
      script: """
        get("a", "opacity"); el("a").className = "off"; get("a", "opacity");
        say(names(el("a").getAnimations()));
        for (const time of [0, 250, 999]) { at("a", time);
          say(get("a", "display", "opacity"), el("b").offsetWidth > 0); }
        at("a", 500); el("a").className = ""; say(get("a", "display", "opacity"));
        """,
      said: [
        "display,opacity",
        "block 1 true",
        "block 0.75 true",
        "block 0.001 true",
        "block 0.5",
      ]),
    MotionScript(
      "other values change in the middle",
      style: """
        #a { float: left; transition: all 1s linear allow-discrete; height: 10px }
        #a.on { float: right; width: 100px; position: relative; transition-property: float, position, width }
        """, body: "<div id=a></div>",
      script: """
        get("a", "float"); el("a").className = "on"; get("a", "float"); say(names(el("a").getAnimations()));
        for (const time of [0, 499, 500, 999]) { at("a", time); say(get("a", "float", "width", "position")); }
        """,
      said: [
        "float,position,width",
        "left 0px static",
        "left 0px static",
        "right 100px relative",
        "right 100px relative",
      ]),
    MotionScript(
      "values that cannot be interpolated change at once",
      style: """
        #a { float: left; transition: all 1s linear } #a.on { float: right; width: 100px; opacity: 0 }
        """, body: "<div id=a>a</div>",
      script: """
        get("a", "float"); el("a").className = "on"; get("a", "float"); say(names(el("a").getAnimations()));
        at("a", 500); say(get("a", "float", "width", "opacity"));
        """,
      said: [
        "opacity",
        "right 100px 0.5",
      ]),
    MotionScript(
      "what is first shown begins with its starting style",
      style: """
        #a, #c { opacity: 1; transition: opacity 1s linear; @starting-style { opacity: 0.5 } }
        #b { display: none; opacity: 1; transition: opacity 1s linear } #b.on { display: block }
        @starting-style { #b.on { opacity: 0 } #b { width: 5px } }
        """, body: "<div id=a>a</div><div id=b><p id=c>b</p></div>",
      script: """
        get("a", "opacity"); say(names(document.getAnimations()));
        at("a", 0); say(get("a", "opacity")); at("a", 500); say(get("a", "opacity"));
        el("b").className = "on"; get("b", "opacity");
        say(names(el("b").getAnimations()), names(el("c").getAnimations()));
        for (const time of [0, 250, 1000]) { at("b", time); say(get("b", "display", "opacity")); }
        el("b").className = ""; get("b", "opacity"); say(names(el("b").getAnimations()));
        const made = document.createElement("div");
        made.id = "a"; el("a").remove(); document.body.append(made); get("a", "opacity");
        say(names(made.getAnimations())); made.style.opacity = 0; get("a", "opacity"); at("a", 500);
        say(get("a", "opacity"));
        """,
      said: [
        "opacity",
        "0.5",
        "0.75",
        "opacity opacity",
        "block 0",
        "block 0.25",
        "block 1",
        "",
        "opacity",
        "0.25",
      ]),
    MotionScript(
      "keyframes show and hide",
      style: """
        #a { animation: show 1s linear } @keyframes show { from { display: none } to { opacity: 0 } }
        #b { animation: hide 1s linear forwards } @keyframes hide { to { display: none; float: left } }
        """, body: "<div id=a>a</div><div id=b>b</div>",
      script: """
        for (const time of [0, 1, 500]) { at("a", time); say(get("a", "display", "opacity")); }
        for (const time of [0, 400, 600, 1000]) { at("b", time); say(get("b", "display", "float")); }
        """,
      said: [
        "none 1",
        "block 0.999",
        "block 0.5",
        "block none",
        "block none",
        "block left",
        "none left",
      ]),
  ]

  private static let registered = [
    MotionScript(
      "registered properties are computed",
      style: """
        @property --l { syntax: "<length>"; inherits: false; initial-value: 3px }
        @property --i { syntax: "<integer>"; inherits: true; initial-value: 0 }
        @property --c { syntax: "<color>"; inherits: true; initial-value: rgb(1, 2, 3) }
        @property --p { syntax: "<length-percentage>+"; inherits: true; initial-value: 0px }
        @property --t { syntax: "<angle> | <time># | none"; inherits: true; initial-value: none }
        @property --x { syntax: "*"; inherits: false }
        @property --broken { syntax: "<length>"; inherits: false }
        @property --em { syntax: "<length>"; inherits: true; initial-value: 1em }
        #a { --l: 2em; font-size: 10px; --i: calc(1 + 2); --c: red; --p: 1em 50% calc(1px + 10%);
          --t: 0.5turn; --x: 1em; --broken: 1em; --em: 1em; width: var(--l) }
        #b { --i: 1.5; --t: 1s, 200ms; --p: inherit; width: var(--l); --l: var(--nothing) }
        #c { --l: initial; --c: unset; --i: initial; --x: inherit; --t: 4px }
        """, body: "<div id=a>a <div id=b>b</div><div id=c>c</div></div>",
      script: """
        for (const id of ["a", "b", "c"])
          say(id, get(id, "--l", "--i", "--c", "--p", "--t", "--x", "--broken", "--em", "width"));
        """,
      said: [
        "a 20px 3 rgb(255, 0, 0) 10px 50% calc(10% + 1px) 180deg 1em 1em 1em 20px",
        "b 3px 3 rgb(255, 0, 0) 10px 50% calc(10% + 1px) 1s, 0.2s  1em 1em 3px",
        "c 3px 0 rgb(255, 0, 0) 10px 50% calc(10% + 1px) 180deg 1em 1em 1em 20px",
      ]),
    MotionScript(
      "registered properties move",
      style: """
        @property --w { syntax: "<length>"; inherits: false; initial-value: 10px }
        @property --c { syntax: "<color>"; inherits: true; initial-value: black }
        @property --n { syntax: "<number>"; inherits: true; initial-value: 0 }
        @property --l { syntax: "<length>#"; inherits: false; initial-value: 0px }
        #a { width: var(--w); transition: --w 1s linear, --c 1s linear, --plain 1s linear; --plain: 1 }
        #a.on { --w: 110px; --c: rgb(200, 100, 0); --plain: 2 } #b { color: var(--c); width: 1px }
        #k { animation: k 1s linear; height: calc(var(--n) * 10px); opacity: var(--n) }
        @keyframes k { from { --l: 0px, 10px; --u: a } to { --n: 1; --l: 10px, 30px; --u: b } }
        #d { transition: --plain 1s linear allow-discrete; --plain: 1 } #d.on { --plain: 2 }
        """, body: "<div id=a>a <b id=b>b</b></div><div id=k>k</div><div id=d>d</div>",
      script: """
        get("a", "width"); el("a").className = "on"; say(get("a", "width", "--w"), get("b", "color"));
        say(names(el("a").getAnimations()));
        for (const time of [0, 250, 500]) { at("a", time);
          say(get("a", "--w", "width", "--c", "--plain"), get("b", "color")); }
        at("a", 500); el("a").className = ""; say(get("a", "--w", "width"));
        for (const time of [0, 250, 600]) { at("k", time);
          say(get("k", "--n", "height", "opacity", "--l", "--u")); }
        el("k").getAnimations()[0].finish(); say(get("k", "--n", "height", "--l"));
        get("d", "--plain"); el("d").className = "on"; get("d", "--plain");
          say(names(el("d").getAnimations()));
        at("d", 400); say(get("d", "--plain")); at("d", 600); say(get("d", "--plain"));
        """,
      said: [
        "10px 10px rgb(0, 0, 0)",
        "--c,--w",
        "10px 10px rgb(0, 0, 0) 2 rgb(0, 0, 0)",
        "35px 35px rgb(50, 25, 0) 2 rgb(50, 25, 0)",
        "60px 60px rgb(100, 50, 0) 2 rgb(100, 50, 0)",
        "60px 60px",
        "0 0px 0 0px, 10px a",
        "0.25 2.5px 0.25 2.5px, 15px a",
        "0.6 6px 0.6 6px, 22px b",
        "0 0px 0px",
        "--plain",
        "1",
        "2",
      ]),
    MotionScript(
      "scripts register properties", style: "#a { --s: 10px; width: var(--s); transition: --s 1s linear }",
      body: "<div id=a>a <b id=b>b</b></div>",
      script: """
        CSS.registerProperty({ name: "--s", syntax: "<length>", inherits: false, initialValue: "1px" });
        say(get("a", "--s"), get("b", "--s"));
        el("a").style.setProperty("--s", "30px"); get("a", "width"); at("a", 500); say(get("a", "width"));
        for (const given of [
          { name: "--s", inherits: false }, { name: "s", inherits: false },
          { name: "--t", syntax: "<len>", inherits: true, initialValue: "1px" },
          { name: "--t", syntax: "<length>", inherits: true, initialValue: "1em" },
          { name: "--t", syntax: "<length>", inherits: true }, { name: "--t" },
        ]) try { CSS.registerProperty(given); say("no error"); } catch (error) { say(error.name); }
        CSS.registerProperty({ name: "--any", inherits: false }); say("done");
        const moved = el("b").animate({ "--s": ["0px", "20px"] }, 1000); moved.pause();
          moved.currentTime = 500;
        say(get("b", "--s"));
        """,
      said: [
        "10px 1px",
        "20px",
        "InvalidModificationError",
        "SyntaxError",
        "SyntaxError",
        "SyntaxError",
        "SyntaxError",
        "TypeError",
        "done",
        "10px",
      ]),
  ]

  private static let scripted = [
    MotionScript(
      "scripts find what moves",
      style: """
        #a { animation: k 1s linear 500ms 2 alternate both, none, j 2s } #a::before { content: "x";
          animation: k 3s }
        #b { transition: opacity 1s ease-in, width 2s; opacity: 1; width: 10px } #b.on { opacity: 0.5;
          width: 20px }
        @keyframes k { 25% { opacity: 0.5; animation-timing-function: steps(2) } to { opacity: 0 } }
        @keyframes j { to { width: 0 } }
        """, body: "<div id=a>a <i id=b>b</i></div>",
      script: """
        get("b", "opacity"); el("b").className = "on";
        say(names(document.getAnimations()), "|", names(el("a").getAnimations()), "|",
          names(el("a").getAnimations({ subtree: true })), "|", names(el("b").getAnimations()));
        const [k] = el("a").getAnimations();
        say(k.constructor.name, k instanceof Animation, k.effect.target.id, k.effect.pseudoElement,
          k.playState,
          k === el("a").getAnimations()[0]);
        const { delay, duration, iterations, direction, fill, activeDuration, endTime, easing }
          = k.effect.getComputedTiming();
        say(delay, duration, iterations, direction, fill, activeDuration, endTime, easing);
        say(JSON.stringify(k.effect.getKeyframes().map((frame) => [frame.computedOffset, frame.easing,
          frame.opacity])));
        const [o] = el("b").getAnimations();
        say(o.constructor.name, o.effect.getTiming().easing, o.effect.getTiming().duration,
          JSON.stringify(o.effect.getKeyframes().map((frame) => [frame.offset, frame.easing,
            frame.opacity])));
        say(names(document.getAnimations().filter((motion) => motion.effect.pseudoElement === "::before")));
        """,
      said: [
        "opacity,width,k,j,k | k,j | opacity,width,k,j,k | opacity,width",
        "CSSAnimation true a  running true",
        "500 1000 2 alternate both 2000 2500 linear",
        "[[0,\"linear\",\"1\"],[0.25,\"steps(2)\",\"0.5\"],[1,\"linear\",\"0\"]]",
        "CSSTransition ease-in 1000 [[0,\"linear\",\"1\"],[1,\"linear\",\"0.5\"]]",
        "k",
      ]),
    MotionScript(
      "scripts stop and set the time",
      style: """
        #a { animation: k 1s linear } @keyframes k { from { opacity: 0 } to { opacity: 1 } }
        #b { transition: width 1s linear; width: 0 } #b.on { width: 100px }
        """, body: "<div id=a>a</div><div id=b>b</div>",
      script: """
        const [a] = el("a").getAnimations();
        a.pause(); a.currentTime = 250; say(a.playState, a.currentTime, get("a", "opacity"));
        a.playbackRate = 2; say(a.currentTime, a.playbackRate, get("a", "opacity"));
        a.currentTime = 999.5; a.playbackRate = 1; say(get("a", "opacity"));
        a.cancel(); say(a.playState, a.currentTime, get("a", "opacity"), el("a").getAnimations().length);
        a.play(); a.pause(); a.currentTime = 100;
          say(a.playState, get("a", "opacity"), el("a").getAnimations().length);
        a.finish(); say(a.playState, a.currentTime, get("a", "opacity"), el("a").getAnimations().length);
        get("b", "width"); el("b").className = "on"; get("b", "width");
        const [b] = el("b").getAnimations();
        b.pause(); b.currentTime = 400; say(get("b", "width"), b.playState);
        b.currentTime = 1000; say(get("b", "width"));
        b.currentTime = 300; say(get("b", "width"), b.playState);
        b.cancel(); say(get("b", "width"), b.playState, el("b").getAnimations().length);
        """,
      said: [
        "paused 250 0.25",
        "250 2 0.25",
        "0.9995",
        "idle  1 0",
        "paused 0.1 1",
        "finished 1000 1 0",
        "40px paused",
        "100px",
        "30px paused",
        "100px idle 0",
      ]),
    MotionScript(
      "promises and events tell of the end",
      style: """
        #a { animation: k 40ms linear } @keyframes k { from { opacity: 0 } }
        #b { transition: width 40ms linear; width: 0 } #b.on { width: 100px }
        """, body: "<div id=a>a</div><div id=b>b</div>",
      script: """
        get("b", "width"); el("b").className = "on"; get("b", "width");
        const [a, b] = [el("a").getAnimations()[0], el("b").getAnimations()[0]];
        const told = [];
        a.onfinish = (event) => told.push("event " + event.type + " " + event.currentTime);
        await a.finished; told.push("a " + a.playState + " " + a.currentTime);
        await b.finished; told.push("b " + b.playState + " " + get("b", "width"));
        await new Promise((done) => setTimeout(done, 50));
        say(told.sort().join("; "));
        a.play(); a.finished.catch((error) => say(error.name)); a.cancel();
        await new Promise((done) => setTimeout(done, 50)); say(a.playState, el("a").getAnimations().length);
        """,
      said: [
        "a finished 40; b finished 100px; event finish 40",
        "AbortError",
        "idle 0",
      ]),
    MotionScript(
      "play state of the style and of scripts",
      style: """
        #a { animation: k 10s linear paused } @keyframes k { from { opacity: 0 } }
          #a.run { animation-play-state: running }
        """, body: "<div id=a>a</div>",
      script: """
        const [a] = el("a").getAnimations(); await a.ready; say(a.playState);
        a.play(); say(a.playState); el("a").style.color = "red"; get("a", "color"); say(a.playState);
        el("a").className = "run"; get("a", "color"); say(a.playState);
        a.pause(); el("a").style.color = "blue"; get("a", "color"); say(a.playState);
        el("a").className = ""; get("a", "color"); el("a").className = "run"; get("a", "color");
          say(a.playState);
        el("a").style.animation = "none"; get("a", "color"); say(a.playState, a.currentTime);
        """,
      said: [
        "paused",
        "running",
        "running",
        "running",
        "paused",
        "paused",
        "idle ",
      ]),
  ]

  private static let scrolled = [
    MotionScript(
      "scrolling moves an animation",
      style: """
        #s { height: 100px; overflow-y: scroll; scrollbar-width: none; width: 100px; border: 5px solid;
          --l: 1px }
        #a { height: 300px; animation: k 1s linear; animation-timeline: scroll() }
        #own { height: 100px; overflow: auto; scrollbar-width: none; animation: o linear both;
          animation-timeline: scroll(self); animation-range: 50px 50% }
        #own div { height: 400px }
        #r { animation: k linear; animation-timeline: scroll(root) }
        #f { animation: k 3s linear 1s 2 alternate;
          animation-timeline: --named } #s { scroll-timeline: --named block }
        @keyframes k { from { width: 0px } to { width: 100px } }
        @keyframes o { from { opacity: 0 } to { opacity: 1 } }
        """,
      body: "<div id=s><div id=a><p id=f>f</p></div></div><div id=own><div></div></div><div id=r>r</div>",
      script: """
        await frame();
        say(width("a"), width("f"), get("own", "opacity"), width("r") !== 0);
        for (const top of [50, 100, 200]) {
          el("s").scrollTop = top; el("own").scrollTop = top * 0.8; await frame();
          say(width("a"), width("f"), get("own", "opacity"));
        }
        """,
      said: [
        "0 0 0 true",
        "23.1 20.7 0",
        "46.3 74.7 0.3",
        "92.6 17.3 1",
      ]),
    MotionScript(
      "passing through a scroller moves an animation",
      style: """
        #s { height: 100px; overflow-y: scroll; scrollbar-width: none; width: 100px; border: 5px solid;
          timeline-scope: --other }
        #s > div { height: 40px } #before, #after { height: 200px !important }
        @keyframes k { from { width: 0px } to { width: 100px } }
        #a { animation: k linear both; animation-timeline: view() }
        #b { animation: k linear both; animation-timeline: view(block 10px 20px);
          animation-range: entry 0% exit 100% }
        #c { animation: k linear both; animation-timeline: view(); animation-range: contain }
        #d { animation: k linear; animation-timeline: view(); animation-range: entry 50% cover 50% }
        #e { animation: k linear both; animation-timeline: --other } #d { view-timeline: --other }
        """,
      body:
        "<div id=s><div id=before></div>"
        + ["a", "b", "c", "d", "e"].map { "<div id=\($0)>\($0)</div>" }.joined()
        + "<div id=after></div></div>",
      script: """
        await frame();
        for (const top of [0, 100, 120, 150, 200, 210, 260, 300, 330]) {
          el("s").scrollTop = top; await frame();
          say(top, width("a"), width("b"), width("c"), width("d"), width("e"));
        }
        """,
      said: [
        "0 0 0 0 100 0",
        "100 0 0 0 100 0",
        "120 14.3 0 0 100 0",
        "150 35.7 0 0 100 0",
        "200 71.4 36.4 0 100 0",
        "210 78.6 45.5 0 100 0",
        "260 100 90.9 66.7 40 28.6",
        "300 100 100 100 100 57.1",
        "330 100 100 100 100 78.6",
      ]),
    MotionScript(
      "values of timelines",
      style: """
        #a { animation: k 1s; animation-timeline: scroll(inline root), view(x 10px auto), --a, none, auto;
          animation-range: entry, 10% 20px, contain 5px exit 50%, normal; scroll-timeline: --x inline, --y;
          view-timeline: --z x 5px 10px; timeline-scope: --x, --y }
        #b { animation-timeline: scroll(); animation: k auto 1s } #c { animation: k 1s;
          animation-timeline: view(auto) }
        """, body: "<div id=a>a</div><div id=b>b</div><div id=c>c</div>",
      script: """
        say(get("a", "animation-timeline")); say(get("a", "animation-range-start"));
          say(get("a", "animation-range-end"));
        say(get("a", "scroll-timeline-name", "scroll-timeline-axis")); say(get("a", "timeline-scope"));
        say(get("a", "view-timeline-name", "view-timeline-axis", "view-timeline-inset"));
        say(get("b", "animation-timeline")); say(get("c", "animation-timeline", "animation-range-start"));
        """,
      said: [
        "scroll(root inline), view(x 10px auto), --a, none, auto",
        "entry, 10%, contain 5px, normal",
        "entry, 20px, exit 50%, normal",
        "--x, --y inline, block",
        "--x, --y",
        "--z x 5px 10px",
        "auto",
        "view() normal",
      ]),
  ]

  private static let paths = [
    MotionScript(
      "boxes on paths",
      style: """
        #p { position: relative; width: 300px; height: 200px; padding: 10px; border: 5px solid;
          margin-left: 20px }
        #t { width: 40px; height: 20px }
        """, body: "<div id=p><div id=t></div></div>",
      script: """
        for (const style of [
          "offset-path: path('M0 0 L100 0 L100 100'); offset-distance: 75%",
          "offset-path: circle(50px at 100px 100px)",
          "offset-path: circle(50px at 100px 100px); offset-distance: 25%",
          "offset-path: circle(50px); offset-rotate: 0deg",
          "offset-path: inset(10px); offset-distance: 10px",
          "offset-path: polygon(0 0, 100px 0, 100px 50px); offset-distance: 50%",
          "offset-path: border-box; offset-distance: 25%",
          "offset-path: ray(45deg); offset-distance: 50%",
          "offset-path: ray(45deg sides at 20px 30px); offset-distance: 50%; offset-rotate: reverse",
          "offset-path: ray(90deg farthest-corner contain); offset-distance: 100%; offset-rotate: 0deg",
          "offset-path: path('M10 10 Q 50 80 90 10'); offset-distance: 30%; offset-anchor: 0 0; " +
            "rotate: 10deg; transform: translateX(5px)",
          "offset-path: path('M10 10 L 60 10'); offset-distance: 150%; offset-rotate: auto 30deg",
          "offset-path: path('M10 10 L 60 10 L 60 60 Z'); offset-distance: 120%",
          "offset-path: ellipse(40px 20px at 60px 60px); offset-distance: 40%",
          "offset-path: ray(30deg); offset-position: 50px 40px; offset-distance: 20px",
          "offset-path: inset(10px round 20px)",
          "offset-path: padding-box; offset-rotate: 0deg", "offset-path: content-box; offset-rotate: 0deg",
          "offset-path: circle(20px) content-box; offset-rotate: 0deg",
          "offset-path: path('M0 0 C 0 50 100 50 100 0'); offset-distance: 25%; transform-origin: 0 0",
          "offset: path('M0 0 L50 50') 50% reverse 10deg / 0 0; scale: 2",
        ]) { el("t").style.cssText = style; say(box("t")); }
        say(get("t", "offset-path", "offset-distance", "offset-rotate", "offset-anchor", "offset-position"));
        el("t").style.cssText = "offset-path: ray(10deg sides contain at 1px 2px); offset-rotate: reverse";
        say(get("t", "offset-path", "offset-distance", "offset-rotate", "offset-anchor", "offset-position"));
        """,
      said: [
        "125 45 20 40",
        "160 80 20 40",
        "100 140 40 20",
        "215 105 40 20",
        "20 0 40 20",
        "110 10.9 20 40",
        "280 -10 40 20",
        "204.4 53.1 42.4 42.4",
        "33.8 -6.2 42.4 42.4",
        "346.1 105 40 20",
        "48 56.6 40.7 43.7",
        "72.7 6.3 44.6 37.3",
        "59.1 15 40 20",
        "29.4 56.3 44.7 35.7",
        "61.3 0.4 37.3 44.6",
        "30 0 40 20",
        "5 -5 40 20",
        "15 5 40 20",
        "185 105 40 20",
        "41.1 43.8 44.5 38.2",
        "19.1 -33.5 78.7 88.5",
        "path(\"M 0 0 L 50 50\") 50% auto 190deg 0px 0px normal",
        "ray(10deg sides contain at 1px 2px) 0px auto 180deg auto normal",
      ]),
    MotionScript(
      "boxes move along paths",
      style: """
        #t { width: 40px; height: 20px; offset-path: path('M0 0 L100 0 L100 100'); animation: k 1s linear }
        @keyframes k { from { offset-distance: 0%; offset-rotate: 0deg } to { offset-distance: 100%;
          offset-rotate: 90deg } }
        """, body: "<div id=t></div>",
      script: """
        for (const time of [0, 250, 500, 750]) { at("t", time);
          say(box("t"), get("t", "offset-distance", "offset-rotate")); }
        """,
      said: [
        "-20 -10 40 20 0% 0deg",
        "27.7 -16.9 44.6 33.8 25% 22.5deg",
        "78.8 -21.2 42.4 42.4 50% 45deg",
        "83.1 27.7 33.8 44.6 75% 67.5deg",
      ]),
  ]
}
