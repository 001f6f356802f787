import Foundation
import HybridJSON

@testable import HybridScript

/// Other documents, for the tests' page: their markup is a list of names too.
extension WorldHost {
  func namespace(of node: Int) -> PageNamespace { .html }

  func makeElement(_ name: String, in namespace: PageNamespace) throws -> Int { try make(.element, name) }

  func attachShadow(to host: Int, traits: Int) throws -> Int { try make(.fragment, "") }
  func attachDeclaredShadowTrees(below node: Int) {}
  func markup(ofInside node: Int, serializable: Bool, roots: [Int]) -> String { "" }
  var shadowTrees: [PageShadowTree] { [] }
  func assign(_ nodes: [Int], to slot: Int) {}
  func setCustomStates(_ states: [String], of node: Int) {}
  func defineElement(_ name: String) {}
  func rules(of sheet: String) -> JSONValue { .array([]) }
  func sheetText(of node: Int) -> String? { nil }
  func sheetVersion(of node: Int) -> Int { 0 }
  func setSheetText(_ text: String, of node: Int) {}
  func loadSheet(_ text: String, of node: Int) {}
  func setSheetDisabled(_ isDisabled: Bool, of node: Int) {}
  func setConstructedSheet(_ number: Int, _ text: String) {}
  func adoptSheets(_ numbers: [Int], in root: Int) {}
  func sheetsChanged() {}
  func declaration(_ property: String, in text: String) -> String { "" }
  func setDeclaration(_ property: String, _ value: String, isImportant: Bool, in text: String) -> String {
    text
  }
  func documentType(of node: Int) -> PageDocumentType? { nil }

  func makeDocumentType(_ type: PageDocumentType) throws -> Int { try make(.documentType, type.name) }

  func readDocument(_ markup: String, isXML: Bool) throws -> PageDocument {
    let top = try make(.fragment, "")
    try setMarkup(markup, of: top)
    return PageDocument(node: top)
  }

  var ids: [String] { items.compactMap { $0.attributes.first { $0.name == "id" }?.value } }

  func startEffect(_ id: Int, on node: Int, _ effect: JSONValue) {}
  func showEffect(_ id: Int, at progress: Double?) {}
  func endEffect(_ id: Int) {}

  var isInQuirksMode: Bool { false }

  /// The tests' media queries: widths and the orientation.
  func matchesMedia(_ query: String) -> Bool {
    query.split(separator: ",").contains { part in
      let words = part.split(separator: " ").joined(separator: " ")
      let isNegated = words.hasPrefix("not ")
      let features = words.replacing("not ", with: "").components(separatedBy: " and ")
      let holds = features.allSatisfy { self.holds($0) }
      return holds != isNegated
    }
  }

  private func holds(_ feature: String) -> Bool {
    let words = feature.trimmingCharacters(in: CharacterSet(charactersIn: "() ")).components(
      separatedBy: ": ")
    let number = words.last.flatMap { Double($0.replacing("px", with: "")) } ?? -1
    return switch words[0] {
    case "screen": true
    case "min-width": size.width >= number
    case "max-width": size.width <= number
    case "width": size.width == number
    case "orientation": words.last == (size.height >= size.width ? "portrait" : "landscape")
    default: false
    }
  }

  func supports(_ text: String, value: String?) -> Bool { value != nil }

  func node(atX x: Double, y: Double) -> Int? { nil }

  func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }
}
