import HybridScript
import Testing

@testable import HybridRuntime

/// Lists of options and fields for files, as users choose in them and scripts see them. What scripts log is
/// what Chromium logs.
@Suite struct ChoiceTests {
  private static let list = """
    <form id=f><select id=s name=s multiple size=3><option value=a selected>A<option value=b>B\
    <option value=c selected>C<option value=d disabled>D</select></form>
    """
  private static let chosen = "const chosen = (s) => [...s.selectedOptions].map((o) => o.value).join();"

  private static let lists = [
    ScriptExample(
      testDescription: "several options are selected", body: list,
      script: """
        console.log(s.type, s.value, s.selectedIndex, chosen(s), new FormData(f).getAll("s").join("+"));
        console.log(s.options[2].selected, s.querySelectorAll(":checked").length);
        """, said: ["select-multiple a 0 a,c a+c", "true 2"]),
    ScriptExample(
      testDescription: "scripts select", body: list,
      script: """
        s.options[1].selected = true; s.options[0].selected = false;
        console.log(chosen(s), s.value, s.selectedIndex, s.querySelectorAll(":checked").length);
        s.selectedIndex = 0; console.log(chosen(s));
        s.value = "c"; console.log(chosen(s));
        s.selectedIndex = -1; console.log(s.selectedOptions.length, s.value === "");
        f.reset(); console.log(chosen(s));
        """, said: ["b,c b 1 2", "a", "c", "0 true", "a,c"]),
    ScriptExample(
      testDescription: "nothing is selected at first",
      body: """
        <form id=f><select id=s name=s multiple required><option value=a>A<option value=b>B</select></form>
        """,
      script: """
        console.log(s.selectedIndex, chosen(s) === "", s.checkValidity(), s.validity.valueMissing, \
        s.matches(":invalid"));
        s.options[1].selected = true;
        console.log(s.checkValidity(), s.matches(":valid"), new URLSearchParams(new FormData(f)) + "");
        """, said: ["-1 true false true true", "true true s=b"]),
    ScriptExample(
      testDescription: "disabled options are not sent",
      body: list
        + """
        <form id=g><select name=t multiple><optgroup disabled label=x><option selected>1</optgroup>\
        </select></form>
        """,
      script: """
        s.options[3].selected = true; console.log(chosen(s), new FormData(f).getAll("s").join());
        console.log(chosen(g.t), [...new FormData(g)].length);
        """, said: ["a,c,d a,c", "1 0"]),
    ScriptExample(
      testDescription: "options come and go", body: list,
      script: """
        s.add(new Option("E", "e", false, true)); console.log(chosen(s));
        s.remove(0); console.log(chosen(s));
        s.options[0].remove(); console.log(chosen(s), s.selectedIndex);
        s.multiple = false; console.log(s.type, chosen(s));
        """, said: ["a,c,e", "c,e", "c,e 0", "select-one c"]),
    ScriptExample(
      testDescription: "a select that a script makes",
      script: """
        const s = document.createElement("select"); s.multiple = true;
        for (const v of "abc") s.append(new Option(v, v, false, v !== "b"));
        console.log(chosen(s), s.selectedIndex); document.body.append(s); console.log(chosen(s));
        """, said: ["a,c 0", "a,c"]),
    ScriptExample(
      testDescription: "one option follows the options",
      body: "<select id=s><option value=a>A<option value=b>B</select>",
      script: """
        s.add(new Option("c", "c", false, true)); console.log(s.value);
        s.options[1].selected = true; console.log(s.value, s.selectedIndex);
        s.options[1].selected = false; console.log(s.value);
        s.insertBefore(new Option("z", "z"), s.firstChild); console.log(s.value, s.selectedIndex);
        s.innerHTML = "<option selected>1<option selected>2"; console.log(s.value);
        """, said: ["c", "b 1", "a", "a 1", "2"]),
    ScriptExample(
      testDescription: "a list of one option",
      body: "<select id=s size=4><option value=a>A<option value=b>B</select>",
      script: "console.log(s.type, s.selectedIndex, s.value === '', s.size)",
      said: ["select-one -1 true 4"]),
    ScriptExample(
      testDescription: "options that cannot be chosen are passed over",
      body: "<select id=s><option disabled>A<option>B</select><select id=t></select>",
      script:
        "console.log(s.value, s.selectedIndex, t.selectedIndex, t.value === '', t.selectedOptions.length)",
      said: ["B 1 -1 true 0"]),
  ]

