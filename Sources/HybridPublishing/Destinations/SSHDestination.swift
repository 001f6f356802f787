import Glibc
import HybridCrypto
import HybridEncoding

/// A folder on another machine, accessed by `ssh` for queries and `rsync` for files. Both are the system's
/// programs, with its configuration, keys and known hosts.
///
/// The lock is a folder, since `mkdir` is atomic. Files appear only when complete: rsync ensures that, and
/// `freshness.json` is renamed by the same command that checks the lock.
package struct SSHDestination: Destination {
  package let name: String
  private let dist: String
  private let host: String
  private let port: String?
  private let path: String
  private let options: [String]

  /// Parses `ssh://[USER@]HOST[:PORT]/PATH`.
  ///
  /// - Parameters:
  ///   - dist: The folder from which files are sent.
  ///   - options: Options for `ssh -o`: `IdentityFile=…`.
  /// - Throws: ``PublishFault/Code/destination``.
  package init(_ text: String, from dist: String, options: [String]) throws(PublishFault) {
    func fault(_ message: String) -> PublishFault {
      PublishFault(.destination, "'\(text)' \(message)", hint: "ssh://deploy@example.com:22/srv/app")
    }
    let rest = text.dropFirst("ssh://".count)
    guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex else {
      throw fault("names no folder")
    }
    var host = rest[..<slash]
    var port: String?
    if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") {
      guard let number = Int(host[host.index(after: colon)...]), (1...65_535).contains(number) else {
        throw fault("has no port behind its ':'")
      }
      port = "\(number)"
      host = host[..<colon]
    }
    // The host must not look like an ssh option, nor contain characters that a shell or rsync interprets.
    let isHost = host.utf8.allSatisfy { byte in
      byte.isASCIIAlphanumeric || "-._@[]:".utf8.contains(byte)
    }
    guard isHost, !host.isEmpty, !host.hasPrefix("-"), !host.hasPrefix("@") else {
      throw fault("names no host")
    }
    var path = String(rest[slash...])
    while path.hasSuffix("/") { path.removeLast() }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard !parts.isEmpty, !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }),
      path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "'") })
    else { throw fault("names no folder that can be used") }
    (self.host, self.port, self.path) = (String(host), port, path)
    (self.dist, self.options) = (dist, options)
    name = "ssh://\(host)\(port.map { ":" + $0 } ?? "")\(path)"
  }

  // MARK: Lock

  package func lock(_ owner: PublishOwner, breaking: Bool) throws(PublishFault) {
    var isBroken = false
    while true {
      let answer = try run(
        """
        mkdir -p '\(path)' && cd '\(path)' || exit 70
        if mkdir \(lockName) 2>/dev/null; then cat > \(lockName)/owner.json; exit; fi
        test -d \(lockName) || exit 70
        cat \(lockName)/owner.json 2>/dev/null
        exit 75
        """, input: owner.encoded(), accepting: [0, 75])
      if answer.status == 0 { return }
      let other = PublishOwner(decoding: answer.output)
      // The answer to our first attempt may have been lost.
      if other == owner { return }
      guard !isBroken, breaking || other?.isDead(for: owner) == true else {
        throw .locked(by: other, at: name)
      }
      isBroken = true
      // Of several publishers that take it over at once, one succeeds.
      let old = "\(lockName).\(owner.token)"
      try run("cd '\(path)' && mv \(lockName) \(old) && rm -rf \(old); exit 0")
    }
  }

  package func unlock(_ owner: PublishOwner) {
    _ = try? run("cd '\(path)' && \(holds(owner)) && rm -rf \(lockName); exit 0")
  }

  package func isLocked(by owner: PublishOwner) throws(PublishFault) -> Bool {
    try run("cd '\(path)' && \(holds(owner)) || exit 75", accepting: [0, 75]).status == 0
  }

  private func holds(_ owner: PublishOwner) -> String {
    "grep -qF '\"token\":\"\(owner.token)\"' \(lockName)/owner.json 2>/dev/null"
  }

  // MARK: Files

  package func sizes(of paths: [String]) throws(PublishFault) -> [String: Int] {
    let wanted = Set(paths)
    let answer = try run(
      "cd '\(path)' 2>/dev/null || exit 0; find . -type f ! -path './\(lockName)/*' -exec wc -c {} +")
    var sizes: [String: Int] = [:]
    for line in String(decoding: answer.output, as: UTF8.self).split(separator: "\n") {
      // Parses `  123 ./files/3f…`; lines with totals are skipped.
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, words[1].hasPrefix("./"), let size = Int(words[0]) else { continue }
      let path = String(words[1].dropFirst(2))
      if wanted.contains(path) { sizes[path] = size }
    }
    return sizes
  }

  package func read(_ path: String, atMost limit: Int) throws(PublishFault) -> StoredFile? {
    let file = "'\(self.path)/\(path)'"
    let answer = try run("test -f \(file) || exit 75; head -c \(limit + 1) \(file)", accepting: [0, 75])
    guard answer.status == 0 else { return nil }
    guard answer.output.count <= limit else {
      throw PublishFault(.invalid, "'\(path)' at \(name) has more than \(limit) bytes")
    }
    return StoredFile(bytes: answer.output)
  }

  package func store(
    _ files: [DistFile], sent: @escaping @Sendable (DistFile) -> Void
  ) throws(PublishFault) {
    // Files whose published contents differ from DIST are sent separately: a few hundred bytes.
    for file in files {
      guard case .bytes(let bytes) = file.content else { continue }
      try write(file.path, bytes)
      sent(file)
    }
    for isImmutable in [true, false] {
      let batch = files.filter { file in
        if case .file = file.content { (file.kind == .immutable) == isImmutable } else { false }
      }
      if batch.isEmpty { continue }
      try send(batch, replacing: !isImmutable, sent: sent)
    }
  }

  private func send(
    _ files: [DistFile], replacing: Bool, sent: @escaping @Sendable (DistFile) -> Void
  ) throws(PublishFault) {
    let byPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    let told = Gathered<String>()
    let arguments =
      ["rsync", "--files-from=-", "--protect-args", "--chmod=D755,F644", "--out-format=%n", "--timeout=60"]
      + (replacing ? ["--ignore-times"] : ["--ignore-existing"])
      + ["-e", (["ssh"] + sshOptions).map(shellWord).joined(separator: " "), dist + "/", "\(host):\(path)/"]
    let list = Array(files.map(\.path).joined(separator: "\n").utf8) + [UInt8(ascii: "\n")]
    _ = try attempts(accepting: [0]) {
      runProgram(arguments, input: list) { line in
        guard let file = byPath[line], !told.all.contains(line) else { return }
        told.append(line)
        sent(file)
      }
    }
  }

  package func replace(_ file: DistFile, version: String?) throws(PublishFault) {
    try write(file.path, try file.bytes())
  }

  /// Writes a small file atomically.
  private func write(_ path: String, _ bytes: [UInt8]) throws(PublishFault) {
    try run(
      """
      cd '\(self.path)' && cat > '\(path).draft' && chmod 644 '\(path).draft' && sync \
      && mv -f '\(path).draft' '\(path)'
      """,
      input: bytes)
  }

  // MARK: Programs

  /// Options for ssh and for the `-e` of rsync.
  private var sshOptions: [String] {
    (port.map { ["-p", $0] } ?? []) + options.flatMap { ["-o", $0] }
      + (isatty(0) == 1 ? [] : ["-o", "BatchMode=yes"]) + ["-o", "ServerAliveInterval=15"]
  }

  @discardableResult
  private func run(
    _ script: String, input: [UInt8] = [], accepting: Set<Int32> = [0]
  ) throws(PublishFault) -> (status: Int32, output: [UInt8]) {
    // The account's shell, whichever it is, gets one simple word from ssh.
    let word = "sh -c " + shellWord(script)
    return try attempts(accepting: accepting) {
      runProgram(["ssh"] + sshOptions + ["-T", "--", host, word], input: input)
    }
  }

  private func attempts(
    accepting: Set<Int32>, _ body: () -> (status: Int32, output: [UInt8], errors: String)
  ) throws(PublishFault) -> (status: Int32, output: [UInt8]) {
    var attempt = 0
    while true {
      attempt += 1
      let result = body()
      if accepting.contains(result.status) { return (result.status, result.output) }
      let last =
        result.errors.split(separator: "\n").last.map(String.init) ?? "it ended with \(result.status)"
      if result.status == 127 {
        throw PublishFault(
          .failed, "ssh and rsync are needed here, and sh and rsync at \(name): \(last)",
          hint: "apt install openssh-client rsync")
      }
      for sign in ["Permission denied", "Host key verification failed"] where result.errors.contains(sign) {
        throw PublishFault(.denied, "\(name): \(last)", hint: "'ssh \(host)' has to work without questions")
      }
      // Broken connections are 255 for ssh and 10, 12, 30 and 35 for rsync; other statuses are final.
      guard [255, 10, 12, 30, 35].contains(result.status), attempt < 4 else {
        throw PublishFault(.failed, "\(name): \(last)")
      }
      backOff(attempt)
    }
  }
}
