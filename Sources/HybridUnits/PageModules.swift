package import HybridDOM
package import HybridJavaScript

/// The JavaScript modules of a page, linked: what its module scripts reach by `import` and by `import()`.
package struct PageModules: Hashable, Sendable {
  /// The modules, each once; they refer to each other by index.
  package var modules: [ScriptModule]
  /// The module scripts, in document order.
  package var scripts: [PageModuleScript]
  /// The module workers that scripts of the page name, in order.
  package var workers: [PageModuleWorker] = []

  /// Modules with their entries; none by default.
  package init(modules: [ScriptModule] = [], scripts: [PageModuleScript] = []) {
    self.modules = modules
    self.scripts = scripts
  }

  /// Whether there are none.
  package var isEmpty: Bool { modules.isEmpty && workers.isEmpty }
}

/// A module for `new Worker(…, { type: "module" })`, linked with all that it imports.
package struct PageModuleWorker: Hashable, Sendable {
  /// The file, and what follows its path in the URL.
  package var address: String
  /// Its modules; the first script is the worker's own.
  package var modules: PageModules

  /// A worker.
  package init(address: String, modules: PageModules) {
    self.address = address
    self.modules = modules
  }
}

/// A `<script type="module">`.
package struct PageModuleScript: Hashable, Sendable {
  /// Its module.
  package var module: Int
  /// Its element; nil for a script of a component.
  package var node: NodeID?

  /// An entry.
  package init(module: Int, node: NodeID? = nil) {
    self.module = module
    self.node = node
  }
}

extension PageModules {
  /// Feeds what determines the behaviour: texts and links, but no positions.
  func feed(_ hasher: inout ContentHasher) {
    for module in modules {
      hasher.combine(module.path + (module.suffix ?? ""))
      hasher.combine(module.text)
      for request in module.requests { hasher.combine(UInt64((request ?? -1) + 1)) }
      for dynamic in module.dynamicImports { hasher.combine(UInt64((dynamic.module ?? -1) + 1)) }
    }
    for script in scripts { hasher.combine(UInt64(script.module)) }
    for worker in workers {
      hasher.combine(worker.address)
      worker.modules.feed(&hasher)
    }
  }
}