  @Test(arguments: lists)
  func optionsAreSelected(_ example: ScriptExample) throws {
    let rig = try PageRig("<body>\(example.body)<script>\(Self.chosen)\(example.script)</script></body>")
    #expect(rig.said == example.said)
  }

  @Test func aUserTurnsOptionsOver() throws {
    let rig = try PageRig(
      """
      <body>\(Self.list)<script>\(Self.chosen)
      s.oninput = () => console.log("input", chosen(s)); s.onchange = () => console.log("change");
      </script></body>
      """)
    try rig.act("select #s 1", "select #s 0", "select #s 3")
    #expect(rig.said == ["input a,b,c", "change", "input b,c", "change"])
    let control = try #require(try rig.node("s").control)
    #expect(control.chosen == [1, 2] && control.selected == 1 && control.options == ["A", "B", "C", "D"])
    #expect(try rig.text("s") == "B, C")
    // A state that a client offers again.
    let again = try PageRig("<body>\(Self.list)</body>")
    let handle = try rig.node("s").handle
    again.page.restore(rig.page.tree.states(of: [handle]))
    #expect(try again.node("s").control?.chosen == [1, 2])
  }

  @Test func aListShowsItsRows() throws {
    let rig = try PageRig(
      """
      <body><select id=a multiple><optgroup label=Hot><option>Tea<option selected>Coffee</optgroup></select>
      <select id=b size=2><option>1<option>2<option selected>3</select></body>
      """)
    let (a, b) = (try rig.node("a"), try rig.node("b"))
    #expect(a.frame.height == 70 && b.frame.height == 36)
    #expect(a.paint.lines?.count == 3 && a.paint.gradients?.count == 1)
    // The selected row is in view.
    #expect(b.paint.lines?.map { $0.pieces.map(\.text).joined() } == ["2", "3"])
  }

  // MARK: Files

  private static let fields = """
    <form id=f><input type=file id=one name=one required><input type=file id=all name=all multiple></form>
    """

