import HybridCompiler
import HybridRuntime
import HybridUnits
import HybridViewTree
import Testing

/// A saved state of a page.
private struct Save: Sendable {
  var html = """
    <h1 id=top>Shop</h1><p class=lead>Two <b>bold</b> words {{ name }}</p><p id=gone></p>
    <ul><li t:for="item in items" t:key="item.id">{{ item.text }} <span>{{ item.id }}</span></li></ul>
    <div class=row><img id=pic width=20 height=10 alt=a> <button>Buy {{ name }}</button><input value=x></div>
    <details><summary>More</summary><p>Inside</p></details><label>Name <textarea>said</textarea></label>
    <nav aria-labelledby=top><a href=a><img alt=Home src=h> Start</a></nav><label for=f>Field</label>\
    <input id=f aria-describedby=gone>
    """
  var css = "li { padding: 2px } p:empty { height: 30px } .row { display: flex } h1 { font-size: 20px }"
  var data = #"{"name": "now", "items": [{"id": "a", "text": "One"}, {"id": "b", "text": "Two"}]}"#

  init(_ change: (inout Save) -> Void = { _ in }) { change(&self) }

  var page: PageUnit {
    get throws {
      let files = [
        "page.html": "<link rel=stylesheet href=page.css>" + html, "page.css": css, "page.json": data,
      ]
      .mapValues { Array($0.utf8) }
      let reader = FileReader(
        read: { path in files[path].map { .success($0) } ?? .failure(.missing) }, list: { _ in .success([]) })
      var compiler = ProjectCompiler(files: reader, name: "page", only: "page.html")
      _ = compiler.build()
      guard case .page(let page)? = compiler.currentUnit(named: "page") else { throw NoPage() }
      return page
    }
  }

  func html(_ old: String, _ new: String) -> Save {
    var save = self
    save.html = html.replacing(old, with: new)
    return save
  }
}

private struct NoPage: Error {}

/// Saves, and whether the nodes keep their identity.
private let saves: [(name: String, save: Save, isKept: Bool)] = [
  ("nothing", Save(), true),
  ("a word", Save().html("Shop", "Another shop"), true),
  (
    "a word in a line with elements", Save().html("Two ", "Several longer words that break the line, two "),
    true
  ),
  ("no words any more", Save().html("Shop", " "), true),
  ("a word in an empty element", Save().html("<p id=gone></p>", "<p id=gone>back</p>"), false),
  ("empty lines, so that all below is elsewhere", Save().html("\n<ul>", "\n\n\n<ul>"), true),
  ("a line above everything", Save { $0.html = "\n\n" + $0.html }, false),
  ("a class", Save().html("class=lead", "class='lead row'"), true),
  ("a style that hides", Save().html("<h1 id=top", "<h1 style='display:none' id=top"), false),
  ("a style of its own", Save().html("<h1 id=top", "<h1 style='padding:9px' id=top"), true),
  ("an id", Save().html("id=top", "id=head"), false),
  ("a picture's size", Save().html("width=20", "width=44"), true),
  ("an open element", Save().html("<details>", "<details open>"), false),
  ("a button's words", Save().html("Buy", "Buy it right"), true),
  ("an input's value", Save().html("value=x", "value=other"), true),
  ("an area's words", Save().html("said", "said more"), true),
  ("another element", Save().html("<b>bold</b>", "<i>bold</i>"), false),
  ("one element more", Save().html("<ul>", "<hr><ul>"), false),
  ("an element elsewhere", Save().html("<p id=gone></p>", "").html("<ul>", "<ul><p id=gone></p>"), false),
  ("a rule", Save { $0.css += "li { padding: 7px; color: red }" }, true),
  ("a rule that hides", Save { $0.css += "li { display: none }" }, false),
  (
    "a rule that moves",
    Save { $0.css += ".lead { position: absolute; right: 3px } b { display: inline-block }" }, true
  ),
  (
    "a rule that scrolls", Save { $0.css += "body { overflow: auto } ul { overflow: scroll; height: 9px }" },
    true
  ),
  ("a rule for words", Save { $0.css += "body { font-size: 22px; text-align: right }" }, true),
  ("no rules", Save { $0.css = "" }, true),
  ("words that name another element", Save().html("Shop", "Market"), true),
  ("a label's words", Save().html("Field", "Another field"), true),
  ("what a link's picture is called", Save().html("alt=Home", "alt=House"), true),
  ("whom a label is for", Save().html("for=f", "for=g"), true),
  ("a role", Save().html("<ul>", "<ul role=none>"), true),
  (
    "a rule that hides what a name is made of",
    Save { $0.css += "b { visibility: hidden } h1 { visibility: hidden }" }, true
  ),
  (
    "a container", Save { $0.css += "ul { container-type: inline-size; width: 60cqw } li { width: 50cqw }" },
    true
  ),
  (
    "another size of a container",
    Save {
      $0.css += """
        ul { container: list / inline-size; width: 100px }
        @container list (width > 50px) { li { color: red } }
        @container (width > 200px) { li { display: none } }
        """
    }, true
  ),
  (
    "data", Save { $0.data = $0.data.replacing("now", with: "then").replacing("One", with: "A longer one") },
    true
  ),
  (
    "one item more", Save { $0.data = $0.data.replacing("[{", with: #"[{"id": "c", "text": "Zero"}, {"#) },
    false
  ),
  ("other keys", Save { $0.data = $0.data.replacing("\"a\"", with: "\"z\"") }, false),
]

/// After any sequence of saves, the page equals one created from scratch, and so do the updates.
@Test(arguments: saves.indices)
func savedPagesAreThoseMadeFromNothing(_ index: Int) throws {
  let renderer = Renderer()
  let device = Device(width: 320, height: 480)
  var page = StillPage(try Save().page, as: Variant(device), by: renderer)
  var (plain, knowing) = (ViewTreeSession(), ViewTreeSession())
  _ = (plain.advance(to: page.tree), knowing.advance(to: page.tree))
  var isFirst = true
  for (name, save, isKept) in [saves[index], saves[1], saves[(index + 7) % saves.count], saves[0]] {
    let unit = try save.page
    let changes = page.update(unit, by: renderer)
    let fresh = renderer.render(unit, on: device).tree
    #expect(page.tree == fresh, "\(name)")
    if isFirst { #expect((changes != nil) == isKept, "\(name)") }
    isFirst = false
    let (expected, result) = (plain.advance(to: fresh), knowing.advance(to: page.tree, changes: changes))
    #expect(result.patch == expected.patch, "\(name)")
    #expect(result.moved == expected.moved, "\(name)")
    #expect(knowing.tree == plain.tree, "\(name)")
  }
}
