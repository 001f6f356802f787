import HybridDOM
import HybridJSON

extension ByteWriter {
  /// The uses, then the owners of the nodes, as runs of equal owners.
  mutating func components(_ components: PageComponents) {
    count(components.uses.count)
    for use in components.uses {
      text(use.name)
      count(use.host.index)
      blob(JSONValue.object(use.defaults).text().utf8)
    }
    var runs: [(owner: Int32, length: Int)] = []
    for owner in components.owners {
      if let last = runs.last, last.owner == owner {
        runs[runs.count - 1].length += 1
      } else {
        runs.append((owner, 1))
      }
    }
    count(runs.count)
    for run in runs {
      count(Int(run.owner) + 1)
      count(run.length)
    }
  }
}

extension ByteReader {
  mutating func components(in document: Document) throws(UnitCodingError) -> PageComponents {
    var components = PageComponents()
    for _ in 0..<(try count(of: 3)) {
      let name = try text()
      let host = try count()
      guard host < document.nodes.count else { throw error(.malformed("component host")) }
      guard case .object(let defaults) = try data() else { throw error(.malformed("props")) }
      components.uses.append(PageComponents.Use(name: name, host: NodeID(host), defaults: defaults))
    }
    for _ in 0..<(try count(of: 2)) {
      let owner = try count()
      let length = try count()
      guard owner <= components.uses.count, length <= document.nodes.count - components.owners.count else {
        throw error(.malformed("component nodes"))
      }
      components.owners.append(contentsOf: repeatElement(Int32(owner) - 1, count: length))
    }
    return components
  }
}
