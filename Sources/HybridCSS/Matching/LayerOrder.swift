/// The order of all cascade layers of one origin, over its sheets. CSS Cascade 5 §6.4.3, *Layer ordering*.
///
/// A layer with a greater number beats one with a smaller number among normal declarations; unlayered
/// declarations beat all layers.
package struct LayerOrder: Hashable, Sendable {
  /// By rule set and layer.
  private var orders: [[Int32]] = []

  /// The position of a layer of one of the rule sets.
  func order(ruleSet: Int, layer: Int32) -> Int32 { orders[ruleSet][Int(layer)] }

  /// Layers count only where the media queries around their declaration hold.
  init(_ ruleSets: [RuleSet], holds: [[Bool]]) {
    var tree = Tree()
    var places: [[Int]] = []
    for (index, ruleSet) in ruleSets.enumerated() {
      let layers = ruleSet.storage.layers
      var place = [Int](repeating: -1, count: layers.count)
      place[0] = 0
      for declaration in ruleSet.storage.layerDeclarations where holds[index][Int(declaration.condition)] {
        // Outer layers have smaller numbers than the layers in them, so the walk upwards ends at layer 0.
        var path: [Int32] = []
        var layer = declaration.layer
        while place[Int(layer)] < 0 {
          path.append(layer)
          layer = layers[Int(layer)].parent
        }
        for layer in path.reversed() {
          place[Int(layer)] = tree.child(layers[Int(layer)].name, of: place[Int(layers[Int(layer)].parent)])
        }
      }
      places.append(place)
    }
    let order = tree.order()
    // A layer that no valid declaration names has no rules that apply either.
    orders = places.map { $0.map { $0 < 0 ? 0 : order[$0] } }
  }

  private struct Tree {
    var children: [[Int]] = [[]]
    private var named: [[String: Int]] = [[:]]

    mutating func child(_ name: String?, of parent: Int) -> Int {
      if let name, let known = named[parent][name] { return known }
      children.append([])
      named.append([:])
      let new = children.count - 1
      children[parent].append(new)
      if let name { named[parent][name] = new }
      return new
    }

    /// Nested layers precede the direct content of their layer. Not recursive: names may have any number of
    /// parts.
    func order() -> [Int32] {
      var result = [Int32](repeating: 0, count: children.count)
      var next: Int32 = 0
      var stack: [(layer: Int, child: Int)] = [(0, 0)]
      while let (layer, child) = stack.last {
        if child < children[layer].count {
          stack[stack.count - 1].child += 1
          stack.append((children[layer][child], 0))
        } else {
          result[layer] = next
          next += 1
          stack.removeLast()
        }
      }
      return result
    }
  }
}
