import HybridCompiler
import HybridDrawing
import HybridSource
import HybridViewTree

// `hybrid render --format png` and `svg`.
extension RenderCommand {
  /// Whether Cairo draws the format; other formats are text.
  static func isPicture(_ arguments: Arguments) -> Bool {
    !usesJSON(arguments) && [.png, .svg, .image].contains(arguments[format])
  }

  /// The error for a destination that cannot take a picture: a terminal shows the bytes of a PNG as noise.
  static func pictureFault(_ arguments: Arguments) -> Diagnostic? {
    guard isPicture(arguments), arguments[format] == .png, arguments[output] == nil,
      Output.standard.isTerminal
    else { return nil }
    return Diagnostic(
      .error, "render.binary-to-terminal", "a PNG file cannot be printed on a terminal",
      hint: "write it to a file with '-o page.png', or pipe it to another program")
  }

  /// The picture of a tree as file contents.
  static func picture(
    _ tree: ViewTree, _ images: ImageBook, _ arguments: Arguments
  ) -> Result<[UInt8], WritingFault> {
    do throws(DrawingError) {
      let list = tree.displayList
      let bytes =
        switch arguments[format] {
        case .svg: try Picture.svg(list, images: images)
        case .image: try terminalPicture(list, images, arguments)
        default: try Picture.png(list, scale: arguments[scale] ?? 2, images: images)
        }
      for (name, fault) in images.faults.sorted(by: { $0.key < $1.key }) {
        let name =
          name.hasPrefix("data:image/svg+xml,<svg ")
          ? "an <svg> of the page" : name.hasPrefix("data:") ? "a picture in its own address" : "'\(name)'"
        Output.error.report(
          Diagnostic(.warning, fault.code, "\(name) is not drawn: \(fault.message)", hint: fault.hint))
      }
      for package in TextMetrics.missingPackages {
        Output.error.report(
          Diagnostic(
            .warning, "environment.missing-font", "some characters are drawn as boxes: a font is missing",
            hint: "apt-get install \(package)"))
      }
      return .success(bytes)
    } catch {
      let diagnostic = Diagnostic(.error, error.code, error.message, hint: error.hint)
      return .failure(
        WritingFault(
          diagnostic: diagnostic, exitCode: error.isOfInput ? .projectHasErrors : .environmentFailed))
    }
  }

  /// The images of a project; images that were read are protected from being overwritten.
  static func images(of location: ProjectLocation, _ inputs: InputFiles) -> ImageBook {
    let reader = inputs.noting(location.files)
    return ImageBook(files: { try? reader.read($0).get() })
  }

  /// The picture in the terminal's own image protocol, or as half blocks where the terminal has none.
  private static func terminalPicture(
    _ list: DisplayList, _ images: ImageBook, _ arguments: Arguments
  ) throws(DrawingError) -> [UInt8] {
    let isShown = arguments[output] == nil && Output.standard.isTerminal
    let protocolName = isShown ? TerminalPicture.Form(environment: environment) : .blocks
    let columns = (isShown ? Output.standard.columns : nil) ?? 80
    // A terminal shows no more pixels than its cells have, except for one that scales images itself.
    let scale = arguments[scale] ?? (protocolName == .kitty ? 2 : 1)
    let bitmap = try Picture.bitmap(list, scale: scale, images: images)
    return Array(
      try TerminalPicture(bitmap, width: list.size.width, columns: columns).text(protocolName).utf8)
  }
}
