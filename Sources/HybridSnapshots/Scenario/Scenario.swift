package import HybridJSON
package import HybridRuntime
package import HybridSource

/// A user's actions on a unit and the expected results: one `NAME.scenario.json`.
///
///     {
///       "name": "A customer buys a mug",
///       "steps": ["tap #add", {"snapshot": "in the bag"}, "tap #buy"],
///       "responses": {"https://api.example.com/cart": {"status": 201}},
///       "calls": [{"module": "token", "method": "alert", "args": ["Thank you"]}]
///     }
///
/// `Documentation/scenario.schema.json` describes the file; a test compares the reader with it.
package struct Scenario: Sendable {
  /// A user action, or a snapshot.
  package enum Step: Hashable, Sendable {
    /// A user action, in words that the unit's kind accepts.
    case action(String)
    /// A snapshot at this point, in addition to the one at the end.
    case snapshot(String)
  }

  /// A step with its range.
  package struct PlacedStep: Hashable, Sendable {
    /// The step.
    package var step: Step
    /// Its bytes in ``Scenario/source``.
    package var range: Range<Int>
    /// The user action; nil for a snapshot.
    package var action: String? { if case .action(let action) = step { action } else { nil } }
  }

  /// An expected log entry: a native call, or a line of the console.
  package struct ExpectedEntry: Hashable, Sendable {
    /// The members that the entry must have; others are ignored.
    package var value: JSONValue
    /// Its bytes in ``Scenario/source``.
    package var range: Range<Int>
  }

  /// The file.
  package var source: Source
  /// The name in snapshots: the file's name without its extensions.
  package var name: String
  /// The title for reports; nil without one.
  package var title: String?
  /// The device, as written; nil for all devices of the plan.
  package var device: JSONNode?
  /// The sample data to bind; nil for the unit's own.
  package var data: String?
  /// The range of that name.
  package var dataRange: Range<Int> = 0..<0
  /// The steps, in order.
  package var steps: [PlacedStep] = []
  /// The responses to requests of scripts; requests without one fail as if offline.
  package var responses = ResponseBook()
  /// All native calls, in order; nil when they are not checked.
  package var calls: [ExpectedEntry]?
  /// All lines of the console, in order; nil when they are not checked.
  package var console: [ExpectedEntry]?

  /// The names of snapshots before the end, in order.
  package var snapshotNames: [String] {
    steps.compactMap { if case .snapshot(let name) = $0.step { name } else { nil } }
  }
}
