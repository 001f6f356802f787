import HybridScript
import Testing

@testable import HybridRuntime

/// Observers, tasks and imports in handlers. What scripts log is what Chromium logs.
@Suite struct ObserverTests {
  private static let mutations = [
    ScriptExample(
      testDescription: "all kinds of changes, with old values", body: "<div id=d data-a=1><p>t</p></div>",
      script: """
        const m = new MutationObserver((list) => {
          for (const x of list) console.log(x.type, x.target.nodeName, x.attributeName, x.oldValue, \
        x.addedNodes.length, x.removedNodes.length, x.nextSibling?.nodeName);
        });
        m.observe(d, { attributes: true, childList: true, characterData: true, subtree: true, \
        attributeOldValue: true, characterDataOldValue: true });
        d.dataset.a = "2"; d.firstChild.firstChild.data = "u"; d.append("x"); d.removeChild(d.firstChild);
        d.innerHTML = "<b>1</b><i>2</i>"; d.textContent = ""; d.className = "q"; d.removeAttribute("class");
        """,
      said: [
        "attributes DIV data-a 1 0 0 undefined", "characterData #text null t 0 0 undefined",
        "childList DIV null null 1 0 undefined", "childList DIV null null 0 1 #text",
        "childList DIV null null 2 1 undefined", "childList DIV null null 0 2 undefined",
        "attributes DIV class null 0 0 undefined", "attributes DIV class q 0 0 undefined",
      ]),
    ScriptExample(
      testDescription: "replacements are one record", body: "<div id=d><a></a><b></b></div><div id=e></div>",
      script: """
        const m = new MutationObserver((list) => {
          for (const x of list) console.log(x.target.id, [...x.addedNodes].map((n) => n.nodeName).join(), \
        [...x.removedNodes].map((n) => n.nodeName).join(), x.addedNodes instanceof NodeList);
        });
        m.observe(d, { childList: true }); m.observe(e, { childList: true });
        e.append(d.firstChild); d.replaceChildren(document.createElement("i"), "x"); \
        d.firstChild.replaceWith("y");
        e.insertAdjacentHTML("beforeend", "<u></u><s></s>"); \
        d.replaceChild(document.createElement("p"), d.firstChild);
        """,
      said: [
        "d  A true", "e A  true",
        """
        d I,#text B true
        """, "d #text I true", "e U,S  true", "d P #text true",
      ]),
    ScriptExample(
      testDescription: "texts are joined", body: "<div id=d></div>",
      script: """
        d.append("a", "b");
        const m = new MutationObserver((list) => console.log(list.map((x) => \
        x.type + ":" + x.target.nodeName + ":" + x.oldValue).join()));
        m.observe(d, { childList: true, characterData: true, characterDataOldValue: true, subtree: true }); \
        d.normalize();
        """, said: ["characterData:#text:a,childList:DIV:null"]),
    ScriptExample(
      testDescription: "a tree that was taken out is observed until then",
      body: "<div id=d><p id=p><b id=q>x</b></p></div>",
      script: """
        const [p_, q_] = [p, q];
        const m = new MutationObserver((list) => console.log(list.map((x) => \
        x.type + " " + x.target.id).join()));
        m.observe(d, { attributes: true, childList: true, subtree: true });
        p_.remove(); q_.title = "after"; p_.title = "x"; setTimeout(() => { q_.title = "late"; }, 10);
        """, said: ["childList d,attributes q,attributes p"]),
    ScriptExample(
      testDescription: "filters, records that are taken, and their class", body: "<div id=d></div>",
      script: """
        const m = new MutationObserver((list, o) => console.log(list.map((x) => x.attributeName).join(), \
        o === m, Object.keys(list[0]).length, list[0] + ""));
        m.observe(d, { attributeFilter: ["data-x"] });
        d.title = "t"; d.dataset.x = 1; d.setAttribute("DATA-X", "3"); console.log(m.takeRecords().length); \
        d.dataset.x = 2;
        for (const o of [{}, { attributes: false, attributeOldValue: true }, undefined]) try { m.observe(d, \
        o); } catch (e) { console.log(e.name); }
        """,
      said: ["2", "TypeError", "TypeError", "TypeError", "data-x true 0 [object MutationRecord]"]),
  ]

