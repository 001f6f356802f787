internal import CCairo

/// Cairo, opened when the first picture is drawn.
struct CairoLibrary: @unchecked Sendable {
  // Sendable: function pointers that never change; what they work on belongs to one canvas each.
  let functions: HybridCairo

  /// Where it comes from.
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
