package import HybridSource
package import HybridViewTree

/// A message from the server to a client. `Documentation/reload-protocol.md` describes each on the wire.
package enum ServerMessage: Hashable, Sendable {
  /// The first message to every accepted client.
  case welcome(Welcome)
  /// One build that succeeded, with what changed since revision `from`. Sent once for each save.
  case update(Update)
  /// One build that failed. Clients keep what they show.
  case failed(revision: Int, diagnostics: [Diagnostic])
  /// The errors of an earlier ``failed(revision:diagnostics:)`` are fixed.
  case fixed(revision: Int)
  /// The whole tree of a unit, for a client that has none or an old one.
  case snapshot(Snapshot)
  /// The client's tree is current: it stays, and belongs to this revision.
  case same(TreeConfirmation)
  /// A change of the tree by the running page itself, without a save and a revision.
  case page(PagePatch)
  /// The current faults of the client's running page: faults of its scripts, the oldest first. It is sent
  /// whenever the list changes; an empty list means that all are fixed. Each fault is sent as a `log` line,
  /// too.
  case faults(unit: String, [Diagnostic])
  /// The answer to ``ClientMessage/inspect(_:)``.
  case inspected(Inspected)
  /// The answer to ``ClientMessage/edit(_:)``; its effect on the tree comes as ``page(_:)``.
  case edited(Edited)
  /// A line for the developer.
  case log(LogLevel, text: String)

  /// The server's identity and content.
  package struct Welcome: Hashable, Sendable {
    /// Random, new with each start of the server: a different one tells a client that revisions restarted.
    package var session: String
    package var revision: Int
    /// The version of the server.
    package var version: String
    package var title: String
    /// All units by name, sorted.
    package var units: [String]
    /// The unit that the server's own terminal shows.
    package var unit: String?
    /// The available devices with names and sizes: those of the project, then the built-in ones.
    package var devices: [DeviceRequest]

    /// A greeting.
    package init(
      session: String, revision: Int, version: String, title: String, units: [String], unit: String?,
      devices: [DeviceRequest] = []
    ) {
      self.session = session
      self.revision = revision
      self.version = version
      self.title = title
      self.units = units
      self.unit = unit
      self.devices = devices
    }
  }

  /// The effect of one save on the units.
  package struct Update: Hashable, Sendable {
    package var revision: Int
    /// The revision of the update before this one: a client at an older one missed something and reports it.
    package var from: Int
    /// The unit that the server's own terminal shows from now on; clients without their own choice follow it.
    package var shown: String?
    package var changes: [UnitChange]

    /// One step.
    package init(revision: Int, from: Int, shown: String? = nil, changes: [UnitChange]) {
      self.revision = revision
      self.from = from
      self.shown = shown
      self.changes = changes
    }
  }

  /// A unit's tree at a revision.
  package struct Snapshot: Hashable, Sendable {
    package var revision: Int
    package var unit: String
    package var device: String
    /// The sample data set that was asked for; nil for the unit's own data.
    package var data: String?
    package var tree: ViewTree
    /// Identifies the running page behind the tree, so that a client can request it again; nil if none runs.
    package var page: String?
    /// How the page itself navigated here, by a link or a script; then the client follows regardless of its
    /// request. nil if the client asked for the unit.
    package var navigation: Navigation?

    /// The effect of a navigation on the history of a client.
    package enum Navigation: String, Hashable, Sendable {
      /// Adds an entry.
      case push
      /// Replaces the entry of the page before, which left by itself: "Back" must not return to it.
      case replace
      /// Returns to an earlier entry.
      case back
    }

    /// A tree at a revision.
    package init(
      revision: Int, unit: String, device: String, data: String? = nil, tree: ViewTree, page: String? = nil
    ) {
      self.revision = revision
      self.unit = unit
      self.device = device
      self.data = data
      self.tree = tree
      self.page = page
    }
  }

  /// Confirms a client's tree, instead of sending an equal snapshot.
  package struct TreeConfirmation: Hashable, Sendable {
    package var revision: Int
    package var unit: String
    package var device: String
    /// The sample data set; nil for the unit's own data.
    package var data: String?
    /// Identifies the running page behind the tree; nil if none runs.
    package var page: String?

    /// Confirms that the tree of `unit` on `device` is the one the client offered.
    package init(revision: Int, unit: String, device: String, data: String? = nil, page: String? = nil) {
      self.revision = revision
      self.unit = unit
      self.device = device
      self.data = data
      self.page = page
    }
  }

  /// One turn of a running page. It applies to the tree that the client has at this point of the connection.
  package struct PagePatch: Hashable, Sendable {
    package var unit: String
    package var device: String
    /// The sample data set; nil for the unit's own data.
    package var data: String?
    package var patch: Patch
    /// Identifies the page if the client does not know it yet: it started from a tree that the client had.
    package var page: String?

    /// One turn of the page of `unit` on `device`.
    package init(unit: String, device: String, data: String? = nil, patch: Patch, page: String? = nil) {
      self.unit = unit
      self.device = device
      self.data = data
      self.patch = patch
      self.page = page
    }
  }
}

