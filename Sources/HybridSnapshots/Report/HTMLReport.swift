import HybridEncoding
import HybridJSON

/// Results as one self-contained page: pictures are embedded, and it may load nothing and run only its own
/// script.
///
/// Content from projects, such as names, texts and pictures, is in the page as JSON, in which every `<` is
/// escaped.
package struct HTMLReport {
  /// The project's name.
  package var title: String
  /// `12 of 14 cases passed`
  package var summary: String
  /// Pixels for each point of the pictures.
  package var scale: Double
  /// Reads one of the stored pictures by its path; nil when it cannot be read.
  package var picture: (String) -> [UInt8]?

  /// A report of a project.
  package init(title: String, summary: String, scale: Double, picture: @escaping (String) -> [UInt8]?) {
    self.title = title
    self.summary = summary
    self.scale = scale
    self.picture = picture
  }

  /// The maximum number of bytes of a picture, and the limit for all together: larger ones are left out, so
  /// that a browser can open the page.
  static let pictureLimit = 4 << 20
  static let totalLimit = 48 << 20
  /// The maximum number of lines of one difference.
  static let lineLimit = 400

  /// The page.
  package func text(_ results: [CaseResult]) -> String {
    var random = SystemRandomNumberGenerator()
    let nonce = String(random.next(), radix: 36) + String(random.next(), radix: 36)
    return page(results, nonce: nonce)
  }

  /// The page with a given nonce.
  func page(_ results: [CaseResult], nonce: String) -> String {
    let parts = [
      "nonce": nonce, "style": Self.text(PackageResources.report_css),
      "script": Self.text(PackageResources.report_js), "results": json(results),
    ]
    // Every second piece between `@` signs is a name; our page and script contain no other `@`.
    return Self.text(PackageResources.report_html).split(separator: "@", omittingEmptySubsequences: false)
      .enumerated()
      .map { $0.offset.isMultiple(of: 2) ? String($0.element) : parts[String($0.element)] ?? "" }.joined()
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  // MARK: The results as JSON

  private func json(_ results: [CaseResult]) -> String {
    var budget = Self.totalLimit
    var json = JSONWriter()
    json.object {
      $0.member("title", title)
      $0.member("summary", summary)
      $0.key("cases")
      $0.array { for result in results { write(result, to: &$0, &budget) } }
    }
    // `</script>` and `<!--` would end or change the element that contains it (HTML Standard §4.12.1.3).
    return json.text.replacing("<", with: "\\u003c")
  }

  private func write(_ result: CaseResult, to json: inout JSONWriter, _ budget: inout Int) {
    let written = result.snapshots.flatMap { snapshot in
      [
        Self.words(snapshot.layout).map { "\(snapshot.name.layoutPath) \($0)" },
        snapshot.picture.flatMap(Self.words).map { "\(snapshot.name.picturePath) \($0)" },
      ].compactMap(\.self)
    }
    json.object {
      $0.member("heading", result.heading)
      if let title = result.title { $0.member("title", title) }
      $0.member("status", result.isFailure ? "failed" : written.isEmpty ? "passed" : "new")
      $0.key("problems")
      $0.array { for diagnostic in result.diagnostics { $0.value(diagnostic.description) } }
      $0.key("written")
      $0.array { for line in written { $0.value(line) } }
      $0.key("complaints")
      $0.array { json in
        // Pictures come first, because people look at them first.
        let complaints = result.complaints()
        for complaint in complaints.filter({ $0.kind == "picture" })
          + complaints.filter({ $0.kind != "picture" })
        {
          write(complaint, of: result, to: &json, &budget)
        }
      }
    }
  }

  private static func words<Difference>(_ verdict: Verdict<Difference>) -> String? {
    switch verdict {
    case .new: "is new"
    case .updated: "was updated"
    default: nil
    }
  }

  private func write(
    _ complaint: Complaint, of result: CaseResult, to json: inout JSONWriter, _ budget: inout Int
  ) {
    json.object {
      $0.member("place", complaint.place)
      $0.member("message", complaint.message)
      if let source = complaint.source { $0.member("source", source) }
      $0.key("lines")
      $0.array { json in
        for line in complaint.lines.prefix(Self.lineLimit) {
          json.array {
            $0.value(String(line.prefix(1)))
            $0.value(String(line.dropFirst(2)))
          }
        }
      }
      guard complaint.kind == "picture",
        let snapshot = result.snapshots.first(where: { $0.name.picturePath == complaint.place }),
        case .different(let difference)? = snapshot.picture
      else { return }
      writePictures(snapshot.name, difference, to: &$0, &budget)
    }
  }

  private func writePictures(
    _ name: SnapshotName, _ difference: PictureDifference, to json: inout JSONWriter, _ budget: inout Int
  ) {
    let kinds = FailurePicture.allCases
    let files = kinds.compactMap { picture($0.path(of: name)) }
    let size = files.reduce(0) { $0 + $1.count }
    guard files.count == kinds.count, files.allSatisfy({ $0.count <= Self.pictureLimit }), size <= budget
    else {
      json.member(
        "note", "The pictures are too large to be shown here: see \(FailurePicture.folder)/\(name).*.png")
      return
    }
    budget -= size
    let sizes = difference.sizes
    let whole = (max(sizes.before.width, sizes.after.width), max(sizes.before.height, sizes.after.height))
    json.key("picture")
    json.object {
      $0.member("scale", scale)
      for (kind, file) in zip(kinds, files) {
        $0.member(kind.rawValue, "data:image/png;base64," + file.base64)
      }
      $0.key("sizes")
      $0.object {
        for (kind, (width, height)) in zip(kinds, [sizes.before, sizes.after, whole]) {
          $0.key(kind.rawValue)
          $0.array {
            $0.value(width)
            $0.value(height)
          }
        }
      }
    }
  }
}

/// A picture stored after a failed comparison, for people and CI servers.
package enum FailurePicture: String, CaseIterable, Sendable {
  /// The stored picture, the new one, and their difference.
  case expected, actual, difference

  /// The folder of these pictures in the project.
  package static let folder = ".hybrid/test"

  /// The path of a snapshot's picture, relative to the project.
  package func path(of name: SnapshotName) -> String {
    "\(Self.folder)/\(name).\(self == .difference ? "diff" : rawValue).png"
  }
}
