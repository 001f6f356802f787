import HybridJSON
import HybridUnits

@testable import HybridTemplates

/// A template made by hand: what a compiler would make of the XML of the same shape.
///
///     element(2, ["orientation": 0], element(7, ["text": "${title}"])).template()
struct Element {
  enum Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral {
    case int(Int32)
    case rp(Int32)
    case float(Float)
    case text(String)
    case code([UInt8])

    init(integerLiteral value: Int32) { self = .int(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Float) { self = .float(value) }
  }

  var component: UInt16
  var attributes: KeyValuePairs<String, Value>
  var variables: [(String, Value)] = []
  var children: [Element]

  func with(_ variables: (String, Value)...) -> Element {
    var element = self
    element.variables = variables
    return element
  }

  func template(_ name: String = "Test") -> Template {
    var template = Template(name: name, version: 1)
    add(to: &template, parent: -1)
    return template
  }

  private func add(to template: inout Template, parent: Int32) {
    let index = template.nodes.count
    func string(_ text: String) -> UInt32 {
      let id = StringID(text)
      if !template.strings.contains(where: { $0.id == id }) {
        template.strings.append(TemplateString(id: id, text: text))
      }
      return UInt32(bitPattern: id.rawValue)
    }
    let start = Int32(template.attributes.count)
    for (name, value) in attributes {
      _ = string(name)
      let (kind, bits): (TemplateAttribute.Kind, UInt32) =
        switch value {
        case .int(let number): (.int, UInt32(bitPattern: number))
        case .rp(let number): (.intRP, UInt32(bitPattern: number))
        case .float(let number): (.float, number.bitPattern)
        case .text(let text): (.string, string(text))
        case .code: (.expression, UInt32(template.expressions.count + 1))
        }
      if case .code(let code) = value {
        template.expressions.append(
          TemplateExpression(id: StringID(rawValue: Int32(template.expressions.count + 1)), code: code))
      }
      template.attributes.append(TemplateAttribute(key: StringID(name), kind: kind, bits: bits))
    }
    let variableStart = Int32(template.variables.count)
    for (name, value) in variables {
      _ = string(name)
      let (kind, bits): (TemplateVariable.Kind, UInt32) =
        switch value {
        case .float(let number): (.float, number.bitPattern)
        case .text(let text): (.string, string(text))
        case .int(let number), .rp(let number): (.int, UInt32(bitPattern: number))
        case .code: (.int, 0)
        }
      template.variables.append(TemplateVariable(kind: kind, name: StringID(name), bits: bits))
    }
    template.nodes.append(
      TemplateNode(
        component: component, parent: parent, end: 0,
        attributes: start..<Int32(template.attributes.count),
        variables: variableStart..<Int32(template.variables.count)))
    for child in children { child.add(to: &template, parent: Int32(index)) }
    template.nodes[index].end = Int32(template.nodes.count)
  }
}

func element(
  _ component: UInt16, _ attributes: KeyValuePairs<String, Element.Value> = [:], _ children: Element...
) -> Element {
  Element(component: component, attributes: attributes, children: children)
}

/// The code of an expression, written as its operations (`Documentation/template-format.md`, *Code*): only
/// what the tests need.
struct Code {
  var bytes: [UInt8] = []

  static func number(_ value: Int32) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// An object register and a path of words.
  static func path(_ path: String, object: Int32 = -1) -> [UInt8] {
    let words = path.split(separator: ".")
    return number(object) + [UInt8(words.count)] + words.flatMap { number(StringID($0).rawValue) }
  }

  /// `path = int`
  static func assign(_ path: String, _ value: Int32, result: UInt8 = 0) -> [UInt8] {
    [5, 1] + Self.path(path) + number(value) + [result]
  }

  /// `path = 'text'`
  static func assign(_ path: String, _ value: String, result: UInt8 = 0) -> [UInt8] {
    [5, 3] + Self.path(path) + number(StringID(value).rawValue) + [result]
  }

  /// `path = register`
  static func assign(_ path: String, register: Int32) -> [UInt8] {
    [5, 4] + Self.path(path) + number(register)
  }

  /// `path OP path` into a register.
  static func binary(_ opcode: ScriptOpcode, _ a: String, _ b: String, result: UInt8 = 0) -> [UInt8] {
    [opcode.rawValue, 0] + path(a) + path(b) + [result]
  }

  /// `path OP int` into a register.
  static func binary(_ opcode: ScriptOpcode, _ a: String, _ b: Int32, result: UInt8 = 0) -> [UInt8] {
    [opcode.rawValue, 1] + path(a) + number(b) + [result]
  }
}

extension TemplateScreen {
  static func phone(_ platform: TemplatePlatform) -> TemplateScreen {
    var screen = TemplateScreen()
    screen.platform = platform
    return screen
  }
}

extension TemplateScene {
  init(
    _ element: Element, items: [String: Element] = [:], data: JSONValue = [:],
    on platform: TemplatePlatform = .android
  ) {
    self.init(
      template: element.template(),
      items: Dictionary(uniqueKeysWithValues: items.map { ($0.key, $0.value.template($0.key)) }),
      data: data, screen: .phone(platform))
  }

  /// The component of that name.
  func named(_ name: String) -> Component? {
    tree.components.first { $0.attributes[StringID("name")] == .text(name) }
  }

  func value(_ attribute: String, of name: String) -> AttributeValue? {
    named(name)?.attributes[StringID(attribute)]
  }

  func variable(_ variable: String, of name: String) -> ExpressionValue? {
    named(name)?.variables[StringID(variable)]
  }

  /// `kind name component param`, one line an entry.
  var history: [String] {
    log.map { entry in
      ["\(entry.kind)", entry.name, entry.component, entry.param].compactMap { $0 }.joined(separator: " ")
    }
  }
}
