import HybridCompiler
import HybridCrypto
import HybridRelease
import HybridUnits

/// A unit as a file of a release.
///
/// Each kind of unit that releases contain conforms, and has its place in ``HybridUnits/Unit/packable``.
protocol PackableUnit {
  /// Its file, and the files that belong to it.
  func packed(minifies: Bool, _ sodium: Sodium) -> PackedUnit
  /// The requirements that an app must meet to show it.
  var requirements: Requirements { get }
}

/// The file of a unit, and the files that belong to it.
struct PackedUnit {
  var bytes: [UInt8]
  /// The files of the project that it names, by path.
  var images: Set<String> = []
  /// The source maps of its minified parts.
  var maps: [SHA256Digest: [UInt8]] = [:]
}

extension Unit {
  /// The unit as a file of a release. A new kind of unit adds its case here.
  var packable: any PackableUnit {
    switch self {
    case .page(let page): page
    case .template(let template): template
    }
  }
}

extension Unit.Kind {
  /// The name of this kind of unit in releases.
  var inReleases: ReleaseUnit.Kind {
    switch self {
    case .page: .page
    case .template: .template
    }
  }
}

extension ReleaseUnit.Kind {
  /// The ending of the files of such units.
  var fileExtension: String {
    switch self {
    case .page: "unit"
    case .template: "out"
    }
  }

  /// The number of this kind of unit in the cache of `hybrid package`.
  var cacheNumber: Int {
    switch self {
    case .page: 0
    case .template: 1
    }
  }
}

extension PageUnit: PackableUnit {
  func packed(minifies: Bool, _ sodium: Sodium) -> PackedUnit {
    let (page, maps) = minifies ? minified(sodium) : (self, [:])
    let fontFiles = fonts.map(\.path).filter { !$0.hasPrefix("data:") }
    let files = Set(images.map(\.path)).union(scriptFiles.keys).union(fontFiles).filter { !$0.isEmpty }
    return PackedUnit(bytes: Unit.page(page).encoded(), images: files, maps: maps)
  }

  var requirements: Requirements {
    var result = Requirements()
    var elements = Set<String>()
    var modules = Set<String>()
    for script in scripts { modules.formUnion(NativeModuleNames.names(in: script.text)) }
    for module in self.modules.modules { modules.formUnion(NativeModuleNames.names(in: module.text)) }
    for node in document.nodes(in: document.root) {
      guard let element = document[node].element else { continue }
      // Other names are components, which are part of the page.
      if ElementNames.isKnown(element.name.lowercased()) { elements.insert(element.name) }
      for attribute in element.attributes
      where attribute.name.hasPrefix("on") || attribute.name.hasPrefix("@") {
        modules.formUnion(NativeModuleNames.names(in: attribute.value))
      }
    }
    result.elements = Requirements.sorted(elements)
    result.modules = Requirements.sorted(modules)
    return result
  }
}

extension TemplateUnit: PackableUnit {
  func packed(minifies: Bool, _ sodium: Sodium) -> PackedUnit { PackedUnit(bytes: main.out) }

  var requirements: Requirements {
    var result = Requirements()
    let template = main.template
    let names = TemplateNames(template, tags: tags)
    result.elements = Requirements.sorted(Set(template.nodes.map { names.tag(of: $0.component) }))
    result.attributes = Requirements.sorted(Set(template.attributes.compactMap { names.text(of: $0.key) }))
    return result
  }
}
