import HybridDOM
import HybridSource

/// `<include src="header.html">` is replaced by the nodes of that file, at compile time. Each node keeps the range of its
/// own file; paths in an included file are relative to that file, for its own includes and its style sheets.
struct IncludeExpander {
  /// How deep files may include one another.
  static let depthLimit = 16
  /// How many nodes a page may have with all it includes.
  static let nodeLimit = 100_000

  /// The page, and the files included so far, each time anew.
  private struct Level {
    var markup: ParsedMarkup
    /// Its number in the result's list of files.
    var file: Int
    /// The paths from the page to here.
    var chain: [String]
  }

  private struct Pending {
    var node: NodeID
    var level: Int
    var parent: NodeID
  }

  private var levels: [Level]
  private var pending: [Pending] = []
  private var result: Document
  private var numbers: [String: Int]
  private(set) var dependencies: [Dependency] = []
  private(set) var reports = Reports()

  /// The page with everything put in, its nodes in tree order; the page itself, untouched, when it includes nothing
  /// and its nodes are in that order already.
  static func expand(
    _ page: ParsedMarkup, _ context: inout CompilerContext
  ) -> (document: Document, dependencies: [Dependency], reports: Reports) {
    let includes = page.document.nodes.contains { $0.element?.name == "include" }
    guard includes || !page.document.isInTreeOrder else {
      return (page.document, [], Reports())
    }
    var expander = IncludeExpander(page)
    expander.run(&context)
    return (expander.result, expander.dependencies, expander.reports)
  }

  private init(_ page: ParsedMarkup) {
    levels = [Level(markup: page, file: 0, chain: [page.source.path])]
    numbers = [page.source.path: 0]
    result = Document(files: [page.source.path], isHTML: page.document.isHTML)
  }

  private mutating func run(_ context: inout CompilerContext) {
    let page = levels[0].markup.document
    push(Array(page.children(of: page.root)), level: 0, to: result.root)
    while let next = pending.popLast() {
      guard result.nodes.count < Self.nodeLimit else {
        let markup = levels[0].markup
        reports.add(
          .error, "include.too-large", "with what it includes the page has more than \(Self.nodeLimit) nodes",
          at: 0..<0, in: markup.source)
        return
      }
      let level = levels[next.level]
      let node = level.markup.document[next.node]
      if let element = node.element, element.name == "include" {
        include(element, next, &context)
      } else {
        let copy = result.makeNode(
          node.content.moved(to: level.file), range: node.range.moved(to: level.file))
        result.append(copy, to: next.parent)
        push(Array(level.markup.document.children(of: next.node)), level: next.level, to: copy)
      }
    }
  }

  private mutating func push(_ nodes: [NodeID], level: Int, to parent: NodeID) {
    for node in nodes.reversed() { pending.append(Pending(node: node, level: level, parent: parent)) }
  }

  private mutating func include(_ element: Element, _ next: Pending, _ context: inout CompilerContext) {
    let level = levels[next.level]
    let source = level.markup.source
    let inside = Array(level.markup.document.children(of: next.node))
    if isSelfClosing(element, in: source) {
      // A parser of HTML takes what follows `<include … />` for its content: it goes back to where it was written.
      push(inside, level: next.level, to: next.parent)
    } else if let first = inside.first(where: { !level.markup.document[$0].isBlank }) {
      reports.add(
        .warning, "include.content", "what is inside an include is left out",
        at: level.markup.document[first].range.range, in: source,
        hint: "close it at once: <include src=\"…\"></include>")
    }
    guard let attribute = element.attribute("src"), !attribute.value.isEmpty else {
      return reports.add(
        .error, "include.missing-src", "an include names its file: <include src=\"…\">",
        at: element.startTag.range,
        in: source)
    }
    let range = attribute.valueRange.range
    switch Reference.resolve(attribute.value, in: source.path) {
    case .file(let path):
      dependencies.append(Dependency(path, .partial))
      if let start = level.chain.firstIndex(of: path) {
        let loop = (level.chain[start...] + [path]).joined(separator: " → ")
        return reports.add(
          .error, "include.loop", "this include closes a loop: \(loop)", at: range, in: source)
      }
      guard level.chain.count <= Self.depthLimit else {
        return reports.add(
          .error, "include.too-deep", "more than \(Self.depthLimit) files include one another", at: range,
          in: source)
      }
      guard let markup = context.partials.markup(path, &context.files) else {
        context.files[path]?.failure?.report(
          path, attribute.value, at: range, in: source, context.files, &reports)
        return
      }
      let number = numbers[path] ?? result.files.count
      if number == result.files.count {
        numbers[path] = number
        result.files.append(path)
        reports.add(markup.diagnostics)
      }
      levels.append(Level(markup: markup, file: number, chain: level.chain + [path]))
      push(markup.content, level: levels.count - 1, to: next.parent)
    case let other: other.report(attribute.value, "a file", at: range, in: source, &reports)
    }
  }

  private func isSelfClosing(_ element: Element, in source: Source) -> Bool {
    let range = element.startTag.range.clamped(to: 0..<source.bytes.count)
    return source.bytes[range].suffix(2).elementsEqual("/>".utf8)
  }
}

extension Document {
  /// Whether the array of nodes is in tree order, and every node in the tree: so it is encoded, and decoded.
  fileprivate var isInTreeOrder: Bool {
    var count = 0
    for node in nodes(in: root) {
      guard node.index == count else { return false }
      count += 1
    }
    return count == nodes.count
  }
}

extension Node {
  /// Whether it is white space or a comment.
  var isBlank: Bool {
    switch content {
    case .comment: true
    case .text(let text): text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    default: false
    }
  }
}

extension Node.Content {
  /// The same, read from file number `file`.
  fileprivate func moved(to file: Int) -> Node.Content {
    guard file != 0, case .element(var element) = self else { return self }
    element.startTag = element.startTag.moved(to: file)
    for index in element.attributes.indices {
      element.attributes[index].nameRange = element.attributes[index].nameRange.moved(to: file)
      element.attributes[index].valueRange = element.attributes[index].valueRange.moved(to: file)
    }
    return .element(element)
  }
}

extension SourceRange {
  fileprivate func moved(to file: Int) -> SourceRange {
    var range = self
    range.file = Int32(file)
    return range
  }
}
