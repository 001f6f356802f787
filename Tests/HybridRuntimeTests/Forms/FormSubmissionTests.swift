import HybridScript
import Testing

@testable import HybridRuntime

/// Validation and submission as the user and scripts see them.
struct FormSubmissionTests {
  private func page(_ body: String, _ script: String = "") throws -> PageRig {
    try PageRig(
      """
      <html><head><style>
      input { color: black } input:invalid { color: #ff0000 } input:user-invalid { color: #0000ff }
      form:invalid { opacity: 0.5 }
      </style></head><body>\(body)<script>
      const $ = (id) => document.getElementById(id), log = (...all) => console.log(all.join(" "));
      \(script)
      </script></body></html>
      """)
  }

  private func color(_ rig: PageRig, _ id: String) throws -> String {
    let node = try #require(rig.page.element(withID: id))
    return rig.page.computedStyle("color", of: node.index)
  }

  /// The message beside a control.
  private func hint(_ rig: PageRig) -> String? {
    rig.page.picture.nodes.first { $0.tag == "hint" }?.text
  }

  private let form =
    "<form id=f action=next.html><input id=a name=a required><button id=b name=b value=1>Go</button></form>"

  @Test func anInvalidFormIsNotSubmitted() throws {
    let rig = try page(
      form,
      """
      $("f").addEventListener("submit", () => log("submit"));
      $("a").addEventListener("invalid", (e) => log("invalid", e.bubbles, e.cancelable, e.isTrusted));
      """)
    #expect(hint(rig) == nil)
    try rig.act("tap #b")
    #expect(rig.said == ["invalid false true true"])
    #expect(rig.page.focusedNode == rig.page.element(withID: "a"))
    #expect(hint(rig) == "Fill in this field.")
    try rig.act("type #a x")
    #expect(hint(rig) == nil)
    try rig.act("tap #b")
    #expect(rig.said == ["invalid false true true", "submit"])
    #expect(rig.calls == [#"document.pushNavigatorWithURL("next.html?a=x&b=1")"#])
  }

  @Test func aScriptShowsItsOwnMessage() throws {
    let rig = try page(form, "$('a').oninvalid = (e) => { e.preventDefault(); log('mine'); };")
    try rig.act("tap #b")
    #expect(rig.said == ["mine"] && hint(rig) == nil)
    #expect(rig.page.focusedNode != rig.page.element(withID: "a"))
  }

  @Test(arguments: [
    "<form id=f novalidate><input required><button id=b>",
    "<form id=f><input required><button id=b formnovalidate>",
  ])
  func validationCanBeSkipped(_ markup: String) throws {
    let rig = try page(markup + "</button></form>", "$('f').onsubmit = () => log('submit');")
    try rig.act("tap #b")
    #expect(rig.said == ["submit"])
  }

  /// A change of validity restyles the control and its form, and nothing else.
  @Test func selectorsFollowValidity() throws {
    let rig = try page(form + "<input id=other>")
    #expect(try color(rig, "a") == "rgb(255, 0, 0)" && color(rig, "other") == "rgb(0, 0, 0)")
    #expect(try rig.node("f").paint.opacity == 0.5)
    try rig.act("type #a x")
    #expect(try color(rig, "a") == "rgb(0, 0, 0)" && rig.node("f").paint.opacity == nil)
    rig.page.setControl(.value, .string(""), of: try #require(rig.page.element(withID: "a")).index)
    #expect(try color(rig, "a") == "rgb(255, 0, 0)")
    // A submission counts as a visit.
    try rig.act("tap #b")
    #expect(try color(rig, "a") == "rgb(0, 0, 255)")
  }

  @Test func selectorsOfScriptsFollowValidity() throws {
    let rig = try page(
      """
      <form id=f><fieldset id=s><input id=a required><input id=n type=number max=3 value=4></fieldset>
      <input id=c type=checkbox checked><input id=r type=radio name=r><progress id=p></progress>
      <select id=l><option id=o1>1<option id=o2 selected>2</select><button id=b></button></form>
      """,
      """
      const all = (selector) => log(selector, [...document.querySelectorAll(selector)].map((e) => \
      e.id).join(","));
      for (const s of [":invalid", ":out-of-range", ":in-range", ":default", ":indeterminate"]) all(s);
      $("a").value = "x"; $("n").value = 2; $("c").indeterminate = true; $("r").checked = true;
      for (const s of [":invalid", ":out-of-range", ":in-range", "input:valid", ":indeterminate"]) all(s);
      $("l").selectedIndex = 0; all("option:checked");
      $("a").setCustomValidity("no"); log($("a").matches(":invalid"), $("a").validationMessage, \
      $("f").checkValidity());
      """)
    #expect(
      rig.said == [
        ":invalid f,s,a,n", ":out-of-range n", ":in-range ", ":default c,o2,b", ":indeterminate r,p",
        ":invalid ", ":out-of-range ", ":in-range n", "input:valid a,n,c,r", ":indeterminate c,p",
        "option:checked o1", "true no false",
      ])
  }