  @Test func filesOfTheProjectAreChosen() throws {
    let rig = try PageRig(
      """
      <body>\(Self.fields)<script>
      for (const field of [one, all]) for (const type of ["input", "change"]) {
        field.addEventListener(type, () => console.log(type, [...field.files].map((f) => \
      f.name + ":" + f.size).join()));
      }
      one.addEventListener("change", async () => {
        const [file] = one.files, reader = new FileReader();
        console.log(one.value, one.files instanceof FileList, file instanceof File, file.type, \
      one.files[0] === file, f.one.checkValidity());
        reader.onload = () => console.log(reader.result);
        reader.readAsText(file);
        console.log(new FormData(f).get("one") === file, new FormData(f).getAll("all").length);
      });
      </script></body>
      """
    ) { $0.hold(["notes/a.txt": "tea", "b c.json": "{}"]) }
    try rig.act("choose #one notes/a.txt")
    #expect(
      rig.said == [
        "input a.txt:3", "change a.txt:3", "C:\\fakepath\\a.txt true true text/plain true true", "true 1",
        "tea",
      ])
    #expect(try rig.text("one") == "Choose File  a.txt")
    try rig.act("choose #all b c.json", "choose #all notes/a.txt notes/a.txt")
    #expect(rig.said.suffix(2) == ["input a.txt:3,a.txt:3", "change a.txt:3,a.txt:3"])
    #expect(try rig.text("all") == "Choose Files  2 files")
  }

  @Test(arguments: [
    ("choose #one none.txt", "there is no file 'none.txt' in the project"),
    ("choose #one ../a.txt", "there is no file '../a.txt' in the project"),
    ("choose #one a.txt a.txt", "'#one' takes one file: it has no attribute 'multiple'"),
    ("choose #f a.txt", "'#f' is <form>, and the action needs a field for files"),
    ("choose #one", "'choose' needs a selector and a file, such as 'choose #photo assets/tea.png'"),
  ])
  func whatCannotBeChosenIsTold(_ action: String, _ message: String) throws {
    let rig = try PageRig("<body>\(Self.fields)</body>") { $0.hold(["a.txt": "tea"]) }
    let error = #expect(throws: PageActionError.self) { try rig.act(action) }
    #expect(error?.diagnostic.message == message)
  }

  @Test(arguments: [
    ScriptExample(
      testDescription: "an empty field", body: fields,
      script: """
        console.log(one.files instanceof FileList, one.files.length, one.value === "", one.files.item(0));
        const file = new FormData(f).get("one");
        console.log(file instanceof File, file.name === "", file.size, file.type);
        try { one.value = "x"; } catch (error) { console.log(error.name); }
        one.value = "";
        console.log(new URLSearchParams([...new FormData(f)].map(([k, v]) => [k, v.name])) + "", \
        f.checkValidity(), one.validity.valueMissing);
        """,
      said: [
        "true 0 true null", "true true 0 application/octet-stream", "InvalidStateError",
        "one=&all= false true",
      ]),
    ScriptExample(
      testDescription: "files that a script makes", body: fields,
      script: """
        const made = new DataTransfer();
        made.items.add(new File(["hello"], "a.txt", { type: "text/plain" }));
        one.onchange = () => console.log("never");
        one.files = made.files;
        console.log(one.files.length, one.files[0].name, one.value, f.checkValidity());
        one.files[0].text().then(console.log);
        console.log(new FormData(f).get("one").name);
        one.value = ""; console.log(one.files.length, f.checkValidity());
        for (const wrong of [[], {}, "a"]) try { one.files = wrong; } \
        catch (error) { console.log(error.name); }
        one.files = made.files; f.reset(); console.log(one.files.length, one.value === "");
        """,
      said: [
        "1 a.txt C:\\fakepath\\a.txt true", "a.txt", "0 false", "TypeError", "TypeError", "TypeError",
        "0 true",
        "hello",
      ]),
    ScriptExample(
      testDescription: "the members of a DataTransfer",
      script: """
        const t = new DataTransfer();
        t.setData("text", "tea"); t.setData("text/html", "<b>"); t.items.add(new File([], "n"));
        console.log(t.getData("text/plain"), t.types.join(), t.items.length, t.items[2].kind, \
        t.files.length, t.items[0].type);
        t.items.remove(0); t.clearData();
        console.log(t.items.length, t.items[1] === undefined, t.getData("text") === "");
        """, said: ["tea text/plain,text/html,Files 3 file 1 text/plain", "1 true true"]),
  ])
  func scriptsSeeFiles(_ example: ScriptExample) throws {
    let rig = try PageRig("<body>\(example.body)<script>\(example.script)</script></body>")
    #expect(rig.said == example.said)
  }

  @Test func aTapOnAFieldForFilesIsToldOnce() throws {
    let rig = try PageRig("<body>\(Self.fields)</body>")
    try rig.act("tap #one", "tap #all")
    #expect(rig.said.count == 1 && rig.said[0].contains("'choose'"))
  }

  // MARK: What is sent

  struct Post: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var attributes = "method=post action=/save"
    var button = ""
    /// What the log has of the call.
    var call: String
    var responses = #"{"*": "ok"}"#
    /// What follows: the opened page, or a warning.
    var after: String
  }

  @Test(arguments: [
    Post(
      testDescription: "urlencoded",
      call:
        #"""
        form.submit({"method":"post","action":"hybrid://project/save","enctype":"","entries":[["a","x \#
        y"],["t","1\r\n2"],["b","v"]]})
        """#,
      after: #"document.pushNavigatorWithURL("/save")"#),
    Post(
      testDescription: "the attributes of the button come first", attributes: "method=get action=/no",
      button: "formmethod=POST formaction=https://a.example/x formenctype=text/plain",
      call:
        #"""
        form.submit({"method":"post","action":"https://a.example/x","enctype":"text/plain","entries":[["a",\#
        "x y"],["t","1\r\n2"],["b","v"]]})
        """#,
      after: #"document.pushNavigatorWithURL("https://a.example/x")"#),
    Post(
      testDescription: "parts", attributes: "method=post enctype=multipart/form-data action=save",
      call:
        #"""
        form.submit({"method":"post","action":"hybrid://project/save","enctype":"multipart/form-data",\#
        "entries":[["a","x y"],["t","1\r\n2"],["b","v"]]})
        """#,
      after: #"document.pushNavigatorWithURL("save")"#),
    Post(
      testDescription: "an answer that is no success",
      call:
        #"""
        form.submit({"method":"post","action":"hybrid://project/save","enctype":"","entries":[["a","x \#
        y"],["t","1\r\n2"],["b","v"]]})
        """#,
      responses: #"{"*": {"status": 500}}"#,
      after: "the form was not accepted by hybrid://project/save: the answer has the status 500"),
    Post(
      testDescription: "no answer", attributes: "method=post action=https://a.example/save",
      call:
        #"""
        form.submit({"method":"post","action":"https://a.example/save","enctype":"","entries":[["a","x \#
        y"],["t","1\r\n2"],["b","v"]]})
        """#,
      responses: "{}", after: "the form was not accepted by https://a.example/save: "),
  ])
  func aFormIsPosted(_ post: Post) throws {
    for script in ["<script>0</script>", ""] {
      let rig = try PageRig(
        """
        <body><form id=f \(post.attributes)><input name=a value="x y"><textarea name=t>1
        2</textarea><button id=b name=b value=v \(post.button)>Go</button></form>\(script)</body>
        """, responses: post.responses)
      try rig.act("tap #b")
      #expect(rig.calls.first == post.call)
      let after = rig.calls.dropFirst() + rig.said
      #expect(after.count == 1 && after.first?.hasPrefix(post.after) == true, "\(after)")
    }
  }

  @Test func aFormOfAPageWithoutScriptsOpensAnAddress() throws {
    let rig = try PageRig(
      """
      <body><form action="/find?x#top"><input name=q value="a&b"><input type=checkbox name=c id=c>
      <button id=b name=b value=v>Go</button></form></body>
      """)
    try rig.act("toggle #c", "type [name=q] tea ü", "tap #b")
    #expect(rig.calls == [#"document.pushNavigatorWithURL("/find?q=a%26btea+%C3%BC&c=on&b=v#top")"#])
    #expect(rig.said == [])
  }

  @Test(arguments: [
    ("", "application/x-www-form-urlencoded", "a=%C3%A4+%26&a=2&n=t.txt"),
    ("text/plain", "text/plain", "a=ä &\r\na=2\r\nn=t.txt\r\n"),
  ])
  func whatIsSent(_ encoding: String, _ type: String, _ body: String) throws {
    let rig = try PageRig(
      """
      <body><form id=f method=post action=/x enctype="\(encoding)"><input name=a value="ä &">\
      <input name=a value=2>
      <input type=file name=n id=n></form><script>0</script></body>
      """, opens: false
    ) { $0.hold(["t.txt": "tea"]) }
    rig.page.open()
    rig.page.choose(files: ["t.txt"], in: try #require(rig.page.element(withID: "n")))
    rig.page.submit(try #require(rig.page.element(withID: "f")))
    let request = try #require(rig.page.takeRequests().first?.request)
    #expect(request.method == "POST" && request.url == "hybrid://project/x" && request.outlivesPage)
    #expect(request.headers.map { "\($0.name): \($0.value)" } == ["content-type: \(type)"])
    #expect(request.body == body)
  }

  @Test(arguments: [
    ScriptExample(
      testDescription: "members of forms and buttons",
      body: """
        <form id=f method=POST enctype="multipart/form-data" action="/x?y=1#z"><button id=b \
        formmethod=dialog formaction="/q" formenctype=text/plain></button><input id=i \
        type=submit></form><form id=g></form>
        """,
      script: """
        console.log(f.method, f.enctype, f.encoding, new URL(f.action).pathname, b.formMethod, \
        b.formEnctype, new URL(b.formAction).pathname);
        console.log(i.formMethod === "", i.formEnctype === "", g.method, g.enctype, \
        g.action === location.href, i.formAction === location.href);
        b.formMethod = "bogus"; console.log(b.formMethod);
        """,
      said: [
        "post multipart/form-data multipart/form-data /x dialog text/plain /q",
        "true true get application/x-www-form-urlencoded true true", "get",
      ]),
    ScriptExample(
      testDescription: "the first legend of a fieldset that is disabled",
      body: """
        <form id=f><fieldset disabled><legend><input name=l></legend><legend><input name=m></legend>\
        <input name=a>\
        </fieldset></form>
        """, script: "console.log([...new FormData(f).keys()].join())", said: ["l"]),
    ScriptExample(
      testDescription: "the submitter, and the entries of a formdata event",
      body:
        """
        <form id=f method=post action=/x><input name=a value=1><button id=b name=n value=v>go</button></form>
        """,
      script: """
        f.addEventListener("formdata", (e) => { e.formData.append("x", "y"); \
        console.log([...e.formData.keys()].join()); });
        f.onsubmit = (e) => { e.preventDefault(); console.log(e.submitter?.id, e instanceof SubmitEvent, \
        new FormData(f, e.submitter).get("n")); };
        b.click(); f.requestSubmit();
        try { f.requestSubmit(f); } catch (error) { console.log(error.name); }
        """, said: ["a,n,x", "b true v", "a,x", "undefined true null", "TypeError"]),
  ])
  func scriptsSeeForms(_ example: ScriptExample) throws {
    let rig = try PageRig("<body>\(example.body)<script>\(example.script)</script></body>")
    #expect(rig.said == example.said)
    #expect(rig.calls.isEmpty)
  }
}
