import Foundation
import HybridJSON
import HybridSource
import HybridTestSupport
import Testing

@testable import HybridMarkup

/// The tokenizer tests of html5lib, which are not part of the repository: `HYBRID_CONFORMANCE` names their
/// folder.
@Suite(.enabled(if: conformanceFolder != nil, "HYBRID_CONFORMANCE names no folder with the cases"))
struct HTML5LibTokenizerTests {
  @Test func tokensAreThoseOfTheStandard() throws {
    let folder = try #require(conformanceFolder).appendingPathComponent("html5lib/tokenizer")
    var total = 0
    var wrong: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where name.hasSuffix(".test") {
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      let file = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      for case let test as [String: Any] in file["tests"] as? [Any] ?? [] {
        let isEscaped = test["doubleEscaped"] as? Bool ?? false
        func text(_ value: Any?) -> String {
          let text = value as? String ?? ""
          return isEscaped ? unescaped(text) : text
        }
        let expected = (test["output"] as? [Any] ?? []).compactMap { $0 as? [Any] }.map {
          words(of: $0, text)
        }
        for state in test["initialStates"] as? [String] ?? ["Data state"] {
          total += 1
          let input = text(test["input"])
          let found = tokens(of: input, state, lastStartTag: test["lastStartTag"] as? String)
          if found != joined(expected) {
            wrong.append("\(name) \(state) \(input.debugDescription): \(found), not \(joined(expected))")
          }
        }
      }
    }
    #expect(total > 1_000)
    #expect(Double(wrong.count) <= 0.005 * Double(total), "\(wrong.prefix(20).joined(separator: "\n"))")
  }
}

/// A token of a test in words: kind, name, attributes sorted by their names.
private func words(of token: [Any], _ text: (Any?) -> String) -> [String] {
  guard let kind = token.first as? String else { return [] }
  switch kind {
  case "DOCTYPE":
    let parts = token[1...3].map { $0 is NSNull ? "-" : "'" + text($0) }
    return [kind] + parts + ["\(token[4] as? Bool ?? false)"]
  case "StartTag":
    let attributes = token[2] as? [String: Any] ?? [:]
    let listed = attributes.map { "\(text($0.key))=\(text($0.value))" }.sorted()
    return [kind, text(token[1])] + listed + (token.count > 3 ? ["/"] : [])
  default: return [kind, text(token[1])]
  }
}

/// Neighbouring character tokens as one.
private func joined(_ tokens: [[String]]) -> [[String]] {
  var result: [[String]] = []
  for token in tokens {
    if token[0] == "Character", let last = result.last, last[0] == "Character" {
      result[result.count - 1][1] += token[1]
    } else {
      result.append(token)
    }
  }
  return result
}

private func tokens(of input: String, _ state: String, lastStartTag: String?) -> [[String]] {
  var tokenizer = HTMLTokenizer(Array(input.utf8))
  let model: HTMLTokenizer.ContentModel =
    switch state {
    case "RCDATA state": .rcdata
    case "RAWTEXT state": .rawText
    case "Script data state": .scriptData
    case "PLAINTEXT state": .plainText
    case "CDATA section state": .cdataSection
    default: .data
    }
  tokenizer.read(model, endTagName: Array((lastStartTag ?? "").utf8))
  var token = HTMLToken()
  var result: [[String]] = []
  while true {
    tokenizer.next(&token)
    switch token.kind {
    case .end: return joined(result)
    case .text: result.append(["Character", tokenizer.text(token.range, keepsNull: true)])
    case .null: result.append(["Character", "\u{0}"])
    case .replacement: result.append(["Character", "\u{FFFD}"])
    case .reference:
      var bytes: [UInt8] = []
      bytes.append(token.scalars)
      result.append(["Character", String(decoding: bytes, as: UTF8.self)])
    case .comment: result.append(["Comment", tokenizer.text(token.content)])
    case .documentType:
      let type = token.documentType
      func part(_ range: Range<Int>?, isLowercased: Bool = false) -> String {
        range.map { "'" + tokenizer.text($0, isLowercased: isLowercased) } ?? "-"
      }
      result.append([
        "DOCTYPE", part(type.name, isLowercased: true), part(type.publicID), part(type.systemID),
        "\(!type.forcesQuirks)",
      ])
    case .endTag: result.append(["EndTag", tokenizer.name(of: token)])
    case .startTag:
      var attributes: [String: String] = [:]
      for attribute in token.attributes {
        let name = tokenizer.text(attribute.name, isLowercased: true)
        if attributes[name] == nil { attributes[name] = tokenizer.text(attribute.value, hasReferences: true) }
      }
      let listed = attributes.map { "\($0.key)=\($0.value)" }.sorted()
      result.append(["StartTag", tokenizer.name(of: token)] + listed + (token.isSelfClosing ? ["/"] : []))
    }
  }
}

/// `\uXXXX` as the character; surrogates alone, which Swift has no text for, as U+FFFD.
private func unescaped(_ text: String) -> String {
  var units: [UInt16] = []
  var rest = Array(text.utf16)[...]
  while let unit = rest.first {
    if rest.starts(with: "\\u".utf16), rest.count >= 6,
      let value = UInt16(String(decoding: rest.dropFirst(2).prefix(4), as: UTF16.self), radix: 16)
    {
      units.append(value)
      rest = rest.dropFirst(6)
    } else {
      units.append(unit)
      rest = rest.dropFirst()
    }
  }
  return String(decoding: units, as: UTF16.self)
}
