import HybridCSS
import HybridDOM
import HybridEncoding

/// The constraints: HTML Standard §4.10.5.3, §4.10.19.2 and the types of `input`.
extension FormReader {
  /// The validity states of a control, whether it is a candidate for validation or not.
  func validity(of node: NodeID) -> Validity {
    if let own = marks.custom[node] { return own.validity }
    guard let element = document[node].element, let kind = FormElement(element) else { return [] }
    var result: Validity = marks.customMessages[node] == nil ? [] : .customError
    switch kind {
    case .input(let type): result.formUnion(validity(of: node, element, type))
    case .textArea:
      let value = value(of: node)
      if element.attribute("required") != nil, value.isEmpty { result.insert(.valueMissing) }
      result.formUnion(lengths(of: node, element, value))
    case .select:
      if element.attribute("required") != nil, isMissing(node, element) { result.insert(.valueMissing) }
    case .button, .fieldSet, .output, .object: break
    }
    return result
  }

  private func validity(of node: NodeID, _ element: Element, _ type: InputType) -> Validity {
    var result: Validity = []
    let isRequired = element.attribute("required") != nil && type.canBeRequired
    switch type {
    case .checkbox: return isRequired && !isOn(node) ? .valueMissing : []
    case .radio: return isGroupMissing(of: node) ? .valueMissing : []
    case .file: return isRequired && controls[node]?.files?.isEmpty ?? true ? .valueMissing : []
    default: break
    }
    let value = value(of: node)
    if isRequired, value.isEmpty { result.insert(.valueMissing) }
    if type.isText {
      result.formUnion(lengths(of: node, element, value))
      let parts =
        type == .email && element.attribute("multiple") != nil
        ? value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [value]
      if !value.isEmpty {
        if type == .email, !parts.allSatisfy(Self.isAddress) { result.insert(.typeMismatch) }
        if type == .url, !Self.isURL(value) { result.insert(.typeMismatch) }
        if let pattern = element["pattern"], let patterns,
          parts.contains(where: { patterns.matches(pattern, $0) == false })
        {
          result.insert(.patternMismatch)
        }
      }
    }
    guard type.isNumeric else { return result }
    let raw = rawValue(of: node)
    if value.isEmpty, !raw.isEmpty, controls[node]?.value != nil { result.insert(.badInput) }
    guard let number = type.number(value) else { return result }
    let (least, most) = limits(of: node)
    if type == .time, let least, let most, most < least {
      // HTML Standard §4.10.5.3.7: a reversed range goes over midnight.
      if number > most, number < least { result.formUnion([.rangeUnderflow, .rangeOverflow]) }
    } else {
      if let least, number < least { result.insert(.rangeUnderflow) }
      if let most, number > most { result.insert(.rangeOverflow) }
    }
    if let step = step(of: node), !Self.isWhole((number - stepBase(of: node)) / step) {
      result.insert(.stepMismatch)
    }
    return result
  }

  /// HTML Standard §4.10.18.4: lengths count in UTF-16, and for what the user typed only.
  private func lengths(of node: NodeID, _ element: Element, _ value: String) -> Validity {
    guard marks.typed.contains(node), !value.isEmpty else { return [] }
    var result: Validity = []
    let count = value.utf16.count
    if let most = element["maxlength"].flatMap({ Int($0) }), most >= 0, count > most {
      result.insert(.tooLong)
    }
    if let least = element["minlength"].flatMap({ Int($0) }), count < least { result.insert(.tooShort) }
    return result
  }

  /// Whether a required `select` has nothing selected, or only its placeholder (HTML Standard §4.10.7,
  /// *placeholder label option*).
  private func isMissing(_ node: NodeID, _ element: Element) -> Bool {
    guard let option = selectedOption(of: node) else { return true }
    guard !element.isListBox, document[option].parent == node else {
      return false
    }
    return option == document.options(in: node).first && optionValue(option).isEmpty
  }

  // MARK: Ranges and steps

  /// The least and the greatest number of a field.
  func limits(of node: NodeID) -> (min: Double?, max: Double?) {
    guard let element = document[node].element, case .input(let type)? = FormElement(element), type.isNumeric
    else { return (nil, nil) }
    let least = element["min"].flatMap { type.number($0) }
    let most = element["max"].flatMap { type.number($0) }
    return type == .range ? (least ?? 0, most ?? 100) : (least, most)
  }

  /// The distance of allowed values; nil if every value is allowed.
  func step(of node: NodeID) -> Double? {
    guard let element = document[node].element, case .input(let type)? = FormElement(element), type.isNumeric
    else { return nil }
    if element["step"]?.isASCIIEqual(to: "any") == true { return nil }
    let own = element["step"].flatMap { FieldReader.float($0) }.flatMap { $0 > 0 ? $0 : nil }
    let isWhole = type == .date || type == .week || type == .month
    return (own.map { isWhole ? max($0.rounded(), 1) : $0 } ?? type.defaultStep) * type.stepScale
  }

  /// Where steps are counted from.
  func stepBase(of node: NodeID) -> Double {
    guard let element = document[node].element, case .input(let type)? = FormElement(element) else {
      return 0
    }
    return element["min"].flatMap { type.number($0) } ?? element["value"].flatMap { type.number($0) }
      ?? type.defaultStepBase
  }

  /// Whether a number of steps is whole, apart from the rounding of binary fractions.
  private static func isWhole(_ steps: Double) -> Bool {
    abs(steps - steps.rounded()) <= max(1e-9, abs(steps) * 4e-16)
  }

  // MARK: Addresses

  /// HTML Standard §4.10.5.1.5, *valid email address*.
  static func isAddress(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let at = bytes.lastIndex(of: 64), at > 0 else { return false }
    let special = Set(".!#$%&'*+/=?^_`{|}~-".utf8)
    guard bytes[..<at].allSatisfy({ $0.isASCIIAlphanumeric || special.contains($0) }) else { return false }
    return bytes[(at + 1)...].split(separator: 46, omittingEmptySubsequences: false).allSatisfy { label in
      guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
      return first.isASCIIAlphanumeric && last.isASCIIAlphanumeric
        && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == 45 }
    }
  }

  /// Whether a text is an absolute URL: a scheme, and for those of the network a host (URL Standard §4.4).
  static func isURL(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: 58), let first = text.utf8.first,
      first.isASCIILetter
    else { return false }
    let scheme = text[..<colon].asciiLowercased
    guard scheme.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == 43 || $0 == 45 || $0 == 46 }) else {
      return false
    }
    guard ["http", "https", "ws", "wss", "ftp"].contains(scheme) else { return true }
    let rest = text[text.index(after: colon)...].drop { $0 == "/" || $0 == "\\" }
    var host = rest.prefix { !"/\\?#".contains($0) }
    if let at = host.lastIndex(of: "@") { host = host[host.index(after: at)...] }
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      return isPort(host[host.index(after: end)...]) && host.index(after: host.startIndex) < end
    }
    let name = host.prefix { $0 != ":" }
    return !name.isEmpty && isPort(host.dropFirst(name.count))
      && !name.contains { " <>^|%[]`{}\"".contains($0) || $0.asciiValue.map { $0 < 32 } == true }
  }

  private static func isPort(_ text: Substring) -> Bool {
    guard text.first == ":" else { return text.isEmpty }
    return text.count == 1
      || text.dropFirst().utf8.allSatisfy(\.isASCIIDigit)
        && Int(text.dropFirst()) ?? 65_536 < 65_536
  }
}
