import HybridCompiler
import HybridDrawing
import HybridReload
import HybridSnapshots
import HybridSource

/// Compares what was shown with what was kept, and keeps it where that is wanted. Any thread may use it.
struct SnapshotKeeper: Sendable {
  let files: SnapshotFiles
  var updates: Bool
  var keepsNew: Bool
  var takesPictures: Bool
  /// Pixels a point.
  var scale: Double
  var threshold: Double
  var images: any ImageSource

  /// What became of one snapshot.
  ///
  /// - Throws: What is missing on this machine: then no picture means anything.
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
      // Of this one page alone, such as one that is too long.
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
        faulty: Diagnostic(.error, "test.unreadable-snapshot", "'\(path)' is no snapshot: it is not UTF-8"))
    }
    // A checkout may have brought other line ends; only what is between them is compared.
    guard let difference = TextDifference(before.replacing("\r\n", with: "\n"), now) else { return .same }
    return update(path, Array(now.utf8), .different(difference))
  }

  // MARK: Pictures

  private func picture(of shot: CaseRun.Shot) throws(DrawingError) -> Verdict<PictureDifference> {
    let path = shot.name.picturePath
    var list = shot.tree.displayList
    // As large as the screen at least: what is short, or empty, has its ground.
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
        faulty: Diagnostic(.error, "test.unreadable-snapshot", "'\(path)' is no snapshot: it is no PNG"))
    }
    // Nothing is unpacked that is not as large as the picture which it is compared with: it may be a few
    // bytes that become gigabytes.
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
          .error, "test.unreadable-snapshot", "'\(path)' is no snapshot: \(error.message)"))
    }
    guard let (difference, picture) = PictureDifference.between(before, now, threshold: threshold) else {
      return .same
    }
    let verdict = update(path, try now.png(), .different(difference))
    guard case .different = verdict else { return verdict }
    // What was kept goes along as it is.
    for (kind, bytes) in [
      (LeftPicture.expected, kept), (.actual, try now.png()), (.difference, try picture.png()),
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

  /// What cannot be read is replaced by what is right, if that was asked for.
  private func replace<Difference>(
    _ path: String, _ bytes: [UInt8], faulty: Diagnostic
  ) -> Verdict<Difference> {
    update(path, bytes, .faulty(faulty))
  }
}

extension ViewTree {
  /// Which of the nodes that are other is so by itself: the first one with nothing other in it. What is round
  /// it has only grown with it, most often.
  fileprivate func cause(of changed: [Int]) -> Int? {
    let changed = changed.filter(nodes.indices.contains)
    let ends = subtreeEnds
    return zip(changed, changed.dropFirst() + [.max]).first { node, next in next >= ends[node] }?.0
  }
}
