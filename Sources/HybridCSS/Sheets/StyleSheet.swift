package import HybridSource

/// A parsed sheet: its rules in order, and its diagnostics. CSSOM 1 §6, *CSS style sheets*.
///
///     let sheet = StyleSheet.parse(Source(path: "card.css", text: ".card { width: 10px }"))
///     sheet.diagnostics  // []
package struct StyleSheet: Sendable {
  /// The path that diagnostics name.
  package var path: String
  /// In the order written.
  package var rules: [Rule]
  /// Everything that was dropped, in the order written.
  package var diagnostics: [Diagnostic]
  /// The pictures that backgrounds and custom properties name, in the order written.
  package var images: [ImageReference] = []

  /// A sheet from its parts.
  package init(path: String, rules: [Rule] = [], diagnostics: [Diagnostic] = []) {
    self.path = path
    self.rules = rules
    self.diagnostics = diagnostics
  }
}

/// A `url()` of a declaration.
package struct ImageReference: Hashable, Sendable {
  /// The URL as written, escapes resolved.
  package var url: String
  /// The bytes of the `url()`.
  package var range: Range<Int>
}

/// One rule of a sheet. Rules without effect here, such as `@page`, are left out.
package enum Rule: Sendable {
  /// Selectors with declarations and the rules nested in them.
  case style(StyleRule)
  /// Declarations of the rule around it that come after a nested rule, or in a conditional rule inside it.
  /// CSS Nesting 1 §3.3, *nested declarations rule*.
  case declarations([PropertyDeclaration])
  /// `@media`
  case media(MediaQueryList, [Rule])
  /// `@container`
  case container(ContainerConditionList, [Rule])
  /// `@supports`: whether its condition holds.
  case supports(Bool, [Rule])
  /// `@starting-style`
  case startingStyle([Rule])
  /// `@layer name { }`; nil is an anonymous layer.
  case layer(LayerName?, [Rule])
  /// `@counter-style`
  case counterStyle(CounterStyleRule)
  /// `@font-face`
  case fontFace(FontFaceRule)
  /// `@keyframes`
  case keyframes(KeyframesRule)
  /// `@property`
  case property(PropertyRule)
  /// `@layer a, b;`
  case layerStatement([LayerName])
  /// `@import`
  indirect case `import`(ImportRule)
}

/// A style rule. CSS Syntax 3 §9.1 and CSS Nesting 1 §2.
package struct StyleRule: Sendable {
  /// The selectors; those of nested rules are made absolute: `> p` reads as `& > p`.
  package var selectors: [ComplexSelector]
  /// The declarations before the first nested rule.
  package var declarations: [PropertyDeclaration]
  /// Nested rules, and the declarations after them.
  package var rules: [Rule]
  /// The bytes of the selector list.
  package var range: Range<Int>
}

/// The name of a cascade layer, such as `base.forms`. CSS Cascade 5 §6.4.1.
package struct LayerName: Hashable, Sendable {
  /// Case-sensitive, outermost first; at least one part.
  package var parts: [String]
}

/// An `@import` rule. CSS Cascade 5 §2, *Importing style sheets*.
package struct ImportRule: Sendable {
  /// The layer that the imported sheet belongs to.
  package enum Layer: Hashable, Sendable {
    case none
    case anonymous
    case named(LayerName)
  }

  /// The URL as written, escapes resolved.
  package var url: String
  /// The bytes of the URL.
  package var urlRange: Range<Int>
  /// The place of the URL.
  package var location: SourceLocation
  package var layer: Layer
  /// Whether its `supports()` holds; true without one. If false, the sheet is not loaded.
  package var isSupported: Bool
  package var media: MediaQueryList
  /// The sheet, once ``StyleSheet/resolveImports(load:)`` has found it.
  package var sheet: StyleSheet?
}

extension StyleSheet {
  /// The `@import` rules, in order.
  package var imports: [ImportRule] {
    rules.compactMap { if case .import(let rule) = $0 { rule } else { nil } }
  }

  /// The diagnostics of the sheet and of every sheet it imports.
  package var allDiagnostics: [Diagnostic] {
    imports.reduce(diagnostics) { $0 + ($1.sheet?.allDiagnostics ?? []) }
  }
}
