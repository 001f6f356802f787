import Foundation
import HybridCrypto
import HybridDist
import HybridRelease
import HybridTestSupport
import Testing

@testable import HybridPublishing

/// The kinds of destinations, each with the requirements for a real one.
enum PlaceKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case folder, webDAV, s3, ssh

  var testDescription: String { rawValue }

  /// The kinds available on this machine; the tests report missing ones.
  static let installed = allCases.filter(\.isInstalled)

  var isInstalled: Bool {
    func has(_ paths: String...) -> Bool { paths.allSatisfy(FileManager.default.isExecutableFile) }
    return switch self {
    case .folder: true
    case .webDAV: has("/usr/sbin/nginx")
    case .s3: RealPlace.moto != nil
    case .ssh: has("/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/rsync", "/usr/bin/ssh-keygen")
    }
  }
}

/// A real destination, and a client's view of it.
final class RealPlace: Sendable {
  /// The argument of `hybrid publish`.
  let destination: String
  /// Additional options.
  let options: [String]
  /// Required environment variables.
  let environment: [String: String]
  /// Reads published files, as a client would.
  let host: any ReleaseSource
  private let server: ServerProcess?
  private let folder: TemporaryProject

  init(_ kind: PlaceKind) async throws {
    folder = try TemporaryProject([:])
    switch kind {
    case .folder:
      (server, options, environment) = (nil, [], [:])
      destination = folder.path + "/host"
      host = ReleaseFolder(destination)
    case .webDAV:
      let server = try await ServerProcess { port, folder in try Self.nginx(port, folder) }
      self.server = server
      options = []
      // The server requires the password, which comes from the environment.
      environment = ["HYBRID_WEBDAV_USER": "deploy", "HYBRID_WEBDAV_PASSWORD": "secret"]
      destination = "webdav+http://127.0.0.1:\(server.port)/dav/app"
      host = try HTTPHost("http://127.0.0.1:\(server.port)/app")
    case .s3:
      let server = try await ServerProcess { port, _ in
        // One request at a time: moto checks and stores in two steps, which S3 does atomically.
        [
          try #require(Self.moto), "-c",
          """
          import threading
          from werkzeug.serving import run_simple
          from moto.server import DomainDispatcherApplication, create_backend_app
          moto, lock = DomainDispatcherApplication(create_backend_app), threading.Lock()
          def app(environ, start):
            with lock: return list(moto(environ, start))
          run_simple('127.0.0.1', \(port), app, threaded=True)
          """,
        ]
      }
      self.server = server
      options = []
      environment = ["AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret"]
      let endpoint = "http://127.0.0.1:\(server.port)"
      destination = "s3://apps/shop?endpoint=\(endpoint)"
      host = try HTTPHost("\(endpoint)/apps/shop")
      let made = try TransferPool.shared.send(
        TransferRequest(method: "PUT", url: endpoint + "/apps", body: []))
      #expect(made.status == 200)
      // Publicly readable, like a bucket behind a CDN.
      let policy = """
        {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject",\
        "Resource":"arn:aws:s3:::apps/*"}]}
        """
      _ = try TransferPool.shared.send(
        TransferRequest(method: "PUT", url: endpoint + "/apps?policy", body: Array(policy.utf8)))
    case .ssh:
      let server = try await ServerProcess { port, folder in try await Self.sshd(port, folder) }
      self.server = server
      environment = [:]
      options = [
        "IdentityFile=\(server.folder.path)/user", "IdentitiesOnly=yes",
        "UserKnownHostsFile=\(server.folder.path)/known", "StrictHostKeyChecking=yes",
        // The host key is the same through a proxy.
        "HostKeyAlias=server",
      ].flatMap { ["--ssh-option", $0] }
      destination = "ssh://\(NSUserName())@127.0.0.1:\(server.port)\(folder.path)/it's here"
        .replacingOccurrences(
          of: "'", with: "")
      host = ReleaseFolder("\(folder.path)/its here")
    }
  }

  /// The port of its server; nil for a folder.
  var port: Int? { server?.port }

  /// The destination argument for publishing through a proxy.
  func destination(through proxy: HoldingProxy) -> String {
    destination.replacing("127.0.0.1:\(port ?? 0)", with: "127.0.0.1:\(proxy.port)")
  }

  /// The Python of the environment with moto, which `Tools/test` creates.
  static let moto: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let python = root.appending(path: ".build/moto/bin/python3").path
    return FileManager.default.isExecutableFile(atPath: python) ? python : nil
  }()

  private static func nginx(_ port: Int, _ folder: TemporaryProject) throws -> [String] {
    let recipe = try nginxRecipe()
      .replacing("listen 443 ssl;", with: "listen 127.0.0.1:\(port);")
      .replacing("/srv/www", with: "\(folder.path)/www").replacing(
        "/etc/nginx/deploy.htpasswd", with: "\(folder.path)/users")
    try folder.write("www/app/.keep", "")
    // `openssl passwd -5 -salt hybrid secret`
    try folder.write("users", "deploy:{PLAIN}secret\n")
    try folder.write(
      "nginx.conf",
      """
      daemon off; master_process off; pid \(folder.path)/pid; error_log \(folder.path)/log;
      events { worker_connections 256; }
      http {
        access_log off;
        client_body_temp_path \(folder.path)/body; proxy_temp_path \(folder.path)/proxy;
        fastcgi_temp_path \(folder.path)/fastcgi; uwsgi_temp_path \(folder.path)/uwsgi;
        scgi_temp_path \(folder.path)/scgi;
        \(recipe)
      }
      """)
    return [
      "/usr/sbin/nginx", "-c", "\(folder.path)/nginx.conf", "-p", folder.path, "-e", "\(folder.path)/log",
    ]
  }

  /// The server configuration of `Documentation/hosting.md`, which these tests verify.
  static func nginxRecipe() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let page = try String(contentsOf: root.appending(path: "Documentation/hosting.md"), encoding: .utf8)
    let start = try #require(page.range(of: "```nginx\n"))
    let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
    return String(page[start.upperBound..<end.lowerBound])
  }

  private static func sshd(_ port: Int, _ folder: TemporaryProject) async throws -> [String] {
    for name in ["host", "user"] {
      let words = ["-q", "-t", "ed25519", "-N", "", "-f", "\(folder.path)/\(name)"]
      let made = try await ChildProcess.run(["/usr/bin/ssh-keygen"] + words)
      try #require(made.status == 0, "\(made.errors)")
    }
    try folder.write("known", "server " + folder.text("host.pub"))
    try folder.write("allowed", folder.text("user.pub"))
    try folder.write(
      "config",
      """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(folder.path)/host
      AuthorizedKeysFile \(folder.path)/allowed
      PidFile none
      StrictModes no
      PasswordAuthentication no
      # A sixth of the work that the default gives ssh.
      KexAlgorithms curve25519-sha256
      UsePAM no
      MaxStartups 100
      # Not what the account's shell reads at its start: that may take seconds.
      SetEnv HOME=\(folder.path)
      """)
    // The folder that sshd enters before a login.
    try? FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
    return ["/usr/sbin/sshd", "-D", "-e", "-f", "\(folder.path)/config"]
  }
}
