import HybridEncoding

/// A file that a script names for a worker, or relative to its own URL.
package struct FileReference: Hashable, Sendable {
  /// The construct that names a file.
  package enum Kind: Hashable, Sendable {
    /// `new Worker("…")`
    case worker
    /// `new Worker("…", { type: "module" })`
    case moduleWorker
    /// An argument of `importScripts()`.
    case importedScript
    /// `new URL("…", import.meta.url)`
    case address
  }

  /// The construct that names the file.
  package var kind: Kind
  /// The URL, a literal.
  package var specifier: ModuleSpecifier
  /// Whether the URL is relative to that of the module, and not to that of the document or the worker.
  package var isRelativeToModule: Bool
}

/// The files that a classic script names; none if it cannot be parsed.
package func fileReferences(inScript bytes: [UInt8]) -> [FileReference] {
  guard mayNameFiles(bytes), let tree = try? parseScript(bytes, isModule: false),
    let table = try? ScopeTable(tree, isModule: false),
    let finder = try? ReferenceFinder(tree, table, top: tree.program)
  else { return [] }
  return tree.fileReferences(finder.references, table)
}

/// Whether a script may name files, judged by its text. A script without need not be parsed.
private func mayNameFiles(_ bytes: [UInt8]) -> Bool {
  for word in ["Worker", "importScripts"] {
    let word = Array(word.utf8)
    var index = 0
    while index + word.count < bytes.count {
      guard bytes[index] == word[0], bytes[index..<index + word.count].elementsEqual(word) else {
        index += 1
        continue
      }
      index += word.count
      while index < bytes.count, bytes[index].isASCIISpace { index += 1 }
      if index < bytes.count, bytes[index] == UInt8(ascii: "(") { return true }
    }
  }
  return false
}

extension SyntaxTree {
  /// The files that the text names with globals, in order.
  /// - Parameter references: The names that no inner scope declares.
  func fileReferences(_ references: [Reference], _ table: ScopeTable) -> [FileReference] {
    let declared = table.names(of: program)
    let names: Set = ["Worker", "URL", "importScripts", "window", "self", "globalThis"]
    var globals: [ID: String] = [:]
    for reference in references where names.contains(reference.name) && declared[reference.name] == nil {
      globals[reference.node] = reference.name
    }
    guard !globals.isEmpty else { return [] }
    var found: [FileReference] = []
    /// The calls of `new URL()` that are the URL of a worker.
    var taken: Set<ID> = []
    // A node comes after its children, so the outer ones are looked at first.
    for id in nodes.indices.reversed().map({ ID($0) }) {
      switch self[id].kind {
      case .new:
        switch global(calledBy: id, globals) {
        case "Worker":
          let values = arguments(of: id)
          guard let first = values.first, let url = address(first, globals, &taken) else { break }
          let isModule = values.count > 1 && text(of: "type", in: values[1]) == "module"
          found.append(
            FileReference(
              kind: isModule ? .moduleWorker : .worker, specifier: url.specifier,
              isRelativeToModule: url.isRelativeToModule))
        case "URL" where !taken.contains(id):
          let values = arguments(of: id)
          guard values.count == 2, isModuleAddress(values[1]), let url = literal(values[0]) else { break }
          found.append(FileReference(kind: .address, specifier: url, isRelativeToModule: true))
        default: break
        }
      case .chain where globals[self[id].first] == "importScripts":
        let call = self[self[id].first].next
        guard self[call].kind == .callLink else { break }
        for url in children(call).compactMap(literal) {
          found.append(FileReference(kind: .importedScript, specifier: url, isRelativeToModule: false))
        }
      default: break
      }
    }
    return found.sorted { $0.specifier.range.lowerBound < $1.specifier.range.lowerBound }
  }

  /// The string of a literal: a string, or a template without expressions.
  func literal(_ id: ID) -> ModuleSpecifier? {
    let node = self[id]
    guard node.kind == .string || node.kind == .template && node.first < 0 else { return nil }
    let range = range(id)
    let inner = bytes[range.lowerBound + 1..<range.upperBound - 1]
    return ModuleSpecifier(value: Escapes.string(inner), range: range)
  }

  /// The global that a `new` calls: `Worker`, or `window.Worker`.
  private func global(calledBy id: ID, _ globals: [ID: String]) -> String? {
    let callee = self[id].first
    if let name = globals[callee] { return name }
    guard self[callee].kind == .chain, let object = globals[self[callee].first],
      ["window", "self", "globalThis"].contains(object)
    else { return nil }
    return member(onlyOf: callee)
  }

  /// The name of a chain's member, if it has no other links.
  private func member(onlyOf chain: ID) -> String? {
    let link = self[self[chain].first].next
    guard link >= 0, self[link].kind == .memberLink, self[link].next < 0,
      self[self[link].first].kind == .identifier
    else { return nil }
    return name(self[link].first)
  }

  private func arguments(of new: ID) -> [ID] {
    let call = self[self[new].first].next
    guard call >= 0, self[call].kind == .callLink else { return [] }
    return Array(children(call))
  }

  /// `import.meta.url`
  private func isModuleAddress(_ id: ID) -> Bool {
    self[id].kind == .chain && self[self[id].first].kind == .importMeta && member(onlyOf: id) == "url"
  }

  /// The URL of a worker: a literal, or a `new URL()` with a literal and the URL of the module or document.
  private func address(
    _ id: ID, _ globals: [ID: String], _ taken: inout Set<ID>
  ) -> (specifier: ModuleSpecifier, isRelativeToModule: Bool)? {
    if let specifier = literal(id) { return (specifier, false) }
    var id = id
    if self[id].kind == .chain, member(onlyOf: id) == "href" { id = self[id].first }
    guard self[id].kind == .new, global(calledBy: id, globals) == "URL" else { return nil }
    let values = arguments(of: id)
    guard values.count == 2, let specifier = literal(values[0]) else { return nil }
    if isModuleAddress(values[1]) {
      taken.insert(id)
      return (specifier, true)
    }
    let base = text(values[1])
    let isDocument = ["document.baseURI", "location", "location.href", "window.location.href"].contains(base)
    return isDocument ? (specifier, false) : nil
  }

  /// The text of a property in an object literal.
  private func text(of key: String, in object: ID) -> String? {
    guard self[object].kind == .object else { return nil }
    for property in children(object) where self[property].kind == .property {
      let name = self[property].first
      if [key, "\"\(key)\"", "'\(key)'"].contains(text(name)) { return literal(self[name].next)?.value }
    }
    return nil
  }
}
