import HybridJSON

/// The dedicated workers of a page (HTML Standard §10.2), and what they and the page have for each other.
///
/// Each message is a turn of its own, as a timer of the page that is due at once, so that the page's owner
/// decides when it runs. Timers, requests and connections of a worker are the page's too: the upper half of
/// their number is the worker's.
final class PageWorkers {
  /// The maximum number of workers at a time.
  static let limit = 8
  /// The memory of each worker, in bytes.
  static let memory = 64 << 20
  /// The maximum size of messages on their way, in bytes.
  static let backlog = 64 << 20
  private static let shift = 32
  /// The "worker" whose timers are the tasks.
  private static let taskNumber = 1 << 20

  private enum Task {
    case start(Int)
    case toWorker(Int, String)
    case toPage(Int, String)
    case failed(Int, ScriptFault)
    /// A message of a channel; 0 is the page.
    case broadcast(String, channel: String, from: Int)
  }

  /// The options of the page.
  var options: PageWorld.Options?
  private var workers: [Int: PageWorker] = [:]
  private var tasks: [Task] = []
  private var taskCount = 0
  private var waitingBytes = 0

  /// A worker's number for what the page's host counts.
  static func number(_ id: Int, of worker: Int) -> Int { worker << shift | id & (1 << shift - 1) }

  // MARK: Operations of the page

  /// Makes a worker, whose script runs in a turn of its own.
  func start(_ id: Int, at address: String, name: String, _ script: PageWorker.Script, on host: any PageHost)
    throws
  {
    guard let options, workers.count < Self.limit else {
      throw ScriptThrow("QuotaExceededError", "a page has at most \(Self.limit) workers at a time")
    }
    guard id > 0, id < Self.taskNumber, workers[id] == nil else { return }
    workers[id] = PageWorker(id, at: address, name: name, script, options: options)
    add(.start(id), on: host)
  }

  /// Sends a worker a message, which the prelude has written.
  func post(_ message: String, to id: Int, on host: any PageHost) throws {
    guard workers[id] != nil else { return }
    try reserve(message)
    add(.toWorker(id, message), on: host)
  }

  /// Sends a message of a channel to the page and its workers, all but the sender; 0 is the page.
  func broadcast(_ message: String, ofChannel name: String, from sender: Int, on host: any PageHost) throws {
    guard !workers.isEmpty else { return }
    try reserve(message)
    add(.broadcast(message, channel: name, from: sender), on: host)
  }

  /// Ends a worker: nothing runs in it any more.
  func end(_ id: Int, on host: (any PageHost)?) { workers.removeValue(forKey: id)?.close(on: host) }

  /// Ends all workers.
  func endAll(on host: (any PageHost)?) {
    for worker in workers.values { worker.close(on: host) }
    workers = [:]
    tasks = []
  }

  // MARK: Messages of workers

  /// Sends the page a message of a worker.
  func post(_ message: String, from id: Int, on host: any PageHost) throws {
    guard workers[id] != nil else { return }
    try reserve(message)
    add(.toPage(id, message), on: host)
  }

  /// Tells the page about an exception of a worker.
  func fail(_ id: Int, _ fault: ScriptFault, on host: any PageHost) {
    guard tasks.count < 1000 else { return host.record(.error(fault)) }
    add(.failed(id, fault), on: host)
  }

  private func reserve(_ message: String) throws {
    guard waitingBytes + message.utf8.count <= Self.backlog else {
      throw ScriptThrow(
        "QuotaExceededError", "more than \(Self.backlog >> 20) MB of messages to and from workers wait")
    }
    waitingBytes += message.utf8.count
  }

  private func add(_ task: Task, on host: any PageHost) {
    tasks.append(task)
    taskCount += 1
    host.setTimer(Self.number(taskCount, of: Self.taskNumber), after: 0, repeats: false, nesting: 0)
  }

  // MARK: Turns

  /// Performs a timer that is a task, or a worker's. False for one of the page.
  func timerFired(_ id: Int, in world: PageWorld) -> Bool {
    guard id >> Self.shift > 0 else { return false }
    guard id >> Self.shift == Self.taskNumber else {
      with(id) { $0.timerFired($1) }
      return true
    }
    guard !tasks.isEmpty else { return true }
    switch tasks.removeFirst() {
    case .start(let id):
      workers[id]?.start(in: world.bridge)
      sweep(id)
    case .toWorker(let id, let message):
      waitingBytes -= message.utf8.count
      workers[id]?.received(message)
      sweep(id)
    case .toPage(let id, let message):
      waitingBytes -= message.utf8.count
      world.call(.worker, [.number(Double(id)), "message", .string(message)])
    case .broadcast(let message, let name, let sender):
      waitingBytes -= message.utf8.count
      if sender != 0 {
        let told = JSONValue.array([.string(name), .string(message)]).text()
        world.call(.worker, [.number(0), "broadcast", .string(told)])
      }
      for id in workers.keys.sorted() where id != sender {
        workers[id]?.received(message, ofChannel: name)
        sweep(id)
      }
    case .failed(let id, let fault):
      let told = fault.announcement(fault.message)
      let isHandled = world.call(.worker, [.number(Double(id)), "error", .string(told)])?.bool
      if isHandled != true { world.bridge.host?.record(.error(fault)) }
    }
    return true
  }

  /// Gives a worker the response to its request. False for one of the page.
  func requestFinished(_ id: Int, _ response: PageResponse) -> Bool {
    with(id) { $0.requestFinished($1, response) }
  }

  /// Tells a worker about its connection. False for one of the page.
  func connectionChanged(_ id: Int, _ event: PageConnectionEvent) -> Bool {
    with(id) { $0.connectionChanged($1, event) }
  }

  @discardableResult
  private func with(_ id: Int, _ body: (PageWorker, Int) -> Void) -> Bool {
    let number = id >> Self.shift
    guard number > 0 else { return false }
    if let worker = workers[number] {
      body(worker, id & (1 << Self.shift - 1))
      sweep(number)
    }
    return true
  }

  /// Ends a worker that has called `close()`.
  private func sweep(_ id: Int) {
    if let worker = workers[id], worker.isClosing { end(id, on: worker.bridge?.host) }
  }
}
