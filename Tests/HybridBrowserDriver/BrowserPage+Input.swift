import HybridJSON
import HybridSpawning

/// User input, delivered as mouse and keyboard events.
extension BrowserPage {
  /// The centre of the first matching element, scrolled into view, in CSS pixels of the viewport. It waits
  /// until the element has stopped moving, as a user would.
  package func middle(of selector: String) async throws(BrowserError) -> (x: Double, y: Double) {
    let place = try await evaluate(
      """
      (async () => {
        const find = () => document.querySelector(\(JSONValue.string(selector).script));
        const middle = () => {
          const box = find()?.getBoundingClientRect();
          return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
        };
        find()?.scrollIntoView({block: "nearest", inline: "nearest"});
        let place = middle();
        for (let isMoving = true, frames = 0; isMoving && frames < 200; frames += 1) {
          await new Promise(done => { requestAnimationFrame(done); setTimeout(done, 500); });
          const next = middle();
          isMoving = String(next) !== String(place);
          place = next;
        }
        return place;
      })()
      """)
    guard let x = place[0]?.number, let y = place[1]?.number else { throw .noElement(selector) }
    return (x, y)
  }

  /// Clicks in the centre of the first matching element. An element that moves away between the measurement
  /// and the press is measured again: what the press would hit instead never sees it.
  package func click(_ selector: String) async throws(BrowserError) {
    let end = ContinuousClock.now + suiteDeadline
    repeat {
      let (x, y) = try await middle(of: selector)
      try await evaluate(Self.guardOfClicks(on: selector))
      try await click(x: x, y: y)
      do throws(BrowserError) {
        if try await evaluate("window.endGuard?.() ?? true").bool == true { return }
      } catch .refused {
        // The click has led to another page.
        return
      }
    } while ContinuousClock.now < end
    throw .noElement("\(selector), which something covers")
  }

  /// Stops the events of a click that begins outside an element. `endGuard` says whether it has hit.
  private static func guardOfClicks(on selector: String) -> String {
    """
    (() => {
      const names = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
      const target = document.querySelector(\(JSONValue.string(selector).script));
      let hasHit = true;
      const look = event => {
        if (event.type === names[0]) hasHit = event.composedPath().includes(target);
        if (hasHit) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      for (const name of names) addEventListener(name, look, true);
      window.endGuard = () => {
        for (const name of names) removeEventListener(name, look, true);
        delete window.endGuard;
        return hasHit;
      };
    })()
    """
  }

  /// Clicks at a position of the viewport.
  package func click(x: Double, y: Double) async throws(BrowserError) {
    for type in ["mouseMoved", "mousePressed", "mouseReleased"] { try await mouse(type, x: x, y: y) }
  }

  /// Sends one mouse event: `mouseMoved`, `mousePressed`, `mouseReleased`.
  package func mouse(_ type: String, x: Double, y: Double) async throws(BrowserError) {
    let isMove = type == "mouseMoved"
    try await call(
      "Input.dispatchMouseEvent",
      [
        "type": .string(type), "x": .number(x), "y": .number(y), "button": isMove ? "none" : "left",
        "buttons": type == "mousePressed" ? 1 : 0, "clickCount": isMove ? 0 : 1,
      ])
  }

  /// Turns the mouse wheel at a position; positive scrolls down.
  package func wheel(x: Double, y: Double, by distance: Double) async throws(BrowserError) {
    try await call(
      "Input.dispatchMouseEvent",
      [
        "type": "mouseWheel", "x": .number(x), "y": .number(y), "deltaX": 0, "deltaY": .number(distance),
      ])
  }

  /// Types characters, with one key press each.
  package func type(_ text: String) async throws(BrowserError) {
    for character in text {
      let letter = JSONValue.string(String(character))
      try await call("Input.dispatchKeyEvent", ["type": "keyDown", "text": letter, "key": letter])
      try await call("Input.dispatchKeyEvent", ["type": "keyUp", "key": letter])
    }
  }

  /// Presses a non-text key, named as in UI Events: `Tab`, `ArrowDown`, `Enter`.
  /// - Parameter modifiers: 1 Alt, 2 Control, 4 Meta, 8 Shift, added up.
  package func press(_ key: String, modifiers: Int = 0) async throws(BrowserError) {
    let codes = [
      "Backspace": 8, "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35,
      "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Delete": 46,
    ]
    let code = JSONValue.number(Double(codes[key] ?? Int(key.uppercased().utf8.first ?? 0)))
    let text: String? = key == "Enter" ? "\r" : key == " " && modifiers == 0 ? " " : nil
    var down: JSONValue = [
      "type": .string(text == nil ? "rawKeyDown" : "keyDown"), "key": .string(key),
      "code": .string(key == " " ? "Space" : key), "windowsVirtualKeyCode": code,
      "nativeVirtualKeyCode": code,
      "modifiers": .number(Double(modifiers)),
    ]
    if let text, case .object(var members) = down {
      members["text"] = .string(text)
      down = .object(members)
    }
    try await call("Input.dispatchKeyEvent", down)
    try await call(
      "Input.dispatchKeyEvent",
      [
        "type": "keyUp", "key": .string(key), "code": .string(key == " " ? "Space" : key),
        "windowsVirtualKeyCode": code, "modifiers": .number(Double(modifiers)),
      ])
  }

  /// Sets the text that an input method is composing.
  package func compose(_ text: String) async throws(BrowserError) {
    let end = JSONValue.number(Double(text.utf16.count))
    try await call(
      "Input.imeSetComposition", ["text": .string(text), "selectionStart": end, "selectionEnd": end])
  }

  /// Inserts a text at once: the result of an input method, or a paste.
  package func insert(_ text: String) async throws(BrowserError) {
    try await call("Input.insertText", ["text": .string(text)])
  }
}

extension JSONValue {
  /// The value as a JavaScript expression, for use in a script.
  package var script: String {
    var json = JSONWriter()
    json.value(self)
    return json.text
  }
}
