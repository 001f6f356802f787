import HybridViewTree
import Testing

@testable import HybridRuntime

private func table(_ attributes: String = "", script: String, templates: String? = nil) -> String {
  """
  <html html-identify="Token"><head><style>
  body { width: 100%; height: 100% } #t { width: 375px; height: 400px }
  </style></head><body>
  <table id="t" \(attributes)>\
  \(templates ?? "<tableRow><label class=\"name\">{{item.name}} {{idx}}</label></tableRow>")</table>
  <script>
  const t = document.getElementById('t');
  \(script)
  </script></body></html>
  """
}

private func fill(_ count: Int) -> String {
  """
  t.reloadData([{sectionData: {}, rowsData: Array.from({length: \(count)}, (_, i) => ({name: 'row ' + i}))}]);
  """
}

@Test func aSmallTableHasAllItsRows() throws {
  let rig = try PageRig(table("rowHeight=50", script: fill(30)))
  let rows = rig.page.tree.nodes.filter { $0.tag == "tableRow" }
  #expect(rows.count == 30)
  #expect(rows.map(\.frame.y) == (0..<30).map { Double($0) * 50 })
  #expect(rig.page.tree.nodes.filter { $0.tag == "label" }.map(\.text).last == "row 29 29")
  #expect(rig.said == [])
}

private let sections = """
  t.reloadData([
    {sectionData: {sectionHeaderTitle: 'Top', sectionFooterTitle: 'Foot'}, rowsData: [{name: 'a'}]},
    {sectionData: {}, rowsData: [{name: 'b'}]},
  ]);
  """
private let row = "<tableRow><label>{{item.name}}</label></tableRow>"

@Test(
  arguments: [
    ("", row, ["Top", "a", "Foot", "b"]),
    ("displayStyle=group", row, ["Top", "a", "Foot", "b"]),
    ("", "<tableSection><label>S{{section}}</label></tableSection>" + row, ["S0", "a", "S1", "b"]),
    (
      "displayStyle=group", "<tableSection><label>S{{section}}</label></tableSection>" + row,
      ["S0", "a", "Foot", "S1", "b"]
    ),
    (
      "showSectionView=false", "<tableSection><label>S{{section}}</label></tableSection>" + row,
      ["Top", "a", "Foot", "b"]
    ),
  ] as [(String, String, [String])])
func sectionsHaveTitlesAtTheTopAndTheFoot(_ attributes: String, _ templates: String, _ texts: [String]) throws
{
  let rig = try PageRig(table(attributes, script: sections, templates: templates))
  #expect(rig.page.tree.nodes.filter { $0.tag == "label" }.compactMap(\.text) == texts)
  try rig.act("select #t 1")
}

/// Without a height of the table, a title is at least 24 points high, and a section without one has none.
@Test(
  arguments: [
    ("rowHeight=50", [0, 24, 74, 98, 98, 148]),
    ("rowHeight=50 rowSectionHeight=40 sectionMargin=10", [0, 40, 90, 100, 140, 190]),
    ("rowHeight=50 rowSectionHeight=0", [0, 24, 74, 98, 98, 148]),
  ] as [(String, [Double])])
func titlesHaveTheHeightsOfTheTable(_ attributes: String, _ tops: [Double]) throws {
  let rig = try PageRig(table(attributes, script: sections, templates: row))
  let rows = rig.page.tree.nodes.filter { $0.tag == "tableRow" || $0.tag == "tableSection" }
  #expect(rows.map(\.frame.y) == tops)
}

@Test(arguments: [0, 3, 1_000])
func aTableThatGrowsGetsWhatIsLeftWhateverItsRows(_ count: Int) throws {
  let rig = try PageRig(
    """
    <html html-identify="Token"><head><style>
    body { width: 100%; height: 100% } .bar { height: 100px } #t { flex-grow: 1 }
    </style></head><body><view class="bar"></view><table id="t" rowHeight="50">\(row)</table>
    <view class="bar"></view><script>
    const t = document.getElementById('t');
    \(fill(count))
    </script></body></html>
    """)
  #expect(try rig.node("t").frame.y == 100)
  #expect(try rig.node("t").frame.height == rig.page.tree.nodes[0].frame.height - 200)
}

