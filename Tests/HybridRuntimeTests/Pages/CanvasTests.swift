import HybridDrawing
import HybridEncoding
import HybridGeometry
import HybridScript
import HybridViewTree
import Testing

@testable import HybridRuntime

/// What scripts paint on a `canvas`: HTML Standard §4.12.5.
@Suite struct CanvasTests {
  /// A page with a canvas of 40 × 40 pixels, its context `c`, and `at(x, y)`, which tells a pixel.
  private static func page(_ script: String, attributes: String = "width=40 height=40") -> String {
    """
    <html><body style="color: lime; font: 20px serif"><canvas id=d \(attributes)>Nothing</canvas><script>
    const d = document.getElementById("d"), c = d.getContext("2d")
    const at = (x, y, from = c) => [...from.getImageData(x, y, 1, 1).data].join()
    const log = (...all) => console.log(all.join(" "))
    const tries = (f) => { try { return f() } catch (error) { return error.name } }
    \(script)
    </script></body></html>
    """
  }

  /// A script, and what it tells.
  @Test(arguments: [
    ("log(at(0, 0), at(39, 39))", "0,0,0,0 0,0,0,0"),
    ("c.fillRect(0, 0, 10, 10); log(at(9, 9), at(10, 10))", "0,0,0,255 0,0,0,0"),
    ("c.fillStyle = 'red'; c.fillRect(10, 10, -5, -5); log(at(5, 5), at(4, 4))", "255,0,0,255 0,0,0,0"),
    (
      "c.fillStyle = 'currentColor'; c.fillRect(0, 0, 9, 9); "
        + "log(c.fillStyle, at(1, 1))",
      "#00ff00 0,255,0,255"
    ),
    (
      "c.fillStyle = 'rgb(10 20 30 / .5)'; c.fillStyle = 'frob'; c.fillRect(0, 0, 9, 9); log(c.fillStyle)",
      "rgba(10, 20, 30, 0.5)"
    ),
    ("c.globalAlpha = .5; c.globalAlpha = 2; c.fillRect(0, 0, 9, 9); log(at(1, 1))", "0,0,0,128"),
    ("c.fillRect(0, 0, 40, 40); c.clearRect(5, 5, 5, 5); log(at(4, 4), at(5, 5))", "0,0,0,255 0,0,0,0"),
    ("c.lineWidth = 4; c.strokeRect(10, 10, 20, 20); log(at(9, 9), at(13, 13))", "0,0,0,255 0,0,0,0"),
    // Paths
    (
      "c.moveTo(0, 0); c.lineTo(40, 0); c.lineTo(0, 40); c.fill(); log(at(5, 5), at(35, 35))",
      "0,0,0,255 0,0,0,0"
    ),
    (
      "c.arc(20, 20, 10, 0, 7); c.fill(); "
        + "log(at(20, 20), at(11, 20), at(8, 20))",
      "0,0,0,255 0,0,0,255 0,0,0,0"
    ),
    ("c.arc(20, 20, 10, 0, Math.PI, true); c.fill(); log(at(20, 15), at(20, 25))", "0,0,0,255 0,0,0,0"),
    (
      "c.ellipse(20, 20, 18, 5, Math.PI / 2, 0, 7); c.fill(); "
        + "log(at(20, 4), at(4, 20))",
      "0,0,0,255 0,0,0,0"
    ),
    (
      "c.lineWidth = 6; c.moveTo(0, 20); c.arcTo(20, 20, 20, 40, 10); c.stroke(); "
        + "log(at(5, 20), at(20, 35))",
      "0,0,0,255 0,0,0,0"
    ),
    ("c.roundRect(0, 0, 40, 40, 20); c.fill(); log(at(2, 2), at(20, 1))", "0,0,0,0 0,0,0,255"),
    (
      "c.rect(0, 0, 40, 40); c.rect(10, 10, 20, 20); c.fill('evenodd'); log(at(5, 5), at(20, 20))",
      "0,0,0,255 0,0,0,0"
    ),
    ("c.fill(new Path2D('M0 0h20v20h-20z')); log(at(10, 10), at(30, 30))", "0,0,0,255 0,0,0,0"),
    (
      """
      const p = new Path2D(), q = new Path2D(); q.rect(0, 0, 5, 5)
      p.addPath(q, new DOMMatrix([2, 0, 0, 2, 10, 10])); p.addPath(q); c.translate(1, 0); c.fill(p)
      log(at(0, 0), at(3, 3), at(12, 12), at(21, 12))
      """, "0,0,0,0 0,0,0,255 0,0,0,255 0,0,0,0"
    ),
    ("c.beginPath(); c.rect(0, 0, 9, 9); c.beginPath(); c.fill(); log(at(5, 5))", "0,0,0,0"),
    (
      "c.rect(5, 5, 9, 9); log(c.isPointInPath(6, 6), c.isPointInPath(1, 1), c.isPointInStroke(5, 8))",
      "true false true"
    ),
    (
      "const p = new Path2D(); p.rect(5, 5, 9, 9); log(c.isPointInPath(p, 6, 6), c.isPointInPath(6, 6))",
      "true false"
    ),
    // Lines
    (
      "c.setLineDash([4, 4]); c.lineWidth = 8; c.moveTo(0, 4); c.lineTo(40, 4); c.stroke(); "
        + "log(at(1, 4), at(6, 4))",
      "0,0,0,255 0,0,0,0"
    ),
    (
      "c.setLineDash([1, 2, 3]); log(c.getLineDash()); c.setLineDash([-1]); log(c.getLineDash().length)",
      "1,2,3,1,2,3|6"
    ),
    (
      "c.lineWidth = -1; c.lineCap = 'frob'; c.lineJoin = 'bevel'; log(c.lineWidth, c.lineCap, c.lineJoin)",
      "1 butt bevel"
    ),
    // State and transforms
    (
      "c.save(); c.fillStyle = 'red'; c.restore(); c.restore(); c.fillRect(0, 0, 9, 9); "
        + "log(c.fillStyle, at(1, 1))",
      "#000000 0,0,0,255"
    ),
    (
      "c.translate(10, 10); c.scale(2, 2); c.fillRect(0, 0, 5, 5); log(at(9, 9), at(19, 19), at(20, 20))",
      "0,0,0,0 0,0,0,255 0,0,0,0"
    ),
    ("c.rotate(Math.PI / 2); c.fillRect(0, -10, 5, 5); log(at(7, 2), c.getTransform().b)", "0,0,0,255 1"),
    ("c.scale(0, 0); c.fillRect(0, 0, 40, 40); c.stroke(); c.resetTransform(); log(at(1, 1))", "0,0,0,0"),
    ("c.fillRect(0, 0, 9, 9); c.lineWidth = 7; c.reset(); log(at(1, 1), c.lineWidth)", "0,0,0,0 1"),
    (
      "c.fillStyle = 'red'; c.fillRect(0, 0, 9, 9); d.width = 40; "
        + "log(at(1, 1), c.fillStyle)",
      "0,0,0,0 #000000"
    ),
    (
      "c.rect(0, 0, 20, 20); c.save(); c.clip(); c.fillRect(0, 0, 40, 40); c.restore(); "
        + "log(at(9, 9), at(30, 30))",
      "0,0,0,255 0,0,0,0"
    ),
    // Gradients, patterns, shadows, filters
    (
      """
      const g = c.createLinearGradient(0, 0, 40, 0); c.fillStyle = g
      g.addColorStop(0, 'red'); g.addColorStop(1, 'blue'); c.fillRect(0, 0, 40, 40)
      const [r, , b] = c.getImageData(20, 5, 1, 1).data; log(Math.abs(r - b) < 8, at(0, 0)[0] > 0)
      """, "true true"
    ),
    ("c.fillStyle = c.createLinearGradient(0, 0, 9, 9); c.fillRect(0, 0, 9, 9); log(at(1, 1))", "0,0,0,0"),
    (
      """
      const g = c.createConicGradient(0, 20, 20); g.addColorStop(0, 'red'); g.addColorStop(.5, 'red')
      g.addColorStop(.5, 'blue'); g.addColorStop(1, 'blue'); c.fillStyle = g; c.fillRect(0, 0, 40, 40)
      log(at(20, 30), at(20, 10))
      """, "255,0,0,255 0,0,255,255"
    ),
    (
      """
      const g = c.createRadialGradient(20, 20, 0, 20, 20, 10); g.addColorStop(1, 'green'); c.fillStyle = g
      c.fillRect(0, 0, 40, 40); log(at(20, 20), tries(() => g.addColorStop(2, 'red')),
        tries(() => g.addColorStop(0, 'frob')))
      """, "0,128,0,255 IndexSizeError SyntaxError"
    ),
    (
      """
      const o = new OffscreenCanvas(4, 4), t = o.getContext('2d'); t.fillStyle = 'red'; t.fillRect(0, 0, 2, 4)
      c.fillStyle = c.createPattern(o, 'repeat'); t.fillRect(0, 0, 4, 4); c.fillRect(0, 0, 40, 40)
      log(at(5, 5), at(7, 5), at(21, 30))
      """, "255,0,0,255 0,0,0,0 255,0,0,255"
    ),
    (
      "c.shadowColor = 'red'; c.shadowOffsetX = 20; c.fillRect(0, 0, 10, 10); "
        + "log(at(5, 5), at(25, 5), at(15, 5))",
      "0,0,0,255 255,0,0,255 0,0,0,0"
    ),
    (
      "c.shadowColor = 'red'; c.shadowBlur = 8; c.fillRect(10, 10, 20, 20); "
        + "log(at(7, 20) !== '0,0,0,0', at(20, 20))",
      "true 0,0,0,255"
    ),
    (
      "c.filter = 'invert(1)'; c.fillStyle = 'red'; c.fillRect(0, 0, 9, 9); log(at(1, 1), c.filter)",
      "0,255,255,255 invert(1)"
    ),
    // Compositing
    (
      """
      c.fillStyle = 'red'; c.fillRect(0, 0, 20, 20); c.globalCompositeOperation = 'destination-over'
      c.fillStyle = 'blue'; c.fillRect(10, 10, 20, 20); log(at(15, 15), at(25, 25))
      """, "255,0,0,255 0,0,255,255"
    ),
    (
      """
      c.fillStyle = 'red'; c.fillRect(0, 0, 20, 20); c.globalCompositeOperation = 'source-in'
      c.fillStyle = 'blue'; c.fillRect(10, 10, 20, 20); log(at(5, 5), at(15, 15), at(25, 25))
      """, "0,0,0,0 0,0,255,255 0,0,0,0"
    ),
    (
      """
      c.fillRect(0, 0, 20, 20); c.globalCompositeOperation = 'copy'; c.fillStyle = 'blue'
      c.fillRect(10, 10, 5, 5); log(at(5, 5), at(12, 12))
      """, "0,0,0,0 0,0,255,255"
    ),
    // Images and pixels
    (
      """
      const o = document.createElement('canvas'); o.width = o.height = 2; const t = o.getContext('2d')
      t.fillStyle = 'red'; t.fillRect(0, 0, 1, 2); t.fillStyle = 'blue'; t.fillRect(1, 0, 1, 2)
      c.imageSmoothingEnabled = false; c.drawImage(o, 0, 0, 40, 20); c.drawImage(o, 1, 0, 1, 1, 0, 20, 40, 20)
      t.clearRect(0, 0, 2, 2); log(at(10, 10), at(30, 10), at(10, 30))
      """, "255,0,0,255 0,0,255,255 0,0,255,255"
    ),
    (
      "c.fillRect(0, 0, 10, 10); c.drawImage(d, 0, 0, 10, 10, 20, 20, 10, 10); "
        + "log(at(25, 25))",
      "0,0,0,255"
    ),
    (
      """
      const i = new ImageData(new Uint8ClampedArray([1, 2, 3, 255, 200, 100, 50, 128]), 2)
      c.globalAlpha = .1; c.putImageData(i, 5, 5); log(at(5, 5), at(6, 5), at(7, 5), i.height)
      """, "1,2,3,255 199,100,50,128 0,0,0,0 1"
    ),
    ("const i = c.createImageData(2, 2); i.data[0] = 300; log(i.data[0], i.data.length)", "255 16"),
    (
      "log(c.getImageData(-5, -5, 3, 3).data.join(''), tries(() => c.getImageData(0, 0, 0, 1)))",
      "000000000000000000000000000000000000 IndexSizeError"
    ),
    // Text
    (
      "log(c.font); c.font = 'bold 2em Arial, serif'; log(c.font); c.font = 'frob'; log(c.font)",
      "10px sans-serif|bold 40px Arial, serif|bold 40px Arial, serif"
    ),
    (
      "c.font = '20px sans-serif'; const m = c.measureText('Hello'); "
        + "log(Math.round(m.width * 100) / 100)",
      "50.69"
    ),
    (
      """
      c.font = '20px sans-serif'; c.textBaseline = 'top'; const m = c.measureText('H')
      log(m.actualBoundingBoxAscent < 0, Math.round(m.actualBoundingBoxDescent - m.actualBoundingBoxAscent))
      """, "true 16"
    ),
    (
      "c.font = '40px sans-serif'; c.textBaseline = 'top'; c.fillText('█', 0, 0); "
        + "log(at(10, 20))",
      "0,0,0,255"
    ),
    (
      "c.font = '20px sans-serif'; c.textAlign = 'right'; c.fillText('█', 40, 25); "
        + "log(at(35, 20), at(5, 20))",
      "0,0,0,255 0,0,0,0"
    ),
    (
      "c.letterSpacing = '5px'; log(c.letterSpacing); c.letterSpacing = 'frob'; "
        + "log(c.letterSpacing)",
      "5px|5px"
    ),
    // The element
    ("log(d.getContext('2d') === c, c.canvas === d, d.width, d.height)", "true true 40 40"),
    (
      "log(d.toDataURL().slice(0, 30), d.toDataURL('image/png') === d.toDataURL())",
      "data:image/png;base64,iVBORw0K true"
    ),
    ("d.toBlob((blob) => log(blob.type, blob.size > 50))", "image/png true"),
    ("d.width = 0; log(d.toDataURL(), c.isContextLost())", "data:, false"),
    (
      "log(Object.prototype.toString.call(c), c instanceof CanvasRenderingContext2D, typeof Path2D)",
      "[object CanvasRenderingContext2D] true function"
    ),
    (
      "const b = document.createElement('canvas').getContext('2d', { alpha: false }); "
        + "log(at(1, 1, b))",
      "0,0,0,255"
    ),
    // What throws
    (
      """
      log(tries(() => c.arc(0, 0, -1, 0, 1)), tries(() => c.drawImage({}, 0, 0)), tries(() => c.fillRect(1)),
        tries(() => c.createPattern(d, 'frob')), tries(() => new CanvasGradient()), tries(() => c.fill('frob')))
      """, "IndexSizeError TypeError TypeError SyntaxError TypeError TypeError"
    ),
  ])
  func scriptsPaintPixels(_ script: String, _ words: String) throws {
    let rig = try PageRig(Self.page(script))
    #expect(rig.said.joined(separator: "|") == words, "\(script)")
  }

