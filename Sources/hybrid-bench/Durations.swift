/// The one in the middle; of an even number the later of the two.
func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

/// `1.234 ms`.
func shown(_ duration: Duration) -> String {
  let micro = Int((duration / .microseconds(1)).rounded())
  return "\(micro / 1000).\(String(1000 + micro % 1000).dropFirst()) ms"
}
