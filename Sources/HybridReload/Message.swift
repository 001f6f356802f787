package import HybridSource

/// What a server tells its clients. `Documentation/reload-protocol.md` describes each on the wire.
package enum ServerMessage: Hashable, Sendable {
  /// The first message to every client that is let in.
  case welcome(Welcome)
  /// One build that succeeded, with what changed since revision `from`. Sent once for each save.
  case update(Update)
  /// One build that failed. Clients keep what they show.
  case failed(revision: Int, diagnostics: [Diagnostic])
  /// The fault of an earlier ``failed(revision:diagnostics:)`` is gone.
  case fixed(revision: Int)
  /// The whole tree of a unit, for a client that has none or an old one.
  case snapshot(Snapshot)
  /// The tree that a client has is the right one: it stays, and belongs to this revision.
  case same(Same)
  /// What the running page itself did to the tree: no save, and so no revision.
  case page(PagePatch)
  /// What is wrong now with the running page that the client looks at: faults of its scripts, the oldest
  /// first. It comes whenever the list is another, and an empty one says that all are gone. Each fault is
  /// told as a `log` line, too.
  case faults(unit: String, [Diagnostic])
  /// The answer to ``ClientMessage/inspect(_:)``.
  case inspected(Inspected)
  /// The answer to ``ClientMessage/edit(_:)``; what it does to the tree comes as ``page(_:)``.
  case edited(Edited)
  /// A line for the developer.
  case log(LogLevel, text: String)

  /// Who the server is and what it has.
  package struct Welcome: Hashable, Sendable {
    /// Random, new with each start of the server: a client that sees another one knows that revisions count
    /// anew.
    package var session: String
    package var revision: Int
    /// The version of the server.
    package var version: String
    package var title: String
    /// All units by name, sorted.
    package var units: [String]
    /// The unit that the server's own terminal shows.
    package var unit: String?
    /// The devices that it knows by name, each with its size: those of the project, then all others.
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

  /// What one save did to the units.
  package struct Update: Hashable, Sendable {
    package var revision: Int
    /// The revision of the update before this one: a client at an older one missed something and says so.
    package var from: Int
    /// The unit that the server's own terminal shows from now on: those who chose none follow it.
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

  /// A unit's tree as it is at a revision.
  package struct Snapshot: Hashable, Sendable {
    package var revision: Int
    package var unit: String
    package var device: String
    /// The sample data set that was asked for; nil for the unit's own data.
    package var data: String?
    package var tree: ViewTree
    /// Names the running page behind the tree, so that a client can have it back; nil where nothing runs.
    package var page: String?
    /// Whether the page itself led here, by a link or a script, so that the client goes along whatever it
    /// asked for.
    package var isNavigation = false

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

  /// Which tree a client goes on with, in place of a snapshot of the same.
  package struct Same: Hashable, Sendable {
    package var revision: Int
    package var unit: String
    package var device: String
    /// The sample data set; nil for the unit's own data.
    package var data: String?
    /// Names the running page behind the tree; nil where nothing runs.
    package var page: String?

    /// The tree of `unit` on `device` is what the client offered.
    package init(revision: Int, unit: String, device: String, data: String? = nil, page: String? = nil) {
      self.revision = revision
      self.unit = unit
      self.device = device
      self.data = data
      self.page = page
    }
  }

  /// One turn of a running page. It counts for the tree that the client has at this point of the connection.
  package struct PagePatch: Hashable, Sendable {
    package var unit: String
    package var device: String
    /// The sample data set; nil for the unit's own data.
    package var data: String?
    package var patch: Patch
    /// Names the page, where the client was not told of it: it began to run behind a tree that the client
    /// had.
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

/// What happened to one unit.
package struct UnitChange: Hashable, Sendable {
  /// How a client takes it in.
  package enum Kind: Hashable, Sendable {
    /// For those who show it on this device with this data set: the steps from the last tree to this one.
    case patch(device: String, data: String? = nil, Patch)
    /// For those who show it so: the whole tree, since a patch would lose something; the reason says what.
    case reload(device: String, data: String? = nil, ViewTree)
    /// Changed, and shown by nobody. Its content comes as a snapshot when somebody asks.
    case changed
    /// New in the project.
    case added
    /// Gone from the project.
    case removed
  }

  package var unit: String
  /// Of the compiled unit, in hex; empty when removed.
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

/// How much a log line matters.
package enum LogLevel: String, Hashable, Sendable, CaseIterable {
  case debug, info, warning, error
}

/// What a client tells the server.
package enum ClientMessage: Hashable, Sendable {
  /// Who it is and what it has. It may come more than once.
  case hello(Hello)
  /// It shows `revision`; `painted` is the time from the message's arrival until then, in milliseconds.
  case ack(revision: Int, painted: Double?)
  /// The person at the client wants to see another unit, or the same on another device or with another data
  /// set.
  case show(Show)
  /// Somebody did something at the client that the running page may answer.
  case event(ClientEvent)
  /// The person at the client wants to know all about a node.
  case inspect(InspectRequest)
  /// The person at the client tries a declaration, which no file is told of.
  case edit(EditRequest)
  /// A line for the developer.
  case log(LogLevel, text: String)

  /// What a client wants to see.
  package struct Show: Hashable, Sendable {
    /// Nil stays with what it chose before, or with what the terminal shows.
    package var unit: String?
    /// Nil stays with the device that it has.
    package var device: DeviceRequest?
    /// The sample data set; nil for each unit's own data.
    package var data: String?

    /// A wish.
    package init(unit: String?, device: DeviceRequest?, data: String? = nil) {
      (self.unit, self.device, self.data) = (unit, device, data)
    }
  }

  /// The same, in fewer words.
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
    /// The revision it shows, with the session that this belongs to; nil when it shows nothing.
    package var revision: Int?
    package var session: String?
    /// The unit it wants to show; nil follows the server's choice.
    package var unit: String?
    /// The server's token, for clients that cannot name a sub-protocol.
    package var token: String?
    /// Whether it wants the binary messages as well; nil, as it is when nothing is said, means yes.
    package var binary: Bool?
    /// The running page it had, which it wants back; only of any use with its ``session``.
    package var page: String?
    /// What it has on the screen; nil when it shows nothing.
    package var shows: Shows?

    /// What a client has on the screen.
    package struct Shows: Hashable, Sendable {
      package var unit: String
      /// The name that the server has for the device.
      package var device: String
      /// The sample data set; nil for the unit's own data.
      package var data: String?
      /// What stands for the tree.
      package var tree: TreeHash?
      /// What the person left behind in it, for a page that has to begin anew.
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
      page: String? = nil,
      shows: Shows? = nil
    ) {
      self.client = client
      self.device = device
      self.data = data
      self.revision = revision
      self.session = session
      self.unit = unit
      self.token = token
      self.binary = binary
      self.page = page
      self.shows = shows
    }
  }
}
