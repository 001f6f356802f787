import HybridSource

/// The purpose for which a unit, or a style sheet, reads a file.
package enum DependencyKind: UInt8, Hashable, Sendable, CaseIterable {
  /// The unit's own file.
  case entry
  /// `link` to a style sheet.
  case stylesheet
  /// `@import`, in a sheet or in a `style` element.
  case `import`
  /// Sample data.
  case data
  /// An additional data set.
  case dataSet
  /// `include`.
  case partial
  /// `config.json` of a package.
  case config
  /// A folder whose style sheets and scripts belong to a package.
  case folder
  /// `script` with a `src`.
  case script
  /// A component, by its element; or the file that would define an unknown element.
  case component
  /// A template that items name.
  case item
  /// A picture, of a page or of a style sheet.
  case image
  /// A font of a style sheet.
  case font
  /// A folder whose pictures can be shown, depending on data.
  case imageFolder
}

/// One dependency.
package struct Dependency: Hashable, Sendable {
  /// A file; it need not exist: its appearance is a change too.
  package var path: String
  /// The purpose.
  package var kind: DependencyKind

  /// One dependency.
  package init(_ path: String, _ kind: DependencyKind) {
    self.path = path
    self.kind = kind
  }
}

/// The files that each unit reads, directly and through other files.
///
///     home ──entry──▶ pages/home/index.html
///          ──stylesheet──▶ css/shop.css ──import──▶ css/tokens.css
///
/// Units and files are nodes with small numbers, so that a sheet with thousands of dependents costs one set.
package struct DependencyGraph: Sendable {
  /// Something that depends on files.
  package enum Node: Hashable, Sendable {
    /// A unit by its name.
    case unit(String)
    /// A style sheet by its path.
    case file(String)
    /// The last valid form of a unit that has errors now, by the unit's name: its files are used, but their
    /// changes change no unit.
    case lastValid(String)

    fileprivate var rank: Int {
      switch self {
      case .unit: 0
      case .file: 1
      case .lastValid: 2
      }
    }
  }

  private struct Edge: Hashable {
    var to: Int32
    var kind: DependencyKind
  }

  private var numbers: [Node: Int32] = [:]
  private var nodes: [Node] = []
  private var outgoing: [[Edge]] = []
  private var incoming: [Set<Int32>] = []
  /// The current and past folders of files.
  private var folders: Set<String> = []
  /// Files that lost their last dependent since ``takeAbandoned()``.
  private var abandoned: Set<String> = []

  /// A graph without nodes.
  package init() {}

  /// Replaces all dependencies of `node`.
  package mutating func set(_ dependencies: [Dependency], of node: Node) {
    let from = number(of: node)
    let edges = dependencies.map { Edge(to: number(of: .file($0.path)), kind: $0.kind) }
    guard edges != outgoing[Int(from)] else { return }
    let before = outgoing[Int(from)]
    for edge in before { incoming[Int(edge.to)].remove(from) }
    for edge in edges { incoming[Int(edge.to)].insert(from) }
    outgoing[Int(from)] = edges
    for edge in before where incoming[Int(edge.to)].isEmpty { abandoned.insert(path(of: edge.to)) }
  }

  /// The files that lost their last dependent since the last call; some may have dependents again.
  mutating func takeAbandoned() -> Set<String> {
    defer { abandoned = [] }
    return abandoned
  }

  /// The direct dependencies of `node`, in the order given.
  package func dependencies(of node: Node) -> [Dependency] {
    guard let number = numbers[node] else { return [] }
    return outgoing[Int(number)].map { Dependency(path(of: $0.to), $0.kind) }
  }

  /// The direct dependents of the file at `path`, sorted.
  package func dependents(of path: String) -> [Node] {
    guard let number = numbers[.file(path)] else { return [] }
    return incoming[Int(number)].map { nodes[Int($0)] }.sorted()
  }

  /// Whether anything depends on the file at `path`.
  package func isUsed(_ path: String) -> Bool {
    numbers[.file(path)].map { !incoming[Int($0)].isEmpty } ?? false
  }

  /// Whether anything depends on the file at `path` except last valid forms of units that have errors now.
  package func isUsedNow(_ path: String) -> Bool {
    dependents(of: path).contains { if case .lastValid = $0 { false } else { true } }
  }

  /// The purposes for which `node` directly uses the file at `path`.
  package func kinds(of path: String, in node: Node) -> [DependencyKind] {
    guard let from = numbers[node], let to = numbers[.file(path)] else { return [] }
    return outgoing[Int(from)].filter { $0.to == to }.map(\.kind)
  }

  /// All units that depend on any of the files at `paths`, directly or indirectly, each with the shortest
  /// chain of files from the change: the changed file first, the one that the unit itself reads last.
  package func units(dependingOn paths: [String]) -> [(unit: String, chain: [String])] {
    var next: [Int32: Int32] = [:]  // node → the node nearer to the change; a changed file maps to itself
    var queue: [Int32] = []
    for path in paths {
      guard let number = numbers[.file(path)], next[number] == nil else { continue }
      next[number] = number
      queue.append(number)
    }
    var result: [(unit: String, chain: [String])] = []
    var head = 0
    while head < queue.count {
      let current = queue[head]
      head += 1
      for dependent in incoming[Int(current)].sorted() where next[dependent] == nil {
        next[dependent] = current
        queue.append(dependent)
        guard case .unit(let name) = nodes[Int(dependent)] else { continue }
        result.append((name, chain(from: current, next)))
      }
    }
    return result
  }

  /// The files themselves and all style sheets that import one of them, directly or indirectly.
  package func importers(of paths: [String]) -> [String] {
    var seen = Set<Int32>()
    var queue: [Int32] = []
    for path in paths {
      if let number = numbers[.file(path)], seen.insert(number).inserted { queue.append(number) }
    }
    var head = 0
    while head < queue.count {
      for dependent in incoming[Int(queue[head])] where seen.insert(dependent).inserted {
        if case .file = nodes[Int(dependent)] { queue.append(dependent) }
      }
      head += 1
    }
    return queue.map(path)
  }

  /// Every used file that is in one of `folders` or below it.
  package func usedFiles(in folders: Set<String>) -> [(path: String, folder: String)] {
    let folders = folders.filter(self.folders.contains)
    guard !folders.isEmpty else { return [] }
    return nodes.indices.compactMap { index in
      guard case .file(let path) = nodes[index], !incoming[index].isEmpty,
        let folder = ProjectPath.folder(among: folders, around: path)
      else { return nil }
      return (path, folder)
    }
  }

  private func chain(from number: Int32, _ next: [Int32: Int32]) -> [String] {
    var chain: [String] = []
    var number = number
    while true {
      chain.append(path(of: number))
      guard let nearer = next[number], nearer != number else { return chain.reversed() }
      number = nearer
    }
  }

  private func path(of number: Int32) -> String {
    switch nodes[Int(number)] {
    case .file(let path), .unit(let path), .lastValid(let path): path
    }
  }

  private mutating func number(of node: Node) -> Int32 {
    if let number = numbers[node] { return number }
    let number = Int32(nodes.count)
    numbers[node] = number
    nodes.append(node)
    outgoing.append([])
    incoming.append([])
    if case .file(let path) = node { folders.insertAll(above: ProjectPath.folder(of: path)) }
    return number
  }
}

