import HybridDrawing
import HybridRuntime
import HybridViewTree

/// Rendering a PNG of a page of 1,000 nodes: a hundred cards with shadows, gradients, rounded corners,
/// borders and text.
///
/// Budget: 100 ms at scale 2 from the laid-out page to the bytes of the file. The first picture of a process
/// also loads the libraries and fonts.
func benchPicture(_ words: [String]) {
  let clock = ContinuousClock()
  let unit = compiledPage(cards(100))
  let renderer = Renderer()
  for device in [Device(width: 375, height: 667), Device(width: 768, height: 1024)] {
    var tree = ViewTree(nodes: [], viewport: device.viewport)
    var layouts: [Duration] = []
    for _ in 0..<5 { layouts.append(clock.measure { tree = renderer.render(.page(unit), on: device).tree }) }
    let list = tree.displayList
    for scale in [1.0, 2.0] {
      do {
        var bitmap = Bitmap(width: 0, height: 0)
        var file: [UInt8] = []
        let first = try clock.measure { bitmap = try Picture.bitmap(list, scale: scale) }
        var (paints, encodes, both): ([Duration], [Duration], [Duration]) = ([], [], [])
        for _ in 0..<7 {
          paints.append(try clock.measure { bitmap = try Picture.bitmap(list, scale: scale) })
          encodes.append(try clock.measure { file = try bitmap.png() })
          both.append(try clock.measure { file = try Picture.png(list, scale: scale) })
        }
        let again = try Picture.png(list, scale: scale)
        print(
          """
          \(Int(device.viewport.width)) wide at scale \(scale)  \(tree.nodes.count) nodes, \
          \(list.items.count) items, \
          \(bitmap.width)×\(bitmap.height) pixels
            layout  \(shown(median(layouts)))
            paint   \(shown(median(paints))), at first \(shown(first))
            encode  \(shown(median(encodes)))
            PNG     \(shown(median(both))), from \(shown(both.min() ?? .zero)) \
          to \(shown(both.max() ?? .zero)); \
          \(file.count / 1024) KB, \(file == again ? "the same bytes again" : "OTHER BYTES")
          """)
      } catch {
        print("no picture: \(error)")
      }
    }
  }
}

/// Cards of ten elements each.
private func cards(_ count: Int) -> String {
  let names = ["Basket", "Stoneware mug", "Linen throw", "Beech board", "Tall vase", "Soup bowl"]
  let cards = (0..<count).map { index in
    """
    <div class="card"><div class="thumb"></div><div class="body"><h3>\(names[index % names.count]) no. \
    \(index)</h3>\
    <p>Made by hand in small numbers, and sent within two days of your order.</p><div class="tags">\
    <span>new</span><span>\(index % 9 + 1) left</span></div></div><div class="buy"><b>€ \
    \(index * 7 % 90 + 5)</b></div></div>
    """
  }
  return """
    <html><head><style>
    body { margin: 0; padding: 12px; background: #f4f1ec; font: 14px sans-serif; color: #2a2622;
      display: grid; grid-template-columns: repeat(auto-fill, minmax(340px, 1fr)); gap: 12px }
    .card { display: flex; gap: 12px; padding: 12px; border-radius: 14px; background: white;
      align-items: center;
      border: 1px solid #e6dfd5; box-shadow: 0 2px 8px rgba(60, 40, 20, 0.15) }
    .thumb { width: 56px; height: 56px; border-radius: 10px; flex: none;
      background: linear-gradient(135deg, #e8b04a, #b4532a) }
    .body { flex: 1; min-width: 0 } h3 { margin: 0; font-size: 15px }
    p { margin: 2px 0 4px; font-size: 12px; color: #6b645c }
    .tags { display: flex; gap: 6px }
    .tags span { display: block; padding: 1px 8px; border-radius: 8px; font-size: 11px;
      background: #efe7da } .buy { padding: 6px 10px; border-radius: 16px; background: #1f6f5c; color: white }
    </style></head><body>\(cards.joined())</body></html>
    """
}
