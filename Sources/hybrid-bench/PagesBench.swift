import HybridRuntime

/// Live pages: opening and scrolling a table of 100,000 rows, appending 10,000 nodes in one turn, and
/// changing one text on a page of 10,000 paragraphs.
///
/// Budgets: a table opens in 50 ms and scrolls in 2 ms a step, each including layout and the patch for a
/// client; a turn is laid out once, however much it changes. The page is already compiled and the JavaScript
/// engine loaded: both happen once.
func benchPages() {
  let clock = ContinuousClock()
  warmUp()
  var opened: [Duration] = []
  for _ in 0..<5 { opened.append(clock.measure { _ = open(tablePage(rows: 100_000)) }) }
  let small = (0..<5).map { _ in clock.measure { _ = open(tablePage(rows: 20)) } }
  print("table 100,000 rows  opens in \(shown(median(opened))); 20 rows in \(shown(median(small)))")

  let table = open(tablePage(rows: 100_000))
  var steps: [Duration] = []
  for step in 1...200 {
    steps.append(
      clock.measure {
        table.scroll("table", to: Double(step) * 44)
        _ = table.step()
      })
  }
  for step in 1...50 {
    steps.append(
      clock.measure {
        table.scroll("table", to: Double(step * 7919 % 100_000) * 44)
        _ = table.step()
      })
  }
  print(
    "table scrolls       \(shown(median(steps))) a step, the slowest \(shown(steps.max() ?? .zero))")

  let list = open(page(body: "<ul id=list></ul>", script: appendScript))
  let before = list.layoutCount
  let appended = clock.measure {
    list.advance(to: list.now + 1000)
    _ = list.step()
  }
  print("append 10,000       \(shown(appended)), \(list.layoutCount - before) layout")

  let paragraphs = (0..<10_000).map { "<p id=p\($0)>Paragraph \($0)</p>" }.joined()
  let long = open(
    page(
      body: paragraphs,
      script: "let n = 0; setInterval(() => document.getElementById('p5000').textContent = ++n, 10)"))
  var changes: [Duration] = []
  for _ in 0..<20 {
    changes.append(
      clock.measure {
        long.advance(to: long.now + 10)
        _ = long.step()
      })
  }
  print("one text of 10,000  \(shown(median(changes))), the slowest \(shown(changes.max() ?? .zero))")
  benchPseudoElements(clock)
}

/// A page of 10,000 pseudo-elements, half of them numbers; then one text and one class of it are changed.
private func benchPseudoElements(_ clock: ContinuousClock) {
  let paragraphs = (0..<5_000).map { "<p id=p\($0)>Paragraph \($0)</p>" }.joined()
  let head =
    "<style>p { counter-increment: n } p::before { content: counter(n) '. ' } p::after { content: '!' } "
    + ".x::after { content: '?' }</style>"
  let opened = (0..<3).map { _ in clock.measure { _ = open(page(body: paragraphs, script: "1", head: head)) }
  }
  let script = "let n = 0; setInterval(() => { const p = document.getElementById('p2500'); "
  let text = open(
    page(body: paragraphs, script: script + "p.textContent = ++n }, 10)", head: head))
  let style = open(
    page(body: paragraphs, script: script + "p.className = ++n % 2 ? 'x' : '' }, 10)", head: head))
  func step(_ page: LivePage) -> Duration {
    median(
      (0..<20).map { _ in
        clock.measure {
          page.advance(to: page.now + 10)
          _ = page.step()
        }
      })
  }
  print(
    """
    10,000 pseudo-elements  open in \(shown(median(opened))); one text \(shown(step(text))), \
    one class \(shown(step(style)))
    """)
}

private let appendScript = """
  setTimeout(() => {
    const list = document.getElementById("list");
    for (let i = 0; i < 10000; i += 1) {
      const item = document.createElement("li");
      item.textContent = "Item " + i;
      list.appendChild(item);
    }
  }, 500);
  """

private func page(body: String, script: String, head: String = "", native: Bool = false) -> String {
  "<html\(native ? " html-identify=\"Token\"" : "")><head>\(head)</head>"
    + "<body>\(body)<script>\(script)</script></body></html>"
}

private func tablePage(rows: Int) -> String {
  page(
    body: """
      <table id="table"><tableRow><view class="row"><image src="a.png"></image>
      <label class="name">{{item.name}}</label><label
        class="more">{{item.more}}</label></view></tableRow></table>
      """,
    script: """
      const rows = [];
      for (let i = 0; i < \(rows); i += 1) rows.push({ name: "Row " + i, more: "of many" });
      document.getElementById("table").reloadData([{ sectionData: {}, rowsData: rows }]);
      """,
    head: """
      <style>#table { width: 100%; height: 100% } .row { flex-direction: row; height: 44px;
        align-items: center }
      image { width: 32px; height: 32px } .name { flex-grow: 1; font-size: 15px } .more { font-size: 13px;
        color: gray }</style>
      """, native: true)
}

private func open(_ html: String) -> LivePage {
  let page = LivePage(
    compiledPage(html), on: .standard,
    in: PageEnvironment(address: "hybrid://bench/", device: SimulatedDevice()),
    renderer: Renderer())
  page.open()
  _ = page.step()
  return page
}

private func warmUp() { _ = open(page(body: "<p>x</p>", script: "1")) }
