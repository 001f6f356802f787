import CFiles

extension [UInt8] {
  /// Whether the bytes contain a text.
  func contains(sequence text: String) -> Bool {
    var text = text
    return text.withUTF8 { wanted in
      withUnsafeBytes { hybrid_contains($0.baseAddress, $0.count, wanted.baseAddress, wanted.count) != 0 }
    }
  }
}