  private static let layout = [
    ScriptExample(
      testDescription: "the boxes of an element",
      body:
        """
        <div id=d style='width:100px;height:50px;padding:10px;border:5px solid;box-sizing:content-box'></div>
        """,
      script: """
        new ResizeObserver(([e], o) => console.log(e.contentRect.x, e.contentRect.y, e.contentRect.width, \
        e.contentRect.bottom,
          e.contentBoxSize[0].inlineSize, e.contentBoxSize[0].blockSize, e.borderBoxSize[0].inlineSize,
          e.devicePixelContentBoxSize[0].inlineSize / devicePixelRatio, e.target.id, \
        o instanceof ResizeObserver,
          e instanceof ResizeObserverEntry, e.contentBoxSize[0] instanceof ResizeObserverSize)).observe(d);
        """, said: ["10 10 100 60 100 50 130 100 d true true true"]),
    ScriptExample(
      testDescription: "the border box alone",
      body: "<div id=d style='width:100px;height:50px;padding:10px;box-sizing:border-box'></div>",
      script: """
        const o = new ResizeObserver(([e]) => console.log(e.contentRect.width, \
        e.borderBoxSize[0].inlineSize));
        o.observe(d, { box: "border-box" });
        setTimeout(() => { d.style.padding = "20px"; setTimeout(() => { d.style.width = "120px"; }, 50); \
        }, 50);
        try { o.observe(d, { box: "x" }); } catch (e) { console.log(e.name); }
        try { o.observe(document); } catch (e) { console.log(e.name); }
        """, said: ["TypeError", "TypeError", "80 100", "80 120"]),
    ScriptExample(
      testDescription: "text has no size of its own, pictures have one",
      body: """
        <span id=d>text</span><img id=i width=30 height=20 style='padding:3px'><p id=h hidden>x</p>
        """,
      script: """
        const o = new ResizeObserver((list) => { for (const e of list) console.log(e.target.id, \
        e.contentRect.width, e.contentRect.height, e.borderBoxSize[0].inlineSize); });
        o.observe(d); o.observe(i); o.observe(h);
        """, said: ["d 0 0 0", "i 30 20 36", "h 0 0 0"]),
    ScriptExample(
      testDescription: "elements that are no longer observed",
      body: "<div id=d style='width:9px;height:9px'></div><div id=e style='width:9px;height:9px'></div>",
      script: """
        const o = new ResizeObserver((list) => console.log(list.map((e) => e.target.id).join()));
        o.observe(d); o.observe(e); o.unobserve(e); o.unobserve(document.body);
        setTimeout(() => { o.disconnect(); d.style.width = "1px"; }, 100);
        """, said: ["d"]),
    ScriptExample(
      testDescription: "what is in view, and what is not",
      body: """
        <div id=d style='height:100px;width:100px'></div><div style='height:5000px'></div>\
        <div id=e style='height:10px'></div><div id=z style='height:0;width:0'></div><i id=n hidden></i>
        """,
      script: """
        const o = new IntersectionObserver((list) => {
          for (const x of list) console.log(x.target.id, x.isIntersecting, x.intersectionRatio, \
        x.intersectionRect.width, x.rootBounds.height, x.boundingClientRect.height, \
        x instanceof IntersectionObserverEntry, x.isVisible);
        });
        for (const x of [d, e, n]) o.observe(x);
        console.log(o.root, o.rootMargin, o.thresholds.join(), o.scrollMargin, "trackVisibility" in o);
        """,
      said: [
        "null 0px 0px 0px 0px 0 0px 0px 0px 0px false", "d true 1 100 667 100 true undefined",
        "e false 0 0 667 10 true undefined", "n false 0 0 667 0 true undefined",
      ]),
    ScriptExample(
      testDescription: "a root with a margin",
      body: """
        <div id=r style='height:100px;width:100px;overflow:auto'><div style='height:300px'></div>\
        <div id=e style='height:50px'></div></div>
        """,
      script: """
        const o = new IntersectionObserver((list) => { for (const x of list) console.log(x.isIntersecting, \
        x.intersectionRatio, x.rootBounds.height); },
          { root: r, rootMargin: "0px 0px 50% 0px", threshold: [1, 0] });
        o.observe(e); console.log(o.rootMargin, o.root === r, o.thresholds.join());
        setTimeout(() => { r.scrollTop = 160; }, 100); setTimeout(() => { r.scrollTop = 250; }, 300);
        """, said: ["0px 0px 50% 0px true 0,1", "false 0 150", "true 0.2 150", "true 1 150"]),
    ScriptExample(
      testDescription: "edges that touch, and what is clipped",
      body: """
        <div id=r style='height:100px;width:100px;overflow:hidden;position:relative'>\
        <div id=e style='position:absolute;top:100px;height:50px;width:50px'></div>\
        <div id=c style='position:absolute;top:150px;height:50px;width:50px'></div></div>
        """,
      script: """
        const o = new IntersectionObserver((list) => { for (const x of list) console.log(x.target.id, \
        x.isIntersecting, x.intersectionRatio); }, { root: r });
        o.observe(e); o.observe(c);
        new IntersectionObserver(([x]) => console.log(x.target.id, x.isIntersecting)).observe(c);
        new IntersectionObserver(([x]) => console.log("outside", x.isIntersecting), { root: e }).observe(c);
        """, said: ["e true 0", "c false 0", "c false", "outside false"]),
    ScriptExample(
      testDescription: "settings that are wrong",
      script: """
        for (const o of [{ threshold: 2 }, { threshold: [0, -1] }, { threshold: NaN }, { \
        rootMargin: "5em" }, { rootMargin: "a" }, { root: 5 }, { rootMargin: "1px 2px 3px 4px 5px" }]) {
          try { new IntersectionObserver(() => {}, o); console.log("ok"); } catch (e) { console.log(e.name); }
        }
        console.log(new IntersectionObserver(() => {}, { threshold: [1, 0, .5] }).thresholds.join(), \
        new IntersectionObserver(() => {}, { rootMargin: "10px 5%" }).rootMargin,
          new IntersectionObserver(() => {}, { root: document }).root === document, \
        new IntersectionObserver(() => {}, { threshold: [] }).thresholds.join());
        """,
      said: [
        "RangeError", "RangeError", "TypeError", "SyntaxError", "SyntaxError", "TypeError", "SyntaxError",
        "0,0.5,1 10px 5% 10px 5% true 0",
      ]),
  ]

