import HybridCompiler
import HybridSource
import Testing

/// A mismatch between a page and its data is reported with both locations.
@Test(arguments: [
  ("{{ titel }}", "{\n  \"title\": 1 }", "the page's data has no 'titel' (pages/home.json:1:1)"),
  (
    "{{ user.nmae }}", "{\"user\": {\n \"name\": 1 }}",
    "'user' has no 'nmae'; user.nmae is missing in pages/home.json:1:10"
  ),
  (
    "<p t:for='item in items'>{{ item.price }}</p>", "{\"items\": [\n  {\"name\": 1},\n  {\"name\": 2}]}",
    "'item' has no 'price'; items[0].price is missing in pages/home.json:2:3"
  ),
  (
    "<p t:for='item in shop.items'><b t:for='tag in item.tags'>{{ tag.name }}</b></p>",
    "{\"shop\": {\"items\": [{\"tags\": []},\n {\"tags\": [{}]}]}}",
    "'tag' has no 'name'; shop.items[1].tags[0].name is missing in pages/home.json:2:12"
  ),
  (
    "<p t:for='item in items'>{{ item }}</p>", "{\n\"items\": 4}",
    "'items' is a number (pages/home.json:2:10), and a loop needs a list"
  ),
  (
    "{{ user }}", "{\"user\": {}}", "'user' is an object (pages/home.json:1:10) and is shown as empty text"
  ),
  (
    "<p t:for='item in items'>{{ item.price }}</p>",
    "{\"items\": [{\"price\": 1}, {\"price\": 2}, {\"price\": null},\n {\"name\": 2}]}",
    "items[3].price is missing in pages/home.json:2:2, but is read here"
  ),
])
func aFaultBetweenPageAndDataNamesBothPlaces(_ body: String, _ data: String, _ message: String) {
  let files = MemoryFiles(["pages/home.html": body, "pages/home.json": data])
  let (_, result) = ProjectCompiler.built(files)
  #expect(result.diagnostics.map(\.message) == [message])
  #expect(result.diagnostics.first?.location?.path == "pages/home.html")
}

@Test(arguments: [
  // A condition allows the value to be missing; so does data in which it is often missing.
  "<p t:for='item in items'><b t:if='item.price'>{{ item.price }}</b></p>",
  "<p t:for='item in items'>{{ item.badge }}</p>", "<p t:for='item in items'>{{ item.name }}</p>",
])
func itemsMayDiffer(_ body: String) {
  let data =
    #"""
    {"items": [{"name": 1, "price": 1, "badge": 1}, {"name": 2, "price": 2}, {"name": 3, "price": 3}, \#
    {"name": 4}]}
    """#
  let files = MemoryFiles(["pages/home.html": body, "pages/home.json": data])
  #expect(ProjectCompiler.built(files).1.diagnostics == [])
}
