package import HybridJSON
package import HybridRuntime
package import HybridSource
package import HybridTemplates

/// What a person does with a unit, and what has to come of it: one `NAME.scenario.json`.
///
///     {
///       "name": "Somebody buys a mug",
///       "steps": ["tap #add", {"snapshot": "in the bag"}, "tap #buy"],
///       "responses": {"https://api.example.com/cart": {"status": 201}},
///       "calls": [{"module": "token", "method": "alert", "args": ["Thank you"]}]
///     }
///
/// `Documentation/scenario.schema.json` describes the file; a test holds the reader against it.
package struct Scenario: Sendable {
  /// What a person does, or wants to look at.
  package enum Step: Hashable, Sendable {
    /// An action of a page.
    case page(PageAction)
    /// An action of a template.
    case template(TemplateAction)
    /// A snapshot of what is shown then, besides the one at the end.
    case snapshot(String)
  }

  /// A step and where it is written.
  package struct PlacedStep: Hashable, Sendable {
    /// What is done.
    package var step: Step
    /// Its bytes in ``Scenario/source``.
    package var range: Range<Int>
    /// Whether it asks for one more snapshot.
    package var isSnapshot: Bool { if case .snapshot = step { true } else { false } }
  }

  /// A line of the log that is expected: a native call, or a line of the console.
  package struct ExpectedEntry: Hashable, Sendable {
    /// The members that the entry has to have; others are not looked at.
    package var value: JSONValue
    /// Its bytes in ``Scenario/source``.
    package var range: Range<Int>
  }

  /// The file.
  package var source: Source
  /// As snapshots are called: the file's name without its endings.
  package var name: String
  /// What it is about, for reports; nil without.
  package var title: String?
  /// The device to run on, as it is written; nil for all devices of the plan.
  package var device: JSONNode?
  /// The sample data to bind; nil for the unit's own.
  package var data: String?
  /// Where that is written.
  package var dataRange: Range<Int> = 0..<0
  /// What is done, in order.
  package var steps: [PlacedStep] = []
  /// What answers the requests of scripts; without an answer they fail as if offline.
  package var responses = ResponseBook()
  /// All native calls, in order; nil when they are not looked at.
  package var calls: [ExpectedEntry]?
  /// All lines of the console, in order; nil when they are not looked at.
  package var console: [ExpectedEntry]?

  /// The names of snapshots on the way, in order.
  package var snapshotNames: [String] {
    steps.compactMap { if case .snapshot(let name) = $0.step { name } else { nil } }
  }
}
