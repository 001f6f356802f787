import HybridDrawing
import HybridJSON
import HybridReload
import HybridRuntime
import HybridSocket
import HybridSource
import HybridUnits
import HybridViewTree

/// `/hybrid/unit/NAME`: a unit in all output formats.
struct UnitEndpoint: Sendable {
  let session: DevSession

  private enum Form: String, CaseIterable { case out, json, txt, tree, a11y, why, png }

  /// `NAME` is the compiled unit; `NAME.json`, `.tree`, `.txt` and `.png` its render on the device that the
  /// query names, `.why` how an element of it got its box.
  func respond(
    to target: String, _ fields: QueryFields
  ) async throws(QueryFields.Fault) -> HTTPResponse {
    var name = target
    var form: Form?
    if let dot = target.lastIndex(of: "."), let named = Form(rawValue: String(target[dot...].dropFirst())) {
      name = String(target[..<dot])
      form = named
    }
    guard let unit = await session.unit(named: name) else { return await noUnit(name, session) }
    try fields.check(known: Self.fields(of: form))
    switch form {
    case nil:
      return HTTPResponse(contentType: "application/octet-stream", body: unit.encoded())
    case .out:
      guard let out = unit.content.outFile else { return missing(.out, of: unit) }
      return HTTPResponse(contentType: "application/octet-stream", body: out)
    case .json:
      let tree = try await tree(unit, fields)
      var json = JSONWriter()
      tree.write(to: &json, detail: .layout)
      return .json(json.bytes)
    case .tree: return .text(try await tree(unit, fields).listing)
    case .a11y: return .text(try await tree(unit, fields).accessibilityListing)
    case .txt: return .text(TerminalDrawing().text(try await tree(unit, fields).displayList))
    case .why: return try await explanation(unit, fields)
    case .png: return try await picture(unit, fields)
    }
  }

  private func tree(_ unit: Unit, _ fields: QueryFields) async throws(QueryFields.Fault) -> ViewTree {
    let variant = try await variant(of: unit, fields)
    return await session.render(unit, as: variant).tree
  }

  /// The unit as `hybrid render --format png` draws it.
  private func picture(_ unit: Unit, _ fields: QueryFields) async throws(QueryFields.Fault) -> HTTPResponse {
    let variant = try await variant(of: unit, fields)
    let scale = fields["scale"].map { Double($0) } ?? 2
    guard let scale, Picture.scales.contains(scale) else {
      throw QueryFields.Fault(words: "'scale' is a number from 0.5 to 4")
    }
    let tree = await session.render(unit, as: variant).tree
    switch await PictureQueue.shared.png(of: tree, scale: scale, images: session.images) {
    case .success(let bytes): return HTTPResponse(contentType: "image/png", body: bytes)
    case .failure(.tooMany): return .text("too many pictures are being drawn; ask again\n", status: 503)
    case .failure(.drawing(let error)):
      return .text(
        error.message + (error.hint.map { "; \($0)" } ?? "") + "\n", status: error.isOfInput ? 400 : 500)
    }
  }

  /// How `hybrid render --why` explains the element that the query selects, as JSON or as text.
  private func explanation(
    _ unit: Unit, _ fields: QueryFields
  ) async throws(QueryFields.Fault) -> HTTPResponse {
    let variant = try await variant(of: unit, fields)
    guard let selector = fields["selector"], !selector.isEmpty else {
      throw QueryFields.Fault(
        words: "name an element with '?selector=%23buy' (a CSS selector, percent-encoded)")
    }
    let form = fields["form"] ?? "txt"
    guard ["txt", "json"].contains(form) else { throw QueryFields.Fault(words: "'form' is txt or json") }
    do throws(SelectionError) {
      let explanation = try await session.explain(
        Source(path: "selector", text: selector), in: unit, as: variant)
      guard let explanation else { return missing(.why, of: unit) }
      guard form == "json" else { return .text(explanation.text) }
      var json = JSONWriter()
      explanation.write(to: &json)
      return .json(json.bytes)
    } catch {
      return .text(error.diagnostic.description + "\n", status: 400)
    }
  }

