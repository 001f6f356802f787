/// One compiled VirtualView template: the content of an `.out` file, in the file's own order
/// (`Documentation/template-format.md`, *File*).
package struct Template: Hashable, Sendable {
  /// The template's type, by which views and items refer to it.
  package var name: String
  /// The patch version: the low 16 bits of the author's value.
  package var version: UInt16
  /// The page id of the header: 1 in all known files.
  package var pageID: UInt16 = 1
  /// The pages that it depends on: none in all known files.
  package var dependentPages: [UInt16] = []
  /// Whether it contains a template; after an error, older compilers wrote files without one.
  package var hasTree = true
  /// The length of the UI code in a header without a template: 4 for the count, or 0, as after an empty name
  /// (`Documentation/template-format.md`, *Outputs*).
  package var lengthWithoutTree = 4
  /// The elements in tree order.
  package var nodes: [TemplateNode] = []
  /// The attributes of all elements. Within one element: int, int rp, float, float rp, string, expression.
  package var attributes: [TemplateAttribute] = []
  /// User variables of all elements.
  package var variables: [TemplateVariable] = []
  /// The string table.
  package var strings: [TemplateString] = []
  /// The expression table.
  package var expressions: [TemplateExpression] = []

  /// A template without elements.
  package init(name: String, version: UInt16) {
    self.name = name
    self.version = version
  }
}

/// One element.
package struct TemplateNode: Hashable, Sendable {
  /// The component id.
  package var component: UInt16
  /// Its parent's position, -1 for a root.
  package var parent: Int32
  /// The position after its last descendant.
  package var end: Int32
  /// Its range in ``Template/attributes``.
  package var attributes: Range<Int32>
  /// Its range in ``Template/variables``.
  package var variables: Range<Int32>

  /// An element from its parts.
  package init(
    component: UInt16, parent: Int32, end: Int32, attributes: Range<Int32>, variables: Range<Int32>
  ) {
    self.component = component
    self.parent = parent
    self.end = end
    self.attributes = attributes
    self.variables = variables
  }
}

/// One attribute of an element.
package struct TemplateAttribute: Hashable, Sendable {
  /// The list that contains it, in the order of the file.
  package enum Kind: UInt8, CaseIterable, Sendable { case int, intRP, float, floatRP, string, expression }

  /// The name.
  package var key: StringID
  /// The list.
  package var kind: Kind
  /// An integer, the bits of a float (which preserve the payload of a NaN), or an id.
  package var bits: UInt32

  /// An attribute from its parts.
  package init(key: StringID, kind: Kind, bits: UInt32) {
    self.key = key
    self.kind = kind
    self.bits = bits
  }
}

/// A `var_…` attribute.
package struct TemplateVariable: Hashable, Sendable {
  /// The type byte of the file.
  package enum Kind: UInt8, Sendable {
    case int = 1
    case float
    case string
  }

  /// The type.
  package var kind: Kind
  /// The name, without `var_` and the type.
  package var name: StringID
  /// An integer, the bits of a float, or a string's id.
  package var bits: UInt32

  /// A variable from its parts.
  package init(kind: Kind, name: StringID, bits: UInt32) {
    self.kind = kind
    self.name = name
    self.bits = bits
  }
}

/// An entry of the string table. The id is stored and never recomputed: it is that of the author's UTF-16
/// units.
package struct TemplateString: Hashable, Sendable {
  /// The id.
  package var id: StringID
  /// The text; an unpaired surrogate is `?`.
  package var text: String

  /// An entry from its parts.
  package init(id: StringID, text: String) {
    self.id = id
    self.text = text
  }
}

/// An entry of the expression table.
package struct TemplateExpression: Hashable, Sendable {
  /// The id: that of the whole attribute text, `${` and `}` included.
  package var id: StringID
  /// The bytecode (`Documentation/template-format.md`, *Code*).
  package var code: [UInt8]

  /// An entry from its parts.
  package init(id: StringID, code: [UInt8]) {
    self.id = id
    self.code = code
  }
}

/// A fault in the bytes of a template, or in a template that cannot be encoded.
package struct TemplateCodingError: Error, Hashable, Sendable {
  /// The kind of fault.
  package enum Reason: Hashable, Sendable {
    case notATemplate
    case version(major: Int, minor: Int)
    case truncated
    case trailingBytes
    case offset(field: String, found: Int, expected: Int)
    case count(String, Int)
    case unbalanced
    case badKind(Int)
    case invalidText
    case tooLong(String, bytes: Int, limit: Int)
    case opcode(Int)
    case target(Int)
  }

  /// The kind of fault.
  package var reason: Reason
  /// The offset in bytes; 0 for a template in memory.
  package var offset: Int

  /// An error from its parts.
  package init(_ reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
