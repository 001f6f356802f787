import HybridDrawing
import HybridJSON
import HybridReload
import HybridRuntime
import HybridSocket
import HybridSource
import HybridUnits

/// `/hybrid/unit/NAME`: what a unit looks like, in every form that there is.
struct UnitEndpoint: Sendable {
  let session: DevSession

  private enum Form: String, CaseIterable { case out, json, txt, tree, why }

  /// `NAME` is the compiled unit; `NAME.json`, `.tree` and `.txt` its render on the device that the query names, `.why` how an
  /// element of it got its box.
  func respond(to target: String, query: String?) async -> HTTPResponse {
    var name = target
    var form: Form?
    if let dot = target.lastIndex(of: "."), let named = Form(rawValue: String(target[dot...].dropFirst())) {
      name = String(target[..<dot])
      form = named
    }
    guard let unit = await session.unit(named: name) else { return await noUnit(name, session) }
    do throws(QueryFields.Fault) {
      switch form {
      case nil:
        return HTTPResponse(contentType: "application/octet-stream", body: unit.encoded())
      case .out:
        guard case .template(let template) = unit else {
          return .text("a page has no .out; there are .json, .tree, .txt and .why\n", status: 404)
        }
        return HTTPResponse(contentType: "application/octet-stream", body: template.main.out)
      case .json:
        let tree = try await tree(unit, query)
        var json = JSONWriter()
        tree.write(to: &json, detail: .layout)
        return .json(json.bytes)
      case .tree: return .text(try await tree(unit, query).listing)
      case .txt: return .text(TerminalDrawing().text(try await tree(unit, query).displayList))
      case .why: return try await explanation(unit, query)
      }
    } catch {
      return .badQuery(error)
    }
  }

  private func tree(_ unit: Unit, _ query: String?) async throws(QueryFields.Fault) -> ViewTree {
    let device = try device(QueryFields(query, known: ["device", "platform"]))
    return await session.render(unit, on: device).tree
  }

  /// How `hybrid render --why` explains the element that the query selects, as JSON or as text.
  private func explanation(_ unit: Unit, _ query: String?) async throws(QueryFields.Fault) -> HTTPResponse {
    let fields = try QueryFields(query, known: ["selector", "device", "platform", "form"])
    let device = try device(fields)
    guard let selector = fields["selector"], !selector.isEmpty else {
      throw QueryFields.Fault(
        words: "name an element with '?selector=%23buy' (a CSS selector, percent-encoded)")
    }
    let form = fields["form"] ?? "txt"
    guard ["txt", "json"].contains(form) else { throw QueryFields.Fault(words: "'form' is txt or json") }
    guard case .page(let page) = unit else {
      return .text("a template has no .why; there are .out, .json, .tree and .txt\n", status: 404)
    }
    do throws(SelectionError) {
      let explanation = try await session.explain(
        Source(path: "selector", text: selector), in: page, on: device)
      guard form == "json" else { return .text(explanation.text) }
      var json = JSONWriter()
      explanation.write(to: &json)
      return .json(json.bytes)
    } catch {
      return .text(error.diagnostic.description + "\n", status: 400)
    }
  }

  /// The device and the platform that the query names; otherwise the usual one and the session's.
  private func device(_ fields: QueryFields) throws(QueryFields.Fault) -> Device {
    var device = Device.standard
    if let name = fields["device"] {
      guard let named = Device(named: name) else {
        throw QueryFields.Fault(words: unknown("there is no device", name, deviceNames))
      }
      device = named
    }
    device.platform = session.platform
    if let name = fields["platform"] {
      guard let named = TemplatePlatform(rawValue: name) else {
        throw QueryFields.Fault(
          words: unknown("there is no platform", name, TemplatePlatform.allCases.map(\.rawValue)))
      }
      device.platform = named
    }
    return device
  }
}

extension DevSession {
  /// How an element of a page got its size and place, before its scripts run.
  func explain(
    _ selector: Source, in page: PageUnit, on device: Device
  ) throws(SelectionError) -> ElementExplanation {
    let files = files
    return try renderer.explain(selector, in: page, on: device) { path in
      (try? files.read(path).get()).map { Source(path: path, bytes: $0) }
    }
  }
}