  /// Numbers that are none, shapes beyond any size, and far too much of everything: nothing crashes or takes
  /// longer than a turn.
  @Test(arguments: [
    "c.fillRect(NaN, 0, 1, 1); c.arc(1, 1, Infinity, 0, 1); c.lineTo(-Infinity, 0); "
      + "c.setTransform(NaN, 1, 1, 1, 1, 1)",
    "c.lineWidth = 1e300; c.moveTo(-1e300, 1e300); c.lineTo(1e308, 1e308); c.stroke(); c.fill()",
    "c.arc(0, 0, 1e300, -1e300, 1e300); c.lineWidth = 3; c.stroke(); c.fill(); c.clip()",
    "c.setTransform(1e300, 1e300, 1e300, 1e300, 1e300, 1e300); c.fillRect(1e300, 1, 1, 1); "
      + "c.strokeRect(0, 0, 1, 1)",
    "c.scale(1e-300, 1e-300); c.lineWidth = 1e300; c.strokeRect(0, 0, 1e300, 1e300); "
      + "c.clearRect(0, 0, 1, 1)",
    "c.setLineDash(Array(900).fill(1e-9)); c.moveTo(0, 5); c.lineTo(1e6, 5); c.lineWidth = 3; c.stroke()",
    "c.setLineDash(Array(1e5).fill(1)); c.setLineDash([0, 0]); c.strokeRect(5, 5, 9, 9)",
    "for (let i = 0; i < 1e5; i += 1) c.fillRect(i % 40, 1, 2, 2)",
    "for (let i = 0; i < 2e4; i += 1) c.save()",
    "for (let i = 0; i < 500; i += 1) { c.beginPath(); c.arc(20, 20, 10 + i, 0, 7); "
      + "c.clip() } c.fillRect(0, 0, 9, 9)",
    "for (let i = 0; i < 2e4; i += 1) c.lineTo(i % 41, i % 37); c.stroke(); c.fill()",
    "c.shadowBlur = 1e9; c.shadowColor = 'red'; c.shadowOffsetX = 1e300; c.fillRect(0, 0, 40, 40)",
    "c.filter = 'blur(1e9px) blur(9999px)'; c.fillRect(0, 0, 40, 40)",
    "c.font = '1e9px serif'; c.fillText('W'.repeat(2000), 0, 0); c.strokeText('x\\0\\ud800y', 5, 5, NaN)",
    "c.drawImage(d, -1e300, -1e300, 1e308, 1e308, 0, 0, 1e308, 1e308); "
      + "c.drawImage(d, 0, 0, 1e-300, 1e-300)",
    "const p = c.createPattern(d, 'repeat'); p.setTransform({ a: 0 }); c.fillStyle = p; "
      + "c.fillRect(0, 0, 9, 9)",
    "const g = c.createRadialGradient(1e300, 0, 1e300, -1e300, 0, 0); g.addColorStop(0, 'red'); "
      + "c.fillStyle = g; c.fillRect(0, 0, 9, 9)",
    "d.width = 1e9; d.height = 1e9; c.fillRect(0, 0, 9, 9); c.getImageData(0, 0, 9, 9); d.toDataURL()",
    "try { c.getImageData(0, 0, 2147483647, 2147483647) } catch {} "
      + "c.putImageData(new ImageData(1, 1), -2147483648, 2147483647)",
    "new Path2D('M0 0' + 'l1 1'.repeat(9999) + 'A1e9 1e9 1e9 1 1 1e300 1'); c.fill(new Path2D('frob'))",
    "c.roundRect(0, 0, 1e300, 1e300, [1e308]); c.fill(); c.ellipse(0, 0, 1e-300, 0, 0, 0, 1e9); c.stroke()",
    "Array.prototype[Symbol.iterator] = null; Object.prototype.get = 5; c.fillText('a', 1, 1); "
      + "c.setTransform()",
  ])
  func hostileScriptsAreHarmless(_ script: String) throws {
    let rig = try PageRig(
      Self.page(script + "\n;c.reset(); c.restore(); c.beginPath(); d.width = 40; c.fillRect(0, 0, 1, 1)"))
    #expect(!rig.said.contains { $0.hasPrefix("error") }, "\(script): \(rig.said)")
  }

