import HybridWatch
import Testing

@Test(arguments: [
  (WatchShortfall(limit: 8_192, used: 8_000, needed: 10_000), 16_384),
  (WatchShortfall(limit: 192_536, used: 10, needed: 1_000), 262_144),
  (WatchShortfall(limit: 0, used: 0, needed: 50_000), 131_072),
])
func theCommandRaisesTheLimitFarEnough(_ shortfall: WatchShortfall, _ value: Int) {
  #expect(shortfall.command == "sudo sysctl fs.inotify.max_user_watches=\(value)")
  #expect(value >= shortfall.limit + shortfall.needed - shortfall.used)
}
