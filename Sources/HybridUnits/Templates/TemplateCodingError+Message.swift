extension TemplateCodingError {
  /// The fault as a message, without the place.
  package var message: String {
    switch reason {
    case .notATemplate: "this is not a VirtualView template: it does not start with 'ALIVV'"
    case .version(let major, let minor): "templates of version \(major).\(minor) are unknown; 1.0 is known"
    case .truncated: "the file ends too early"
    case .trailingBytes: "there are bytes after the end"
    case .offset(let field, let found, let expected): "\(field) is \(found) and should be \(expected)"
    case .count(let what, let count): "\(count) \(what) are more than there can be"
    case .unbalanced: "elements do not open and close in pairs"
    case .badKind(let kind): "kind \(kind) is not valid here"
    case .invalidText: "a text is not valid UTF-8"
    case .tooLong(let what, let bytes, let limit):
      "a \(what) of \(bytes) bytes is too long; the limit is \(limit)"
    case .opcode(let code): "\(code) is not an instruction"
    case .target(let target): "a jump goes to \(target), where no instruction starts"
    }
  }
}