  /// What is not painted is told, once.
  @Test(arguments: [
    ("d.getContext('webgl')", "'getContext(\"webgl\")' of <canvas>"),
    ("d.width = 20000; c.fillRect(0, 0, 1, 1)", "painting on a <canvas> of 20000 × 40 pixels"),
    ("c.fontVariantCaps = 'small-caps'", "'fontVariantCaps: small-caps' of <canvas>"),
    ("d.toDataURL('image/jpeg')", "'image/jpeg' of a canvas"),
    ("c.filter = 'url(#a)'", "'url()' in 'filter' of <canvas>"),
    ("c.drawFocusIfNeeded(d)", "'drawFocusIfNeeded' of <canvas>"),
    ("c.drawImage(document.createElement('video'), 0, 0)", "'drawImage' of <video>"),
    ("for (let i = 0; i < 300; i += 1) { c.arc(20, 20, 10 + i, 0, 7); c.clip() }", "'clip' of <canvas>"),
    (
      "d.width = d.height = 4000; c.shadowBlur = 9; c.shadowColor = 'red'; "
        + "for (let i = 0; i < 50; i += 1) c.fillRect(0, 0, 4000, 4000)",
      "painting on a <canvas> beyond what a turn can paint"
    ),
  ])
  func whatIsNotPaintedIsToldOnce(_ script: String, _ words: String) throws {
    let rig = try PageRig(Self.page(script + ";\n" + script.replacing("const ", with: "")))
    // A script that paints too much may end for its time, too.
    #expect(rig.said.filter { !$0.hasPrefix("error the script did not end") }.count == 1, "\(rig.said)")
    #expect(rig.said.first?.contains(words) == true, "\(rig.said)")
  }

