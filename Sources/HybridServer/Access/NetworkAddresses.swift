import Glibc
import HybridEncoding
import HybridSocket
import HybridSystem

/// The addresses by which others may reach this machine now, as they stand in a URL, the likeliest for a
/// phone first.
func networkAddresses() -> [String] { rankedAddresses(networkInterfaces()) }

/// The current network interfaces of this machine.
func networkInterfaces() -> [NetworkInterface] {
  var first: UnsafeMutablePointer<ifaddrs>?
  guard getifaddrs(&first) == 0 else { return [] }
  defer { freeifaddrs(first) }
  let routes = defaultRoutes(v4: contents(of: "/proc/net/route"), v6: contents(of: "/proc/net/ipv6_route"))
  let temporary = temporaryAddresses(contents(of: "/proc/net/if_inet6"))
  var interfaces: [String: NetworkInterface] = [:]
  var order: [String] = []
  var next = first
  while let entry = next {
    next = entry.pointee.ifa_next
    let name = String(cString: entry.pointee.ifa_name)
    if interfaces[name] == nil {
      order.append(name)
      interfaces[name] = describe(name, flags: entry.pointee.ifa_flags, defaultRoute: routes[name])
    }
    guard let address = entry.pointee.ifa_addr, let text = numeric(address) else { continue }
    let isTemporary = hexadecimal(address).map(temporary.contains) ?? false
    interfaces[name]?.addresses.append(NetworkInterface.Address(text, isTemporary: isTemporary))
  }
  return order.compactMap { interfaces[$0] }
}

private func describe(_ name: String, flags: UInt32, defaultRoute: Int?) -> NetworkInterface {
  // Kernel names contain no `/`; one would lead to another folder.
  let folder = "/sys/class/net/" + name.filter { $0 != "/" }
  return NetworkInterface(
    name: name, isUp: flags & UInt32(IFF_UP) != 0 && flags & UInt32(IFF_RUNNING) != 0,
    isLoopback: flags & UInt32(IFF_LOOPBACK) != 0,
    isPointToPoint: flags & UInt32(IFF_POINTOPOINT) != 0,
    hardware: Int(contents(of: "\(folder)/type").filter(\.isNumber)) ?? 1,
    isBridge: access("\(folder)/bridge", F_OK) == 0, defaultRoute: defaultRoute)
}

/// An IPv4 or IPv6 address in digits, without its zone; nil for other families.
private func numeric(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
  let family = Int32(address.pointee.sa_family)
  guard family == AF_INET || family == AF_INET6 else { return nil }
  let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
  var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
  guard
    getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
  else { return nil }
  let bytes = text.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: "%")) }.map { UInt8(bitPattern: $0) }
  return String(decoding: bytes, as: UTF8.self)
}

/// An IPv6 address as `/proc/net/if_inet6` writes it.
private func hexadecimal(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
  guard Int32(address.pointee.sa_family) == AF_INET6 else { return nil }
  return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
    withUnsafeBytes(of: address.pointee.sin6_addr) { $0.lowerHex }
  }
}

/// A file of `/proc` or `/sys` as text. The limit is for a machine with a million routes.
private func contents(of path: String) -> String { KernelFile.text(of: path, atMost: 1 << 20) }
