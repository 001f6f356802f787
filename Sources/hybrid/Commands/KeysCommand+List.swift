import HybridCrypto
import HybridJSON
import HybridRelease
import HybridSource

extension KeysRun {
  /// Lists roles, thresholds, expiry times, and the private keys on this machine.
  func list() throws(ReleaseFault) {
    _ = try names(0...0, "no other word")
    let stored = try storedKeys()
    let entries = try ring.entries()
    guard !arguments[KeysCommand.json] else {
      Output.standard.line { json in
        json.member("folder", ring.folder)
        json.key("keySets")
        json.array { json in
          for set in stored.chain { write(set.keySet, missing: 0, to: &json) }
          if let pending = stored.pending {
            write(pending.keySet, missing: missing(of: pending, in: stored), to: &json)
          }
        }
        json.key("privateKeys")
        json.array { json in
          for entry in entries {
            json.object {
              $0.member("name", entry.name)
              $0.member("id", entry.file.id)
              $0.member("public", entry.file.publicKey.text)
            }
          }
        }
      }
      return
    }
    var lines: [String] = []
    if let set = stored.current {
      let isOver = ReleaseTime(set.expires).map { $0 <= now } ?? true
      lines.append(
        "key set \(set.version) of '\(set.project)', \(isOver ? "EXPIRED at" : "until") \(set.expires)")
      lines += rulesInWords(set)
    } else if stored.pending == nil {
      lines.append("no key set in '\(keysFolder)': 'hybrid keys new' makes a key and the first set")
    }
    if let pending = stored.pending {
      lines.append(
        """
        key set \(pending.keySet.version) \
        waits for \(counted(missing(of: pending, in: stored), "root signature")):
        """
          + " hybrid keys sign \(keysFolder)/\(pending.keySet.version).json")
      lines += rulesInWords(pending.keySet)
    }
    lines.append(
      entries.isEmpty
        ? "no private keys in '\(ring.folder)'" : "private keys on this machine, in '\(ring.folder)':")
    for entry in entries {
      let roles = KeySet.Role.allCases.filter {
        stored.current?.rules[$0]?.keys.contains(entry.file.id) == true
      }
      let use = roles.isEmpty ? "no role here" : roles.map(\.rawValue).joined(separator: ", ")
      lines.append("  \(entry.name): \(use)")
      lines.append("    \(entry.file.publicKey.text)")
    }
    Output.standard.write(lines.map(\.withoutControls).joined(separator: "\n") + "\n")
  }

  private func missing(of pending: ProjectKeys.Stored, in stored: ProjectKeys) -> Int {
    missingSignatures(
      over: pending.bytes, in: pending.signatures, of: pending.keySet, after: stored.current)
  }

  private func write(_ set: KeySet, missing: Int, to json: inout JSONWriter) {
    json.object { json in
      json.member("version", set.version)
      json.member("project", set.project)
      json.member("expires", set.expires)
      json.member("missingSignatures", missing)
      json.key("roles")
      json.object { json in
        for role in KeySet.Role.allCases {
          json.key(role.rawValue)
          json.object { json in
            json.member("threshold", set.rules[role]?.threshold ?? 0)
            json.key("keys")
            json.array { for id in set.rules[role]?.keys ?? [] { $0.value(id) } }
          }
        }
      }
    }
  }
}
