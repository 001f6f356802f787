import HybridDOM

/// Why a control is not valid: HTML Standard §4.10.19.2, *constraint validation*. The bits are in the order
/// of the members of `ValidityState`, which scripts read.
struct Validity: OptionSet, Hashable {
  let rawValue: Int

  static let valueMissing = Validity(rawValue: 1 << 0)
  static let typeMismatch = Validity(rawValue: 1 << 1)
  static let patternMismatch = Validity(rawValue: 1 << 2)
  static let tooLong = Validity(rawValue: 1 << 3)
  static let tooShort = Validity(rawValue: 1 << 4)
  static let rangeUnderflow = Validity(rawValue: 1 << 5)
  static let rangeOverflow = Validity(rawValue: 1 << 6)
  static let stepMismatch = Validity(rawValue: 1 << 7)
  static let badInput = Validity(rawValue: 1 << 8)
  static let customError = Validity(rawValue: 1 << 9)
}

extension FormReader {
  /// The message for the user about a control that is not valid; empty for a valid control.
  func message(for node: NodeID) -> String {
    if let own = marks.custom[node] { return isCandidate(node) ? own.message : "" }
    guard isCandidate(node), let element = document[node].element, let kind = FormElement(element) else {
      return ""
    }
    let validity = validity(of: node)
    if validity.contains(.customError) { return marks.customMessages[node] ?? "" }
    if validity.contains(.valueMissing) { return missingMessage(kind) }
    if validity.contains(.badInput) {
      return kind.inputType == .number ? "Type a number." : "Type a complete and existing value."
    }
    if validity.contains(.typeMismatch) {
      return kind.inputType == .url
        ? "Type an address such as https://example.com." : "Type an e-mail address."
    }
    if validity.contains(.tooShort) {
      let (count, least) = (value(of: node).utf16.count, element["minlength"] ?? "")
      return "Type at least \(least) characters; there are \(count)."
    }
    if validity.contains(.tooLong) {
      let (count, most) = (value(of: node).utf16.count, element["maxlength"] ?? "")
      return "Type at most \(most) characters; there are \(count)."
    }
    if validity.contains(.patternMismatch) {
      let title = element["title"] ?? ""
      return "The value does not have the requested form" + (title.isEmpty ? "." : ": \(title)")
    }
    let limits = limits(of: node)
    if validity.contains(.rangeUnderflow), let least = limits.min, let text = kind.inputType?.text(least) {
      return "The value must be \(text) or more."
    }
    if validity.contains(.rangeOverflow), let most = limits.max, let text = kind.inputType?.text(most) {
      return "The value must be \(text) or less."
    }
    if validity.contains(.stepMismatch) { return stepMessage(node, kind) }
    return ""
  }

  private func missingMessage(_ kind: FormElement) -> String {
    switch kind {
    case .select, .input(.radio): "Select one of the options."
    case .input(.checkbox): "Tick this box to go on."
    case .input(.file): "Choose a file."
    default: "Fill in this field."
    }
  }

  private func stepMessage(_ node: NodeID, _ kind: FormElement) -> String {
    guard let type = kind.inputType, let step = step(of: node), let number = type.number(value(of: node))
    else { return "" }
    let base = stepBase(of: node)
    let below = base + ((number - base) / step).rounded(.down) * step
    let near = [below, below + step].filter { fits($0, limits(of: node)) }.compactMap { type.text($0) }
    guard !near.isEmpty else { return "The value is none of the allowed ones." }
    return
      "The nearest allowed \(near.count == 1 ? "value is" : "values are") \(near.joined(separator: " and "))."
  }

  private func fits(_ number: Double, _ limits: (min: Double?, max: Double?)) -> Bool {
    number >= limits.min ?? -.infinity && number <= limits.max ?? .infinity
  }
}
