import HybridScript

/// The network requests of a page: those that its owner has not taken yet, and those without a response.
struct PageRequests {
  /// The maximum number of open requests.
  private static let limit = 1000

  private var queue: [(id: Int, request: PageRequest)] = []
  private var open: Set<Int> = []

  /// Opens a request. False when too many are open: the owner never sees this one, and the caller answers it.
  mutating func send(_ request: PageRequest, id: Int) -> Bool {
    let hasRoom = open.count < Self.limit
    open.insert(id)
    if hasRoom { queue.append((id, request)) }
    return hasRoom
  }

  /// Drops a request and the response that may still come.
  mutating func cancel(_ id: Int) {
    open.remove(id)
    queue.removeAll { $0.id == id }
  }

  /// The requests since the last call, in order.
  mutating func take() -> [(id: Int, request: PageRequest)] {
    defer { queue = [] }
    return queue
  }

  /// Notes the response to a request. False when the request was cancelled or has its response already.
  mutating func finish(_ id: Int) -> Bool { open.remove(id) != nil }
}
