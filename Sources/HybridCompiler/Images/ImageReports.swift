import HybridEncoding
import HybridSource
import HybridUnits

extension FileState {
  /// The picture in the file at `path`; nil when it cannot be shown.
  func imageFile(_ path: String, written: String) -> ImageFile? {
    guard case .image(.success(let header), let hash) = self else { return nil }
    return ImageFile(
      source: written, path: path, width: header.width, height: header.height, ratio: header.ratio,
      hash: hash,
      kind: header.kind)
  }

  /// Reports why the file at `path` cannot be shown as a picture, with the nearest existing name.
  ///
  /// Each report is a warning: the page is shown, with an empty box for the picture.
  func reportImage(
    _ path: String, written: String, at range: Range<Int>, in source: Source, _ files: FileStore,
    _ reports: inout Reports
  ) {
    switch self {
    case .present, .image(.success, _): break
    case .image(.failure(let fault), _):
      reports.add(.warning, "image.\(fault.code)", "'\(path)': \(fault.message)", at: range, in: source)
    case .failed(let failure):
      let near =
        failure == .missing ? files.suggestion(for: path, written: FileFailure.unquoted(written)) : nil
      reports.add(
        .warning, "image.\(failure.imageCode)", "'\(path)': \(failure.message)", at: range, in: source,
        hint: near.map { "did you mean '\($0)'?" })
    }
  }
}

extension FileFailure {
  /// The last part of the code of a diagnostic about a picture.
  fileprivate var imageCode: String {
    switch self {
    case .missing: "missing"
    case .tooLarge: "too-large"
    default: code
    }
  }
}

extension ImageFile {
  /// The picture in a `data:` URL.
  /// - Throws: ``ImageFault`` for one that cannot be shown.
  init?(dataURL: String) throws(ImageFault) {
    guard dataURL.hasPrefix("data:") else { return nil }
    guard let bytes = dataURLBytes(dataURL) else { throw .unknownFormat(name: nil) }
    let header = try ImageHeader(reading: bytes)
    self.init(
      source: dataURL, path: "", width: header.width, height: header.height, ratio: header.ratio,
      hash: ContentHash(bytes), kind: header.kind)
  }
}

extension Reference {
  /// The picture in a `data:` URL; nil for any other URL, and for one that cannot be shown, which is
  /// reported.
  func imageInAddress(at range: Range<Int>, in source: Source, _ reports: inout Reports) -> ImageFile? {
    guard case .remote(let url) = self else { return nil }
    do throws(ImageFault) { return try ImageFile(dataURL: url) } catch {
      reports.add(
        .warning, "image.\(error.code)", "the picture in this address cannot be shown: \(error.message)",
        at: range, in: source)
      return nil
    }
  }

  /// Reports why the URL of a picture leads to no file. Pictures of other hosts are not fetched and not
  /// reported: an app will show them.
  func reportImage(_ text: String, at range: Range<Int>, in source: Source, _ reports: inout Reports) {
    guard self == .outside else { return }
    reports.add(
      .warning, "image.outside-project", "'\(text)' leads out of the project", at: range, in: source,
      hint: "'/' is the project's own folder")
  }
}