  // MARK: What is shown

  private static func bitmap(_ node: ViewNode) throws -> Bitmap {
    let image = try #require(node.paint.image)
    return try Bitmap(png: #require(dataURLBytes(image.source)))
  }

  @Test func aCanvasIsShownAsAPicture() throws {
    let rig = try PageRig(Self.page("c.fillStyle = 'red'; c.fillRect(0, 0, 20, 40)"))
    let node = try rig.node("d")
    #expect(node.paint.image?.label == "Nothing")
    let bitmap = try Self.bitmap(node)
    #expect([bitmap.width, bitmap.height] == [40, 40])
    #expect([bitmap[5, 5], bitmap[30, 5]] == [RGBA(255, 0, 0), .transparent])
    #expect(rig.page.tree.nodes.contains { $0.text == "Nothing" } == false)
  }

  @Test func nothingIsShownOfACanvasWithoutPaint() throws {
    #expect(try PageRig(Self.page("")).node("d").paint.image == nil)
  }

  @Test func framesPaintOnTheVirtualClock() throws {
    let rig = try PageRig(
      Self.page(
        """
        let x = 0
        requestAnimationFrame(function frame() {
          c.clearRect(0, 0, 40, 40); c.fillRect(x, 0, 1, 40); x += 1
          if (x < 40) requestAnimationFrame(frame)
        })
        """), opens: false)
    rig.driver.open(before: try PageAction(parsing: "wait 0.2"))
    try rig.act("wait 0.2")
    let first = try Self.bitmap(rig.node("d"))
    let column = (0..<40).filter { first[$0, 5].alpha > 0 }
    #expect(column == [11])
    let again = try PageRig(Self.page("c.fillRect(\(column[0]), 0, 1, 40)"))
    #expect(try Self.bitmap(again.node("d")) == first)
  }

  @Test func onlyThePaintedCanvasIsSent() throws {
    let rig = try PageRig(
      Self.page("c.fillRect(0, 0, 9, 9); d.onclick = () => c.fillRect(9, 9, 9, 9)") + "<p id=p>Text</p>")
    _ = rig.page.step()
    let before = rig.page.layoutCount
    #expect(rig.page.step()?.patch == nil)
    try rig.act("tap #d")
    let patch = try #require(rig.page.step()?.patch)
    #expect(patch.operations.count == 1, "\(patch)")
    #expect(rig.page.layoutCount > before)
    #expect(rig.page.step()?.patch == nil)
  }

  @Test(arguments: [
    ("", "", 300.0, 150.0), ("width=80 height=20", "", 80, 20), ("width=80", "", 80, 150),
    ("width=80 height=20", "width: 40px", 40, 10), ("width=80 height=20", "height: 40px", 160, 40),
    ("width=frob height=-2", "", 300, 150), ("width=0", "", 0, 150), ("width=' 12px'", "", 12, 150),
    ("width=600 height=300", "max-width: 100px", 100, 50),
    ("width=80 height=20", "width: 30px; height: 30px", 30, 30),
  ])
  func sizesAreThoseOfReplacedElements(
    _ attributes: String, _ style: String, _ width: Double, _ height: Double
  ) throws {
    let rig = try PageRig(
      "<html><body><canvas id=d \(attributes) style='\(style)'>Text</canvas></body></html>")
    let frame = try rig.node("d").frame
    #expect(abs(frame.width - width) < 0.01 && abs(frame.height - height) < 0.01)
  }

  @Test func objectFitAppliesToACanvas() throws {
    let rig = try PageRig(
      Self.page(
        "c.fillRect(0, 0, 9, 9)", attributes: "width=40 height=20 style='width: 90px; object-fit: contain'"))
    let image = try #require(try rig.node("d").paint.image)
    #expect(image.fit == "contain")
    #expect(image.natural == Size(width: 40, height: 20))
  }

  /// Images of the project, of `data:` addresses and of the network.
  @Test func imagesAreDrawn() throws {
    let red =
      "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><path fill='red' d='M0 0h4v4H0z'/></svg>"
    let script = """
      const i = new Image(), j = new Image(); i.src = "/red.svg"
      i.onload = () => { c.drawImage(i, 0, 0, 10, 10); log(at(5, 5)); j.src = "https://a.example/red.svg" }
      j.onload = () => { c.drawImage(j, 20, 20, 10, 10); log(at(25, 25)) }
      const k = document.createElement("img"); k.src = "data:image/svg+xml;base64,\(Array(red.utf8).base64)"
      c.drawImage(k, 0, 20, 10, 10); log(at(5, 25))
      """
    let rig = try PageRig(
      Self.page(script), files: ["red.svg": red],
      responses:
        #"{"https://a.example/red.svg": {"headers": {"content-type": "image/svg+xml"}, "body": "\#(red)"}}"#
    ) { $0.hold(["red.svg": red]) }
    #expect(rig.said == ["255,0,0,255", "255,0,0,255", "255,0,0,255"])
  }
}
