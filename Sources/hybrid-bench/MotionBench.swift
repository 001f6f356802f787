import CAllocations
import HybridReload
import HybridRuntime
import HybridViewTree

/// Frames of a page with running CSS animations: the clock moves on by a frame, then styles, layout and the
/// patch for a client are computed.
///
/// Budget: 200 animations, a quarter each of `opacity`, `transform`, `background-color` and `width`, take 4
/// ms a frame of one core. Animations of equal elements share their keyframes.
func benchMotion() {
  let clock = ContinuousClock()
  let mixed = (0..<200).map { "<div class='box k\($0 % 4)'>Box \($0)</div>" }.joined()
  let still = (0..<800).map { "<p>Paragraph \($0)</p>" }.joined()
  let kinds = """
    .box { height: 20px; width: 100px } .k0 { animation: a 1s infinite alternate }
    .k1 { animation: b 1s infinite alternate } .k2 { animation: c 1s infinite alternate }
    .k3 { animation: d 1s infinite alternate }
    @keyframes a { from { opacity: 0 } } @keyframes b { to { transform: translateX(50px) rotate(20deg) } }
    @keyframes c { from { background-color: red } to { background-color: blue } }
    @keyframes d { to { width: 200px } }
    """
  measure("200 animations", open(style: kinds, body: mixed), clock)
  measure("and 800 paragraphs", open(style: kinds, body: mixed + still), clock)

  let cells = (0..<1250).map { "<i>\($0)</i>" }.joined()
  let three = """
    i { display: inline-block; width: 20px; animation: a 1s infinite alternate }
    @keyframes a { from { opacity: 0; color: red; transform: scale(0.5) } }
    """
  measure("1,250 × 3", open(style: three, body: cells), clock)

  let frames = (1..<1000).map { "\(Double($0) / 10)% { opacity: \(Double($0 % 10) / 10) }" }.joined()
  let before = HybridHeapBytes()
  let long = open(
    style: "p { animation: a 10s infinite } @keyframes a { \(frames) }",
    body: (0..<1000).map { "<p>\($0)</p>" }.joined())
  let grown = HybridHeapBytes() - before
  measure("1,000 × 1,000 keyframes", long, clock)
  print("1,000 × 1,000 keyframes  \(grown / 1_000_000) MB")
}

private func open(style: String, body: String) -> LivePage {
  let page = LivePage(
    compiledPage("<html><head><style>\(style)</style></head><body>\(body)</body></html>"), on: .standard,
    in: PageEnvironment(address: "hybrid://bench/", device: SimulatedDevice()), renderer: Renderer())
  page.open()
  _ = page.step()
  return page
}

/// Prints what a frame of a page takes: to compute it, and to write the message for a client.
private func measure(_ name: String, _ page: LivePage, _ clock: ContinuousClock) {
  var frames: [Duration] = []
  var messages: [Duration] = []
  var bytes = 0
  for _ in 0..<60 {
    var patch: Patch?
    frames.append(
      clock.measure {
        page.advance(to: page.now + 1000 / 60)
        patch = page.step()?.patch
      })
    guard let patch else { continue }
    let message = ServerMessage.page(.init(unit: "page", device: "phone", data: nil, patch: patch))
    messages.append(clock.measure { bytes = message.encoded.count })
  }
  let allocations = countAllocations {
    page.advance(to: page.now + 1000 / 60)
    _ = page.step()
  }
  print(
    """
    \(name)  \(shown(median(frames))) a frame, the slowest \(shown(frames.max() ?? .zero)), \
    \(allocations) allocations; a message of \(bytes / 1000) KB in \(shown(median(messages)))
    """)
}
