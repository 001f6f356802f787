package import HybridRuntime
package import HybridUnits
package import HybridViewTree

/// Opens units: from the cache if they were shown before, else by rendering them.
package struct PageOpener {
  /// An opened page.
  package struct Opened: Sendable {
    /// The tree to show.
    package var tree: ViewTree
    /// Whether it came from the cache: then neither the unit nor the network was needed.
    package var isKept: Bool
  }

  private let cache: TreeCache
  private let renderer: Renderer

  /// Creates an opener with a cache.
  package init(cache: TreeCache, renderer: Renderer = Renderer()) {
    (self.cache, self.renderer) = (cache, renderer)
  }

  /// The tree of a unit on a device.
  ///
  /// - Parameters:
  ///   - key: The key of the tree.
  ///   - unit: Returns the unit of ``TreeKey/content``; called only when the cache has no tree.
  /// - Throws: Errors of `unit`. A failed write to the cache does not prevent showing the page.
  package func open<Failure: Error>(
    _ key: TreeKey, unit: () throws(Failure) -> Unit
  ) throws(Failure) -> Opened {
    if let tree = cache.tree(for: key) { return Opened(tree: tree, isKept: true) }
    let dataSet = key.data.isEmpty ? nil : key.data
    let tree = renderer.render(try unit(), as: Variant(key.device, dataSet: dataSet)).tree
    try? cache.keep(tree, for: key)
    return Opened(tree: tree, isKept: false)
  }
}
