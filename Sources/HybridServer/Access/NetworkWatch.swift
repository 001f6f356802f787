import Dispatch
import Glibc

/// Tells when this machine gets other addresses: a laptop goes to another Wi-Fi, a cable is plugged in.
///
/// The kernel says so on a socket (rtnetlink(7)), so that nothing is asked and nothing wakes while all stays
/// as it is. One change is many messages: they are taken together, and only what differs in the end is told.
///
/// `@unchecked Sendable`: both members are Dispatch's, which may be used from any thread, and never change.
final class NetworkWatch: @unchecked Sendable {
  private let source: DispatchSourceRead
  private let queue = DispatchQueue(label: "network addresses")

  /// How long the kernel has to be silent, and how long is waited for that at most.
  private static let silence = DispatchTimeInterval.milliseconds(200)
  private static let patience = 10

  /// Watches until ``stop()``; nil where the kernel does not tell.
  ///
  /// - Parameter onChange: What is there now; called on a queue of its own.
  init?(onChange: @escaping @Sendable ([String]) -> Void) {
    let type = SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_NETLINK, Int32(type), 0)
    guard descriptor >= 0 else { return nil }
    // struct sockaddr_nl: family, padding, port (the kernel's choice), groups (link, addresses and routes of
    // both families).
    var address: [UInt32] = [UInt32(AF_NETLINK), 0, 0x1 | 0x10 | 0x40 | 0x100 | 0x400]
    let bound = address.withUnsafeMutableBytes { bytes in
      bind(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    guard bound == 0 else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let settling = Settling(queue: queue, onChange: onChange)
    source.setEventHandler {
      var buffer = [UInt8](repeating: 0, count: 8 << 10)
      // What it says is not looked at, and neither is that some of it was lost: the state is read afresh.
      while recv(descriptor, &buffer, buffer.count, 0) > 0 || errno == ENOBUFS {}
      settling.somethingHappened()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }

  /// The end; nothing is told afterwards but what is being told now.
  func stop() { source.cancel() }

  /// Waits for silence. Used on the queue only, which is why it may be `@unchecked Sendable`.
  private final class Settling: @unchecked Sendable {
    private let queue: DispatchQueue
    private let onChange: @Sendable ([String]) -> Void
    private var last = networkAddresses()
    private var generation = 0
    private var putOff = 0

    init(queue: DispatchQueue, onChange: @escaping @Sendable ([String]) -> Void) {
      self.queue = queue
      self.onChange = onChange
    }

    func somethingHappened() {
      generation += 1
      putOff += 1
      if putOff > NetworkWatch.patience { return look() }
      let mine = generation
      queue.asyncAfter(deadline: .now() + NetworkWatch.silence) { [weak self] in
        if let self, mine == generation { look() }
      }
    }

    private func look() {
      putOff = 0
      let now = networkAddresses()
      guard now != last else { return }
      last = now
      onChange(now)
    }
  }
}
