import HybridCSS
import HybridDOM
import HybridEncoding
import HybridScript

/// The data for the rules of forms that the page and its user set on controls, besides the controls' states.
struct FormMarks: Hashable {
  /// The messages of `setCustomValidity`, without empty ones.
  var customMessages: [NodeID: String] = [:]
  /// Form-associated custom elements (HTML Standard §4.13.7.2).
  var custom: [NodeID: Custom] = [:]
  /// Fields whose value was last changed by typing: lengths count for them only.
  var typed: Set<NodeID> = []
  /// Controls that the user has left after a change, or that a submission found: `:user-valid` and
  /// `:user-invalid` match them (HTML Standard §4.10.18.5, *user validity*).
  var visited: Set<NodeID> = []
  /// Check boxes that a script made indeterminate.
  var indeterminate: Set<NodeID> = []

  /// The validity that a form-associated custom element sets for itself.
  struct Custom: Hashable {
    var validity: Validity = []
    var message = ""
  }
}

/// Reads the forms of a document: owners, values, constraints. It changes nothing.
///
/// HTML Standard §4.10.18 to §4.10.20.
struct FormReader {
  let document: Document
  let controls: ControlStates
  let marks: FormMarks
  /// Tests the patterns of fields; nil leaves patterns out.
  let patterns: PatternMatcher?
  private let index: FormIndex
  private let controlVersion: Int
  private let choices = Choices()

  /// - Parameter index: The index of this version of the document, as far as it was read before.
  init(
    _ document: Document, controls: ControlStates = [:], marks: FormMarks = FormMarks(),
    patterns: PatternMatcher? = nil, index: FormIndex = FormIndex()
  ) {
    self.document = document
    self.controls = controls
    self.marks = marks
    self.patterns = patterns
    self.index = index
    controlVersion = index.controlVersion
  }

  /// For groups of radio buttons: whether one is required and none is on. A class, because reading fills it.
  private final class Choices {
    var missing: [NodeID: [FormIndex.Group: Bool]] = [:]
  }

  // MARK: Forms and their elements

  /// The form that an element belongs to: HTML Standard §4.10.18.3, *form owner*.
  func owner(of node: NodeID) -> NodeID? {
    guard let element = document[node].element else { return nil }
    if FormElement(element) != nil || marks.custom[node] != nil, let id = element["form"], isAttached(node) {
      guard let found = index.ids.element(withID: id, in: document) else { return nil }
      return document[found].elementName == .form ? found : nil
    }
    return document.ancestor(of: node, named: .form)
  }

  private func isAttached(_ node: NodeID) -> Bool { document.root(of: node) == document.root }

  /// The elements of a form in tree order: HTML Standard §4.10.3, `elements`. TokenHybrid's controls are
  /// among them.
  func elements(of form: NodeID) -> [NodeID] {
    let top = document.root(of: form)
    if let known = index.elements[top] { return known[form] ?? [] }
    var all: [NodeID: [NodeID]] = [:]
    for node in document.nodes(in: top) where isListed(node) {
      if let owner = owner(of: node) { all[owner, default: []].append(node) }
    }
    index.elements[top] = all
    return all[form] ?? []
  }

  private func isListed(_ node: NodeID) -> Bool {
    guard let element = document[node].element else { return false }
    if let kind = FormElement(element) { return kind != .input(.image) }
    return element.control == .toggle || element.control == .segment || marks.custom[node] != nil
  }

  /// The submit button that the return key presses: HTML Standard §4.10.21.2, *default button*.
  func defaultButton(of form: NodeID) -> NodeID? {
    document.nodes(in: document.root(of: form)).first { node in
      document[node].element.flatMap { FormElement($0) }?.isSubmitButton == true && owner(of: node) == form
    }
  }

  /// The radio buttons that exclude each other with this one, itself among them.
  func radioGroup(of node: NodeID) -> [NodeID] {
    guard let (top, key) = radioKey(of: node) else { return [node] }
    if let all = index.groups[top] { return all[key] ?? [] }
    var all: [FormIndex.Group: [NodeID]] = [:]
    for other in document.nodes(in: top) {
      guard let element = document[other].element, let name = element["name"], !name.isEmpty,
        FormElement(element) == .input(.radio)
      else { continue }
      all[FormIndex.Group(form: owner(of: other), name: name), default: []].append(other)
    }
    index.groups[top] = all
    return all[key] ?? []
  }

