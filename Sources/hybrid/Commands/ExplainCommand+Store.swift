import Glibc
import HybridCache
import HybridJSON
import HybridRelease
import HybridRouting
import HybridRuntime
import HybridSource
import HybridUpdate

/// The state of an app's store for a URI: each release with its answer, the failed releases, and the page
/// cache.
struct StoreExplanation {
  /// A release, and its answer to the URI.
  struct Candidate {
    var held: StoreReport.ReportedRelease
    /// The unit and its file digest; nil when no route matches the URI.
    var answer: (unit: String, digest: FileDigest?)?
  }

  /// Whether a page opens from the cache, and if not, why.
  enum Verdict: String {
    /// A cached tree exists: the page opens at once.
    case kept
    /// A cached tree exists for the device, but its bytes cannot be decoded.
    case unreadable
    /// Trees are cached for other devices only.
    case otherDevice = "other-device"
    /// Trees are cached, but none of this unit in this release.
    case otherContent = "other-content"
    /// The cache has no entries.
    case empty
    /// No cache exists at this path.
    case absent
  }

  /// The page cache.
  struct Pages {
    var path: String
    var runtime: String?
    var device: Device
    var verdict: Verdict
    /// The cached trees of this unit, for all devices.
    var kept: [KeptTrees.Kept] = []
  }

  var folder: String
  var candidates: [Candidate]
  var failed: [FailedRelease]
  var highest: [(channel: String, number: Int)]
  /// Whether a URI was given; otherwise the store is listed.
  var isAsked = true
  /// nil when no unit matches.
  var pages: Pages?
}

extension StoreExplanation {
  /// Whether a folder is an app's store, judging by its file names.
  static func isStore(_ folder: String) -> Bool {
    NamedFile.isFolder(folder) && access("\(folder)/store.sqlite", F_OK) == 0
      && access("\(folder)/\(DistPaths.release)", F_OK) != 0
  }

  /// Lists everything in the store of a folder.
  init(listing folder: String) throws(ReleaseFault) {
    let report = try Self.report(folder)
    self.init(
      folder: folder, candidates: report.held.map { Candidate(held: $0) }, failed: report.failed,
      highest: report.highest, isAsked: false)
  }

  fileprivate static func report(_ folder: String) throws(ReleaseFault) -> StoreReport {
    do throws(Refusal) { return try StoreReport(folder: folder) } catch {
      let hint: String? =
        switch error.code {
        case .fileMissing: "'--store' names the folder that the app gave to UpdateClient"
        case .storeDamaged: "the app sets it aside at its next start and begins with its preset"
        default: nil
        }
      throw ReleaseFault(error, hint: hint)
    }
  }
}

extension Explanation {
  /// Explains an app's answer to a URI.
  ///
  /// - Parameters:
  ///   - pages: The page cache; nil for `trees.sqlite` beside the folder.
  ///   - device: The device to look up in the cache.
  static func store(
    _ folder: String, uri: String, kind: Route.Kind?, pages: String?, device: Device
  ) throws(ReleaseFault) -> Explanation {
    let report = try StoreExplanation.report(folder)
    let active = report.held.first { $0.place == .active }
    let routes = active?.release?.routes ?? []
    var result = Explanation(
      uri: uri, kind: kind, routes: routes, tried: RouteTable(routes).explanation(of: uri, kind: kind),
      origin: "no release is active in \(folder)", release: active?.release)
    if let active {
      let origin = active.installed.origin == .preset ? "the preset, " : ""
      let project = active.release.map { " of \($0.project)" } ?? ", whose manifest cannot be read"
      result.origin =
        """
        \(origin)release \(active.installed.number)\(project), channel \(active.installed.channel), \
        active in \(folder)
        """
    }
    var store = StoreExplanation(
      folder: folder,
      candidates: report.held.map { held in
        let routes = held.release?.routes ?? []
        let match = RouteTable(routes).route(for: uri, kind: kind)
        let unit = match.flatMap { match in
          held.release?.units.first { $0.name == match.route.unit }
        }
        return .init(held: held, answer: match.map { ($0.route.unit, unit?.file.digest) })
      }, failed: report.failed, highest: report.highest)
    if let match = result.match,
      let unit = active?.release?.units.first(where: { $0.name == match.route.unit })
    {
      let state = try refusing { () throws(Refusal) in try report.file(unit.file.path) }
      result.file = File(
        path: unit.file.path, digest: unit.file.digest,
        fault: state == nil
          ? Refusal(.fileMissing, unit.file.path, "is not in the store's list of files") : state?.fault,
        place: state?.place ?? "nowhere", stand: state?.stand)
      store.pages = try StoreExplanation.Pages(
        folder: folder, named: pages,
        key: TreeKey(content: unit.file.digest.sha256.description, device: device))
    }
    result.store = store
    return result
  }
}

extension StoreExplanation.Pages {
  /// Looks up a page in the cache.
  ///
  /// - Parameters:
  ///   - folder: The store's folder.
  ///   - named: The cache file as given on the command line.
  init(folder: String, named: String?, key: TreeKey) throws(ReleaseFault) {
    let parent = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    path = named ?? (folder.contains("/") ? "\(parent)/trees.sqlite" : "trees.sqlite")
    device = key.device
    let trees: KeptTrees
    do throws(KeptTrees.Fault) { trees = try KeptTrees(path: path) } catch {
      switch error {
      case .missing where named == nil:
        verdict = .absent
        return
      case .missing:
        throw ReleaseFault(environment: "missing-file", "'\(path)' is not there")
      case .unreadable(let reason):
        throw ReleaseFault(environment: "unreadable-file", "'\(path)': \(reason)")
      }
    }
    runtime = trees.runtime
    kept = trees.trees.filter { $0.key.content == key.content && $0.key.data == key.data }
    verdict =
      if trees.trees.isEmpty {
        .empty
      } else if kept.isEmpty {
        .otherContent
      } else if let tree = trees.tree(for: key) {
        tree.isReadable ? .kept : .unreadable
      } else {
        .otherDevice
      }
  }

