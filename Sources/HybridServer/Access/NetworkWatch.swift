import Dispatch
import Glibc

/// Reports changes of this machine's addresses: a laptop joins another Wi-Fi, a cable is plugged in.
///
/// The kernel reports changes on a socket (rtnetlink(7)), so that no polling is needed. One change causes
/// many messages: they are combined, and only the final difference is reported.
///
/// `@unchecked Sendable`: both members are Dispatch's, which may be used from any thread, and never change.
final class NetworkWatch: @unchecked Sendable {
  private let source: DispatchSourceRead
  private let queue = DispatchQueue(label: "network addresses")

  /// How long the kernel has to be silent, and the maximum wait for that.
  private static let silence = DispatchTimeInterval.milliseconds(200)
  private static let patience = 10

  /// Watches until ``stop()``; nil if the kernel does not report changes.
  ///
  /// - Parameter onChange: Gets the current addresses; called on a private queue.
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
      // The message contents and lost messages do not matter: the state is read again.
      while recv(descriptor, &buffer, buffer.count, 0) > 0 || errno == ENOBUFS {}
      settling.somethingHappened()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }

  /// Stops watching; only a report in progress is still delivered.
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