  /// The other buttons of the group that may be on, for a button that is being turned on.
  func othersOn(of node: NodeID) -> [NodeID] {
    guard let (top, key) = radioKey(of: node) else { return [] }
    defer { index.chosen[top, default: [:]][key] = node }
    let others = index.chosen[top]?[key].map { [$0] } ?? radioGroup(of: node)
    return others.filter { $0 != node && isOn($0) }
  }

  /// The `details` elements that exclude each other with this one, itself among them.
  func detailsGroup(of node: NodeID, named name: String) -> [NodeID] {
    let top = document.root(of: node)
    if let all = index.details[top] { return all[name] ?? [] }
    var all: [String: [NodeID]] = [:]
    for other in document.nodes(in: top) {
      guard let element = document[other].element, element.elementName == .details, let name = element["name"]
      else { continue }
      all[name, default: []].append(other)
    }
    index.details[top] = all
    return all[name] ?? []
  }

  private func radioKey(of node: NodeID) -> (top: NodeID, key: FormIndex.Group)? {
    guard let name = document[node].element?["name"], !name.isEmpty else { return nil }
    return (document.root(of: node), FormIndex.Group(form: owner(of: node), name: name))
  }

  /// Whether a button of the group is required and none is on.
  func isGroupMissing(of node: NodeID) -> Bool {
    let place = radioKey(of: node)
    if let place, let known = choices.missing[place.top]?[place.key] { return known }
    let group = radioGroup(of: node)
    let isMissing =
      group.contains { document[$0].element?.attribute("required") != nil } && !group.contains { isOn($0) }
    if let place { choices.missing[place.top, default: [:]][place.key] = isMissing }
    return isMissing
  }

  /// The controls of a fieldset.
  func elements(ofFieldSet fieldSet: NodeID) -> [NodeID] {
    document.nodes(in: fieldSet).filter {
      $0 != fieldSet && document[$0].element.flatMap { FormElement($0) } != nil
    }
  }

  // MARK: States

  /// HTML Standard §4.10.18.5, *disabled*: by itself, or by a fieldset, except in its first legend.
  func isDisabled(_ node: NodeID) -> Bool {
    guard let element = document[node].element else { return false }
    return element.attribute("disabled") != nil || document.isInDisabledFieldSet(node)
  }

  /// Whether the rules of validation apply: HTML Standard §4.10.19.2, *candidate for constraint validation*.
  func isCandidate(_ node: NodeID) -> Bool {
    guard let element = document[node].element else { return false }
    if marks.custom[node] != nil { return element.attribute("readonly") == nil && !isDisabled(node) }
    guard let kind = FormElement(element), kind.isSubmittable else { return false }
    switch kind {
    case .input(.hidden), .input(.reset), .input(.button), .button(.reset), .button(.button): return false
    case .input(let type):
      if type.canBeReadOnly, element.attribute("readonly") != nil { return false }
    case .textArea: if element.attribute("readonly") != nil { return false }
    default: break
    }
    return !isDisabled(node) && document.ancestor(of: node, named: .datalist) == nil
  }

  func isOn(_ node: NodeID) -> Bool {
    controls[node]?.isOn ?? (document[node].element?.attribute("checked") != nil)
  }

  // MARK: Values

  /// The text of a control as it is shown.
  func rawValue(of node: NodeID) -> String {
    if let value = controls[node]?.value { return value }
    guard let element = document[node].element else { return "" }
    if element.elementName == .textarea {
      let own = document.nodes(in: node).compactMap { document[$0].text }.joined()
      return own.isEmpty ? element["value"] ?? "" : own
    }
    return element["value"] ?? ""
  }

  /// The value as scripts and forms see it.
  func value(of node: NodeID) -> String {
    guard let element = document[node].element, let kind = FormElement(element) else { return "" }
    switch kind {
    case .select: return selectedOption(of: node).map { optionValue($0) } ?? ""
    case .input(.checkbox), .input(.radio): return element["value"] ?? "on"
    case .input(.file): return controls[node]?.files?.first.map { "C:\\fakepath\\" + $0.name } ?? ""
    case .input(let type): return sanitized(rawValue(of: node), type, element)
    default: return rawValue(of: node)
    }
  }

