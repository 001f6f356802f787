import HybridScript
import HybridSource
import HybridUnits

extension LivePage {
  /// Hands over the modules of the page, before the first script runs.
  func prepareModules(in world: PageWorld) {
    guard !unit.modules.isEmpty else { return }
    world.setModules(unit.modules.modules)
  }

  /// Runs the module scripts in document order, each in its own turn, behind all classic scripts (HTML
  /// Standard §8.1.4.4, *Calling scripts*).
  func runModules(in world: PageWorld) {
    for script in unit.modules.scripts {
      let module = unit.modules.modules[script.module]
      run(at: SourceLocation(path: module.path, line: module.line, column: module.column)) {
        let node = script.node.flatMap { dom.livingNode(of: $0) }
        world.runModule(script.module, script: node.flatMap { hearsLoading(of: $0) ? $0.index : nil })
        finishTurn()
      }
    }
  }
}
