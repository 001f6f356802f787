import Testing

@testable import HybridRuntime

/// The markup that scripts read: HTML Standard §13.3, *Serializing HTML fragments*.
struct PageMarkupTests {
  @Test(arguments: [
    "<style>a>b{}</style>", "<xmp>a<b</xmp>", "<noembed>a<b</noembed>",
    "<svg><style>a&gt;b{}</style></svg>",
    "<p>a&lt;b</p>",
  ])
  func textIsRawInElementsOfHTMLOnly(_ markup: String) throws {
    let rig = try PageRig(
      """
      <html><body><div id=d></div><script>
      const box = document.getElementById("d");
      box.innerHTML = "\(markup)";
      console.log(box.innerHTML);
      </script></body></html>
      """)
    #expect(rig.said == [markup])
  }
}
