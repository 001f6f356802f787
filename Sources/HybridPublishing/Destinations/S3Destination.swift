package import HybridCrypto
import HybridEncoding
import HybridSource

/// A bucket of Amazon S3 or of a compatible service.
///
/// libcurl signs the requests (AWS Signature Version 4). Immutable files are put with `If-None-Match: *`, the
/// one that clients follow with `If-Match` and the ETag that was read: the service refuses the second of two
/// publishers, whatever they know of each other. The lock, also an immutable object, usually prevents that
/// earlier.
package struct S3Destination: Destination {
  package let name: String
  private let store: HTTPStore
  private let prefix: String
  /// The bucket itself, for listings.
  private let bucket: HTTPStore
  private let sodium: Sodium

  /// Parses `s3://BUCKET/PREFIX?endpoint=…&region=…&style=path|virtual`.
  ///
  /// - Parameters:
  ///   - environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION`,
  ///     `AWS_PROFILE`.
  ///   - credentialsFile: The contents of `~/.aws/credentials`, if it exists.
  /// - Throws: ``PublishFault/Code/destination``, ``PublishFault/Code/denied``.
  package init(
    _ text: String, environment: (String) -> String?, credentialsFile: String?, sodium: Sodium
  ) throws(PublishFault) {
    func fault(_ message: String) -> PublishFault {
      PublishFault(
        .destination, "'\(text)' \(message)",
        hint: "s3://BUCKET/PREFIX?endpoint=https://s3.example.com&region=eu-central-1&style=path")
    }
    self.sodium = sodium
    let parts = text.dropFirst("s3://".count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let place = (parts.first ?? "").split(separator: "/", maxSplits: 1).map(String.init)
    var settings: [String: String] = [:]
    for setting in parts.count == 2 ? parts[1].split(separator: "&") : [] {
      let pair = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, ["endpoint", "region", "style"].contains(pair[0]) else {
        throw fault("has a setting that is none of endpoint, region and style: '\(setting)'")
      }
      settings[pair[0]] = pair[1]
    }
    guard let bucket = place.first, (3...63).contains(bucket.utf8.count),
      bucket.utf8.allSatisfy({ isBucketByte($0) })
    else { throw fault("names no bucket") }
    var prefix = place.count == 2 ? place[1] : ""
    while prefix.hasSuffix("/") { prefix.removeLast() }
    guard
      !prefix.split(separator: "/", omittingEmptySubsequences: false).dropFirst(prefix.isEmpty ? 1 : 0)
        .contains(where: { $0.isEmpty || $0 == "." || $0 == ".." })
    else { throw fault("has an empty part, '.' or '..' in its prefix") }
    self.prefix = prefix
    let region =
      settings["region"] ?? environment("AWS_REGION") ?? environment("AWS_DEFAULT_REGION") ?? "us-east-1"
    guard region.utf8.allSatisfy({ isBucketByte($0) }) else { throw fault("has no region") }
    let style = settings["style"] ?? (settings["endpoint"] == nil ? "virtual" : "path")
    guard ["path", "virtual"].contains(style) else {
      throw fault("has a style that is neither path nor virtual")
    }
    var base: HTTPAddress
    do throws(HTTPAddress.Fault) {
      base = try HTTPAddress(settings["endpoint"] ?? "https://s3.\(region).amazonaws.com")
    } catch { throw fault("has an endpoint that \(error.message)") }
    if style == "path" { base.path += "/" + bucket } else { base.host = bucket + "." + base.host }

    let profile = environment("AWS_PROFILE") ?? "default"
    let file = credentialsFile.map { AWSCredentials(profile, in: $0) }
    guard let keyID = environment("AWS_ACCESS_KEY_ID") ?? file?.keyID,
      let secret = environment("AWS_SECRET_ACCESS_KEY") ?? file?.secret
    else {
      throw PublishFault(
        .denied, "there is no key for '\(text)'",
        hint:
          """
          set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or add the profile '\(profile)' to \
          ~/.aws/credentials
          """
      )
    }
    let token = environment("AWS_ACCESS_KEY_ID") != nil ? environment("AWS_SESSION_TOKEN") : file?.token
    name = "s3://\(bucket)\(prefix.isEmpty ? "" : "/" + prefix)"
    let credentials = TransferRequest.Credentials.signed(region: region, keyID: keyID, secret: secret)
    let headers = token.map { ["x-amz-security-token: \($0)"] } ?? []
    self.bucket = HTTPStore(name: name, base: base, credentials: credentials, headers: headers)
    if !prefix.isEmpty { base.path += "/" + prefix.percentEncoded(keeping: .unreservedPath) }
    store = HTTPStore(name: name, base: base, credentials: credentials, headers: headers)
  }

  // MARK: Lock

  package func lock(_ owner: PublishOwner, breaking: Bool) throws(PublishFault) {
    var condition = "If-None-Match: *"
    // The existing lock may be removed between our request and our read.
    for _ in 0..<5 {
      let answer = try put(lockName, owner.encoded(), [condition, "Cache-Control: no-store"])
      if answer.status == 200 { break }
      guard Self.isRefusal(answer) else { throw store.unexpected(answer, "PUT", lockName) }
      guard let held = try store.read(lockName, atMost: 4_096) else {
        condition = "If-None-Match: *"
        continue
      }
      let other = PublishOwner(decoding: held.bytes)
      if other == owner { return }
      guard breaking || other?.isDead(for: owner) == true, let version = held.version else {
        throw .locked(by: other, at: name)
      }
      // Of several publishers that take it over at once, one succeeds.
      condition = "If-Match: \(version)"
    }
    // A service without conditional requests lets all of them write: then the last one has the lock.
    guard try isLocked(by: owner) else { throw .locked(by: nil, at: name) }
  }

  package func unlock(_ owner: PublishOwner) {
    guard let held = try? store.read(lockName, atMost: 4_096), PublishOwner(decoding: held.bytes) == owner
    else { return }
    _ = try? store.send("DELETE", lockName, headers: held.version.map { ["If-Match: \($0)"] } ?? [])
  }

  package func isLocked(by owner: PublishOwner) throws(PublishFault) -> Bool {
    try store.read(lockName, atMost: 4_096).flatMap { PublishOwner(decoding: $0.bytes) } == owner
  }

  // MARK: Files

  package func sizes(of paths: [String]) throws(PublishFault) -> [String: Int] {
    let wanted = Set(paths)
    let start = prefix.isEmpty ? "" : prefix + "/"
    var (sizes, token): ([String: Int], String?) = ([:], nil)
    repeat {
      // Sorted by name, as the signature requires.
      let query =
        (token.map { "?continuation-token=\($0.percentEncoded(keeping: .unreserved))&" } ?? "?")
        + "list-type=2&prefix=\(start.percentEncoded(keeping: .unreserved))"
      let answer = try bucket.send("GET", query, limit: 16 << 20)
      guard answer.status == 200 else {
        throw answer.status == 404
          ? PublishFault(.destination, "there is no bucket for \(name)")
          : bucket.unexpected(answer, "GET", query)
      }
      let text = String(decoding: answer.body, as: UTF8.self)
      for entry in elements("Contents", of: text) {
        guard let key = elements("Key", of: entry).first, key.hasPrefix(start),
          let size = elements("Size", of: entry).first.flatMap({ Int($0) })
        else { continue }
        let path = String(withoutEntities(key).dropFirst(start.count))
        if wanted.contains(path) { sizes[path] = size }
      }
      token = elements("NextContinuationToken", of: text).first.map { withoutEntities($0) }
    } while token != nil
    return sizes
  }

  package func read(_ path: String, atMost limit: Int) throws(PublishFault) -> StoredFile? {
    try store.read(path, atMost: limit)
  }

  package func store(
    _ files: [DistFile], sent: @escaping @Sendable (DistFile) -> Void
  ) throws(PublishFault) {
    try forEachInParallel(files) { file throws(PublishFault) in
      let bytes = try file.bytes()
      let answer = try put(
        file.path, bytes, fields(of: file) + (file.kind == .immutable ? ["If-None-Match: *"] : []))
      if Self.isRefusal(answer) {
        // It may be the result of our own first attempt, whose answer was lost.
        guard try read(file.path, atMost: file.size)?.bytes == bytes else { throw .appeared(file, at: name) }
      } else if answer.status != 200 {
        throw store.unexpected(answer, "PUT", file.path)
      }
      sent(file)
    }
  }

  package func replace(_ file: DistFile, version: String?) throws(PublishFault) {
    let bytes = try file.bytes()
    let answer = try put(
      file.path, bytes, fields(of: file) + [version.map { "If-Match: \($0)" } ?? "If-None-Match: *"])
    if answer.status == 200 { return }
    guard Self.isRefusal(answer) || answer.status == 404 else {
      throw store.unexpected(answer, "PUT", file.path)
    }
    guard try read(file.path, atMost: file.size)?.bytes != bytes else { return }
    throw PublishFault(
      .conflict, "another publisher has changed \(name) meanwhile", hint: "check the result and try again")
  }

  private func put(_ path: String, _ bytes: [UInt8], _ headers: [String]) throws(PublishFault)
    -> TransferAnswer
  {
    // The hash lets the service check the data, and is covered by the signature.
    try store.send(
      "PUT", path, headers: headers + ["x-amz-content-sha256: \(sodium.sha256(bytes))"], body: bytes)
  }

  private func fields(of file: DistFile) -> [String] {
    ["Content-Type: \(file.contentType)", "Cache-Control: \(file.cacheControl)"]
  }

  /// 412, or 409 while another conditional request for the same object is running.
  private static func isRefusal(_ answer: TransferAnswer) -> Bool { [409, 412].contains(answer.status) }
}

/// The credentials of one profile in `~/.aws/credentials`.
struct AWSCredentials: Hashable {
  var keyID: String?
  var secret: String?
  var token: String?

  init(_ profile: String, in text: String) {
    var section = ""
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimming(while: \.isWhitespace)
      if line.hasPrefix("["), line.hasSuffix("]") {
        section = String(line.dropFirst().dropLast().trimming(while: \.isWhitespace))
      } else if section == profile, let equals = line.firstIndex(of: "="), !line.hasPrefix("#") {
        let value = String(line[line.index(after: equals)...].trimming(while: \.isWhitespace))
        switch line[..<equals].trimming(while: \.isWhitespace) {
        case "aws_access_key_id": keyID = value
        case "aws_secret_access_key": secret = value
        case "aws_session_token": token = value
        default: break
        }
      }
    }
  }
}