  /// HTML Standard §4.10.5, *value sanitization algorithm*.
  func sanitized(_ value: String, _ type: InputType, _ element: Element) -> String {
    switch type {
    case .text, .search, .tel, .password: return value.withoutNewlines
    case .url: return String(value.withoutNewlines.trimmingASCIIWhitespace)
    case .email:
      let line = value.withoutNewlines
      guard element.attribute("multiple") != nil else { return String(line.trimmingASCIIWhitespace) }
      return line.split(separator: ",", omittingEmptySubsequences: false)
        .map(\.trimmingASCIIWhitespace).joined(separator: ",")
    case .color:
      let digits = value.utf8.dropFirst()
      let isColor =
        value.utf8.first == 35 && digits.count == 6
        && digits.allSatisfy { $0.hexDigitValue != nil }
      return isColor ? value.asciiLowercased : "#000000"
    case .range: return inRange(value, element)
    case _ where type.isNumeric: return type.number(value) == nil ? "" : value
    default: return value
    }
  }

  /// The nearest value that a range can have.
  private func inRange(_ value: String, _ element: Element) -> String {
    let least = element["min"].flatMap { FieldReader.float($0) } ?? 0
    let most = max(element["max"].flatMap { FieldReader.float($0) } ?? 100, least)
    var number = min(max(FieldReader.float(value) ?? least + (most - least) / 2, least), most)
    if element["step"]?.isASCIIEqual(to: "any") != true {
      let step = element["step"].flatMap { FieldReader.float($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 1
      let base =
        element["min"].flatMap { FieldReader.float($0) } ?? element["value"].flatMap { FieldReader.float($0) }
        ?? 0
      let steps = (number - base) / step
      // A half is rounded up, unless that is beyond the end.
      var near = base + (steps + 0.5).rounded(.down) * step
      if near > most { near -= step }
      if near < least { near += step }
      if near <= most { number = near }
    }
    return InputType.number.text(number) ?? value
  }

  // MARK: Options

  /// The selected options of a `select`, in tree order: HTML Standard §4.10.7, *selectedness setting
  /// algorithm*.
  func selection(of node: NodeID) -> [NodeID] {
    guard controlVersion == index.controlVersion else { return findSelection(of: node) }
    if let known = index.selections[node] { return known }
    let found = findSelection(of: node)
    index.selections[node] = found
    return found
  }

  private func findSelection(of node: NodeID) -> [NodeID] {
    let options = document.options(in: node)
    let selected = options.filter { isMarkedSelected($0) }
    guard let element = document[node].element, !element.takesSeveralOptions else { return selected }
    if let last = selected.last { return [last] }
    let isEmpty = controls[node]?.selected == -1 || element.displaySize > 1
    return isEmpty ? [] : options.first { isEnabled(option: $0) }.map { [$0] } ?? []
  }

  func selectedOption(of node: NodeID) -> NodeID? { selection(of: node).first }

  /// Whether an option is selected by itself: by its user, a script or its attribute.
  func isMarkedSelected(_ option: NodeID) -> Bool {
    controls[option]?.isOn ?? (document[option].element?.attribute("selected") != nil)
  }

  /// HTML Standard §4.10.10, *disabled* of an option.
  func isEnabled(option: NodeID) -> Bool {
    guard document[option].element?.attribute("disabled") == nil else { return false }
    return document.optionGroup(of: option).flatMap { document[$0].element?.attribute("disabled") } == nil
  }

  /// The `select` of an option.
  func select(of option: NodeID) -> NodeID? { document.ancestor(of: option, named: .select) }

  func optionValue(_ option: NodeID) -> String {
    document[option].element?["value"]
      ?? document.nodes(in: option).compactMap { document[$0].text }.joined().collapsingWhitespace
  }
}

extension Element {
  /// Whether several options of a `select` can be selected.
  var takesSeveralOptions: Bool { attribute("multiple") != nil }

  /// The number of rows of a `select`: HTML Standard §4.10.7, *display size*.
  var displaySize: Int {
    if let size = self["size"].flatMap({ Control.number($0) }), size >= 1 { return min(Int(size), 1000) }
    return takesSeveralOptions ? 4 : 1
  }

  /// Whether a `select` shows its options instead of the selected one only.
  var isListBox: Bool { takesSeveralOptions || displaySize > 1 }
}

extension String {
  /// The text without line feeds and carriage returns.
  fileprivate var withoutNewlines: String {
    guard utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\n" && $0 != "\r" }))
  }
}
