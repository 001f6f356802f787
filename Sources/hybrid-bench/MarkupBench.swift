import CLibXML2
import Glibc
import HybridDOM
import HybridMarkup
import HybridSource

/// Reading HTML: pages of three kinds, each beside libxml2's reader in the same run.
///
/// libxml2 makes a tree of its own, without places, and repairs markup by rules of its own; it is a measure
/// of speed, not of what is read.
func benchMarkup() {
  print("markup       here            libxml2")
  for page in MarkupBenchPage.allCases {
    let source = Source(path: "bench.html", text: page.text)
    let (ours, theirs) = alternately(
      5, { precondition(!readHTML(source).hasErrors, "the page is not read") },
      { readByLibXML2(source.bytes) }
    )
    let name = page.rawValue.padded(to: 12)
    print("\(name) \(speed(ours, source).padded(to: 15)) \(speed(theirs, source))")
  }
}

/// Pages of about 1 MB.
enum MarkupBenchPage: String, CaseIterable {
  /// Paragraphs of text with a few inline elements and references.
  case article
  /// Nested elements with many attributes, as apps have them.
  case app
  /// Tables without end tags, misplaced and misnested tags.
  case soup

  /// The page; each is the same in every run.
  var text: String {
    var random = BenchRandom(state: 11)
    var text = "<!DOCTYPE html><html><head><title>\(rawValue)</title></head><body>\n"
    var count = 0
    while text.utf8.count < 1 << 20, count < Self.mostParts {
      text += part(count, &random)
      count += 1
    }
    return text + "</body></html>\n"
  }

  /// Fewer nodes than a page may have.
  private static let mostParts = 4_000

  private func part(_ number: Int, _ random: inout BenchRandom) -> String {
    switch self {
    case .article:
      let words = (0..<(30 + random.below(40))).map { _ in Self.words[random.below(Self.words.count)] }
      return
        "<p>\(words.joined(separator: " ")) <a href=\"#s\(number)\">see&nbsp;\(number)</a> &amp; more.</p>\n"
    case .app:
      let kind = random.below(20)
      return """
        <div class="card card-\(kind) shadow" id="card-\(number)" data-kind="\(kind)" role="listitem">
        <img src="/images/\(number).png" alt="Picture \(number)" width="40" height="40">
        <button type="button" class="btn btn-primary" onclick="open(\(number))"
          aria-label="Open">Open</button>
        </div>

        """
    case .soup:
      return "<table><tr><td>\(number)<td><b><i>x</b>y</i><p>one<p>two<div>three</table><li>four</p>\n"
    }
  }

  private static let words = [
    "layout", "of", "the", "page", "is", "computed", "from", "its", "style", "and", "content", "when", "a",
    "save",
    "arrives", "only", "what", "changed", "read", "again",
  ]
}

private func readByLibXML2(_ bytes: [UInt8]) {
  let document = bytes.withUnsafeBytes { bytes in
    htmlReadMemory(
      bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), "bench.html", "utf-8",
      Int32(HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue))
  }
  precondition(document != nil, "libxml2 reads no page")
  xmlFreeDoc(document)
}

/// The least time of each, measured in turns so that both meet the same machine.
private func alternately(_ times: Int, _ one: () -> Void, _ other: () -> Void) -> (Duration, Duration) {
  let clock = ContinuousClock()
  var least = (Duration.seconds(1_000), Duration.seconds(1_000))
  for _ in 0..<times {
    tidy()
    least.0 = min(least.0, clock.measure(one))
    tidy()
    least.1 = min(least.1, clock.measure(other))
  }
  return least
}

/// Makes the allocator merge what one reader has freed, which it does at the next large request and would be
/// the other's time.
private func tidy() { free(malloc(1 << 16)) }

/// `63 MB/s`.
private func speed(_ time: Duration, _ source: Source) -> String {
  let seconds = time / .seconds(1)
  return "\(Int((Double(source.bytes.count) / 1e6 / seconds).rounded())) MB/s"
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
