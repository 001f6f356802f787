/// A network interface of this machine, with the properties that matter for a phone's access.
struct NetworkInterface: Hashable, Sendable {
  /// The system name: `wlan0`, `enp3s0`, `docker0`.
  var name: String
  /// Numeric, without a zone.
  var addresses: [Address] = []
  var isUp = true
  var isLoopback = false
  /// Whether it is a point-to-point link, as of a VPN.
  var isPointToPoint = false
  /// `/sys/class/net/NAME/type`: a number of `<linux/if_arp.h>`; 1 is Ethernet, which Wi-Fi is as well.
  var hardware = 1
  /// Whether it bridges other interfaces.
  var isBridge = false
  /// The metric of its default route; nil without one.
  var defaultRoute: Int?

  /// An address, and whether it is temporary.
  struct Address: Hashable, Sendable {
    var text: String
    /// Temporary (RFC 8981), deprecated or tentative.
    var isTemporary = false

    init(_ text: String, isTemporary: Bool = false) {
      self.text = text
      self.isTemporary = isTemporary
    }
  }

  /// How likely a phone is on the other side, best first.
  enum Kind: Int, Comparable {
    /// Wi-Fi or Ethernet.
    case ordinary
    /// A tunnel.
    case vpn
    /// Made for virtual machines.
    case virtual
    /// Made for containers.
    case container

    static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
  }

  /// The kind, by the interface names of well-known programs, else by system information.
  var kind: Kind {
    func begins(_ prefixes: [String]) -> Bool { prefixes.contains { name.hasPrefix($0) } }
    if begins(Self.containerNames) { return .container }
    if begins(Self.virtualNames) { return .virtual }
    if begins(Self.vpnNames) || isPointToPoint || Self.tunnelTypes.contains(hardware) { return .vpn }
    // A bridge with a default route is the machine's own network; one without is a private network.
    return isBridge && defaultRoute == nil ? .container : .ordinary
  }

  private static let containerNames = [
    "docker", "br-", "veth", "cni", "flannel", "cali", "cilium", "podman", "lxc", "lxd", "kube", "nerdctl",
    "incus",
  ]
  private static let virtualNames = [
    "vboxnet", "vmnet", "virbr", "vnet", "vmbr", "macvtap", "hyperv", "dummy", "ifb",
  ]
  private static let vpnNames = [
    "tun", "tap", "utun", "wg", "ppp", "ipsec", "zt", "tailscale", "nordlynx", "proton", "gpd", "cscotun",
    "nebula",
  ]
  /// PPP, the tunnels of IPv4 and IPv6, SIT, GRE, and no hardware type, as `tun` and WireGuard have.
  private static let tunnelTypes: Set = [512, 768, 769, 776, 778, 823, 65_534]
}

/// The addresses by which others may reach this machine, as they stand in a URL, the likeliest for a phone
/// first.
///
/// Wi-Fi and Ethernet come before VPNs, virtual machines and containers; an interface with a default route,
/// by its metric, before one without; IPv4 before IPv6, since people can type it. Link-local addresses
/// (RFC 3927, RFC 4291 §2.5.6) do not work in a URL, or only for direct neighbours: those of IPv6 are
/// omitted, those of IPv4 come last.
func rankedAddresses(_ interfaces: [NetworkInterface]) -> [String] {
  struct Candidate {
    var key: [Int]
    var name: String
    var text: String
  }
  var candidates: [Candidate] = []
  for interface in interfaces where interface.isUp && !interface.isLoopback {
    for address in interface.addresses {
      let isV6 = address.text.contains(":")
      let lowered = address.text.lowercased()
      if isV6, ["fe8", "fe9", "fea", "feb", "ff"].contains(where: lowered.hasPrefix) || lowered == "::1" {
        continue
      }
      if ["127.", "0."].contains(where: lowered.hasPrefix) { continue }
      candidates.append(
        Candidate(
          key: [
            lowered.hasPrefix("169.254.") ? 1 : 0, interface.kind.rawValue,
            interface.defaultRoute ?? Int.max, isV6 ? 1 : 0, address.isTemporary ? 1 : 0,
          ], name: interface.name, text: isV6 ? "[\(lowered)]" : lowered))
    }
  }
  candidates.sort {
    $0.key != $1.key ? $0.key.lexicographicallyPrecedes($1.key) : ($0.name, $0.text) < ($1.name, $1.text)
  }
  var seen: Set<String> = []
  return candidates.map(\.text).filter { seen.insert($0).inserted }
}

/// The metric of the default route of each interface: from the contents of `/proc/net/route` and
/// `/proc/net/ipv6_route`.
func defaultRoutes(v4: String, v6: String) -> [String: Int] {
  var routes: [String: Int] = [:]
  func add(_ name: Substring, _ metric: Int) {
    routes[String(name)] = min(metric, routes[String(name)] ?? .max)
  }
  for line in v4.split(separator: "\n").dropFirst() {
    let fields = line.split(whereSeparator: \.isWhitespace)
    guard fields.count >= 8, fields[1] == "00000000", fields[7] == "00000000",
      let flags = Int(fields[3], radix: 16),
      flags & 0x3 == 0x3,  // RTF_UP and RTF_GATEWAY
      let metric = Int(fields[6])
    else { continue }
    add(fields[0], metric)
  }
  let zeros = String(repeating: "0", count: 32)
  for line in v6.split(separator: "\n") {
    let fields = line.split(whereSeparator: \.isWhitespace)
    guard fields.count >= 10, fields[0] == zeros, fields[1] == "00", let flags = Int(fields[8], radix: 16),
      flags & 0x3 == 0x3, let metric = Int(fields[5], radix: 16)
    else { continue }
    add(fields[9], metric)
  }
  return routes
}

/// The temporary addresses in `/proc/net/if_inet6`, as 32 hexadecimal digits.
func temporaryAddresses(_ table: String) -> Set<String> {
  Set(
    table.split(separator: "\n").compactMap { line in
      let fields = line.split(whereSeparator: \.isWhitespace)
      // IFA_F_TEMPORARY, IFA_F_DEPRECATED, IFA_F_TENTATIVE.
      guard fields.count >= 6, let flags = Int(fields[4], radix: 16), flags & (0x01 | 0x20 | 0x40) != 0 else {
        return nil
      }
      return fields[0].lowercased()
    })
}
