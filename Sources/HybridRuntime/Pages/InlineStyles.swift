import HybridCSS

/// The style attribute that a script read or changed last, as declarations: scripts set one property after
/// another, and reading all of them anew for each takes quadratic time.
final class InlineStyles {
  private var last: (text: String, block: DeclarationText)?

  /// The declarations of an attribute.
  func block(_ text: String, _ dialect: Dialect) -> DeclarationText {
    if let last, last.text == text { return last.block }
    let block = DeclarationText(text, dialect: dialect)
    last = (text, block)
    return block
  }

  /// Keeps the declarations of an attribute that was just written.
  func keep(_ block: DeclarationText, _ text: String) { last = (text, block) }
}
