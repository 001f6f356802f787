import HybridJSON
import HybridScript

/// Calls a page's callback with these arguments.
typealias DeviceReply = ([JSONValue]) -> Void

/// The native calls of one page, without the names that scripts call them by; see
/// ``SimulatedDevice/modules(for:)``.
///
/// The user's answers are delivered when they answer. The device's own answers are delivered in a later turn
/// of the page, never before the call has returned.
final class DeviceCalls {
  private let device: SimulatedDevice
  /// Weak, since the page holds its modules, and they hold this.
  private weak var page: LivePage?

  init(_ device: SimulatedDevice, page: LivePage) {
    self.device = device
    self.page = page
  }

  // MARK: Dialogs

  func alert(title: String, message: String) {
    page?.present(.notice(title: title, message: message)) { _ in }
  }

  func choose(_ kind: Dialog.Kind, _ settings: JSONValue, feedBack: @escaping DeviceReply) {
    page?.present(.choice(kind, settings: settings)) { feedBack([$0.index]) }
  }

  func alertInput(_ settings: JSONValue, feedBack: @escaping DeviceReply) {
    page?.present(.input(settings: settings)) { if let texts = $0.texts { feedBack([texts]) } }
  }

  func pickData(_ settings: JSONValue, finish: @escaping DeviceReply) {
    page?.present(.picker(settings: settings)) { if let picked = $0.picked { finish([picked]) } }
  }

  func requestTouchID(reason: String, result: @escaping DeviceReply) {
    page?.present(.touchID(reason: reason)) { result($0.touch) }
  }

  func showHUD(_ text: String) { page?.setHUD(text) }

  func hideHUD() { page?.setHUD(nil) }

  // MARK: The device

  /// Never calls back if the location is unknown (`Documentation/javascript.md`).
  func getLocation(result: @escaping DeviceReply) {
    guard let location = device.location else { return }
    later { result([["longitude": .number(location.longitude), "latitude": .number(location.latitude)]]) }
  }

  func makePhoneCall(_ number: String) { device.call(number) }

  func saveImage(_ settings: JSONValue, success: @escaping DeviceReply, failure: @escaping (String) -> Void) {
    let address = settings.text("url")
    guard !address.isEmpty else { return later { failure("there is no url") } }
    device.savePhoto(address)
    later { success(["the picture is saved"]) }
  }

  func log(_ text: String) { device.log(text) }

  // MARK: Other pages

  func setTitle(_ title: String) { page?.title = title }

  func navigate(_ navigation: PageNavigation) {
    if let page { device.navigate(navigation, from: page.environment.address) }
  }

  /// `navigateTo` of the package dialect: an address, or an object with one as `url` or `name`, which is
  /// passed on as a whole.
  func navigate(to settings: JSONValue) {
    let address = settings.string ?? settings["url"]?.string ?? settings["name"]?.string ?? ""
    navigate(.push(address, data: settings.object.map { .object($0) }))
  }

  // MARK: The screen and the stores

  var screen: (width: Double, height: Double)? { page?.viewport }

  /// Values are kept as JSON, as the page's own `token.setStorage` keeps them; null removes one.
  func setStorage(_ settings: JSONValue, in area: PageStorageArea) throws -> JSONValue? {
    let value = settings["value"] ?? .null
    try page?.store(value.isNull ? nil : value.text(), for: settings.text("key"), in: area)
    return nil
  }

  func getStorage(_ key: JSONValue, in area: PageStorageArea, missing: JSONValue?) -> JSONValue? {
    guard let text = page?.stored(key.shownText, in: area) else { return missing }
    return (try? JSONValue(parsing: text)) ?? .string(text)
  }

  func clearStorage(_ area: PageStorageArea) throws -> JSONValue? {
    for key in page?.storedKeys(in: area) ?? [] { try page?.store(nil, for: key, in: area) }
    return nil
  }

  private func later(_ work: @escaping () -> Void) { page?.later { _ in work() } }
}
