import HybridJSON

extension PageBridge {
  /// Animations and transitions of CSS, registered properties: ``PageMotionHost``.
  static let motion: [(String, Function)] = [
    (
      "motions",
      { bridge, _ in
        let motions = try bridge.page().motions()
        guard !motions.isEmpty else { return .string("") }
        var writer = JSONWriter()
        writer.array { writer in
          for motion in motions {
            writer.array { writer in
              writer.value(motion.id)
              writer.value(motion.kind.rawValue)
              writer.value(motion.name)
              writer.value(motion.node)
              writer.value(motion.pseudoElement)
            }
          }
        }
        return .string(writer.text)
      }
    ),
    (
      "motionState",
      { bridge, given in
        guard let state = try bridge.page().motionState(given.node(0)) else { return .null }
        var writer = JSONWriter()
        writer.object { json in
          if let time = state.time { json.member("time", time) }
          json.member("rate", state.rate)
          json.member("isHeld", state.isHeld)
          json.member("isDone", state.isDone)
          json.member("isScrolled", state.timeline == .scroll)
          json.member("delay", state.delay)
          json.member("duration", state.duration)
          if state.iterations.isFinite { json.member("iterations", state.iterations) }
          json.member("direction", state.direction)
          json.member("fill", state.fill)
          json.member("easing", state.easing)
        }
        return .string(writer.text)
      }
    ),
    (
      "motionFrames",
      { bridge, given in
        let frames = try bridge.page().motionFrames(given.node(0))
        var writer = JSONWriter()
        writer.array { writer in
          for frame in frames {
            writer.object { json in
              json.member("offset", frame.offset)
              json.member("easing", frame.easing)
              json.key("style")
              json.object { json in
                for (name, text) in frame.values { json.member(name, text) }
              }
            }
          }
        }
        return .string(writer.text)
      }
    ),
    (
      "controlMotion",
      { bridge, given in
        if let command = MotionCommand(given.text(1), given.number(2)) {
          try bridge.page().control(given.node(0), command)
        }
        return .undefined
      }
    ),
    (
      "registerProperty",
      { bridge, given in
        try bridge.page().registerProperty(
          given.text(0), syntax: given.text(1), isInherited: given.flag(2), initial: given.optionalText(3))
        return .undefined
      }
    ),
  ]
}
