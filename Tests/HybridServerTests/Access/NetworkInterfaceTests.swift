import HybridTestSupport
import Testing

@testable import HybridServer

private typealias Address = NetworkInterface.Address

private func interface(
  _ name: String, _ addresses: [String], route: Int? = nil, hardware: Int = 1, isUp: Bool = true,
  isPointToPoint: Bool = false, isBridge: Bool = false
) -> NetworkInterface {
  NetworkInterface(
    name: name, addresses: addresses.map { Address($0) }, isUp: isUp, isLoopback: name == "lo",
    isPointToPoint: isPointToPoint, hardware: hardware, isBridge: isBridge, defaultRoute: route)
}

private let loopback = interface("lo", ["127.0.0.1", "::1"], hardware: 772)

@Suite struct NetworkInterfaceTests {
  /// Interface lists of real machines, in the kernel's order.
  @Test(arguments: [
    (
      "a laptop at home",
      [
        loopback, interface("enp0s31f6", [], isUp: false),
        interface("wlp2s0", ["192.168.178.21", "2001:db8:1::21", "fe80::1c2d"], route: 600),
      ],
      ["192.168.178.21", "[2001:db8:1::21]"]
    ),
    (
      "Docker came first",
      [
        loopback, interface("docker0", ["172.17.0.1", "fe80::42"], isBridge: true),
        interface("br-5f1c2ab09d11", ["172.18.0.1"], isBridge: true), interface("veth71f2a9c", ["fe80::9"]),
        interface("wlan0", ["10.0.0.17"], route: 600),
      ],
      ["10.0.0.17", "172.18.0.1", "172.17.0.1"]
    ),
    (
      "a VPN that takes the default route",
      [
        loopback, interface("wlan0", ["192.168.1.7"], route: 600),
        interface("tun0", ["10.8.0.6"], route: 50, hardware: 65_534, isPointToPoint: true),
        interface("wg0", ["10.66.66.2", "fd42::2"], hardware: 65_534),
      ],
      ["192.168.1.7", "10.8.0.6", "10.66.66.2", "[fd42::2]"]
    ),
    (
      "a VPN under a name nobody knows",
      [interface("corp", ["10.9.0.2"], route: 10, hardware: 65_534), interface("eth0", ["192.168.1.7"])],
      ["192.168.1.7", "10.9.0.2"]
    ),
    (
      "cable and Wi-Fi at once: the lower metric",
      [
        loopback, interface("wlan0", ["192.168.1.8"], route: 600),
        interface("eth0", ["192.168.1.7"], route: 100),
      ],
      ["192.168.1.7", "192.168.1.8"]
    ),
    (
      "a second network without a way out",
      [loopback, interface("eth0", ["10.1.1.1"]), interface("eth1", ["192.168.1.7"], route: 0)],
      ["192.168.1.7", "10.1.1.1"]
    ),
    (
      "virtual machines",
      [
        loopback, interface("vboxnet0", ["192.168.56.1"]), interface("vmnet8", ["172.16.9.1"]),
        interface("virbr0", ["192.168.122.1"], isBridge: true),
        interface("eth0", ["192.168.1.7"], route: 100),
      ],
      ["192.168.1.7", "192.168.56.1", "192.168.122.1", "172.16.9.1"]
    ),
    (
      "a bridge that is the machine's own way out",
      [loopback, interface("enp3s0", []), interface("br0", ["192.168.1.7"], route: 425, isBridge: true)],
      ["192.168.1.7"]
    ),
    (
      "no DHCP: an address for one line comes last",
      [loopback, interface("eth0", ["169.254.7.9"]), interface("docker0", ["172.17.0.1"], isBridge: true)],
      ["172.17.0.1", "169.254.7.9"]
    ),
    (
      "IPv6 only", [loopback, interface("eth0", ["2001:DB8::7", "fe80::7"], route: 1024)], ["[2001:db8::7]"]
    ),
    ("nothing but this machine", [loopback, interface("ifb0", [], isUp: false)], []),
    (
      "twice the same", [interface("eth0", ["10.0.0.1"], route: 1), interface("eth0:1", ["10.0.0.1"])],
      ["10.0.0.1"]
    ),
    ("nothing at all", [], []),
  ])
  fileprivate func theAddressThatAPhoneReachesComesFirst(
    _ machine: String, _ interfaces: [NetworkInterface], _ expected: [String]
  ) {
    #expect(rankedAddresses(interfaces) == expected)
    #expect(rankedAddresses(interfaces.reversed()) == expected)
  }

  @Test func anAddressThatIsGivenUpSoonComesBehindTheOneThatStays() {
    var one = interface("wlan0", [], route: 600)
    one.addresses = [Address("2001:db8::aaaa", isTemporary: true), Address("2001:db8::1")]
    #expect(rankedAddresses([one]) == ["[2001:db8::1]", "[2001:db8::aaaa]"])
  }

  /// As the kernel writes them.
  @Test func defaultRoutesAreReadFromTheKernelsTables() {
    let v4 = """
      Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
      wlan0	00000000	0102A8C0	0003	0	0	600	00000000	0	0	0
      eth0	00000000	0102A8C0	0003	0	0	100	00000000	0	0	0
      eth0	00000000	0102A8C0	0003	0	0	700	00000000	0	0	0
      down0	00000000	0102A8C0	0002	0	0	1	00000000	0	0	0
      tun0	00000000	00000000	0003	0	0	50	00000080	0	0	0
      docker0	000011AC	00000000	0001	0	0	0	0000FFFF	0	0	0
      """
    let zeros = String(repeating: "0", count: 32)
    let v6 = """
      \(zeros) 00 \(zeros) 00 fd000000000000000000000000000001 00000400 00000002 00000000 00000003    wlan1
      \(zeros) 00 \(zeros) 00 \(zeros) ffffffff 00000001 00000000 00200200       lo
      fe800000000000000000000000000000 40 \(zeros) 00 \(zeros) 00000100 00000002 00000000 00000001     eth9
      """
    #expect(defaultRoutes(v4: v4, v6: v6) == ["wlan0": 600, "eth0": 100, "wlan1": 1024])
    for junk in [
      "", "\n\n", "a b c", String(repeating: "x\t", count: 40), "h\neth0 00000000 zz zz 0 0 0 00000000",
    ] {
      #expect(defaultRoutes(v4: junk, v6: junk).isEmpty && temporaryAddresses(junk).isEmpty)
    }
  }

  @Test func temporaryAddressesAreReadFromTheKernelsTable() {
    let table = """
      20010db8000000000000000000000001 02 40 00 80    wlan0
      20010db800000000000000000000aaaa 02 40 00 01    wlan0
      20010db800000000000000000000bbbb 02 40 00 A0    wlan0
      20010db800000000000000000000cccc 02 40 00 c0    wlan0
      """
    #expect(
      temporaryAddresses(table) == [
        "20010db800000000000000000000aaaa", "20010db800000000000000000000bbbb",
        "20010db800000000000000000000cccc",
      ])
  }

  @Test func thisMachineHasALoopbackInterfaceThatIsNotRanked() {
    let interfaces = networkInterfaces()
    #expect(interfaces.contains { $0.isLoopback && $0.addresses.contains(Address("127.0.0.1")) })
    #expect(networkAddresses().allSatisfy { !$0.hasPrefix("127.") && $0 != "[::1]" && !$0.contains("%") })
  }
}
