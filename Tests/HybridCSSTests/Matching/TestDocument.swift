import HybridCSS
import HybridDOM
import HybridSource

/// A document from simple HTML: elements with quoted attributes, text and comments; every element is closed.
func document(_ html: String, isHTML: Bool = true) -> Document {
  var document = Document(files: ["test.html"], isHTML: isHTML)
  let nowhere = SourceRange(0..<0)
  var parent = document.root
  var rest = html[...]
  while let first = rest.first {
    if first != "<" {
      let text = rest.prefix { $0 != "<" }
      rest = rest.dropFirst(text.count)
      document.append(document.makeNode(.text(String(text)), range: nowhere), to: parent)
      continue
    }
    let tag = rest.prefix { $0 != ">" }.dropFirst()
    rest = rest.dropFirst(tag.count + 2)
    if tag.hasPrefix("!--") {
      document.append(document.makeNode(.comment(String(tag)), range: nowhere), to: parent)
    } else if tag.hasPrefix("/") {
      parent = document[parent].parent ?? document.root
    } else {
      let element = element(String(tag), isHTML)
      let node = document.makeNode(.element(element), range: nowhere)
      document.append(node, to: parent)
      parent = node
    }
  }
  return document
}

/// `name a="x" b` as an element.
private func element(_ tag: String, _ isHTML: Bool) -> Element {
  func name(_ written: Substring) -> String { isHTML ? written.lowercased() : String(written) }
  let nowhere = SourceRange(0..<0)
  var rest = tag[...]
  let written = rest.prefix { $0 != " " }
  rest = rest.dropFirst(written.count).drop { $0 == " " }
  var element = Element(name: name(written), writtenName: String(written), startTag: nowhere)
  while !rest.isEmpty {
    let key = rest.prefix { $0 != " " && $0 != "=" }
    rest = rest.dropFirst(key.count)
    var value = ""
    if rest.hasPrefix("=\"") {
      value = String(rest.dropFirst(2).prefix { $0 != "\"" })
      rest = rest.dropFirst(value.count + 3)
    } else if rest.hasPrefix("=") {
      value = String(rest.dropFirst().prefix { $0 != " " })
      rest = rest.dropFirst(value.count + 1)
    }
    rest = rest.drop { $0 == " " }
    element.attributes.append(
      Attribute(
        name: name(key), writtenName: String(key), value: value, nameRange: nowhere, valueRange: nowhere))
  }
  return element
}

/// The ids of the elements that a selector matches, in tree order; nil when it is invalid.
func ids(matching selector: String, in html: String, isHTML: Bool = true) -> [String]? {
  let page = document(html, isHTML: isHTML)
  let tree = StyleTree(page)
  guard let list = try? parseSelectorList(Source(path: "", text: selector)) else { return nil }
  return tree.elements(matching: list).map { page[$0].element?["id"] ?? "?" }
}

/// The rules that apply to the element with an id, weakest first, by the text of their selectors.
func rules(
  _ sheets: [String], for id: String, in html: String,
  environment: MediaEnvironment = MediaEnvironment(width: 400, height: 600)
) -> [String] {
  let page = document(html)
  let tree = StyleTree(page)
  let sources = sheets.map { Source(path: "test.css", text: $0) }
  let ruleSets = sources.map { RuleSet(StyleSheet.parse($0)) }
  var matcher = StyleMatcher(ruleSets, tree: tree, environment: environment)
  guard let element = tree.nodes.first(where: { page[$0].element?.id == id }) else {
    return ["no #\(id)"]
  }
  return matcher.matches(of: element.index, in: tree).map { match in
    let rule = ruleSets[Int(match.ruleSet)].rules[Int(match.rule)]
    return sources[Int(match.ruleSet)].text(in: rule.range)
  }
}
