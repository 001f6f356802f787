import HybridSystem

extension PortOwner {
  /// The program that listens on a TCP port, from `/proc`; nil if it is not visible (another user's program).
  static func find(port: Int) -> PortOwner? {
    let inodes = Set(
      ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { listeners(in: KernelFile.text(of: $0), port: port) })
    guard !inodes.isEmpty else { return nil }
    let targets = Set(inodes.map { "socket:[\($0)]" })
    for process in entries(of: "/proc").compactMap({ Int($0) }) {
      let folder = "/proc/\(process)/fd"
      for descriptor in entries(of: folder)
      where KernelFile.linkTarget("\(folder)/\(descriptor)").map(targets.contains) == true {
        let name = KernelFile.text(of: "/proc/\(process)/comm").prefix { $0 != "\n" }
        return PortOwner(program: name.isEmpty ? "a program" : String(name), process: process)
      }
    }
    return nil
  }

  /// The inodes of sockets that listen on `port`: lines such as
  /// `0: 0100007F:1E6C 00000000:0000 0A … 0 0 38212 …`, state 0A, port in hexadecimal, inode in the tenth
  /// column.
  static func listeners(in table: String, port: Int) -> [String] {
    table.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: " ", omittingEmptySubsequences: true)
      guard columns.count > 9, columns[3] == "0A", let digits = columns[1].split(separator: ":").last,
        Int(digits, radix: 16) == port
      else { return nil }
      return String(columns[9])
    }
  }

  private static func entries(of path: String) -> [String] {
    guard var folder = FolderStream(at: path) else { return [] }
    var names: [String] = []
    while let entry = folder.next() { names.append(entry.name) }
    return names
  }
}
