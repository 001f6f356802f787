/// The median; for an even number, the larger of the two middle values.
func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

/// `1.234 ms`.
func shown(_ duration: Duration) -> String {
  let micro = Int((duration / .microseconds(1)).rounded())
  return "\(micro / 1000).\(String(1000 + micro % 1000).dropFirst()) ms"
}
