extension Double {
  /// The number rounded to that many decimals, halves away from zero.
  package func rounded(toDecimals count: Int) -> Double {
    var factor = 1.0
    for _ in 0..<count { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}
