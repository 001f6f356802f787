import HybridEncoding
import HybridJSON
import HybridSource
import HybridUnits

/// Diagnostics as a log of the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS).
enum SARIF {
  /// One log with one run.
  ///
  /// - Parameters:
  ///   - root: The project's absolute folder path; file URIs are relative to it.
  ///   - exitCode: The exit code of the command.
  static func log(of diagnostics: [Diagnostic], root: String, exitCode: ExitCode) -> String {
    let rules = Set(diagnostics.map(\.code)).sorted()
    let ruleIndexes = Dictionary(uniqueKeysWithValues: zip(rules, rules.indices))
    var json = JSONWriter(pretty: true)
    json.object { json in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.member("version", "2.1.0")
      json.key("runs")
      json.array { json in
        json.object { json in
          json.key("tool")
          json.object { json in
            json.key("driver")
            json.object { json in
              json.member("name", "hybrid")
              json.member("version", hybridVersion)
              json.key("rules")
              json.array { json in
                for rule in rules { json.object { write(rule, to: &$0) } }
              }
            }
          }
          json.key("invocations")
          json.array { json in
            json.object { json in
              // §3.20.14: whether the tool ran successfully, independent of its results.
              json.member("executionSuccessful", true)
              json.member("exitCode", Int(exitCode.rawValue))
            }
          }
          json.key("originalUriBaseIds")
          json.object { json in
            json.key("PROJECT")
            json.object { $0.member("uri", "file://" + root.percentEncoded(keeping: .unreservedPath) + "/") }
          }
          json.member("columnKind", "utf16CodeUnits")
          json.key("results")
          json.array { json in
            for diagnostic in diagnostics {
              json.object { write(diagnostic, ruleIndexes[diagnostic.code] ?? 0, to: &$0) }
            }
          }
        }
      }
    }
    return json.text
  }

  /// Writes a rule (§3.49): its summary and where `check-rules.md` describes it, for the rules that are
  /// there.
  private static func write(_ code: String, to json: inout JSONWriter) {
    json.member("id", code)
    guard let rule = CheckRule(rawValue: code) else { return }
    json.key("shortDescription")
    json.object { $0.member("text", rule.summary) }
    // A `helpUri` must be absolute, and the absolute address of this page is unknown.
    json.key("help")
    json.object { $0.member("text", "Documentation/check-rules.md#" + code.filter { $0 != "." }) }
  }

  /// Writes a result (§3.27).
  private static func write(_ diagnostic: Diagnostic, _ rule: Int, to json: inout JSONWriter) {
    json.member("ruleId", diagnostic.code)
    json.member("ruleIndex", rule)
    json.member("level", diagnostic.severity.rawValue)
    json.key("message")
    json.object { $0.member("text", diagnostic.message + (diagnostic.hint.map { "; " + $0 } ?? "")) }
    guard let location = diagnostic.location else { return }
    json.key("locations")
    json.array { json in
      json.object { json in
        json.key("physicalLocation")
        json.object { json in
          json.key("artifactLocation")
          json.object { json in
            let isAbsolute = location.path.hasPrefix("/")
            let path = location.path.percentEncoded(keeping: .unreservedPath)
            json.member("uri", (isAbsolute ? "file://" : "") + path)
            // A file outside the project has no `uriBaseId`.
            if !isAbsolute { json.member("uriBaseId", "PROJECT") }
          }
          json.key("region")
          json.object { write(location, diagnostic.frame, to: &$0) }
        }
      }
    }
  }

  /// Writes a region (§3.30). Its columns count UTF-16 units, ours count characters; the frame's source line
  /// converts between them, unless the line is so long that its start is cut off.
  private static func write(
    _ location: SourceLocation, _ frame: Diagnostic.Frame?, to json: inout JSONWriter
  ) {
    json.member("startLine", location.line)
    let before = frame.map { $0.text.prefix($0.start) }
    let isWhole = frame?.start == location.column - 1 && before?.hasPrefix("…") == false
    let column = isWhole ? (before?.utf16.count ?? 0) + 1 : location.column
    json.member("startColumn", column)
    guard let frame else { return }
    let marked = frame.text.dropFirst(frame.start).prefix(frame.length)
    if !marked.isEmpty { json.member("endColumn", column + marked.utf16.count) }
    json.key("snippet")
    json.object { $0.member("text", frame.text) }
  }
}
