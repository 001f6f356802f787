import HybridCompiler
import HybridJSON

/// A schema as custom data of Visual Studio Code, version 1.1 (`virtualview.html-data.json`).
///
/// Enumerated values are sets that attributes reference. A set contains the words that are valid on their
/// own; the editor does not check bindings and lists of words.
struct CustomDataWriter {
  private var json = JSONWriter(pretty: true)
  private var names = TypeNames()

  /// The document, with a newline at its end.
  static func document(_ schema: TemplateSchema) -> String {
    var writer = CustomDataWriter()
    writer.write(schema)
    return writer.json.text + "\n"
  }

  private mutating func write(_ schema: TemplateSchema) {
    json.beginObject()
    json.member("version", 1.1)
    json.key("tags")
    json.beginArray()
    for tag in schema.tags {
      json.beginObject()
      json.member("name", tag.name)
      if let help = tag.help { json.member("description", help) }
      write(tag.attributes, as: "attributes")
      json.endObject()
    }
    json.endArray()
    write(schema.globalAttributes, as: "globalAttributes")
    json.key("valueSets")
    json.beginArray()
    for set in names.all {
      json.beginObject()
      json.member("name", set.name)
      json.key("values")
      json.beginArray()
      for word in set.type.offeredWords {
        json.beginObject()
        json.member("name", word)
        json.endObject()
      }
      json.endArray()
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }

  private mutating func write(_ attributes: [TemplateSchema.Attribute], as key: String) {
    json.key(key)
    json.beginArray()
    for attribute in attributes {
      json.beginObject()
      json.member("name", attribute.name)
      let values = AttributeHelp.values(of: attribute.type)
      json.member("description", (attribute.help.map { $0 + " " } ?? "") + values)
      if !attribute.type.offeredWords.isEmpty { json.member("valueSet", names.name(of: attribute)) }
      json.endObject()
    }
    json.endArray()
  }
}
