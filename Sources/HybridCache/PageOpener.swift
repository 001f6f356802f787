package import HybridReload
package import HybridRuntime
package import HybridUnits

/// Opens units: from the cache when they were shown before, else by rendering them.
package struct PageOpener {
  /// A page that can be shown.
  package struct Opened: Sendable {
    /// What is shown.
    package var tree: ViewTree
    /// Whether it was kept from before: neither the unit nor the network was asked.
    package var isKept: Bool
  }

  private let cache: TreeCache
  private let renderer: Renderer

  /// An opener with a cache.
  package init(cache: TreeCache, renderer: Renderer = Renderer()) {
    (self.cache, self.renderer) = (cache, renderer)
  }

  /// What a unit looks like on a device.
  ///
  /// - Parameters:
  ///   - key: What the tree follows from.
  ///   - unit: The unit of ``TreeKey/content``, asked for only when nothing was kept.
  /// - Throws: What `unit` throws. A cache that cannot be written is no reason not to show a page.
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
