package import HybridJSON

/// A compiled template of a project, with everything needed to show it, from its `.out` to its sample data.
package struct TemplateUnit: Sendable {
  /// The name in the project: `PLAY` for `components/PLAY.xml`.
  package var name: String
  /// The template that is shown.
  package var main: TemplateFile
  /// The templates that items may name as their `type`, by the templates' inner names: those that ``data``
  /// and the templates themselves name, and for a template with its own folder all others in it. In loading
  /// order: a template comes after those that it names.
  package var items: [TemplateFile]
  /// The tags of component ids that the project's configuration adds to the built-in ones or renames.
  package var tags: [UInt16: String]
  /// The previews of components that are not built in.
  package var previews: [UInt16: ComponentPreview]
  /// The sample data; an empty object without any.
  package var data: JSONValue
  /// The file of the sample data; nil without any.
  package var dataPath: String?
  /// The other sample data, by name.
  package var dataSets: [DataSet]
  /// Every source file, the template's own first, each once.
  package var files: [String]
  /// The hash of all of the above.
  package var hash: ContentHash

  /// A unit from its parts.
  package init(
    name: String, main: TemplateFile, items: [TemplateFile], tags: [UInt16: String],
    previews: [UInt16: ComponentPreview], data: JSONValue, dataPath: String?, dataSets: [DataSet] = [],
    files: [String], hash: ContentHash
  ) {
    self.name = name
    self.main = main
    self.items = items
    self.tags = tags
    self.previews = previews
    self.data = data
    self.dataPath = dataPath
    self.dataSets = dataSets
    self.files = files
    self.hash = hash
  }
}

/// One template as phones load it, with its source.
package struct TemplateFile: Hashable, Sendable {
  /// The XML file, or the original `.out` file.
  package let path: String
  /// The template.
  package let template: Template
  /// The template in bytes: the `.out` file (`Documentation/template-format.md`, *File*).
  package let out: [UInt8]
  /// The start of each element of the template; empty for one read from a `.out` file.
  package let places: [NodePlace]

  /// A compiled template.
  /// - Throws: ``TemplateCodingError`` when it exceeds the limits of the format.
  package init(path: String, template: Template, places: [NodePlace]) throws(TemplateCodingError) {
    self.path = path
    self.template = template
    self.out = try template.encoded()
    self.places = places
  }

  /// A template from its bytes.
  /// - Throws: ``TemplateCodingError`` when they are invalid.
  package init(path: String, out: [UInt8], places: [NodePlace] = []) throws(TemplateCodingError) {
    self.path = path
    self.template = try Template(decoding: out)
    self.out = out
    self.places = places
  }
}

/// The preview of a component that no platform has built in (`components` in `hybrid.json`).
package enum ComponentPreview: Sendable {
  /// A labelled box. Sides in points replace the size that the component would measure.
  case box(label: String?, width: Double?, height: Double?)
  /// An HTML component in the component's frame, bound to its attributes by name.
  case page(PageUnit)
}
