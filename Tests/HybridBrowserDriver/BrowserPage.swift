package import Foundation
package import HybridJSON
import HybridSpawning
import Synchronization

/// One page of a ``Browser``.
package final class BrowserPage: Sendable {
  /// A problem that the page reported: an exception, a console message, a failed load, a policy violation.
  package struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// `exception`, `error`, `warning`.
    package var level: String
    /// The source in DevTools' terms: `javascript`, `console`, `network`, `security`, …
    package var source: String
    package var text: String

    package var description: String { "\(level) (\(source)): \(text)" }
  }

  private let browser: Browser
  private let session: String
  private let context: JSONValue
  private let found = Mutex<[Problem]>([])

  init(browser: Browser, session: String, context: JSONValue) {
    (self.browser, self.session, self.context) = (browser, session, context)
    browser.tools.listen(to: session) { [weak self] method, parameters in
      if let problem = Problem(method, parameters) { self?.found.withLock { $0.append(problem) } }
    }
  }

  /// Closes the page and its context.
  deinit {
    browser.tools.forget(session)
    close()
  }

  /// The problems reported so far, the oldest first.
  package var problems: [Problem] { found.withLock { $0 } }
  /// Clears the problems.
  package func forgetProblems() { found.withLock { $0 = [] } }

  /// Sends a DevTools command to the page.
  @discardableResult
  package func call(
    _ method: String, _ parameters: JSONValue = [:]
  ) async throws(BrowserError) -> JSONValue {
    try await browser.tools.call(method, parameters, session: session)
  }

  /// Navigates to an address and waits until it is loaded.
  package func open(_ address: String) async throws(BrowserError) {
    let answer = try await call("Page.navigate", ["url": .string(address)])
    if let error = answer["errorText"]?.string { throw .refused("Page.navigate", "\(address): \(error)") }
    guard try await wait(for: "document.readyState === 'complete'") else { throw .timedOut(address) }
  }

  /// Sets the size of the viewport, in CSS pixels.
  package func resize(width: Int, height: Int, scale: Double = 1) async throws(BrowserError) {
    try await call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(width)), "height": .number(Double(height)),
        "deviceScaleFactor": .number(scale),
        "mobile": false,
      ])
  }

  /// The value of an expression, or the result of its promise.
  @discardableResult
  package func evaluate(
    _ expression: String
  ) async throws(BrowserError) -> JSONValue {
    let answer = try await call(
      "Runtime.evaluate",
      [
        "expression": .string(expression), "awaitPromise": true, "returnByValue": true, "userGesture": true,
      ])
    if let exception = answer["exceptionDetails"] { throw .script(Problem.text(of: exception)) }
    return answer["result"]?["value"] ?? .null
  }

  /// Waits until an expression is truthy; false after the deadline. During a navigation it counts as false.
  package func wait(for condition: String) async throws(BrowserError) -> Bool {
    let end = ContinuousClock.now + suiteDeadline
    while ContinuousClock.now < end {
      do throws(BrowserError) {
        if try await evaluate("Boolean(\(condition))").bool == true { return true }
      } catch .refused {
        // During a navigation, no script can run.
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  /// A picture of the viewport, as a PNG.
  package func screenshot() async throws(BrowserError) -> Data {
    let answer = try await call("Page.captureScreenshot", ["format": "png"])
    guard let text = answer["data"]?.string, let data = Data(base64Encoded: text) else {
      throw .refused("Page.captureScreenshot", "no picture")
    }
    return data
  }

  /// Closes the page and deletes its storage, without waiting for that.
  package func close() { browser.tools.tell("Target.disposeBrowserContext", ["browserContextId": context]) }
}

extension BrowserPage.Problem {
  /// The problem in an event; nil when it reports none.
  fileprivate init?(_ method: String, _ json: JSONValue) {
    switch method {
    case "Runtime.exceptionThrown":
      self.init(
        level: "exception", source: "javascript", text: Self.text(of: json["exceptionDetails"] ?? .null))
    case "Runtime.consoleAPICalled":
      guard let type = json["type"]?.string, ["error", "warning", "assert"].contains(type) else { return nil }
      let words = (json["args"]?.array ?? []).map { argument in
        argument["value"]?.string ?? argument["description"]?.string ?? argument["type"]?.string ?? ""
      }
      self.init(
        level: type == "warning" ? type : "error", source: "console", text: words.joined(separator: " "))
    case "Log.entryAdded":
      guard let entry = json["entry"], let level = entry["level"]?.string,
        level == "error" || level == "warning"
      else { return nil }
      let address = entry["url"]?.string.map { " [\($0)]" } ?? ""
      self.init(
        level: level, source: entry["source"]?.string ?? "", text: (entry["text"]?.string ?? "") + address)
    default: return nil
    }
  }

  fileprivate static func text(of exception: JSONValue) -> String {
    let value = exception["exception"]
    return value?["description"]?.string ?? value?["value"]?.string ?? exception["text"]?.string
      ?? "exception"
  }
}
