import HybridCSS
import HybridDOM
import HybridEncoding
import HybridSource
import HybridUnits

/// Reports what scripts set or ask for without an effect, as the compiler reports it for files.
extension LivePage {
  package func lose(_ what: String, _ advice: String?) {
    guard unit.dialect == .web, losses.isNew(what) else { return }
    tellLoss("\(what) has no effect here", advice, placeOfScript)
  }

  /// Checks an element that a script adds.
  func checkLosses(of node: NodeID, withAttributes: Bool = false) {
    guard unit.dialect == .web, let element = document[node].element else { return }
    if let row = MarkupLosses.row(of: element), losses.isNew("<\(row.name)>") {
      tellLoss("<\(row.name)> \(row.instead) here", row.advice, placeOfScript)
    }
    guard withAttributes else { return }
    for attribute in element.attributes { checkLosses(of: attribute.name, attribute.value, element) }
  }

  /// Checks an attribute that a script sets.
  func checkLosses(of attribute: String, _ value: String, _ element: Element) {
    guard unit.dialect == .web else { return }
    let name = attribute.asciiLowercased
    if name == "style" { return checkStyle(value, isSheet: false) }
    guard let advice = MarkupLosses.advice(attribute: name, value: value, of: element.name),
      losses.isNew("\(name) of <\(element.name)>")
    else { return }
    tellLoss("'\(name)' of <\(element.name)> has no effect here", advice, placeOfScript)
  }

  package func checkStyle(_ text: String, isSheet: Bool) {
    guard unit.dialect == .web, losses.isNewStyle(text) else { return }
    let source = Source(path: "", text: text)
    var found: [Diagnostic] = []
    if isSheet {
      found = StyleSheet.parse(source, dialect: unit.dialect.css).diagnostics
    } else {
      _ = parseDeclarationList(source, dialect: unit.dialect.css, diagnostics: &found)
    }
    tellLosses(found)
  }

  /// Tells the reports of declarations that a script sets.
  func tellLosses(_ diagnostics: [Diagnostic]) {
    guard unit.dialect == .web else { return }
    for diagnostic in diagnostics where losses.isNew(diagnostic.message) {
      tellLoss(diagnostic.message, diagnostic.hint, placeOfScript)
    }
  }

  /// Notes that a script listens to an event, which may be one that never happens.
  func checkListener(of type: String, on node: Int) {
    guard unit.dialect == .web, MarkupLosses.silentEvents.contains(type) else { return }
    losses.addListener(type, on: node, at: placeOfScript)
  }

  /// Reports events that scripts listen to and that never happen. A script that listens to many on one
  /// element is taken for a library that passes all events on, which needs no report.
  func tellListeners() {
    for (type, place) in losses.takeListeners() where losses.isNew("event \(type)") {
      tellLoss("the event '\(type)' never happens here", "use 'click', 'input' or 'change'", place)
    }
  }

  private var placeOfScript: String { world?.caller.map { " (\($0.path):\($0.line))" } ?? "" }

  private func tellLoss(_ message: String, _ advice: String?, _ place: String) {
    record(.console(level: "warn", text: "a script: " + message + place + (advice.map { "; \($0)" } ?? "")))
  }
}