  /// The answer to a request for a form that the unit's kind does not have.
  private func missing(_ form: Form, of unit: Unit) -> HTTPResponse {
    var others = ["json", "png", "tree", "txt"]
    if unit.content.outFile != nil { others.insert("out", at: 0) }
    if unit.kind.showable.isExplained { others.append("why") }
    let last = others.removeLast()
    let list = others.map { ".\($0)" }.joined(separator: ", ") + " and .\(last)"
    return .text("a \(unit.kind.rawValue) has no .\(form); there are \(list)\n", status: 404)
  }

  /// The fields of the query, for all forms.
  static let queryFields = ["scale", "selector", "form"] + variantFields

  /// The query fields of a form.
  private static func fields(of form: Form?) -> [String] {
    switch form {
    case nil, .out: []
    case .json, .txt, .tree, .a11y: variantFields
    case .why: ["selector", "form"] + variantFields
    case .png: ["scale"] + variantFields
    }
  }

  /// The fields that select the variant of a unit, with the names of the messages.
  private static let variantFields = DeviceKey.allCases.map(field) + ["data"]

  /// The field of a query for a member of a device.
  private static func field(_ key: DeviceKey) -> String { key == .name ? "device" : key.rawValue }

  /// The variant of the query; the defaults are the usual device, the session's platform and the unit's own
  /// data.
  private func variant(of unit: Unit, _ fields: QueryFields) async throws(QueryFields.Fault) -> Variant {
    var request = DeviceRequest()
    for key in DeviceKey.allCases {
      let field = Self.field(key)
      switch key {
      case .name: request.name = fields[field]
      case .width: request.width = try number(field, fields)
      case .height: request.height = try number(field, fields)
      case .landscape: request.isLandscape = try flag(field, fields)
      case .dark: request.prefersDark = try flag(field, fields)
      case .fontScale: request.fontScale = try number(field, fields)
      case .rightToLeft: request.isRightToLeft = try flag(field, fields)
      case .platform:
        guard let name = fields[field] else { break }
        guard let named = TemplatePlatform(rawValue: name) else {
          throw QueryFields.Fault(
            words: unknown("there is no platform", name, TemplatePlatform.allCases.map(\.rawValue)))
        }
        request.platform = named
      }
    }
    // A size alone does not modify the usual device.
    if request.name == nil, request.width == nil { request.name = Device.standard.name }
    let data = fields["data"].flatMap { Variant.dataSet(named: $0) }
    if let data, let fault = unit.fault(ofDataSet: data) { throw QueryFields.Fault(words: fault) }
    do throws(DeviceFault) {
      let device = try await session.devices.device(request, platform: session.platform)
      return Variant(device, dataSet: data)
    } catch {
      throw QueryFields.Fault(words: await error.words(session))
    }
  }

  private func number(_ name: String, _ fields: QueryFields) throws(QueryFields.Fault) -> Double? {
    guard let text = fields[name] else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw QueryFields.Fault(words: "'\(name)' is a number, not '\(text.prefix(100))'")
    }
    return number
  }

  /// A field without a value means true: `?dark&rtl`.
  private func flag(_ name: String, _ fields: QueryFields) throws(QueryFields.Fault) -> Bool? {
    switch fields[name] {
    case nil: return nil
    case "", "true", "1": return true
    case "false", "0": return false
    case let text?: throw QueryFields.Fault(words: "'\(name)' is true or false, not '\(text.prefix(100))'")
    }
  }
}

extension DevSession {
  /// Explains how an element of a unit got its size and position, before scripts run; nil if the unit's kind
  /// is not explained.
  func explain(
    _ selector: Source, in unit: Unit, as variant: Variant
  ) throws(SelectionError) -> ElementExplanation? {
    try unit.showable.explain(selector, as: variant, by: state.renderer) { [files] in files.source($0) }
  }
}

extension Unit {
  /// Why the unit cannot be shown with a data set; nil if it has it.
  func fault(ofDataSet name: String) -> String? {
    let names = dataSets.map(\.name)
    guard !names.contains(name) else { return nil }
    guard !names.isEmpty else { return "\(self.name) has no data sets, so there is no '\(name.prefix(100))'" }
    return unknown("\(self.name) has no data set", name, names)
  }
}

extension DevSession {
  /// Why a data set of a unit, or of the shown one, cannot be shown; nil if it can.
  func faultOfDataSet(_ name: String, of unit: String?) -> String? {
    guard let name = Variant.dataSet(named: name), let unit = (unit ?? shown).flatMap({ state.current($0) })
    else {
      return nil
    }
    return unit.fault(ofDataSet: name)
  }
}
