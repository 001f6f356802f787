import HybridScript
import Testing

@testable import HybridRuntime

/// What scripts set and what has no effect is told, once for each name, with the line of the script.
@Suite struct ScriptLossTests {
  @Test(arguments: [
    ("d.style.rubyAlign = 'center'", "'ruby-align' has no effect here"),
    ("d.style.setProperty('ruby-align', 'center')", "'ruby-align' has no effect here"),
    ("d.style.cssText = 'ruby-align: center'", "'ruby-align' has no effect here"),
    ("d.setAttribute('style', 'colr: red')", "'colr'"),
    ("d.contentEditable = 'true'", "'contenteditable' of <p> has no effect here"),
    ("d.draggable = true", "'draggable' of <p> has no effect here"),
    ("d.append(document.createElement('marquee'))", "<marquee> does not move here"),
    ("d.insertAdjacentHTML('beforeend', '<b><iframe></iframe></b>')", "<iframe> is a box that shows no page"),
    (
      "d.innerHTML = '<i style=\"ruby-align: center\"></i>'",
      "'ruby-align' has no effect here"
    ),
    ("d.addEventListener('wheel', () => 0)", "the event 'wheel' never happens here"),
    ("d.ondragstart = () => 0", "the event 'dragstart' never happens here"),
    ("document.open()", "'document.open' has no effect here"),
    ("document.execCommand('bold')", "'document.execCommand' has no effect here"),
    ("document.createElement('video').muted = true", "'muted' of <video> has no effect here"),
    ("document.createElement('audio').play().catch(() => {})", "'play' of <audio> has no effect here"),
    ("print()", "'window.print' has no effect here"), ("moveTo(1, 2)", "'window.moveTo' has no effect here"),
    ("d.setPointerCapture(1)", "'setPointerCapture' has no effect here"),
    ("document.designMode = 'on'", "'document.designMode' has no effect here"),
    (
      "d.animate([{ rubyAlign: 'start' }, { rubyAlign: 'center' }], 100)",
      "'ruby-align' has no effect here"
    ),
    (
      "document.styleSheets[0].insertRule('p { ruby-align: center }')",
      "'ruby-align' has no effect here"
    ),
  ])
  func aLossIsToldOnce(_ script: String, _ words: String) throws {
    let rig = try PageRig(
      """
      <html><head><style>p { top: 0 }</style></head><body><p id=d></p><script>\n\(script); \(script)</script>
      """
    )
    #expect(rig.said.count == 1, "\(rig.said)")
    let said = try #require(rig.said.first)
    #expect(said.contains(words), "\(said)")
    // The engine tells no place within the setter of a property.
    #expect(said.contains("(page.html:2)") || script.contains(" = "), "\(said)")
  }

  @Test(arguments: [
    "d.style.rubyAlign = ''; d.style.width = '1px'; d.style.webkitHyphens = 'auto'",
    "d.style.width = 'frob'", "d.contentEditable = 'false'", "d.append(document.createElement('b'))",
    "d.addEventListener('click', () => 0)",
    // A library that passes all events on
    "for (const type of ['wheel', 'drag', 'drop', 'copy', 'cut', 'paste']) d.addEventListener(type, () => 0)",
  ])
  func nothingElseIsTold(_ script: String) throws {
    #expect(try PageRig("<html><body><p id=d></p><script>\(script)</script>").said == [])
  }
}
