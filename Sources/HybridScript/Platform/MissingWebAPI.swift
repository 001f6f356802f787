/// A Web API that browsers have and pages here do not have, as the cause of an exception.
///
///     MissingWebAPI(message: "ReferenceError: Can't find variable: Notification")?.name  // "Notification"
///
/// Scripts that test for an API first (`"share" in navigator`) raise no exception, so nothing is reported for
/// them.
package struct MissingWebAPI: Hashable, Sendable {
  /// The API as authors write it: `Notification`, `navigator.share`, or the member of a node: `animate`.
  package var name: String
  /// Whether it is missing for certain. A member of an object that is not known may be the author's own.
  package var isCertain: Bool

  private init(_ name: String, isCertain: Bool = true) {
    self.name = name
    self.isCertain = isCertain
  }

  /// The API that an exception's message names.
  package init?(message: String) {
    let message = Substring(message)
    if let name = message.after("Can't find variable: ") {
      self.init(path: String(name))
    } else if let end = message.firstRange(of: "' is undefined)")?.lowerBound,
      let start = message[..<end].lastIndex(of: "'")
    {
      // "a.b is not a function. (In 'a.b()', 'a.b' is undefined)"
      self.init(callee: message[message.index(after: start)..<end])
    } else if let expression = message.after("undefined is not a constructor (evaluating 'new ") {
      self.init(path: String(expression))
    } else if let expression = message.after("undefined is not an object (evaluating '") {
      // The member that could not be read is the last one of the expression.
      let path = expression.memberPath
      if let end = expression.lastIndex(of: "'"), expression[path.endIndex..<end].contains("(") {
        // `document.createElement("p").a.b`: the member of what a call answered.
        guard let close = expression[..<end].lastIndex(of: ")") else { return nil }
        let rest = expression[expression.index(after: close)..<end]
        guard rest.first == "." || rest.first == "?", let member = rest.parts.dropLast().last else {
          return nil
        }
        self.init(member: member)
        return
      }
      let isWhole = expression[path.endIndex...].first != "["
      self.init(parts: isWhole ? path.parts.dropLast() : path.parts[...])
      // A plain word, such as `x` or `width`, is more likely a member of the author's own object.
      let isOfPage = ["document", "event"].contains(path.parts.first)
      if !isCertain, !isOfPage, !name.contains(where: \.isUppercase) { return nil }
    } else {
      return nil
    }
  }

  /// The API that an expression begins with: `window.HTMLFrameElement) {`.
  package init?(path: String) { self.init(parts: path[...].memberPath.parts[...]) }

  private init?(callee: Substring) {
    let path = callee.memberPath
    if path.endIndex == callee.endIndex {
      self.init(parts: path.parts[...])
    } else if let dot = callee.lastIndex(of: ".") {
      // A method of the result of a call: only its name is known.
      self.init(member: String(callee[callee.index(after: dot)...].memberPath))
    } else {
      return nil
    }
  }

  private init?(parts: ArraySlice<String>) {
    var parts = parts
    while parts.count > 1, let first = parts.first, Self.windows.contains(first) { parts.removeFirst() }
    guard let first = parts.first, let last = parts.last else { return nil }
    if parts.count == 1 {
      guard WebPlatformNames.globals.contains(first[...]) else { return nil }
      self.init(first)
    } else if parts.count == 2, let members = Self.owners[first] {
      guard members().contains(last[...]) else { return nil }
      self.init("\(first).\(last)")
    } else {
      self.init(member: last)
    }
  }

  private init?(member: String) {
    let names = [WebPlatformNames.nodes, WebPlatformNames.events]
    guard names.contains(where: { $0.contains(member[...]) }) else { return nil }
    self.init(member, isCertain: false)
  }

  private static let windows: Set = ["window", "self", "globalThis", "top", "parent", "frames"]
  private static let owners: [String: @Sendable () -> Set<Substring>] = [
    "navigator": { WebPlatformNames.navigator },
    "document": { WebPlatformNames.document.union(WebPlatformNames.nodes) },
    "location": { WebPlatformNames.location }, "history": { WebPlatformNames.history },
    "screen": { WebPlatformNames.screen }, "performance": { WebPlatformNames.performance },
  ]

  // MARK: Words

  /// The message for authors: that it is not supported, and what to do.
  package var hint: String {
    guard isCertain else { return "'\(name)' of elements and events is not supported here; \(test)" }
    return "'\(name)' is not supported here; \(Self.advice[name] ?? test)"
  }

  private var test: String {
    guard isCertain else { return "test for it before it is used" }
    let parts = name.split(separator: ".")
    return "test for it first, \"\(parts[parts.count - 1])\" in \(parts.count > 1 ? parts[0] : "window")"
  }

  private static let advice: [String: String] = [
    "navigator.geolocation": "use token.getLocation(f)",
    "navigator.serviceWorker": "releases are kept on the device and work offline without one",
    "navigator.share": "share by a native module of the app",
    "navigator.clipboard": "use a native module of the app",
    "navigator.vibrate": "use a native module of the app",
    "navigator.mediaDevices": "use a native module of the app",
    "navigator.credentials": "use token.requestTouchID or a native module of the app",
    "Notification": "notify by a native module of the app",
    "ServiceWorker": "releases are kept on the device and work offline without one",
    "PaymentRequest": "pay by a native module of the app",
    "caches": "use localStorage; releases are kept on the device",
    "cookieStore": "use localStorage",
    "SharedWorker": "pages do not share scripts; use localStorage and its events",
    "speechSynthesis": "speak by a native module of the app",
    "SpeechSynthesisUtterance": "speak by a native module of the app",
    "showOpenFilePicker": "use a native module of the app",
    "showSaveFilePicker": "use a native module of the app",
    "AudioContext": "play sounds by a native module of the app",
    "Audio": "play sounds by a native module of the app",
    "RTCPeerConnection": "use a native module of the app",
    "Temporal": "use Date and Intl",
    "WebAssembly": "compile to JavaScript, or use a native module of the app",
    "document.startViewTransition":
      "test for it first and change the document without it: "
      + "document.startViewTransition ? document.startViewTransition(f) : f()",
    "document.execCommand": "change the document by its methods",
    "navigation": "use history and location",
    "find": "search the text by scripts",
  ]
}

extension Substring {
  /// The rest after the first occurrence of a text.
  fileprivate func after(_ text: String) -> Substring? {
    firstRange(of: text).map { self[$0.upperBound...] }
  }

  /// The names joined by dots that it begins with: `a.b.c` of `a?.b.c(1)`.
  fileprivate var memberPath: Substring {
    prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" || $0 == "." || $0 == "?" }
  }

  /// The names of a member path.
  fileprivate var parts: [String] { split { $0 == "." || $0 == "?" }.map(String.init) }
}
