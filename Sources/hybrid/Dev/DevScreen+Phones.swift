import HybridServer

/// Connection details for other machines.
extension DevScreen {
  /// The addresses, the code to type, and the QR code.
  func show(_ pairing: PairingInfo) {
    for address in pairing.addresses { row("network", address) }
    if pairing.addresses.isEmpty { row("network", "this machine is in none") }
    out.show(code: pairing.url)
    row("code", "\(pairing.code) pairs a device")
    row("elsewhere", "hybrid preview '\(pairing.url)'")
  }

  /// The QR code that a phone scans to load a template.
  func showPlayground(_ url: String, isOpen: Bool) {
    out.write("\n")
    row("phones", url)
    if !isOpen { out.write("  " + out.paint("33", "they are refused without '--playground'") + "\n") }
    out.show(code: url)
  }
}
