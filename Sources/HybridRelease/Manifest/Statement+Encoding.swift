import HybridEncoding
import HybridJSON

extension Statement {
  /// The format version that this program writes, and the only one that it reads.
  package static let format = 1

  /// The bytes to sign: canonical JSON, which is RFC 8785 without fractions. Members are sorted by name,
  /// there are no blanks, and one line feed ends the text; the same statement gives the same bytes on every
  /// machine.
  package func encoded() -> [UInt8] {
    var json = JSONWriter()
    switch self {
    case .release(let release): release.write(to: &json)
    case .rollback(let rollback): rollback.write(to: &json)
    case .freshness(let freshness): freshness.write(to: &json)
    case .keys(let keys): keys.write(to: &json)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

// Members are written in the order of their names. A test compares every statement with a sorted copy of
// itself.

extension Release {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("assets")
      json.array { for file in assets { file.write(to: &$0) } }
      json.member("channel", channel)
      json.member("created", created)
      json.member("format", Statement.format)
      json.member("kind", Statement.Kind.release.rawValue)
      json.member("mandatory", mandatory)
      json.member("number", number)
      json.member("project", project)
      json.key("requires")
      json.object {
        $0.list("attributes", requirements.attributes)
        $0.list("elements", requirements.elements)
        $0.list("modules", requirements.modules)
      }
      json.key("routes")
      json.array {
        for route in routes {
          $0.object {
            $0.member("kind", route.kind.rawValue)
            $0.member("pattern", route.pattern)
            $0.member("unit", route.unit)
          }
        }
      }
      json.member("runtime", runtime.description)
      json.key("units")
      json.array {
        for unit in units {
          $0.object {
            $0.member("kind", unit.kind.rawValue)
            $0.member("name", unit.name)
            $0.member("path", unit.file.path)
            unit.file.digest.writeMembers(to: &$0)
          }
        }
      }
    }
  }
}

extension Rollback {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("channel", channel)
      json.member("created", created)
      json.member("format", Statement.format)
      json.member("kind", Statement.Kind.rollback.rawValue)
      json.member("number", number)
      json.member("project", project)
      json.member("reason", reason)
      json.key("target")
      if let target { target.write(to: &json) } else { json.null() }
    }
  }
}

extension Freshness {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("channel", channel)
      json.member("created", created)
      json.member("expires", expires)
      json.member("format", Statement.format)
      json.member("keys", keys)
      json.member("kind", Statement.Kind.freshness.rawValue)
      json.key("newest")
      newest.write(to: &json)
      json.member("project", project)
      json.member("rollout", rollout)
      json.key("steady")
      if let steady { steady.write(to: &json) } else { json.null() }
    }
  }
}

extension KeySet {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("created", created)
      json.member("expires", expires)
      json.member("format", Statement.format)
      json.key("keys")
      json.object {
        for (id, key) in keys.sorted(by: { $0.key < $1.key }) { $0.member(id, key.bytes.lowerHex) }
      }
      json.member("kind", Statement.Kind.keys.rawValue)
      json.member("project", project)
      json.key("roles")
      json.object {
        for (role, rule) in rules.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          $0.key(role.rawValue)
          $0.object {
            $0.list("keys", rule.keys)
            $0.member("threshold", rule.threshold)
          }
        }
      }
      json.member("version", version)
    }
  }
}

extension FileDigest {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.member("sha256", sha256.description)
    json.member("size", size)
  }
}

extension ReleaseFile {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("path", path)
      digest.writeMembers(to: &$0)
    }
  }
}

extension ReleasePointer {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("number", number)
      digest.writeMembers(to: &$0)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func list(_ name: String, _ texts: [String]) {
    key(name)
    array { for text in texts { $0.value(text) } }
  }
}
