import HybridEncoding
package import HybridSource

/// A module as the body of a function, with its imports and exports.
///
/// JavaScript engines that are used by their C interface have no modules, so each module becomes a generator
/// function, in the lines of its source:
///
///     import { total } from "./cart.js"
///     export function show() { log(total()) }
///
///     (function*($hm,$h0){"use strict";$hm.e({"show":()=>show});yield;;
///            function show() { log((0,$h0.total)()) }
///     })
///
/// The first step declares the functions and hands over the exports as getters, so that cycles work; the
/// second evaluates the module. Imports are read from the other module each time, so they are live. A module
/// with `await` at its top level is an asynchronous generator.
package struct ModuleText: Sendable {
  /// A module that this one imports statically.
  package struct Request: Hashable, Sendable {
    /// The specifier, at its first place.
    package var specifier: ModuleSpecifier
    /// The attribute `type`, at its first place.
    package var type: ModuleSpecifier?
  }

  /// The text with its imported names rewritten.
  package let body: String
  /// Where its columns come from, without what ``function(exports:)`` adds.
  package let columns: [ColumnMap.Mark]
  /// The imported modules, each once, in order.
  package let requests: [Request]
  /// The declarations, and the request of each.
  package let imports: [(declaration: ImportDeclaration, request: Int)]
  /// The exported names, except for those of `export *`.
  package let exports: [ExportEntry]
  /// The requests of `export *`.
  package let stars: [Int]
  /// The calls of `import()`.
  package let importCalls: [ImportCall]
  /// The files that it names for workers, or relative to its own URL.
  package let fileReferences: [FileReference]
  /// Whether `await` occurs outside of functions.
  package let isAsync: Bool
  /// The prefix of every generated name; the source does not contain it.
  package let prefix: String
  /// The names of imports in messages: what the text has instead, and what the author wrote.
  package let names: [(generated: String, written: String)]
  /// The names that importers may ask for are declared here.
  let hasAnonymousDefault: Bool

  /// The text of the function that makes the module, with getters for its exports.
  /// - Parameter exports: Names, sorted, with the expression of each (``expression(for:)``).
  package func function(exports: [(name: String, expression: String)]) -> (text: String, columns: ColumnMap) {
    var head = isAsync ? "(async function*(\(prefix)m" : "(function*(\(prefix)m"
    for index in requests.indices { head += ",\(prefix)\(index)" }
    head += "){\"use strict\";"
    if !exports.isEmpty {
      head += "\(prefix)m.e({"
      head += exports.map { "\(quoted($0.name)):()=>\($0.expression)" }.joined(separator: ",")
      head += "});"
    }
    if hasAnonymousDefault { head += "\(prefix)m.n(\(prefix)d);" }
    head += "yield;"
    let length = head.utf16.count
    var marks = [ColumnMap.Mark(line: 1, column: 1, origin: 1, isInserted: true)]
    marks.append(ColumnMap.Mark(line: 1, column: length + 1, origin: 1, isInserted: false))
    for mark in columns {
      var mark = mark
      if mark.line == 1 { mark.column += length }
      marks.append(mark)
    }
    return (head + body + "\n})", ColumnMap(marks))
  }

  /// The expression for one exported name of this module.
  package func expression(for value: ExportEntry.Value) -> String {
    switch value {
    case .defaultExpression: return prefix + "d"
    case .other(let number, let name): return member(of: imports[number].request, name)
    case .local(let name):
      for (declaration, request) in imports {
        for binding in declaration.bindings where binding.local == name {
          return member(of: request, binding.imported)
        }
      }
      return name
    }
  }

  /// The expression that reads a name of an imported module; nil for its namespace.
  package func member(of request: Int, _ name: String?) -> String {
    Self.member(prefix, request, name)
  }

  /// A text as a string literal of JavaScript.
  package static func literal(_ text: String) -> String { quoted(text) }

  static func member(_ prefix: String, _ request: Int, _ name: String?) -> String {
    let namespace = "\(prefix)\(request)"
    // The namespace object of scripts is another object than the one that imports read.
    guard let name else { return "\(prefix)m.s(\(namespace))" }
    let isName = name.utf8.allSatisfy { $0.isNamePart } && name.utf8.first?.isNameStart == true
    return isName ? "\(namespace).\(name)" : "\(namespace)[\(quoted(name))]"
  }
}

/// A text as a string literal of JavaScript.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case _ where scalar.value < 0x20 || scalar.value == 0x2028 || scalar.value == 0x2029:
      result += "\\u" + scalar.value.lowerHex(digits: 4)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
