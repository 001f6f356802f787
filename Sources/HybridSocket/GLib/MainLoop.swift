import CLibSoup
import Dispatch
import Glibc
import HybridConcurrency
import HybridEncoding
import Synchronization

/// A GLib main context with a thread that runs it.
///
/// libsoup objects that are created on this thread belong to it; other threads submit jobs, which run in the
/// order submitted.
///
/// `@unchecked Sendable`: GLib's contexts and loops are safe to use from any thread; the rest is in a
/// `Mutex`, or used on the thread alone.
final class MainLoop: @unchecked Sendable {
  private let context: OpaquePointer
  private let loop: OpaquePointer
  private let finished = DispatchGroup()
  private struct Jobs {
    var waiting: [@Sendable () -> Void] = []
    var thread: pthread_t?
    var isEnded = false
  }
  private let jobs = Mutex(Jobs())
  /// Jobs that wait for ``performWhenQuiet(_:)``. Used on the thread only.
  private var idleJobs: [() -> Void] = []

  /// The loop of all clients in this process. It never ends.
  static let clients = MainLoop()

  init() {
    // A write to a socket whose peer has closed must fail with an error, not end the process.
    signal(SIGPIPE, SIG_IGN)
    context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
    finished.enter()
    let started = DispatchSemaphore(value: 0)
    let isRunning = startThread { [self] in
      jobs.withLock { $0.thread = pthread_self() }
      g_main_context_push_thread_default(context)
      started.signal()
      g_main_loop_run(loop)
      g_main_context_pop_thread_default(context)
      finished.leave()
    }
    precondition(isRunning, "no thread is left")
    started.wait()
  }

  deinit {
    g_main_loop_unref(loop)
    g_main_context_unref(context)
  }

  /// Whether the caller runs on the thread.
  var isCurrent: Bool {
    jobs.withLock { jobs in jobs.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  /// Runs `job` on the thread, later. After ``end()`` it is dropped.
  func perform(_ job: @escaping @Sendable () -> Void) {
    let isFirst = jobs.withLock { jobs in
      if jobs.isEnded { return false }
      jobs.waiting.append(job)
      return jobs.waiting.count == 1
    }
    guard isFirst else { return }
    // Not g_main_context_invoke: it may run the job here, before those already queued.
    attach(g_idle_source_new(), priority: G_PRIORITY_DEFAULT) { [self] in
      for job in jobs.withLock({ jobs in
        defer { jobs.waiting = [] }
        return jobs.waiting
      }) {
        job()
      }
      return false
    }
  }

  /// Runs `job` on the thread once libsoup has nothing left to read or write. Call it on the thread.
  ///
  /// One source for all of them: with a thousand sockets, a source for each job takes longer than the jobs.
  func performWhenQuiet(_ job: @escaping () -> Void) {
    idleJobs.append(job)
    guard idleJobs.count == 1 else { return }
    attach(g_idle_source_new(), priority: G_PRIORITY_LOW) { [self] in
      let jobs = idleJobs
      idleJobs = []
      for job in jobs { job() }
      return false
    }
  }

  /// Runs `job` on the thread and returns its result. Not to be called on the thread.
  func run<Value: Sendable>(_ job: @escaping @Sendable () -> Value) -> Value {
    precondition(!isCurrent, "the loop cannot wait for itself")
    let answer = ThreadAnswer<Value>()
    perform { answer.give(job()) }
    return answer.wait()
  }

  /// Runs `job` on the thread after a delay. Call it on the thread; ``MainLoopSource/cancel()`` stops the
  /// timer.
  @discardableResult
  func after(_ delay: Duration, _ job: @escaping () -> Void) -> MainLoopSource {
    attach(g_timeout_source_new(UInt32(clamping: delay.wholeMilliseconds)), priority: G_PRIORITY_DEFAULT) {
      job()
      return false
    }
  }

  /// Runs `job` whenever `socket` is in one of `conditions`, until it returns false.
  func watch(
    _ socket: UnsafeMutablePointer<GSocket>, _ conditions: GIOCondition, priority: Int32 = G_PRIORITY_DEFAULT,
    _ job: @escaping () -> Bool
  ) -> MainLoopSource {
    let source = g_socket_create_source(socket, conditions, nil)
    let box = Unmanaged.passRetained(Callback(job)).toOpaque()
    let function: GSocketSourceFunc = { _, _, data in
      data.map { Unmanaged<Callback>.fromOpaque($0).takeUnretainedValue().job() } == true ? 1 : 0
    }
    g_source_set_callback(
      source, unsafeBitCast(function, to: GSourceFunc.self), box,
      { data in data.map { Unmanaged<Callback>.fromOpaque($0).release() } })
    return attached(source, priority: priority)
  }

  /// Waits until the thread has ended, unless this is the thread.
  func waitForEnd() {
    if !isCurrent { finished.wait() }
  }

  /// Ends the thread after the jobs that wait.
  func end() {
    perform { [self] in
      jobs.withLock { $0.isEnded = true }
      g_main_loop_quit(loop)
    }
  }

  @discardableResult
  private func attach(
    _ source: UnsafeMutablePointer<GSource>?, priority: Int32, _ job: @escaping () -> Bool
  ) -> MainLoopSource {
    let box = Unmanaged.passRetained(Callback(job)).toOpaque()
    g_source_set_callback(
      source,
      { data in data.map { Unmanaged<Callback>.fromOpaque($0).takeUnretainedValue().job() } == true ? 1 : 0 },
      box, { data in data.map { Unmanaged<Callback>.fromOpaque($0).release() } })
    return attached(source, priority: priority)
  }

  private func attached(_ source: UnsafeMutablePointer<GSource>?, priority: Int32) -> MainLoopSource {
    g_source_set_priority(source, priority)
    g_source_attach(source, context)
    return MainLoopSource(source)
  }

  private final class Callback {
    let job: () -> Bool
    init(_ job: @escaping () -> Bool) { self.job = job }
  }
}

/// An event source of a main loop. It stays active when this handle is released.
final class MainLoopSource {
  private let source: UnsafeMutablePointer<GSource>?

  /// Takes over the caller's reference.
  fileprivate init(_ source: UnsafeMutablePointer<GSource>?) { self.source = source }

  deinit { g_source_unref(source) }

  /// Removes the source. May be called again, and after it fired.
  func cancel() { g_source_destroy(source) }

  /// Makes a timer due at once.
  func fire() { g_source_set_ready_time(source, 0) }

  /// Whether it was removed, or fired for the last time.
  var isCancelled: Bool { g_source_is_destroyed(source) != 0 }
}
