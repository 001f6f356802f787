package import HybridJavaScript

/// The host of all that scripts reach beyond the page and its requests: connections that stay open, files of
/// the project, databases.
///
/// A host without one of these refuses it in words, which scripts and authors see.
package protocol PageConnectionHost: AnyObject {
  /// Opens a connection; what happens to it comes with ``PageWorld/connectionChanged(_:_:)``.
  func connect(_ connection: PageConnection, id: Int)
  /// Sends a message over an open WebSocket.
  func transmit(_ message: PageMessage, on id: Int)
  /// Ends a connection. A WebSocket performs the closing handshake and is reported as closed at its end.
  func disconnect(_ id: Int, code: Int?, reason: String)
  /// Bytes of messages that the network has not taken yet.
  func bufferedBytes(of id: Int) -> Int
  /// A file of the project, by its address.
  func projectFile(at address: String) -> PageFile
  /// A module of the project for a worker, by its address, with all that it imports; nil where there is none.
  func workerModules(at address: String) -> WorkerModules?
  /// One operation on the databases of the page's device; `owner` is 0 for the page, or one of its workers.
  ///
  /// Refusals are thrown with the names of the Indexed Database API.
  func database(_ operation: String, _ arguments: [String], owner: Int) throws -> String?
  /// Ends the transactions and connections of a worker that is gone.
  func releaseDatabases(of owner: Int)
}

extension PageConnectionHost {
  package func connect(_ connection: PageConnection, id: Int) {}
  package func transmit(_ message: PageMessage, on id: Int) {}
  package func disconnect(_ id: Int, code: Int?, reason: String) {}
  package func bufferedBytes(of id: Int) -> Int { 0 }
  package func projectFile(at address: String) -> PageFile { .missing }
  package func workerModules(at address: String) -> WorkerModules? { nil }
  package func database(_ operation: String, _ arguments: [String], owner: Int) throws -> String? {
    throw ScriptThrow("UnknownError", "there are no databases here")
  }
  package func releaseDatabases(of owner: Int) {}
}

/// A connection that a script asks for.
package struct PageConnection: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// RFC 6455.
    case webSocket
    /// HTML Standard §9.2, *Server-sent events*.
    case eventStream
  }

  package var kind: Kind
  /// Absolute.
  package var url: String
  /// The sub-protocols of a WebSocket, best first.
  package var protocols: [String] = []
  /// The identifier of the last event that an event stream had; empty without one.
  package var lastEventID = ""

  package init(_ kind: Kind, url: String, protocols: [String] = [], lastEventID: String = "") {
    (self.kind, self.url, self.protocols, self.lastEventID) = (kind, url, protocols, lastEventID)
  }
}

/// A message of a WebSocket.
package enum PageMessage: Hashable, Sendable {
  case text(String)
  case binary([UInt8])

  /// The size of its payload, in bytes.
  package var count: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}

/// An event of a connection.
package enum PageConnectionEvent: Hashable, Sendable {
  /// It is open; with the sub-protocol that was agreed on, or the URL of the event stream after redirects.
  case opened(String)
  /// A message, or the next text of an event stream.
  case received(PageMessage)
  /// It is closed, with a close code (RFC 6455 §7.4); 1006 when it broke off.
  case closed(code: Int, reason: String)
  /// It could not be made, or is not allowed. An event stream is tried again if `isTemporary`.
  case failed(String, isTemporary: Bool)
}

/// The modules of a worker.
package struct WorkerModules: Sendable {
  /// The modules, which refer to each other by index.
  package var modules: [ScriptModule]
  /// The index of the module that runs.
  package var entry: Int

  package init(modules: [ScriptModule], entry: Int) { (self.modules, self.entry) = (modules, entry) }
}

/// A file of the project, as a script gets it.
package enum PageFile: Hashable, Sendable {
  case bytes([UInt8])
  /// It may hold secrets.
  case denied
  case missing
}
