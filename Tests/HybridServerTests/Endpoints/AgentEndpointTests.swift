import Foundation
import HybridGeometry
import HybridJSON
import HybridSocket
import HybridSource
import HybridTestSupport
import HybridViewTree
import Testing

@testable import HybridServer

@Suite(.serialized) struct AgentEndpointTests {
  @Test(arguments: [
    ("GET", "hybrid/problems"), ("GET", "hybrid/problems.txt"), ("GET", "hybrid/clients"),
    ("HEAD", "hybrid/problems"),
    ("POST", "hybrid/reload"), ("POST", "hybrid/show"), ("POST", "hybrid/open"), ("POST", "reload"),
  ])
  func theTokenIsNeeded(_ method: String, _ path: String) async throws {
    let rig = try await ServerRig()
    let url = rig.server.ready.url + path
    for value in [
      nil, "", "Bearer", "Bearer ", "Bearer wrong", "Basic " + rig.server.ready.token, rig.server.ready.token,
    ] {
      var headers: HTTPHeaders = ["Content-Type": "application/json"]
      if let value { headers.append("Authorization", value) }
      let answer = try await httpGet(
        url, method: method, headers: headers, body: method == "POST" ? [123, 125] : [])
      #expect(answer.status == 401 && answer.headers["WWW-Authenticate"] == "Bearer")
    }
    // Never in the query, which is logged.
    #expect(try await httpGet(url + "?token=" + rig.server.ready.token, method: method).status >= 400)
  }

  /// Requests that a form, or a script of another page, could send without permission.
  @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
  func aWishIsJSON(_ type: String?) async throws {
    let rig = try await ServerRig()
    var headers: HTTPHeaders = ["Authorization": "Bearer \(rig.server.ready.token)"]
    if let type { headers.append("Content-Type", type) }
    let answer = try await httpGet(
      rig.server.ready.url + "hybrid/reload", method: "POST", headers: headers,
      body: type == nil ? [] : [123, 125])
    #expect(answer.status == 415)
  }

  @Test(arguments: [
    ("GET", "hybrid/reload", 405, "POST"), ("GET", "hybrid/show", 405, "POST"),
    ("GET", "hybrid/open", 405, "POST"),
    ("GET", "reload", 405, "POST"), ("POST", "hybrid/problems", 405, "GET, HEAD"),
    ("POST", "", 405, "GET, HEAD"),
    ("POST", "hybrid/unit/home.json", 405, "GET, HEAD"),
  ])
  func theWrongMethodIsToldTheRightOne(_ method: String, _ path: String, _ status: Int, _ allowed: String)
    async throws
  {
    let rig = try await ServerRig()
    let answer = try await httpGet(
      rig.server.ready.url + path, method: method,
      headers: ["Content-Type": "application/json", "Authorization": "Bearer \(rig.server.ready.token)"])
    #expect(answer.status == status && answer.headers["Allow"] == allowed)
  }

