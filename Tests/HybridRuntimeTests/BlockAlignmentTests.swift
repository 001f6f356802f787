import Testing

/// `justify-self` of block-level boxes and `justify-items` of their containers: CSS Box Alignment 3 §6.1. The
/// numbers are those of a browser.
struct BlockAlignmentTests {
  @Test(arguments: [
    ("", "justify-self:end", "300,0 20×10"), ("", "justify-self:center", "150,0 20×10"),
    ("", "justify-self:start", "0,0 20×10"), ("", "justify-self:baseline", "0,0 20×10"),
    ("", "justify-self:stretch", "0,0 320×10"), ("", "justify-self:normal", "0,0 320×10"),
    ("", "justify-self:center;width:400px", "-40,0 400×10"),
    ("", "justify-self:safe center;width:400px", "0,0 400×10"),
    ("", "justify-self:center;margin-left:20px;width:100px", "120,0 100×10"),
    ("", "justify-self:self-end;direction:rtl;width:30px", "0,0 30×10"),
    // Automatic margins come first, and floats are not aligned.
    ("", "justify-self:end;margin:0 auto 0 10px;width:50px", "10,0 50×10"),
    ("", "justify-self:end;float:left", "0,0 20×10"),
    ("justify-items:center", "", "150,0 20×10"),
    ("justify-items:center", "justify-self:normal", "0,0 320×10"),
    ("justify-items:legacy center", "", "150,0 20×10"), ("justify-items:legacy", "", "0,0 320×10"),
    ("direction:rtl", "justify-self:end", "0,0 20×10"),
    ("text-align:-webkit-center", "justify-self:end", "300,0 20×10"),
  ])
  func blocksAreAligned(_ container: String, _ style: String, _ frame: String) throws {
    let content = "<i style='display:block;width:20px;height:10px'></i>"
    let page = "<div style='\(container)'><div id=a style='\(style)'>\(content)</div></div>"
    #expect(try render("<body style='margin:0'>\(page)").frame("a") == frame)
    // Beside floats, too, that are above it.
    let float = "<p style='float:left;width:9px;height:0;margin:0'></p>"
    #expect(try render("<body style='margin:0'>\(float)\(page)").frame("a") == frame)
  }

  /// The lines of a container are not.
  @Test func linesAreNotAligned() throws {
    let box = "<u id=a style='display:inline-block;width:40px;height:20px'></u>"
    let page = "<div style='justify-items:end'>\(box)<p style='margin:0'>P</p></div>"
    #expect(try render("<body style='margin:0'>\(page)").frame("a") == "0,0 40×20")
  }
}