  private static let tasks = [
    ScriptExample(
      testDescription: "tasks by their priority",
      script: """
        scheduler.postTask(() => console.log("bg"), { priority: "background" });
        scheduler.postTask(() => console.log("uv"));
        scheduler.postTask(() => console.log("ub"), { priority: "user-blocking" });
        scheduler.postTask(() => 7).then((v) => console.log(v));
        scheduler.postTask(() => { throw new Error("no"); }).catch((e) => console.log(e.message));
        scheduler.postTask(() => console.log("late"), { delay: 50 });
        const c = new TaskController({ priority: "background" });
        scheduler.postTask(() => console.log("never"), { signal: c.signal }).catch((e) => \
        console.log(e.name));
        c.signal.onprioritychange = (e) => console.log(e.previousPriority, c.signal.priority);
        c.setPriority("user-visible"); c.abort();
        (async () => { await scheduler.yield(); console.log("yielded"); })();
        for (const wrong of [[5], [() => {}, { priority: "x" }]]) scheduler.postTask(...wrong).catch((e) => \
        console.log(e.name));
        """,
      said: [
        "background user-visible", "AbortError", "TypeError", "TypeError", "ub", "yielded", "uv", "7", "no",
        "bg", "late",
      ]),
    ScriptExample(
      testDescription: "idle callbacks and entries of time",
      script: """
        requestIdleCallback((d) => console.log(typeof d.timeRemaining(), d.didTimeout, \
        d instanceof IdleDeadline));
        console.log(PerformanceObserver.supportedEntryTypes.includes("mark"), \
        Object.isFrozen(PerformanceObserver.supportedEntryTypes));
        new PerformanceObserver(() => {}).observe({ type: "bogus" });
        """,
      said: [
        "true true", "PerformanceObserver: entries of the type 'bogus' are not made here",
        "number false true",
      ]),
    ScriptExample(
      testDescription: "signals, and buffers that were transferred",
      script: """
        try { AbortSignal.timeout(-1); } catch (e) { console.log(e.name); }
        const b = new ArrayBuffer(8); structuredClone(b, { transfer: [b] });
        try { structuredClone(b, { transfer: [b] }); } catch (e) { console.log(e.name); }
        """, said: ["TypeError", "DataCloneError"]),
  ]

  @Test(arguments: mutations + layout + tasks)
  func scriptsObserve(_ example: ScriptExample) throws {
    let rig = try PageRig(
      """
      <html><head><style>body { margin: 0 }</style></head>\
      <body>\(example.body)<script>\(example.script)</script></body></html>
      """
    )
    #expect(rig.said == example.said)
  }

  @Test(arguments: [
    ScriptExample(
      testDescription: "in a handler",
      body: """
        <button id=b onclick="import('./x.js').then((m) => console.log(m.a, this.id, event.type)); \
        return false">x</button>
        <button id=c onclick="import('./x.js').then((m) => console.log(m.a))">y</button>
        """, script: "b.click(); c.click(); console.log(b.getAttribute('onclick').slice(0, 16))",
      said: ["import('./x.js')", "one b click", "one"]),
    ScriptExample(
      testDescription: "a handler that cannot be read",
      body: "<button id=b onclick=\"import('./x.js'\">x</button>",
      script: "console.log(typeof b.onclick)",
      said: [
        "error SyntaxError: Unexpected token '}'. import call expects one or two arguments.", "object",
      ]),
  ])
  func modulesAreImported(_ example: ScriptExample) throws {
    let rig = try PageRig(
      "<html><body>\(example.body)<script>\(example.script)</script></body></html>",
      files: ["x.js": "export const a = 'one'"])
    #expect(rig.said == example.said)
  }

  @Test func specifiersAreResolved() throws {
    let rig = try PageRig(
      """
      <html><body><script type=importmap>
      {"imports": {"tea": "./lib/tea.js", "lib/": "/vendor/", "gone": null}, \
      "scopes": {"/other/": {"tea": "./no.js"}}}
      </script><script type=module>
      for (const name of ["./a/b.js", "tea", "lib/x/y.js", "https://x.example/a", "bare", "gone"]) {
        try { console.log(import.meta.resolve(name)); } catch (error) { console.log(error.name); }
      }
      </script></body></html>
      """)
    #expect(
      rig.said == [
        "hybrid://project/a/b.js", "hybrid://project/lib/tea.js", "hybrid://project/vendor/x/y.js",
        "https://x.example/a", "TypeError", "TypeError",
      ])
  }
}
