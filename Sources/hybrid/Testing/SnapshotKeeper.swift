import HybridCompiler
import HybridDrawing
import HybridSnapshots
import HybridSource
import HybridViewTree

/// Compares renderings with their snapshots, and updates the snapshots if requested. Any thread may use it.
struct SnapshotKeeper: Sendable {
  let files: SnapshotFiles
  var updates: Bool
  var keepsNew: Bool
  var takesPictures: Bool
  /// Pixels per point.
  var scale: Double
  var threshold: Double
  var images: any ImageSource

  /// The result for one snapshot.
  ///
  /// - Throws: A missing library or font of this machine: no picture would be valid.
  func result(of shot: CaseRun.Shot) throws(DrawingError) -> SnapshotResult {
    var result = SnapshotResult(name: shot.name, layout: layout(of: shot))
    if case .different(let difference) = result.layout {
      result.source = shot.tree.cause(of: difference.newLines.map { $0 - 1 }).flatMap {
        shot.tree.nodes[$0].source
      }
    }
    guard takesPictures else { return result }
    do throws(DrawingError) {
      result.picture = try picture(of: shot)
    } catch .libraryMissing(let reason) {
      throw .libraryMissing(reason)
    } catch .fontMissing(let font) {
      throw .fontMissing(font)
    } catch {
      // Other errors concern this page alone, such as a page that is too long.
      result.picture = .faulty(
        Diagnostic(.error, error.code, "'\(shot.name)': \(error.message)", hint: error.hint))
    }
    return result
  }

  // MARK: Layouts

  private func layout(of shot: CaseRun.Shot) -> Verdict<TextDifference> {
    let path = shot.name.layoutPath
    let now = shot.tree.snapshotText
    let kept: [UInt8]?
    do throws(ReportedFault) {
      kept = try files.read(path)
    } catch {
      return replace(path, Array(now.utf8), faulty: error.diagnostic)
    }
    guard let kept else { return keep(path, Array(now.utf8)) }
    guard let before = String(validating: kept, as: UTF8.self) else {
      return replace(
        path, Array(now.utf8),
        faulty: Diagnostic(.error, "test.unreadable-snapshot", "'\(path)' is not a snapshot: it is not UTF-8")
      )
    }
    // A checkout may have changed line ends, so these are not compared.
    guard let difference = TextDifference(before.replacing("\r\n", with: "\n"), now) else { return .same }
    return update(path, Array(now.utf8), .different(difference))
  }

  // MARK: Pictures

  private func picture(of shot: CaseRun.Shot) throws(DrawingError) -> Verdict<PictureDifference> {
    let path = shot.name.picturePath
    var list = shot.tree.displayList
    // At least as large as the screen, so that a short or empty page has its background.
    list.size.height = max(list.size.height, shot.tree.viewport.height)
    let now = try Picture.bitmap(list, scale: scale, images: images)
    let kept: [UInt8]?
    do throws(ReportedFault) {
      kept = try files.read(path)
    } catch {
      return replace(path, try now.png(), faulty: error.diagnostic)
    }
    guard let kept else { return keep(path, try now.png()) }
    guard let header = PNGHeader(kept) else {
      return replace(
        path, try now.png(),
        faulty: Diagnostic(
          .error, "test.unreadable-snapshot", "'\(path)' is not a snapshot: it is not a PNG file"))
    }
    // Checked before decoding: a PNG of a few bytes may expand to gigabytes.
    let (width, height) = (max(header.width, now.width), max(header.height, now.height))
    let isComparable = width <= 1 << 20 && width * height <= 4 * max(now.width * now.height, 1 << 20)
    guard isComparable else {
      let other = PictureDifference(before: (header.width, header.height), after: (now.width, now.height))
      return update(path, try now.png(), .different(other))
    }
    let before: Bitmap
    do throws(DrawingError) {
      before = try Bitmap(png: kept)
    } catch .libraryMissing(let reason) {
      throw .libraryMissing(reason)
    } catch {
      return replace(
        path, try now.png(),
        faulty: Diagnostic(
          .error, "test.unreadable-snapshot", "'\(path)' is not a snapshot: \(error.message)"))
    }
    guard let (difference, picture) = PictureDifference.between(before, now, threshold: threshold) else {
      return .same
    }
    let verdict = update(path, try now.png(), .different(difference))
    guard case .different = verdict else { return verdict }
    // The stored picture is copied as it is.
    for (kind, bytes) in [
      (FailurePicture.expected, kept), (.actual, try now.png()), (.difference, try picture.png()),
    ] {
      if let fault = files.write(bytes, to: kind.path(of: shot.name)) { return .faulty(fault) }
    }
    return verdict
  }

  // MARK: Keeping

  private func keep<Difference>(_ path: String, _ bytes: [UInt8]) -> Verdict<Difference> {
    guard keepsNew else { return .missing }
    return files.write(bytes, to: path).map { .faulty($0) } ?? .new
  }

  private func update<Difference>(
    _ path: String, _ bytes: [UInt8], _ verdict: Verdict<Difference>
  ) -> Verdict<Difference> {
    guard updates else { return verdict }
    return files.write(bytes, to: path).map { .faulty($0) } ?? .updated
  }

  /// An unreadable snapshot is replaced only if updates were requested.
  private func replace<Difference>(
    _ path: String, _ bytes: [UInt8], faulty: Diagnostic
  ) -> Verdict<Difference> {
    update(path, bytes, .faulty(faulty))
  }
}

extension ViewTree {
  /// The changed node that caused the difference: the first one without a changed descendant. Its ancestors
  /// have usually just grown with it.
  fileprivate func cause(of changed: [Int]) -> Int? {
    let changed = changed.filter(nodes.indices.contains)
    let ends = subtreeEnds
    return zip(changed, changed.dropFirst() + [.max]).first { node, next in next >= ends[node] }?.0
  }
}