extension DependencyGraph.Node: Comparable {
  /// Units first, then files, then last valid forms, each by name.
  package static func < (a: DependencyGraph.Node, b: DependencyGraph.Node) -> Bool {
    switch (a, b) {
    case (.unit(let a), .unit(let b)), (.file(let a), .file(let b)), (.lastValid(let a), .lastValid(let b)):
      a < b
    default: a.rank < b.rank
    }
  }
}

extension DependencyGraph {
  /// Whether the file at `path` is used as a font.
  func isFont(_ path: String) -> Bool {
    dependents(of: path).contains { kinds(of: path, in: $0).contains(.font) }
  }

  /// The units that may show any picture of the folder that `path` is in.
  func galleries(with path: String) -> [String] {
    let folder = ProjectPath.folder(of: path)
    return dependents(of: folder).compactMap { node in
      guard case .unit(let name) = node, kinds(of: folder, in: node).contains(.imageFolder) else {
        return nil
      }
      return name
    }
  }

  /// The packages that include every style sheet and script of a folder that contains `path`.
  func packages(around path: String) -> [String] {
    var found: [String] = []
    var folder = path
    while true {
      for case .unit(let name) in dependents(of: folder)
      where kinds(of: folder, in: .unit(name)).contains(.folder) {
        found.append(name)
      }
      if folder.isEmpty { return found }
      folder = ProjectPath.folder(of: folder)
    }
  }
}
