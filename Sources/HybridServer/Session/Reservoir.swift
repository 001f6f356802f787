/// A uniform random sample of many numbers, in bounded memory, for quantiles.
///
/// Algorithm R (Vitter, *Random Sampling with a Reservoir*, 1985). Exact until the reservoir is full.
struct Reservoir {
  private let capacity: Int
  private(set) var count = 0
  private var samples: [Double] = []
  /// SplitMix64: the same numbers in each run are sufficient, since the samples do not depend on them.
  private var state: UInt64 = 0

  init(capacity: Int) { self.capacity = capacity }

  mutating func add(_ sample: Double) {
    count += 1
    if samples.count < capacity { return samples.append(sample) }
    let place = Int(next() % UInt64(count))
    if place < capacity { samples[place] = sample }
  }

  /// The quantile of the samples; nil when there are none.
  func quantile(_ share: Double) -> Double? { samples.quantile(share) }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

extension [Double] {
  /// The least number that a share of all is not above (nearest rank); nil when there are none.
  package func quantile(_ share: Double) -> Double? {
    guard !isEmpty else { return nil }
    let rank = Int((share * Double(count)).rounded(.up))
    return sorted()[Swift.min(Swift.max(rank, 1), count) - 1]
  }
}
