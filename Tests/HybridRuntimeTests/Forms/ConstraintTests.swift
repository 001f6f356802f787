import HybridCSS
import HybridDOM
import HybridScript
import Testing

@testable import HybridRuntime

/// The constraints of controls, as HTML Standard §4.10 has them and Chromium applies them.
struct ConstraintTests {
  /// The validity of the first control with `id="a"`.
  private func validity(_ markup: String, typed: Bool = false) throws -> Validity {
    let document = try PageRig.unit("<html><body>\(markup)</body></html>").document
    let node = try #require(document.nodes(in: document.root).first { document[$0].element?.id == "a" })
    var marks = FormMarks()
    var controls: ControlStates = [:]
    if typed {
      marks.typed = [node]
      controls[node] = ControlState()
      controls[node]?.value = document[node].element?["value"] ?? ""
    }
    return FormReader(document, controls: controls, marks: marks, patterns: PatternMatcher())
      .validity(of: node)
  }

  @Test(
    arguments: [
      ("<input id=a required>", .valueMissing), ("<input id=a required value=x>", []),
      ("<input id=a type=checkbox required>", .valueMissing),
      ("<input id=a type=checkbox required checked>", []),
      ("<input id=a type=radio name=r><input type=radio name=r required>", .valueMissing),
      ("<input id=a type=radio name=r><input type=radio name=r required checked>", []),
      (
        "<form><input id=a type=radio name=r required></form><input type=radio name=r checked>", .valueMissing
      ),
      ("<input id=a type=range required>", []), ("<input id=a type=color required>", []),
      ("<input id=a type=file required>", .valueMissing),
      ("<textarea id=a required></textarea>", .valueMissing), ("<textarea id=a required>x</textarea>", []),
      ("<select id=a required><option value=''>-<option>x</select>", .valueMissing),
      ("<select id=a required><option value=''>-<option selected>x</select>", []),
      ("<select id=a required><optgroup><option value=''>-</optgroup></select>", []),
      ("<select id=a required></select>", .valueMissing),
      ("<input id=a type=email value='a@b'>", []), ("<input id=a type=email value='a@'>", .typeMismatch),
      ("<input id=a type=email value='a@b..c'>", .typeMismatch),
      ("<input id=a type=email value='a b@c'>", .typeMismatch),
      ("<input id=a type=email multiple value='a@b, c@d'>", []),
      ("<input id=a type=email multiple value='a@b,'>", .typeMismatch),
      ("<input id=a type=url value='https://example.com'>", []),
      ("<input id=a type=url value='mailto:x'>", []),
      ("<input id=a type=url value='example.com'>", .typeMismatch),
      ("<input id=a type=url value='https://'>", .typeMismatch),
      ("<input id=a type=url value='http://a:99999'>", .typeMismatch),
      ("<input id=a pattern='[a-z]{3}' value=abc>", []),
      ("<input id=a pattern='[a-z]{3}' value=abcd>", .patternMismatch),
      ("<input id=a pattern='a|ab' value=ab>", []), ("<input id=a pattern='(' value=x>", []),
      ("<input id=a pattern='a)(b' value=x>", []),
      (#"<input id=a pattern="[\p{L}--[a-z]]" value=b>"#, .patternMismatch),
      ("<input id=a pattern=x>", []),
      ("<input id=a type=number min=2 value=1>", .rangeUnderflow),
      ("<input id=a type=number max=2 value=2.5 step=0.5>", .rangeOverflow),
      ("<input id=a type=number value=1.5>", []),
      ("<input id=a type=number value=1.5 step=any>", []),
      ("<input id=a type=number value=0.3 step=0.1>", []),
      ("<input id=a type=number min=1 value=4 step=2>", .stepMismatch),
      ("<input id=a type=date value=2024-02-29 max=2024-02-28>", .rangeOverflow),
      ("<input id=a type=date value=2024-01-08 min=2024-01-01 step=7>", []),
      ("<input id=a type=date value=2024-01-09 min=2024-01-01 step=7>", .stepMismatch),
      ("<input id=a type=week value=2020-W53 max=2020-W52>", .rangeOverflow),
      ("<input id=a type=month value=2023-12 min=2024-01>", .rangeUnderflow),
      ("<input id=a type=time value=23:30 min=22:00 max=02:00>", []),
      ("<input id=a type=time value=12:00 min=22:00 max=02:00>", [.rangeUnderflow, .rangeOverflow]),
      ("<input id=a type=time value=10:00:30 min=10:00>", .stepMismatch),
      ("<input id=a type=datetime-local value=2024-01-01T10:00 min=2024-01-01T10:01>", .rangeUnderflow),
      ("<input id=a minlength=3 value=ab>", []), ("<button id=a></button>", []),
      ("<output id=a></output>", []),
    ] as [(String, Validity)])
  func theDocumentSetsConstraints(_ markup: String, _ expected: Validity) throws {
    #expect(try validity(markup) == expected)
  }

  /// Lengths count for what is typed, in UTF-16; a typed number that is none is bad input.
  @Test(
    arguments: [
      ("<input id=a minlength=3 value=ab>", .tooShort), ("<input id=a minlength=3 value='👍'>", .tooShort),
      ("<input id=a minlength=3 value=''>", []), ("<input id=a maxlength=1 value='👍'>", .tooLong),
      ("<input id=a type=number value=abc>", .badInput), ("<input id=a type=date value=1>", .badInput),
      ("<input id=a type=number value=7>", []),
    ] as [(String, Validity)])
  func typingSetsConstraints(_ markup: String, _ expected: Validity) throws {
    #expect(try validity(markup, typed: true) == expected)
  }

  @Test(arguments: [
    ("<input id=a>", true), ("<input id=a type=hidden>", false), ("<input id=a type=reset>", false),
    ("<input id=a type=submit>", true), ("<button id=a>", true), ("<button id=a type=button>", false),
    ("<input id=a readonly>", false), ("<input id=a type=checkbox readonly>", true),
    ("<input id=a disabled>", false), ("<fieldset disabled><input id=a></fieldset>", false),
    ("<fieldset disabled><legend><input id=a></legend></fieldset>", true),
    ("<datalist><input id=a></datalist>", false), ("<fieldset id=a></fieldset>", false),
    ("<output id=a></output>", false), ("<select id=a></select>", true),
  ])
  func someControlsAreBarred(_ markup: String, _ isCandidate: Bool) throws {
    let document = try PageRig.unit("<html><body>\(markup)</body></html>").document
    let node = try #require(document.nodes(in: document.root).first { document[$0].element?.id == "a" })
    #expect(FormReader(document).isCandidate(node) == isCandidate)
  }

  /// Values as numbers and back; nil for a value that is none.
  @Test(
    arguments: [
      (.number, "1e3", 1000), (.number, "-.5", -0.5), (.number, "+1", nil), (.number, "1.", nil),
      (.number, "0x1", nil), (.number, "inf", nil), (.date, "1970-01-02", 86_400_000),
      (.date, "2023-02-29", nil), (.date, "0000-01-01", nil), (.date, "1969-12-31", -86_400_000),
      (.month, "1970-02", 1), (.month, "1969-12", -1), (.month, "2024-13", nil),
      (.week, "1970-W01", -259_200_000), (.week, "2021-W53", nil), (.week, "2020-W53", 1_609_113_600_000),
      (.time, "10:20:30.5", 37_230_500), (.time, "24:00", nil), (.time, "10:20:30.1234", nil),
      (.localDateTime, "1970-01-01T00:01", 60_000), (.localDateTime, "1970-01-01", nil), (.text, "1", nil),
    ] as [(InputType, String, Double?)])
  func valuesAreNumbers(_ type: InputType, _ text: String, _ number: Double?) {
    #expect(type.number(text) == number)
  }

  @Test(
    arguments: [
      (.date, 1_709_164_800_000, "2024-02-29"), (.date, -86_400_001, "1969-12-30"), (.month, -1, "1969-12"),
      (.week, 1_609_113_600_000, "2020-W53"), (.week, 1_609_459_200_000, "2020-W53"),
      (.time, 37_230_500, "10:20:30.500"), (.time, 60_000, "00:01"), (.time, -60_000, "23:59"),
      (.localDateTime, 60_000, "1970-01-01T00:01"), (.number, 0.1, "0.1"), (.number, 3, "3"),
      (.date, 1e300, nil), (.text, 1, nil),
    ] as [(InputType, Double, String?)])
  func numbersAreValues(_ type: InputType, _ number: Double, _ text: String?) {
    #expect(type.text(number) == text)
  }

  /// Ten thousand controls that name their form are read in one walk.
  @Test func manyControlsAreReadOnce() throws {
    let fields = String(repeating: "<input form=f required><input type=radio name=r form=f>", count: 5000)
    let document = try PageRig.unit("<html><body><form id=f></form>\(fields)</body></html>").document
    let states = FormReader(document).states()
    #expect(states.values.count { $0.contains(.invalid) } == 5001)
  }
}