  @Test(arguments: [
    ("hybrid/unit/home.tree", 200, "button#buy "), ("hybrid/unit/home.tree?device=tablet", 200, "768×"),
    ("hybrid/unit/home.txt?device=200x100", 200, "Hello"),
    ("hybrid/unit/home.json?device=tabelt", 400, "did you mean 'tablet'?"),
    ("hybrid/unit/home.json?devcie=tablet", 400, "did you mean 'device'?"),
    ("hybrid/unit/home.json?platform=androd", 400, "did you mean 'android'?"),
    ("hybrid/unit/home.json?scale=2", 400, "the query has no field 'scale'"),
    ("hybrid/unit/home?device=tablet", 400, "it takes no fields"),
    ("hybrid/unit/home.why", 400, "?selector="), ("hybrid/unit/home.why?selector=%23buy", 200, "80"),
    ("hybrid/unit/home.why?selector=%23buy&form=json", 200, "\"selector\":\"#buy\""),
    ("hybrid/unit/home.why?selector=%23bye", 400, "#bye"),
    ("hybrid/unit/home.why?selector=%5B%5B", 400, "selector:1:"),
    ("hybrid/unit/home.why?selector=a&form=xml", 400, "txt or json"),
    ("hybrid/unit/card.why?selector=a", 404, "a template has no .why"),
    ("hybrid/unit/home.out", 404, "a page has no .out"),
    ("hybrid/unit/hom", 404, "did you mean 'home'?"), ("hybrid/unit/", 404, "no unit ''"),
    ("hybrid/problem", 404, "did you mean /hybrid/problems?"),
    ("hybrid/relaod", 404, "did you mean /hybrid/reload?"),
    ("hybrid/clients?a=1", 400, "'a'"), ("hybrid/problems?wait=x", 400, "whole number"),
    ("hybrid/problems?wait=-1", 400, "whole number"), ("hybrid/problems?wait=1&seconds=61", 400, "up to 60"),
    ("hybrid/problems?seconds=1", 400, "does nothing"), ("hybrid/problems?unit=%ff", 400, "percent-encoded"),
    ("hybrid/problems?wait=99999999999999999999", 400, "whole number"),
  ])
  func questionsAreAnsweredOrSaidToBeWrong(_ target: String, _ status: Int, _ content: String) async throws {
    let rig = try await ServerRig(ServerRig.shop.merging(["components/card.xml": ServerRig.card("C")]) { $1 })
    let answer = try await rig.ask(target)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == status && text.contains(content), "\(answer.status): \(text)")
  }

  @Test(arguments: [
    ("hybrid/show", "{", 400, "body:1:"), ("hybrid/show", "[]", 400, "an object is expected"),
    ("hybrid/show", "{}", 400, "name a unit"), ("hybrid/show", "", 400, "name a unit"),
    ("hybrid/show", #"{"unit":1}"#, 400, "body:1:9"),
    ("hybrid/show", #"{"unti":"home"}"#, 400, "did you mean 'unit'?"),
    ("hybrid/show", #"{"unit":"hme"}"#, 404, "did you mean 'home'?"),
    ("hybrid/show", #"{"unit":"../../etc/passwd"}"#, 404, "no unit"),
    ("hybrid/show", #"{"device":"tabelt"}"#, 400, "did you mean 'tablet'?"),
    ("hybrid/show", #"{"unit":"home","unit":"cart"}"#, 400, "body:1:"),
    ("hybrid/open", "{}", 400, "name the id"),
    ("hybrid/open", #"{"id":"0123456789abcdef"}"#, 404, "no place"),
    ("hybrid/open", #"{"path":"/etc/passwd"}"#, 400, "no member 'path'"),
    ("hybrid/open", #"{"id":"/etc/passwd"}"#, 404, "no place"),
    ("hybrid/open", "{\"id\":\"\\u0000\"}", 404, "no place"),
    ("hybrid/reload", #"{"now":true}"#, 400, "'now'"),
    ("hybrid/reload", String(repeating: "[", count: 5_000), 400, "body:1:"),
  ])
  func badWishesChangeNothing(_ path: String, _ body: String, _ status: Int, _ words: String) async throws {
    let rig = try await ServerRig()
    let answer = try await rig.post(path, body)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == status && text.contains(words), "\(answer.status): \(text)")
    #expect(await rig.server.session.status.shown == "home")
  }

  @Test func aUnitIsShownToThoseWhoFollow() async throws {
    let rig = try await ServerRig()
    let follower = try await rig.client()
    let other = try await rig.client(unit: "home")
    let answer = try await rig.post("hybrid/show", #"{"unit":"cart"}"#)
    #expect(try JSONValue(parsing: answer.body) == ["revision": 1, "shown": "cart"])
    guard case .snapshot(let snapshot) = try await follower.next() else { throw Unexpected() }
    #expect(snapshot.unit == "cart")
    _ = try await rig.post("hybrid/show", #"{"device":"320x480"}"#)
    guard case .snapshot(let small) = try await follower.next() else { throw Unexpected() }
    #expect(small.unit == "cart" && small.tree.viewport == Size(width: 320, height: 480))
    // A client that chose a unit keeps it, on the new device.
    guard case .snapshot(let own) = try await other.next() else { throw Unexpected() }
    #expect(own.unit == "home" && own.tree.viewport == Size(width: 320, height: 480))
    // The terminal follows.
    for await event in rig.server.events {
      if case .page(let tree, let unit) = event, unit == "cart", tree.viewport.width == 320 { break }
    }
  }

  @Test func aReloadSendsEverybodyTheirTreeAnew() async throws {
    let rig = try await ServerRig()
    let client = try await rig.client()
    for path in ["hybrid/reload", "reload"] {
      #expect(try await rig.post(path, "").status == 200)
      guard case .snapshot(let snapshot) = try await client.next() else { throw Unexpected() }
      #expect(snapshot.unit == "home" && snapshot.revision == 1)
    }
  }

  @Test func aPlaceIsOpenedByTheIDThatTheServerGaveIt() async throws {
    let rig = try await ServerRig()
    try await rig.save("pages/home/data.json", "{")
    let problem = try #require(try await rig.problems()["problems"]?[0])
    let id = try #require(problem["place"]?.string)
    #expect(try await rig.problems()["problems"]?[0]?["place"]?.string == id)
    let answer = try await rig.post("hybrid/open", "{\"id\": \"\(id)\"}")
    #expect(try JSONValue(parsing: answer.body)["file"] == "pages/home/data.json")
    for await event in rig.server.events {
      guard case .open(let path, let line, let column) = event else { continue }
      #expect(path == "pages/home/data.json" && line == 1 && column == problem["column"]?.int)
      break
    }
  }

  @Test func whoLooksIsListed() async throws {
    let rig = try await ServerRig()
    let client = try await rig.client(unit: "cart")
    let page = try await rig.liveReload()
    let json = try JSONValue(parsing: try await rig.ask("hybrid/clients").body)
    #expect(json["revision"] == 1 && json["liveReload"] == 1 && json["reactNative"] == 0)
    #expect(json["clients"]?.array?.contains { $0["name"] == "test" && $0["unit"] == "cart" } == true)
    page.close()
    client.socket.close()
  }

  @Test func aNameOfAPlaceLastsAsLongAsItIsAmongTheLast() {
    var book = PlaceIDs()
    let first = SourceLocation(path: "a", line: 1, column: 1)
    let id = book.id(for: first)
    #expect(id.utf8.count == 16 && book.id(for: first) == id && book.place(ofID: id) == first)
    for line in 2...(PlaceIDs.limit * 3) {
      _ = book.id(for: SourceLocation(path: "a", line: line, column: 1))
    }
    #expect(book.place(ofID: id) == nil)
    #expect(book.id(for: first) != id)
    let last = SourceLocation(path: "a", line: PlaceIDs.limit * 3, column: 1)
    #expect(book.place(ofID: book.id(for: last)) == last)
  }
}