private func isBucketByte(_ byte: UInt8) -> Bool {
  byte.isASCIILowercaseLetter || byte.isASCIIDigit || "-.".utf8.contains(byte)
}

/// The contents of all elements with a name. S3's lists (`ListBucketResult`) are simple enough: no element
/// contains one of the same name.
private func elements(_ name: String, of text: some StringProtocol) -> [Substring] {
  let bytes = Array(text.utf8)
  let (open, close) = (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
  var (found, index): ([Substring], Int) = ([], 0)
  func place(of mark: [UInt8], from start: Int) -> Int? {
    guard bytes.count - start >= mark.count else { return nil }
    return (start...(bytes.count - mark.count)).first { offset in
      mark.indices.allSatisfy { bytes[offset + $0] == mark[$0] }
    }
  }
  while let start = place(of: open, from: index), let end = place(of: close, from: start + open.count) {
    found.append(Substring(decoding: bytes[(start + open.count)..<end], as: UTF8.self))
    index = end + close.count
  }
  return found
}

/// Resolves XML's five entities and numeric ones of ASCII.
private func withoutEntities(_ text: Substring) -> String {
  var (result, rest) = ("", text)
  let names: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#34": "\"", "#39": "'",
  ]
  while let and = rest.firstIndex(of: "&") {
    result += rest[..<and]
    rest = rest[rest.index(after: and)...]
    guard let end = rest.firstIndex(of: ";"), let value = names[rest[..<end]] else {
      result += "&"
      continue
    }
    result += value
    rest = rest[rest.index(after: end)...]
  }
  return result + rest
}