/// The change of one unit.
package struct UnitChange: Hashable, Sendable {
  /// How a client applies it.
  package enum Kind: Hashable, Sendable {
    /// For clients with this device and data set: the steps from the last tree to this one.
    case patch(device: String, data: String? = nil, Patch)
    /// For clients with this device and data set: the whole tree, since a patch would lose something; the
    /// reason tells what.
    case reload(device: String, data: String? = nil, ViewTree)
    /// Changed, but shown by no client. Its content is sent as a snapshot on request.
    case changed
    /// New in the project.
    case added
    /// Gone from the project.
    case removed
  }

  package var unit: String
  /// The hash of the compiled unit, in hex; empty if removed.
  package var hash: String
  package var kind: Kind
  /// Why, in words: `pages/home/style.css`, or `shared/base.css ← shared/tokens.css`.
  package var reason: String

  /// One unit's change.
  package init(unit: String, hash: String, kind: Kind, reason: String) {
    self.unit = unit
    self.hash = hash
    self.kind = kind
    self.reason = reason
  }
}

/// The severity of a log line.
package enum LogLevel: String, Hashable, Sendable, CaseIterable {
  case debug, info, warning, error
}

/// A message from a client to the server.
package enum ClientMessage: Hashable, Sendable {
  /// Its identity and state. It may be sent more than once.
  case hello(Hello)
  /// It shows `revision`; `painted` is the time from the message's arrival until then, in milliseconds.
  case ack(revision: Int, painted: Double?)
  /// The user wants to see another unit, or the same on another device or with another data set.
  case show(Show)
  /// A user event at the client, for the running page.
  case event(ClientEvent)
  /// The user inspects a node.
  case inspect(InspectRequest)
  /// The user tries a declaration, which changes no file.
  case edit(EditRequest)
  /// A line for the developer.
  case log(LogLevel, text: String)

  /// A client's request to show a unit.
  package struct Show: Hashable, Sendable {
    /// Nil keeps the previous choice, or follows the terminal.
    package var unit: String?
    /// Nil keeps its device.
    package var device: DeviceRequest?
    /// The sample data set; nil for each unit's own data.
    package var data: String?

    /// A request.
    package init(unit: String?, device: DeviceRequest?, data: String? = nil) {
      (self.unit, self.device, self.data) = (unit, device, data)
    }
  }

  /// The short form.
  package static func show(unit: String?, device: DeviceRequest?, data: String? = nil) -> ClientMessage {
    .show(Show(unit: unit, device: device, data: data))
  }

  /// A client's introduction.
  package struct Hello: Hashable, Sendable {
    /// Its name and version: `terminal 0.1.0`.
    package var client: String
    package var device: DeviceRequest?
    /// The sample data set that it wants; nil for each unit's own data.
    package var data: String?
    /// The revision it shows, valid for its session; nil if it shows nothing.
    package var revision: Int?
    package var session: String?
    /// The unit it wants to show; nil follows the server's choice.
    package var unit: String?
    /// The server's token, for clients that cannot name a sub-protocol.
    package var token: String?
    /// Whether it wants binary messages as well; nil, the default, means yes.
    package var binary: Bool?
    /// Whether it plays the animations of a node by itself (``HybridViewTree/ViewMotion``); otherwise it gets
    /// each frame of them.
    package var motion: Bool
    /// The running page to resume; valid only with its ``session``.
    package var page: String?
    /// The tree it shows; nil if it shows nothing.
    package var shows: ShownTree?

    /// The tree that a client shows.
    package struct ShownTree: Hashable, Sendable {
      package var unit: String
      /// The server's name of the device.
      package var device: String
      /// The sample data set; nil for the unit's own data.
      package var data: String?
      /// The hash of the tree.
      package var tree: TreeHash?
      /// The user input in it, for a page that has to restart.
      package var states: [NodeState]

      /// A tree on the screen.
      package init(
        unit: String, device: String, data: String? = nil, tree: TreeHash? = nil, states: [NodeState] = []
      ) {
        self.unit = unit
        self.device = device
        self.data = data
        self.tree = tree
        self.states = states
      }
    }

    /// An introduction.
    package init(
      client: String, device: DeviceRequest? = nil, data: String? = nil, revision: Int? = nil,
      session: String? = nil, unit: String? = nil, token: String? = nil, binary: Bool? = nil,
      motion: Bool = false, page: String? = nil, shows: ShownTree? = nil
    ) {
      self.client = client
      self.device = device
      self.data = data
      self.revision = revision
      self.session = session
      self.unit = unit
      self.token = token
      self.binary = binary
      self.motion = motion
      self.page = page
      self.shows = shows
    }
  }
}
