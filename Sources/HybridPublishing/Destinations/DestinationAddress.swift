package import HybridCrypto

/// The destination for an address.
///
/// - Parameters:
///   - text: `ssh://…`, `webdav+https://…`, `s3://…`, or a folder.
///   - dist: The folder to publish, from which rsync reads.
///   - sshOptions: Options for `ssh -o`.
///   - environment: Returns the values of environment variables.
/// - Throws: ``PublishFault/Code/destination``, ``PublishFault/Code/denied`` when credentials are missing.
package func destination(
  _ text: String, from dist: String, sshOptions: [String], environment: (String) -> String?, sodium: Sodium
) throws(PublishFault) -> any Destination {
  if text.hasPrefix("ssh://") { return try SSHDestination(text, from: dist, options: sshOptions) }
  if text.hasPrefix("webdav+") { return try WebDAVDestination(text, environment: environment) }
  if text.hasPrefix("s3://") {
    let file =
      environment("AWS_SHARED_CREDENTIALS_FILE") ?? environment("HOME").map { $0 + "/.aws/credentials" }
    return try S3Destination(
      text, environment: environment,
      credentialsFile: file.flatMap { readWholeFile($0, atMost: 1 << 20, followsLink: true) }.map {
        String(decoding: $0, as: UTF8.self)
      },
      sodium: sodium)
  }
  var path = text
  if text.hasPrefix("file://") {
    // A file URL may name a host (RFC 8089): `localhost` or none means this machine.
    path = String(text.dropFirst("file://".count))
    if path.hasPrefix("localhost/") { path.removeFirst("localhost".count) }
    guard path.hasPrefix("/") else {
      throw PublishFault(
        .destination, "'\(text)' names another machine",
        hint: "write file:///PATH for a folder on this machine")
    }
  }
  guard !path.isEmpty, !isURL(path) else {
    throw PublishFault(
      .destination, "'\(text)' is not a place to publish to",
      hint: "a folder, ssh://HOST/PATH, webdav+https://HOST/PATH or s3://BUCKET/PREFIX")
  }
  return FolderDestination(path)
}

/// Whether a text has the form `scheme://…`.
private func isURL(_ text: String) -> Bool {
  guard let colon = text.firstIndex(of: ":") else { return false }
  return text[colon...].hasPrefix("://") && text[..<colon].allSatisfy { $0.isASCII && !"/.".contains($0) }
}
