import HybridDrawing
import HybridServer

extension Output {
  /// Prints a QR code that scans on dark and on light terminals, or the reason why it cannot.
  func show(code text: String) {
    let code: QRCode
    do throws(QRCodeError) { code = try QRCode(text) } catch { return Output.error.report(error.diagnostic) }
    let room = code.terminalWidth + 2
    if !usesColor {
      write("  (a QR code needs a terminal with colours)\n")
    } else if let columns, columns < room {
      write("  (a QR code needs \(room) columns)\n")
    } else {
      for line in code.terminalLines { write("  " + line + "\n") }
    }
  }
}
