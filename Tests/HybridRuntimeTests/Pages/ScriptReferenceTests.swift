import Foundation
import HybridCSS
import HybridJSON
import HybridScript
import HybridUnits
import Testing

/// The references of scripts and elements list exactly what a running page has.
@Suite struct ScriptReferenceTests {
  /// The text of `Documentation/javascript.md`.
  static func page() throws -> String {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Documentation/javascript.md")
    return try String(contentsOf: url, encoding: .utf8)
  }

  /// The rows of all tables with that head, as the names in their first two cells.
  static func rows(_ head: String) throws -> [(first: [Substring], second: [Substring])] {
    var rows: [(first: [Substring], second: [Substring])] = []
    var isInside = false
    for line in try page().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("|") {
        let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
        if isInside, cells.count > 1, !line.hasPrefix("| ---") {
          rows.append((names(cells[0]), names(cells[1].prefix { $0 != ";" })))
        }
        if line.hasPrefix(head) { isInside = true }
      } else {
        isInside = false
      }
    }
    return rows
  }

  /// Names in back quotes, with or without brackets.
  private static func names(_ text: Substring) -> [Substring] {
    text.matches(of: /`([\w$]+(?:\(\))?)`/).map(\.1)
  }

  /// The expressions that are not true in a page's script.
  private static func failures(_ questions: [String], in html: String = "<html><body></body></html>") throws
    -> [String]
  {
    let list = JSONValue.array(questions.map { .string($0) }).text()
    let script = """
      <script>
      for (const question of \(list)) {
        let answer = false;
        try { answer = (0, eval)(question); } catch (error) { answer = String(error); }
        if (answer !== true) console.log(question + " is " + answer);
      }
      console.log("asked");
      </script></body>
      """
    var said = try PageRig(html.replacingOccurrences(of: "</body>", with: script)).said
    #expect(said.popLast() == "asked")
    return said
  }

  /// Whether `name()` is a function of `object`, or `name` a member of it.
  private static func question(_ object: String, _ name: Substring) -> String {
    name.hasSuffix("()")
      ? "typeof (\(object)).\(name.dropLast(2)) === 'function'" : "'\(name)' in (\(object))"
  }

  // MARK: Tests

  @Test func everyGlobalOfTheReferenceIsThere() throws {
    let globals = try Self.rows("| globals |").flatMap(\.first)
    #expect(globals.count > 100)
    let missing = try Self.failures(globals.map { Self.question("globalThis", $0) })
    #expect(missing == [])
  }

  @Test func everyGlobalOfAPageIsInTheReference() throws {
    let bare = try ScriptContext().evaluate(
      "Object.getOwnPropertyNames(globalThis).join()", path: "bare.js")
    let known = Set((bare.string ?? "").split(separator: ",").map(String.init))
    #expect(known.contains("Array"))
    let documented = Set(
      try Self.rows("| globals |").flatMap(\.first).map { String($0.hasSuffix("()") ? $0.dropLast(2) : $0) })
    let rig = try PageRig(
      "<html><body><script>console.log(Object.getOwnPropertyNames(globalThis).join())</script></body></html>")
    let own = Set(try #require(rig.said.first).split(separator: ",").map(String.init)).subtracting(known)
    // Handlers are documented with the events.
    #expect(own.filter { !$0.hasPrefix("on") }.subtracting(documented) == [])
  }

  /// The classes whose members reflect attributes are named in two files of the prelude.
  @Test func everyReflectedAttributeIsAMemberOfItsClass() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/HybridScript/World/Prelude/Lazy/Reflections.js")
    let text = try String(contentsOf: url, encoding: .utf8)
    let table = try #require(text.split(separator: "const reflected = {").last?.split(separator: "};").first)
    var questions: [String] = []
    for row in table.matches(of: /(HTML\w+Element): \{([^}]*)\}/) {
      for list in row.2.matches(of: /"([^"]*)"/) {
        for member in list.1.split(separator: " ") {
          questions.append("'\(member.prefix { $0 != ":" && $0 != "=" })' in \(row.1).prototype")
        }
      }
    }
    #expect(questions.count > 100)
    #expect(try Self.failures(questions) == [])
  }

  @Test func everyMemberOfTheReferenceIsThere() throws {
    let questions = try Self.rows("| on |").flatMap { row in
      row.first.flatMap { owner in row.second.map { (owner, $0) } }
    }.map { owner, member in
      if owner == "startAnimation()" { return Self.question("document.body.startAnimation()", member) }
      if owner == "animate()" { return Self.question("document.body.animate([], 100)", member) }
      guard owner.first?.isUppercase == true, owner != "DeviceEventEmitter", owner != "F8Scrolling",
        owner != "Animation"
      else { return Self.question(String(owner), member) }
      // A class's getter must not be read on its prototype.
      let name = member.hasSuffix("()") ? member.dropLast(2) : member
      return "'\(name)' in (\(owner).prototype ?? \(owner)) || '\(name)' in \(owner)"
    }
    #expect(questions.count > 400)
    let missing = try Self.failures(questions)
    #expect(missing == [])
  }

  @Test(arguments: [
    "token", "$http", "F8Scrolling", "console", "location", "history", "navigator", "performance",
  ])
  func everyMemberOfOurOwnIsInTheReference(owner: String) throws {
    let documented = Set(
      try Self.rows("| on |").filter { $0.first.contains(Substring(owner)) }.flatMap(\.second)
        .map { String($0.hasSuffix("()") ? $0.dropLast(2) : $0) })
    let text = try Self.page()
    let rig = try PageRig(
      "<html><body><script>console.log(Object.getOwnPropertyNames(\(owner)).join())</script></body></html>")
    let own = Set(try #require(rig.said.first).split(separator: ",").map(String.init))
    for name in own.subtracting(documented).subtracting(["toString"]) {
      #expect(text.contains("`\(name)()`") || text.contains("`\(name)`"), "\(owner).\(name)")
    }
  }

  @Test(arguments: [Dialect.native, .standard])
  func everyElementHasItsClass(dialect: Dialect) throws {
    let questions = ElementReference.all(in: dialect).map {
      // Elements without members of their own have interfaces that only are names.
      $0.scriptClass == .element
        ? "document.createElement('\($0.name)') instanceof HTMLElement"
        : "document.createElement('\($0.name)').constructor.name === '\($0.scriptClass.rawValue)'"
    }
    let missing = try Self.failures(questions)
    #expect(missing == [])
  }

  @Test(arguments: [Dialect.native, .standard])
  func everyMemberOfAnElementIsThere(dialect: Dialect) throws {
    var questions: [String] = []
    for element in ElementReference.all(in: dialect) {
      let names = element.members.map { String($0.prefix { $0 != "(" }) } + element.events.map(\.name)
      for name in names {
        questions.append("'\(name)' in document.createElement('\(element.name)')")
      }
      if dialect == .native {
        questions += ElementReference.nativeMembers.map {
          "'\($0.prefix { $0 != "(" })' in document.createElement('\(element.name)')"
        }
      }
    }
    let html =
      dialect == .native ? "<html html-identify=\"Token\"><body></body></html>" : "<html><body></body></html>"
    let missing = try Self.failures(questions, in: html)
    #expect(missing == [])
  }
}
