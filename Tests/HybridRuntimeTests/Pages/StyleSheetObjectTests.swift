import Testing

@testable import HybridRuntime

/// Style sheets and their rules as scripts see them (CSSOM 1 §6): the lines that a page logs, as Chromium
/// logs them.
@Suite struct StyleSheetObjectTests {
  private static let tools = """
    const log = (...given) => console.log(...given.map(String));
    const width = () => log(getComputedStyle(b).width, b.offsetWidth);
    const attempt = (f) => { try { log("done", f()); } catch (error) { log(error.name); } };

    """

  @Test(arguments: [
    ScriptExample(
      testDescription: "what a sheet holds",
      body: """
        <style id=s>a>b,c~d{color:RED;color:blue;width:10px!important}@media screen and \
        (min-width:100px){p{margin:1px}}@keyframes k{from{opacity:0}50%,to{opacity:1}}@supports \
        (display:grid){q{color:red}}@layer a,b;@layer a{i{color:red}}.n{color:red;& \
        u{color:blue}}[x=y]:is(a,b):nth-child(2n+1)::before{color:red}</style>
        """,
      script: """
        const sheet = s.sheet;
        log(document.styleSheets.length, sheet === document.styleSheets[1], sheet.cssRules.length, \
        sheet.type, sheet.ownerNode === s, sheet.href, sheet.disabled);
        for (const rule of sheet.cssRules) log(rule.constructor.name, rule.type, \
        JSON.stringify(rule.cssText));
        const rule = sheet.cssRules[0];
        log(rule.selectorText, rule.style.color, rule.style.width, rule.style.getPropertyPriority("width"), \
        rule.style.length, rule.style[0], rule.parentStyleSheet === sheet, rule.style.parentRule === rule);
        const media = sheet.cssRules[1], frames = sheet.cssRules[2];
        log(media.media.mediaText, media.conditionText, media.cssRules[0].parentRule === media, frames.name, \
        frames.cssRules[1].keyText, frames.findRule("from").keyText);
        log([...document.styleSheets].length, sheet.cssRules.item(9), sheet.cssRules === sheet.cssRules);
        """,
      said: [
        "2 true 8 text/css true null false",
        #"CSSStyleRule 1 "a > b, c ~ d { color: blue; width: 10px !important; }""#,
        #"CSSMediaRule 4 "@media screen and (min-width: 100px) {\n  p { margin: 1px; }\n}""#,
        #"CSSKeyframesRule 7 "@keyframes k { \n  0% { opacity: 0; }\n  50%, 100% { opacity: 1; }\n}""#,
        #"CSSSupportsRule 12 "@supports (display:grid) {\n  q { color: red; }\n}""#,
        #"CSSLayerStatementRule 0 "@layer a, b;""#,
        #"CSSLayerBlockRule 0 "@layer a {\n  i { color: red; }\n}""#,
        #"CSSStyleRule 1 ".n {\n  color: red;\n  & u { color: blue; }\n}""#,
        #"CSSStyleRule 1 "[x=\"y\"]:is(a, b):nth-child(2n+1)::before { color: red; }""#,
        "a > b, c ~ d blue 10px important 2 color true true",
        "screen and (min-width: 100px) screen and (min-width: 100px) true k 50%, 100% 0%", "2 null true",
      ]),
    ScriptExample(
      testDescription: "rules and texts that change take effect",
      body: "<style id=s>#b{width:10px}</style><div id=b></div>",
      script: """
        const sheet = s.sheet, own = s;
        width(); log(sheet.insertRule("#b{width:20px}", 1)); width();
        sheet.cssRules[1].style.width = "30px"; width();
        sheet.cssRules[1].selectorText = "#c"; width();
        sheet.deleteRule(0); width();
        sheet.insertRule("@media screen{#b{width:40px}}"); width();
        sheet.cssRules[0].media.mediaText = "print"; width();
        sheet.cssRules[0].media.mediaText = "all"; sheet.cssRules[0].insertRule("#b{width:50px}", 1); width();
        sheet.disabled = true; width(); sheet.disabled = false; width();
        for (const f of [() => sheet.insertRule("x", 0), () => sheet.insertRule("a{}", 9), () => \
        sheet.insertRule("a{} b{}", 0), () => sheet.deleteRule(9), () => \
        sheet.insertRule("@import url(x.css)", 1), () => sheet.replaceSync("")]) attempt(f);
        own.textContent = "#b{width:60px}"; width();
        log(own.sheet === sheet, own.sheet.cssRules.length, sheet.ownerNode);
        own.append("#b{width:70px}"); width();
        own.media = "print"; width(); own.media = ""; width();
        own.remove(); width(); log(own.sheet);
        document.head.append(own); width();
        own.disabled = true; log(own.disabled); width();
        """,
      said: [
        "10px 10", "1", "20px 20", "30px 30", "10px 10", "200px 200", "40px 40", "200px 200", "50px 50",
        "200px 200", "50px 50", "SyntaxError", "IndexSizeError", "SyntaxError", "IndexSizeError",
        "HierarchyRequestError", "NotAllowedError", "60px 60", "false 1 null", "70px 70", "200px 200",
        "70px 70", "200px 200", "null", "70px 70", "true", "200px 200",
      ]),
    ScriptExample(
      testDescription: "the order in the tree decides",
      body: "<style>#b{width:1px}</style><style id=two>#b{width:2px}</style><div id=b></div>",
      script: """
        const second = two, made = document.createElement("style"), other = document.createElement("style");
        width();
        made.textContent = "#b{width:3px}"; document.head.prepend(made); width();
        second.before(made); width(); second.after(made); width();
        document.head.append(second); document.body.append(made); width();
        made.remove(); width(); second.remove(); width();
        other.type = "text/plain"; other.textContent = "#b{width:77px}"; document.body.append(other); \
        width(); log(other.sheet);
        document.body.append(second.cloneNode(true)); width();
        """,
      said: [
        "2px 2", "2px 2", "2px 2", "3px 3", "3px 3", "1px 1", "1px 1", "1px 1", "null", "2px 2",
      ]),
    ScriptExample(
      testDescription: "a linked sheet and what it imports",
      body: "<link id=l rel=stylesheet href=a.css><div id=b></div>",
      script: """
        const { sheet } = l;
        width(); log(sheet.ownerNode === l, sheet.cssRules.length, sheet.cssRules[0].constructor.name, \
        sheet.cssRules[0].href, getComputedStyle(b).height);
        sheet.cssRules[1].style.width = "22px"; width(); log(getComputedStyle(b).height);
        l.disabled = true; width(); l.disabled = false; width(); log(getComputedStyle(b).height);
        """, files: ["a.css": "@import 'b.css'; #b { width: 11px }", "b.css": "#b { height: 4px }"],
      said: ["11px 11", "true 2 CSSImportRule b.css 4px", "22px 22", "4px", "200px 200", "22px 22", "4px"]),
    ScriptExample(
      testDescription: "sheets that are constructed and adopted",
      body: "<div id=h></div><p id=b></p>",
      script: """
        const sheet = new CSSStyleSheet({ media: "screen" });
        log(sheet.media.mediaText, sheet.ownerNode, sheet.cssRules.length);
        sheet.replaceSync("p{width:11px}");
        document.adoptedStyleSheets.push(sheet); width();
        sheet.cssRules[0].style.width = "12px"; width();
        sheet.disabled = true; width(); sheet.disabled = false; width();
        log(document.adoptedStyleSheets.length, document.styleSheets.length);
        document.adoptedStyleSheets = []; width();
        attempt(() => { document.adoptedStyleSheets = [1]; }); \
        attempt(() => document.adoptedStyleSheets.push({}));
        attempt(() => { document.adoptedStyleSheets = [document.styleSheets[0]]; });
        const root = h.attachShadow({ mode: "open" });
        root.innerHTML = "<p id=q></p><style>p{height:1px}</style>";
        root.adoptedStyleSheets = [sheet];
        log(getComputedStyle(root.getElementById("q")).width, root.styleSheets.length, \
        root.adoptedStyleSheets[0] === sheet);
        attempt(() => sheet.replaceSync("@import url(a.css);a{}")); log(sheet.cssRules.length);
        sheet.replace("p{width:13px}").then((same) => log(same === sheet, \
        getComputedStyle(root.getElementById("q")).width));
        """,
      said: [
        "screen null 0", "11px 11", "12px 12", "200px 200", "12px 12", "1 1", "200px 200", "TypeError",
        "TypeError", "NotAllowedError", "12px 1 true", "done undefined", "1", "true 13px",
      ]),
    ScriptExample(
      testDescription: "the declarations of a rule",
      body: "<style id=s>#b{color:red;margin:1px 2px}</style><div id=b></div>",
      script: """
        const { style } = s.sheet.cssRules[0];
        log(style.cssText, style.color);
        style.setProperty("color", "blue", "important"); \
        log(style.cssText, style.getPropertyPriority("color"));
        style.removeProperty("color"); log(style.color);
        style.cssText = "width:5px;bad;height:6px"; log(style.cssText, style.length, style.item(1));
        style.color = "nonsense"; log(style.cssText);
        style.backgroundColor = "lime"; log(getComputedStyle(b).backgroundColor, style["background-color"], \
        getComputedStyle(b).width);
        """,
      said: [
        "color: red; margin: 1px 2px; red", "color: blue !important; margin: 1px 2px; important", "",
        "width: 5px; height: 6px; 2 height", "width: 5px; height: 6px;", "rgb(0, 255, 0) lime 5px",
      ]),
    ScriptExample(
      testDescription: "ten thousand rules",
      body: "<style id=s></style><div id=b class=c9999></div>",
      script: """
        const sheet = new CSSStyleSheet();
        document.adoptedStyleSheets = [sheet];
        for (let i = 0; i < 10000; i += 1) sheet.insertRule(`.c${i} { width: ${i % 100}px }`, i);
        width(); log(sheet.cssRules.length);
        while (sheet.cssRules.length > 0) sheet.deleteRule(sheet.cssRules.length - 1);
        width();
        for (let i = 0; i < 2000; i += 1) sheet.replaceSync("#b { width: 7px }");
        width();
        """, said: ["99px 99", "10000", "200px 200", "7px 7"]),
  ])
  func aPageSays(_ example: ScriptExample) throws {
    let rig = try PageRig(
      """
      <!DOCTYPE html><html><head><style>body { margin: 0; width: 200px }</style></head><body>\(example.body)\
      <script>\(Self.tools)\(example.script)</script></body></html>
      """, files: example.files)
    #expect(rig.said == example.said)
  }
}
