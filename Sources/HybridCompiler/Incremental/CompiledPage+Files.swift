import HybridGeometry
import HybridSource
import HybridUnits

extension CompiledPage {
  /// Replaces each linked sheet by the library's current one.
  mutating func swapSheets(_ hash: ContentHash, _ context: inout CompilerContext) {
    for index in unit.sheets.indices where unit.sheets[index].source.range == nil {
      let old = unit.sheets[index]
      guard let sheet = context.sheets[unit.dialect].sheet(old.source.source.path, &context.files) else {
        continue
      }
      unit.sheets[index].sheet = sheet.sheet
      unit.sheets[index].source = sheet.source
    }
    unit.files = files(&context)
    unit.images = images(&context)
    unit.fonts = fonts(&context)
    unit.hash = hash
  }

  /// The pictures of the page and of its sheets, by path.
  func images(_ context: inout CompilerContext) -> [ImageFile] {
    var images = ownImages
    for root in sheets {
      for image in context.sheets[unit.dialect].sheet(root, &context.files)?.images ?? []
      where images[image.key] == nil {
        images[image.key] = image
      }
    }
    return images.values.sorted { $0.key < $1.key }
  }

  /// The fonts of the page and of its sheets, by path.
  func fonts(_ context: inout CompilerContext) -> [FontData] {
    var fonts = ownFonts
    for root in sheets { fonts += context.sheets[unit.dialect].sheet(root, &context.files)?.fonts ?? [] }
    guard !fonts.isEmpty else { return [] }
    return Dictionary(fonts.map { ($0.path, $0) }) { first, _ in first }.values.sorted { $0.path < $1.path }
  }

  /// The existing files of the page, the entry first, each once.
  func files(_ context: inout CompilerContext) -> [String] {
    var files: [String] = []
    var seen = Set<String>()
    for path in dependencies.map(\.path)
      + sheets.flatMap({ context.sheets[unit.dialect].sheet($0, &context.files)?.files ?? [] })
    where context.files[path]?.isPresent == true && seen.insert(path).inserted {
      files.append(path)
    }
    return files
  }
}
