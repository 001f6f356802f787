package import HybridJSON

/// A compiled template of a project: what shows it, from its `.out` to its sample data.
package struct TemplateUnit: Sendable {
  /// The name in the project: `PLAY` for `components/PLAY.xml`.
  package var name: String
  /// The template that is shown.
  package var main: TemplateFile
  /// What items may name as their `type`, by the templates' inner names: those that ``data`` and the
  /// templates themselves name, and for a folder of its own all others in it. In the order to load them in:
  /// what names another comes after it.
  package var items: [TemplateFile]
  /// The tags of component ids that the project's configuration adds to, or names otherwise than, the
  /// built-in ones.
  package var tags: [UInt16: String]
  /// How components that are not built in are shown.
  package var previews: [UInt16: ComponentPreview]
  /// The sample data; an empty object without any.
  package var data: JSONValue
  /// The file of the sample data; nil without any.
  package var dataPath: String?
  /// The other sample data, by name.
  package var dataSets: [DataSet]
  /// Every file the unit was made of, the template's own first, each once.
  package var files: [String]
  /// Stands for all of the above.
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

/// One template as phones load it, and where it came from.
package struct TemplateFile: Hashable, Sendable {
  /// The XML file, or the `.out` file that it was read from.
  package let path: String
  /// The template.
  package let template: Template
  /// The same in bytes: the `.out` file (`Documentation/template-format.md`, *File*).
  package let out: [UInt8]
  /// Where each element of the template begins; empty for what was read from a `.out` file.
  package let places: [NodePlace]

  /// A template that was compiled.
  /// - Throws: ``TemplateCodingError`` when it is larger than the format can say.
  package init(path: String, template: Template, places: [NodePlace]) throws(TemplateCodingError) {
    self.path = path
    self.template = template
    self.out = try template.encoded()
    self.places = places
  }

  /// A template that is at hand in bytes.
  /// - Throws: ``TemplateCodingError`` when they are none.
  package init(path: String, out: [UInt8], places: [NodePlace] = []) throws(TemplateCodingError) {
    self.path = path
    self.template = try Template(decoding: out)
    self.out = out
    self.places = places
  }
}

/// How a component that no platform has built in is shown in a preview (`components` in `hybrid.json`).
package enum ComponentPreview: Sendable {
  /// A labelled box. Sides in points stand in for what the component would measure itself to.
  case box(label: String?, width: Double?, height: Double?)
  /// An HTML component in the component's frame, bound to its attributes by name.
  case page(PageUnit)
}