  /// The reason, for people.
  var reason: String {
    switch verdict {
    case .kept: "is cached: it opens at once"
    case .unreadable: "is cached with invalid bytes: it is laid out again"
    case .otherDevice:
      "is laid out again: it was opened on \(kept.map(\.key.device.name).joined(separator: ", ")) only"
    case .otherContent: "is laid out again: this page of this release was not opened yet"
    case .empty: "is laid out again: the cache is empty"
    case .absent: "there is no such file: '--pages FILE' names the app's"
    }
  }
}

extension StoreExplanation {
  /// The listing on its own, for people.
  var text: String { lines.map(\.withoutControls).joined(separator: "\n") + "\n" }

  /// The listing on its own, for programs: one JSON object.
  var json: String {
    var json = JSONWriter()
    json.object {
      $0.member("kind", "store")
      write(to: &$0)
    }
    return json.text + "\n"
  }

  /// For people: a line for each release, the failed releases, and the cache.
  var lines: [String] {
    var lines = ["store    \(folder)"]
    if candidates.isEmpty { lines.append("         no release is in it") }
    let active = candidates.first { $0.held.place == .active }
    for candidate in candidates {
      let place = candidate.held.place.rawValue
      lines.append(
        """
                 \(place)\(String(repeating: " ", count: 9 - place.count)) \(state(candidate.held)): \
        \(answer(candidate, active))
        """
      )
    }
    for failed in failed {
      lines.append(
        """
                 failed    release \(failed.number), \(ReleaseTime(seconds: failed.time)): \
        \(failed.reason.code.rawValue), \(failed.reason.detail)
        """
      )
    }
    if let pages {
      let runtime = pages.runtime.map { ", made by the runtime '\($0)'" } ?? ""
      lines.append("pages    \(pages.path)\(runtime)")
      lines.append(
        pages.verdict == .absent
          ? "         \(pages.reason)" : "         on \(pages.device.name) the page \(pages.reason)")
    }
    return lines
  }

  private func state(_ held: StoreReport.ReportedRelease) -> String {
    var words = "release \(held.installed.number)"
    if held.installed.statement != held.installed.number {
      words += " by statement \(held.installed.statement)"
    }
    if held.installed.origin == .preset, held.place != .preset { words += ", the preset" }
    if held.place == .pending { words += ", at the next start" }
    if held.installed.origin == .store {
      words +=
        held.installed.isConfirmed
        ? ", confirmed" : ", not confirmed, started \(counted(held.starts, "time"))"
    }
    if held.missingFiles > 0 { words += ", \(counted(held.missingFiles, "file")) missing" }
    if held.release == nil { words += ", whose manifest cannot be read" }
    return words
  }

  private func answer(_ candidate: Candidate, _ active: Candidate?) -> String {
    guard isAsked else {
      guard let release = candidate.held.release else { return "nothing else is known" }
      return [
        (release.units.count, "unit"), (release.assets.count, "asset"), (release.routes.count, "route"),
      ]
      .map { counted($0.0, $0.1) }.joined(separator: ", ")
    }
    guard let answer = candidate.answer else { return "no route serves it" }
    guard let digest = answer.digest else { return "'\(answer.unit)', which it does not have" }
    if candidate.held.place == .active { return "answers" }
    let isSame = active?.answer?.digest == digest
    return "'\(answer.unit)', \(isSame ? "the same bytes" : "other bytes")"
  }

  /// Writes members of a JSON object: `store`, and `pages` where a unit matches.
  func write(to json: inout JSONWriter) {
    json.key("store")
    json.object {
      $0.member("folder", folder)
      $0.key("releases")
      $0.array {
        for candidate in candidates {
          let held = candidate.held
          $0.object {
            $0.member("place", held.place.rawValue)
            $0.member("number", held.installed.number)
            $0.member("channel", held.installed.channel)
            $0.member("statement", held.installed.statement)
            $0.member("id", held.installed.id)
            $0.member("isPreset", held.installed.origin == .preset)
            $0.member("confirmed", held.installed.isConfirmed)
            $0.member("starts", held.starts)
            $0.member("missingFiles", held.missingFiles)
            if let answer = candidate.answer {
              $0.member("unit", answer.unit)
              if let digest = answer.digest { $0.member("sha256", digest.sha256.description) }
            }
          }
        }
      }
      $0.key("failed")
      $0.array {
        for failed in failed {
          $0.object {
            $0.member("number", failed.number)
            $0.member("id", failed.id)
            $0.member("code", failed.reason.code.rawValue)
            $0.member("reason", failed.reason.detail)
            $0.member("time", "\(ReleaseTime(seconds: failed.time))")
          }
        }
      }
      $0.key("highest")
      $0.object { for (channel, number) in highest { $0.member(channel, number) } }
    }
    guard let pages else { return }
    json.key("pages")
    json.object {
      $0.member("file", pages.path)
      if let runtime = pages.runtime { $0.member("runtime", runtime) }
      $0.member("device", pages.device.name)
      $0.member("verdict", pages.verdict.rawValue)
      $0.member("reason", pages.reason)
      $0.key("devices")
      $0.array { for kept in pages.kept { $0.value(kept.key.device.name) } }
    }
  }
}
