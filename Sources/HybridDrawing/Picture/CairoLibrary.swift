internal import CCairo

/// Cairo, loaded when the first picture is drawn.
struct CairoLibrary: @unchecked Sendable {
  // Sendable: the function pointers never change, and the objects belong to one canvas each.
  let functions: HybridCairo

  /// The file name of the library.
  static let library = "libcairo.so.2"
  private static let loaded: Result<CairoLibrary, DrawingError> = Result { () throws(DrawingError) in
    try CairoLibrary()
  }

  /// The library; throws when it is missing.
  static func shared() throws(DrawingError) -> CairoLibrary { try loaded.get() }

  init(library: String = Self.library) throws(DrawingError) {
    var functions = HybridCairo()
    if let message = hybrid_cairo_load(library, &functions) {
      throw .libraryMissing(String(cString: message))
    }
    self.functions = functions
  }
}
