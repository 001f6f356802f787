import Foundation
import HybridSocket
import HybridTestSupport
import Testing

@testable import HybridServer

@Suite(.serialized) struct UnitVariantTests {
  @Test func aUnitIsAskedForInEveryVariant() async throws {
    var files = ServerRig.shop
    files["hybrid.json"] = #"{"devices": [{"name": "night", "width": 300, "height": 500, "dark": true}]}"#
    files["pages/home/data.long.json"] = #"{"title": "Long"}"#
    files["pages/home/style.css"] = "@media (prefers-color-scheme: dark) { #buy { width: 90px } }"
    let rig = try await ServerRig(files)
    for (query, status, content) in [
      ("data=long", 200, "\"Long\""), ("data=data", 200, "\"Hello\""),
      ("data=lng", 400, "did you mean 'long'?"), ("device=night", 200, "h1#title 0,0 284"),
      ("device=tablet&landscape", 200, "1008×"), ("width=200&height=300", 200, "184×"),
      ("dark", 200, "90×"), ("dark=false&device=phone", 200, "Hello"), ("dark=maybe", 400, "true or false"),
      ("fontScale=2", 200, "359×"), ("fontScale=9", 400, "0.5 to 4"), ("fontScale=x", 400, "is a number"),
      ("device=nigt", 400, "did you mean 'night'?"), ("platform=tv", 400, "platform"),
      ("width=0", 400, "1 to 20000"), ("drak", 400, "did you mean 'dark'?"), ("rtl&rtl", 400, "twice"),
    ] {
      let answer = try await httpGet(rig.server.ready.url + "hybrid/unit/home.tree?" + query)
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(answer.status == status && text.contains(content), "\(query): \(text)")
    }
    let why = try await httpGet(rig.server.ready.url + "hybrid/unit/home.why?selector=%23title&data=long&rtl")
    #expect(why.status == 200)
    let units = try await httpGet(rig.server.ready.url + "hybrid/units")
    let text = String(decoding: units.body, as: UTF8.self)
    #expect(text.contains(#""data":["data","long"]"#) && text.contains(#""data":[]"#))
  }
}
