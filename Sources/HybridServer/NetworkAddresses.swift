import Glibc

/// The IPv4 addresses of this machine on its networks, loopback left out.
func networkAddresses() -> [String] {
  var first: UnsafeMutablePointer<ifaddrs>?
  guard getifaddrs(&first) == 0 else { return [] }
  defer { freeifaddrs(first) }
  var addresses: [String] = []
  var next = first
  while let entry = next {
    next = entry.pointee.ifa_next
    guard let address = entry.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
      entry.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0
    else { continue }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    guard getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
      continue
    }
    addresses.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
  return addresses
}
