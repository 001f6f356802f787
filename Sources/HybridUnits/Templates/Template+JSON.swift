package import HybridJSON

extension Template {
  /// Writes the template as one object, with the content of ``listing(names:bytes:)``, for programs.
  ///
  /// Elements are a list in tree order, each with the position of its parent, so that nesting has no cost.
  package func write(to json: inout JSONWriter, names: TemplateNames, bytes: Int) {
    json.object {
      $0.member("name", name)
      $0.member("version", Int(version))
      $0.member("page", Int(pageID))
      $0.member("dependentPages", JSONValue.array(dependentPages.map { .number(Double($0)) }))
      $0.member("bytes", bytes)
      $0.key("elements")
      $0.array { json in
        for node in nodes { write(node, to: &json, names) }
      }
      $0.key("strings")
      $0.array { json in
        for string in strings {
          json.object {
            $0.member("id", Int(string.id.rawValue))
            $0.member("text", string.text)
          }
        }
      }
      $0.key("expressions")
      $0.array { json in
        for expression in expressions { write(expression, to: &json, names) }
      }
    }
  }

  private func write(_ node: TemplateNode, to json: inout JSONWriter, _ names: TemplateNames) {
    json.object {
      $0.member("component", Int(node.component))
      $0.member("tag", names.tag(of: node.component))
      $0.member("parent", Int(node.parent))
      $0.key("attributes")
      $0.array { json in
        for index in node.attributes {
          let attribute = attributes[Int(index)]
          json.object {
            Self.member("name", attribute.key, to: &$0, names)
            $0.member("kind", attribute.kind.label)
            switch attribute.kind {
            case .int, .intRP: $0.member("value", Int(Int32(bitPattern: attribute.bits)))
            case .float, .floatRP: Self.member("value", float: attribute.bits, to: &$0)
            case .string: Self.member("value", attribute.id, to: &$0, names)
            case .expression: $0.member("value", Int(attribute.id.rawValue))
            }
          }
        }
      }
      $0.key("variables")
      $0.array { json in
        for index in node.variables {
          let variable = variables[Int(index)]
          json.object {
            Self.member("name", variable.name, to: &$0, names)
            $0.member("kind", "\(variable.kind)")
            switch variable.kind {
            case .int: $0.member("value", Int(Int32(bitPattern: variable.bits)))
            case .float: Self.member("value", float: variable.bits, to: &$0)
            case .string:
              Self.member("value", StringID(rawValue: Int32(bitPattern: variable.bits)), to: &$0, names)
            }
          }
        }
      }
    }
  }

  private func write(_ expression: TemplateExpression, to json: inout JSONWriter, _ names: TemplateNames) {
    let listed = ListedExpression(expression, names: names)
    json.object {
      $0.member("id", Int(expression.id.rawValue))
      $0.member("bytes", expression.code.count)
      if let source = listed.source {
        $0.member("source", source)
        $0.member("asWritten", listed.isExact)
      }
      $0.key("instructions")
      $0.array { json in
        for line in listed.instructions { json.value(line) }
      }
    }
  }

  /// The text of an id, or the number itself when it is unknown.
  private static func member(
    _ key: String, _ id: StringID, to json: inout JSONWriter, _ names: TemplateNames
  ) {
    if let text = names.text(of: id) {
      json.member(key, text)
    } else if id == .none {
      json.member(key, "")
    } else {
      json.member(key, Int(id.rawValue))
    }
  }

  /// The shortest digits of a 32-bit float. JSON has no infinities and NaN: they are written as words.
  private static func member(_ key: String, float bits: UInt32, to json: inout JSONWriter) {
    let value = Float(bitPattern: bits)
    if value.isFinite {
      json.member(key, Double("\(value)") ?? Double(value))
    } else {
      json.member(key, "\(value)")
    }
  }
}

extension TemplateAttribute {
  /// The value as the id of a string or an expression.
  fileprivate var id: StringID { StringID(rawValue: Int32(bitPattern: bits)) }
}
