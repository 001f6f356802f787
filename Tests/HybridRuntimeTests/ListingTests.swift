import HybridGeometry
import HybridRuntime
import HybridViewTree
import Testing

@Test func theListingHasOneIndentedLineANode() {
  let frame = Rect(x: 0, y: 0, width: 9, height: 9)
  let heading = ViewNode(
    key: "1", parent: 0, tag: "h1", id: "t", classes: "a b",
    frame: Rect(x: 1, y: 2, width: 3, height: 4.5), text: "Héllo")
  let tree = ViewTree(
    nodes: [ViewNode(key: "0", parent: nil, tag: "body", frame: frame), heading],
    viewport: Size(width: 9, height: 9))
  #expect(tree.listing == "body 0,0 9×9\n  h1#t.a.b 1,2 3×4.5 \"Héllo\"\n")
}
