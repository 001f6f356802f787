import HybridJSON
import HybridSource
import Testing

@testable import HybridReload

private func read(_ text: String) -> ClientMessage? { ClientMessage(Array(text.utf8)) }

@Test(arguments: [
  ClientMessage.inspect(InspectRequest(id: .number(7), handle: 12)),
  .inspect(InspectRequest(id: .text("a \"b\""), handle: 1)),
  .edit(EditRequest(handle: 3, property: "color", value: "red")),
  .edit(EditRequest(id: .number(-1), handle: 3, property: "--x", value: nil)),
  .edit(EditRequest(id: .text(""), handle: 3, property: "margin", value: "0", isImportant: false)),
  .edit(EditRequest(handle: 3, isReset: true)), .edit(EditRequest(id: .number(2), isReset: true)),
])
func questionsSurviveTheWire(_ message: ClientMessage) {
  #expect(ClientMessage(message.encoded) == message)
}

@Test(arguments: [
  ServerMessage.inspected(
    .init(id: .number(7), answer: .element(["tag": "p", "frame": [0, 1.5], "box": .null]))),
  .inspected(.init(id: .text("x"), answer: .failure(Diagnostic(.error, "inspect.busy", "wait")))),
  .edited(.init(id: nil, edits: [])),
  .edited(
    .init(
      id: .number(3),
      edits: [PageEdit(handle: 2, property: "color", value: "red", isImportant: false)],
      failure: .error("css.x", "bad", at: 0..<1, in: Source(path: "edit", text: "a"), hint: "b"))),
])
func answersSurviveTheWire(_ message: ServerMessage) {
  #expect(ServerMessage(message.encoded) == message)
}

@Test(arguments: [
  #"{"type":"inspect","n":3}"#,  // the answer could not be assigned
  #"{"type":"inspect","id":1.5,"n":3}"#,
  #"{"type":"inspect","id":["a"],"n":3}"#,
  #"{"type":"inspect","id":"\#(String(repeating: "é", count: 65))","n":3}"#,
  #"{"type":"edit","property":"color","value":"red"}"#,
  #"{"type":"edit","n":3,"property":"color"}"#,
  #"{"type":"edit","n":3,"value":"red"}"#,
  #"{"type":"edit","n":3,"property":"color","value":7}"#,
])
func questionsThatSayTooLittleAreNoMessages(_ text: String) {
  #expect(read(text) == nil)
}

@Test(arguments: [
  (
    #"{"type":"inspect","id":"\#(String(repeating: "é", count: 64))"}"#,
    ClientMessage.inspect(InspectRequest(id: .text(String(repeating: "é", count: 64)), handle: 0))
  ),
  (
    #"{"type":"inspect","id":1,"n":"3"}"#, .inspect(InspectRequest(id: .number(1), handle: 0))
  ),
  (
    #"{"type":"edit","id":1.5,"n":3,"property":"color","value":null,"important":"no"}"#,
    .edit(EditRequest(handle: 3, property: "color"))
  ),
  (#"{"type":"edit","reset":true,"value":7}"#, .edit(EditRequest(isReset: true))),
])
func oddQuestionsAreReadAsFarAsTheyGo(_ text: String, _ expected: ClientMessage) {
  #expect(read(text) == expected)
}