  @Test func formsListTheirControls() throws {
    let rig = try page(
      """
      <form id=f name=main><input id=a name=user><input type=radio name=r value=1>\
      <input type=radio name=r value=2 checked>
      <input type=image><input name=name value=field></form><input id=out form=f><label id=l for=a>x</label>
      """,
      """
      const f = $("f"), e = f.elements;
      log(e.length, f.length, e.user === $("a"), e.r instanceof RadioNodeList, e.r.value, \
      e.namedItem("out").id);
      log(f.user === $("a"), f[0] === $("a"), f.name.value, document.forms.main === f, $("out").form === f);
      log($("l").control.id, $("a").labels[0].id, f.nope, "user" in e, typeof f.submit, f.id);
      log([...f].length, f instanceof HTMLFormElement, f instanceof HTMLElement, f.getAttribute("name"));
      """)
    #expect(
      rig.said == [
        "5 5 true true 2 out", "true true field true true", "a l  true function f", "5 true true main",
      ])
  }

  /// Only an `input` is hidden by its type.
  @Test func labelsNameEveryLabelableElement() throws {
    let rig = try page(
      """
      <label id=k for=b></label><button id=b type=hidden>B</button><label id=l for=o></label><output id=o>\
      </output><label id=m for=h></label><input id=h type=hidden>
      """, "log(...['k', 'l', 'm'].map((id) => $(id).control?.id), $('b').labels.length);")
    #expect(rig.said == ["b o  1"])
  }

  /// HTML Standard §4.10.6: `submit` is also the default for a type that does not exist.
  @Test(arguments: [
    ("", "submit"), ("type=other", "submit"), ("type=SUBMIT", "submit"), ("type=button", nil),
  ])
  func buttonsSubmitByDefault(_ type: String, _ expected: String?) throws {
    let rig = try page(
      "<form id=f><button id=b \(type)>B</button></form>",
      "$('f').addEventListener('submit', (e) => { log('submit'); e.preventDefault(); });")
    try rig.act("tap #b")
    #expect(rig.said == [expected].compactMap(\.self))
  }

  @Test func entriesOfFormsAreCollected() throws {
    let rig = try page(
      """
      <form id=f><input name=a value=1><input name=b disabled value=2><input type=checkbox name=c checked>
      <select name=s><option value=x>X</select><textarea name=t>tea</textarea><button id=b name=go value=2>\
      </button>
      <fieldset disabled><input name=d></fieldset><output name=o>3</output><input value=nameless></form>
      """,
      """
      $("f").addEventListener("formdata", (e) => e.formData.append("more", "4"));
      log([...new FormData($("f"))].join("&"));
      log([...new FormData($("f"), $("b")).keys()].join("&"));
      try { new FormData($("f"), $("f")); } catch (error) { log(error.name); }
      try { $("f").requestSubmit(document.createElement("button")); } catch (error) { log(error.name); }
      $("f").onsubmit = (e) => { log("submit", e.submitter && e.submitter.id); return false; };
      $("f").requestSubmit(); $("f").requestSubmit($("b"));
      """)
    #expect(
      rig.said == [
        "a,1&c,on&s,x&t,tea&more,4", "a&c&s&t&go&more", "TypeError", "NotFoundError", "submit ",
        "submit b",
      ])
  }

  @Test func fieldsHaveNumbersAndSelections() throws {
    let rig = try page(
      "<input id=a>",
      """
      const i = $("a");
      i.type = "number"; i.value = "abc"; log(i.value === "", i.valueAsNumber);
      i.min = "1"; i.step = "2"; i.value = "4"; i.stepUp(); log(i.value); i.stepDown(2); log(i.value);
      i.type = "date"; i.valueAsDate = new Date(0); log(i.value, i.valueAsNumber);
      i.type = "range"; i.min = ""; i.step = ""; i.value = 1000; log(i.value); i.type = "color"; log(i.value);
      i.type = "text"; i.value = "hello world"; i.setSelectionRange(0, 5); i.setRangeText("bye");
      log(i.value, i.selectionStart, i.selectionEnd);
      try { i.stepUp(); } catch (error) { log(error.name); }
      i.type = "checkbox"; log(i.selectionStart); try { i.setSelectionRange(0, 1); } \
      catch (error) { log(error.name); }
      """)
    #expect(
      rig.said == [
        "true NaN", "5", "1",
        "a script: 'type' of <input> has no effect here (page.html:9); nothing opens to choose a value: "
          + "use <select>, or several fields", "1970-01-01 0", "100", "#000000", "bye world 0 3",
        "InvalidStateError", "",
        "InvalidStateError",
      ])
  }

  @Test func listsOfOptionsCanBeChanged() throws {
    let rig = try page(
      "<select id=s><option value=1>One</select>",
      """
      const s = $("s"), show = () => log([...s.options].map((o) => o.value).join(), s.selectedIndex, s.value);
      s.add(new Option("Two", "2")); s.add(new Option("Zero", "0"), 0); show();
      s.options[3] = new Option("Three", "3", false, true); show();
      s.remove(0); show(); s.options.length = 1; show(); s.selectedIndex = -1; \
      log(s.selectedOptions.length, s.value === "");
      s.length = 0; log(s.options.length, new Option("x").text, new Option() instanceof HTMLOptionElement);
      """)
    #expect(
      rig.said == [
        "0,1,2 0 0", "0,1,2,3 3 3", "1,2,3 2 3", "1 0 1", "0 true", "0 x true",
      ])
  }
}
