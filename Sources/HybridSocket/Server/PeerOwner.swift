import Glibc
import HybridSystem

/// Finds which user owns the other end of a loopback connection, from `/proc/net/tcp`.
///
/// Every user of a machine reaches its loopback interface. This check keeps secrets of the user who started
/// the server, such as its token, from other users.
package enum PeerOwner {
  /// Whether another user's program holds the connection from `port` to our `ownPort`.
  ///
  /// The administrator, who can read everything anyway, does not count as another user: tunnels and container
  /// proxies often run as root. Nor does a connection that the kernel does not list here, such as one from
  /// outside a virtual machine's network.
  package static func isOtherUser(port: Int, ownPort: Int) -> Bool {
    let trusted: Set<UInt32> = [0, getuid()]
    return ["/proc/net/tcp", "/proc/net/tcp6"].contains { path in
      // There can be several users if the same port is used on several addresses: then all must be ours.
      !users(in: KernelFile.text(of: path), port: port, ownPort: ownPort).isSubset(of: trusted)
    }
  }

  /// The users of sockets at `port` that are connected to `ownPort`: lines such as
  /// `4: 0100007F:C350 0100007F:1E6C 01 00000000:00000000 00:00000000 00000000 1000 0 38212 …`, ports in
  /// hexadecimal, the user in the eighth column.
  static func users(in table: String, port: Int, ownPort: Int) -> Set<UInt32> {
    func isPort(_ column: Substring, _ port: Int) -> Bool {
      column.split(separator: ":").last.flatMap { Int($0, radix: 16) } == port
    }
    return Set(
      table.split(separator: "\n").dropFirst().compactMap { line in
        let columns = line.split(separator: " ", omittingEmptySubsequences: true)
        guard columns.count > 9, isPort(columns[1], port), isPort(columns[2], ownPort) else { return nil }
        return UInt32(columns[7])
      })
  }
}