@Test func ofALargeTableThoseRowsExistThatAreSeen() throws {
  let rig = try PageRig(table("rowHeight=50", script: fill(100_000)))
  var rows = rig.page.tree.nodes.filter { $0.tag == "tableRow" }
  #expect(rows.count < 40)
  #expect(try rig.node("t").scroll?.height == 5_000_000)
  try rig.act("scroll #t 2500000")
  rows = rig.page.tree.nodes.filter { $0.tag == "tableRow" }
  #expect(rows.count < 40)
  #expect(rows.contains { $0.frame.y == 2_500_000 })
}

@Test func aTappedRowTellsItsSectionAndNumber() throws {
  let rig = try PageRig(
    table(
      script: """
        t.setOnClick((section, row) => console.log(section, row));
        t.reloadData([{sectionData: {title: 'A'}, rowsData: [{name: 'a'}, {name: 'b'}]}, \
        {sectionData: {title: 'B'}, rowsData: [{name: 'c'}]}]);
        """,
      templates: """
        <tableSection><label>{{item.title}} {{section}}</label></tableSection>
        <tableRow><label>{{item.name}} {{section}}.{{idx}}</label></tableRow>
        """))
  #expect(
    rig.page.tree.nodes.filter { $0.tag == "label" }.compactMap(\.text) == [
      "A 0", "a 0.0", "b 0.1", "B 1", "c 1.0",
    ])
  try rig.act("select #t 2", "tap tableRow:nth-of-type(3)")
  #expect(rig.said.first == "1 0")
}

@Test func pagesDoNotSeeTheRowsThatATableMade() throws {
  let rig = try PageRig(
    table(
      script: fill(3)
        + """
        setTimeout(() => console.log(document.getElementsByTagName('tableRow').length, t.children.length), \
        1)
        """
    ))
  #expect(rig.said == ["1 1"])
}

@Test func rowsOfUnknownHeightAreMeasuredAndKeptInPlace() throws {
  let rig = try PageRig(
    table(
      script: fill(1000),
      templates: "<tableRow><view style=\"height: 80px\"><label>{{item.name}}</label></view></tableRow>"))
  let rows = rig.page.tree.nodes.filter { $0.tag == "tableRow" }
  #expect(rows.allSatisfy { $0.frame.height == 80 })
  let visible = rows.map(\.frame.y)
  #expect(zip(visible, visible.dropFirst()).allSatisfy { $1 - $0 == 80 })
}

@Test(arguments: [
  ([3, 2], false, 4, PageTable.Position(section: 1, row: 1)),
  ([3, 2], true, 4, PageTable.Position(section: 1, row: -1)),
  ([0, 0, 1], true, 2, PageTable.Position(section: 2, row: -1)),
  ([1], false, 0, PageTable.Position(section: 0, row: 0)),
])
func slotsCountHeadersAndRows(
  _ counts: [Int], _ hasHeaders: Bool, _ slot: Int, _ position: PageTable.Position
) {
  var table = PageTable()
  table.reload(counts, hasHeaders: hasHeaders, estimate: 44)
  #expect(table.position(of: slot) == position)
}

@Test func measuredHeightsMoveWhatIsBelow() {
  var table = PageTable()
  table.reload([1000], hasHeaders: false, estimate: 50)
  table.note(height: 80, of: 3)
  table.note(height: 20, of: 700)
  #expect(table.offset(of: 3) == 150)
  #expect(table.offset(of: 4) == 230)
  #expect(table.offset(of: 1000) == 50_000)
  #expect(table.slot(at: 229) == 3)
  #expect(table.slots(from: 10_000, height: 400).contains(table.slot(at: 10_000)))
}
