import Glibc
package import HybridCompiler
import HybridSystem
import Synchronization

/// The files read and folders listed before all watches were set up, so that both can run in parallel:
/// afterwards it finds whether any of them may have changed since.
package final class EarlyReads: Sendable {
  private struct Note {
    var path: String
    var wasThere: Bool
  }

  private let root: String
  private let began: Int
  /// Nil after the last request.
  private let notes = Mutex<[Note]?>([])

  /// File systems that count whole seconds, or two, give files an earlier time than that of their change.
  private static let coarseness = 2

  /// Starts to record reads below `root`; `time` is the current time, in seconds since 1970.
  package init(below root: String, at time: Int = time(nil)) {
    self.root = root
    began = time
  }

  /// A reader that reads by `reader` and records each read.
  package func noting(_ reader: FileReader) -> FileReader {
    FileReader(
      read: { path in
        let result = reader.read(path)
        self.note(path, wasThere: (try? result.get()) != nil)
        return result
      },
      list: { path in
        let result = reader.list(path)
        self.note(path, wasThere: (try? result.get()) != nil)
        return result
      })
  }

  private func note(_ path: String, wasThere: Bool) {
    notes.withLock { $0?.append(Note(path: path, wasThere: wasThere)) }
  }

  /// Whether a file that was read, or a folder that was listed, was changed since noting began, or so shortly
  /// before that file times cannot show it. Ends noting.
  package func mayBeOutdated() -> Bool {
    let all = notes.withLock { notes in
      defer { notes = nil }
      return notes ?? []
    }
    return all.contains { note in
      guard let status = FileStatus(at: "\(root)/\(note.path)") else { return note.wasThere }
      return status.changed / 1_000_000_000 >= began - Self.coarseness
    }
  }
}
