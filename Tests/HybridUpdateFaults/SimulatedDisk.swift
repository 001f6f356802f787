package import HybridUpdate
import Synchronization

/// A disk in memory that tracks what was synced, and can fail at a step and lose power.
///
/// It behaves as real disks may: contents survive if their file was synced, names if their folder was; each
/// other change may or may not survive.
package final class SimulatedDisk: StoreFiles {
  /// The fault at a step.
  package enum Fault: Hashable, Sendable, CaseIterable {
    /// No operation has an effect from this step on: the process or the power is gone.
    case stop
    /// The disk is full from this step on.
    case full
    /// Half of a write is done, then the disk is full.
    case shortWrite
    /// Only this step fails.
    case failure
    /// This sync reports success without an effect.
    case lostSync
  }

  /// What is lost in a power failure.
  package enum Loss: Hashable, Sendable {
    /// Nothing: only the process has ended.
    case nothing
    /// Everything that was not synced.
    case everything
    /// A random part of what was not synced, determined by this seed.
    case some(UInt64)
  }

  /// A file. A name in a folder refers to one of these.
  fileprivate struct File {
    var bytes: [UInt8] = []
    var synced: [UInt8] = []
  }

  /// The contents of a disk; cheap to copy.
  package struct Image: Sendable {
    fileprivate var files: [Int: File] = [:]
    fileprivate var next = 0
    fileprivate var names: [String: Int] = [:]
    fileprivate var syncedNames: [String: Int] = [:]
    fileprivate var folders: Set<String> = ["", "/data"]
    fileprivate var syncedFolders: Set<String> = ["", "/data"]

    /// An empty disk with a root folder.
    package init() {}

    /// Path → contents, as programs see them.
    package var contents: [String: [UInt8]] { names.compactMapValues { files[$0]?.bytes } }
  }

  private struct State {
    var image: Image
    var steps = 0
    var fault: (at: Int, Fault)?
    var isStopped = false
  }

  private let state: Mutex<State>

  /// Creates a disk with the contents of `image`.
  package init(_ image: Image = Image()) { state = Mutex(State(image: image)) }

  /// The current contents.
  package var image: Image { state.withLock { $0.image } }
  /// The number of changing steps since the start.
  package var steps: Int { state.withLock { $0.steps } }
  /// Whether the fault has occurred.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Sets `fault` to occur at the step of this number, 0 for the next.
  package func fail(at step: Int, _ fault: Fault) { state.withLock { $0.fault = (step + $0.steps, fault) } }

  /// The contents after a power failure.
  package func image(after loss: Loss) -> Image {
    var image = self.image
    switch loss {
    case .nothing: break
    case .everything: image.lose { _ in true }
    case .some(let seed):
      var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
      image.lose { _ in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state & 1 == 0
      }
    }
    return image
  }

  // MARK: Steps

  /// Performs a changing step, or throws its fault.
  private func step(
    _ operation: String, _ path: String, isSync: Bool = false,
    _ body: (inout Image, _ isHalf: Bool) throws(FileFault) -> Void
  ) throws(FileFault) {
    try state.withLock { state throws(FileFault) in
      let number = state.steps
      state.steps += 1
      if state.isStopped { throw FileFault(.failed(5, "it is gone"), operation, path) }
      guard let (at, fault) = state.fault, number >= at else { return try body(&state.image, false) }
      let grows = ["write", "make folder", "cut"].contains(operation)
      switch fault {
      case .stop:
        state.isStopped = true
        // The current step may be half done.
        if operation == "write" { try? body(&state.image, true) }
        throw FileFault(.failed(5, "it is gone"), operation, path)
      case .full:
        guard grows else { return try body(&state.image, false) }
        throw FileFault(.full, operation, path)
      case .shortWrite:
        guard operation == "write" else { return try body(&state.image, false) }
        state.fault = nil
        try body(&state.image, true)
        throw FileFault(.full, operation, path)
      case .failure:
        state.fault = nil
        throw FileFault(.failed(5, "Input/output error"), operation, path)
      case .lostSync:
        guard isSync else { return try body(&state.image, false) }
        state.fault = nil
      }
    }
  }

  private func looking<Value>(_ path: String, _ body: (Image) -> Value) throws(FileFault) -> Value {
    try state.withLock { state throws(FileFault) in
      if state.isStopped { throw FileFault(.failed(5, "it is gone"), "read", path) }
      return body(state.image)
    }
  }

  // MARK: StoreFiles

  package func makeFolder(_ path: String) throws(FileFault) {
    try step("make folder", path) { image, _ throws(FileFault) in
      guard image.folders.contains(folder(of: path)) else { throw FileFault(.missing, "make folder", path) }
      image.folders.insert(path)
    }
  }

  package func size(of path: String) throws(FileFault) -> Int? {
    try looking(path) { image in image.names[path].flatMap { image.files[$0]?.bytes.count } }
  }

  package func read(_ path: String, from offset: Int, count: Int) throws(FileFault) -> [UInt8] {
    let bytes = try looking(path) { image in image.names[path].flatMap { image.files[$0]?.bytes } }
    guard let bytes else { throw FileFault(.missing, "read", path) }
    return Array(bytes.dropFirst(offset).prefix(count))
  }

  package func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(FileFault) {
    try step("write", path) { image, isHalf throws(FileFault) in
      let bytes = isHalf ? Array(bytes.prefix(bytes.count / 2)) : bytes
      try image.change(path, "write") { file in
        if file.count < offset { file += [UInt8](repeating: 0, count: offset - file.count) }
        file.replaceSubrange(offset..<min(file.count, offset + bytes.count), with: bytes)
      }
    }
  }

  package func truncate(_ path: String, to size: Int) throws(FileFault) {
    try step("cut", path) { image, _ throws(FileFault) in
      try image.change(path, "cut") { file in
        if file.count > size { file.removeSubrange(size...) }
        file += [UInt8](repeating: 0, count: size - file.count)
      }
    }
  }

  package func sync(_ path: String) throws(FileFault) {
    try step("sync", path, isSync: true) { image, _ throws(FileFault) in
      guard let file = image.names[path] else { throw FileFault(.missing, "sync", path) }
      let bytes = image.files[file]?.bytes ?? []
      image.files[file]?.synced = bytes
    }
  }

  package func syncFolder(_ path: String) throws(FileFault) {
    try step("sync folder", path, isSync: true) { image, _ throws(FileFault) in
      guard image.folders.contains(path) else { throw FileFault(.missing, "sync folder", path) }
      for name in image.syncedNames.keys where folder(of: name) == path { image.syncedNames[name] = nil }
      for (name, file) in image.names where folder(of: name) == path { image.syncedNames[name] = file }
      image.syncedFolders.formUnion(image.folders.filter { folder(of: $0) == path })
    }
  }

  package func rename(_ path: String, to other: String) throws(FileFault) {
    try step("rename", path) { image, _ throws(FileFault) in
      guard image.folders.contains(folder(of: other)), let file = image.names.removeValue(forKey: path) else {
        throw FileFault(.missing, "rename", path)
      }
      image.names[other] = file
    }
  }

  package func remove(_ path: String) throws(FileFault) {
    try step("remove", path) { image, _ throws(FileFault) in image.names[path] = nil }
  }

  package func names(in path: String) throws(FileFault) -> [String] {
    try looking(path) { image in
      (Array(image.names.keys) + image.folders).filter { $0 != path && folder(of: $0) == path }
        .map { String($0.dropFirst(path.count + 1)) }.sorted()
    }
  }
}

private func folder(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
}

extension SimulatedDisk.Image {
  fileprivate mutating func change(
    _ path: String, _ operation: String, _ body: (inout [UInt8]) -> Void
  ) throws(FileFault) {
    guard folders.contains(folder(of: path)) else { throw FileFault(.missing, operation, path) }
    if names[path] == nil {
      names[path] = next
      files[next] = SimulatedDisk.emptyFile
      next += 1
    }
    guard let file = names[path] else { return }
    body(&files[file, default: SimulatedDisk.emptyFile].bytes)
  }

  /// Adds a synced file, such as one installed with the app.
  package mutating func add(_ path: String, _ bytes: [UInt8]) {
    var parent = folder(of: path)
    while !parent.isEmpty {
      folders.insert(parent)
      syncedFolders.insert(parent)
      parent = folder(of: parent)
    }
    files[next] = SimulatedDisk.file(bytes)
    (names[path], syncedNames[path]) = (next, next)
    next += 1
  }

  /// Adds a synced folder.
  package mutating func addFolder(_ path: String) {
    folders.insert(path)
    syncedFolders.insert(path)
  }

  /// Drops unsynced changes according to `isLost`, in a fixed order.
  fileprivate mutating func lose(_ isLost: (String) -> Bool) {
    for path in folders.subtracting(syncedFolders).sorted() where isLost(path) {
      folders = folders.filter { $0 != path && !$0.hasPrefix(path + "/") }
    }
    for path in Set(names.keys).union(syncedNames.keys).sorted() where names[path] != syncedNames[path] {
      if isLost(path) { names[path] = syncedNames[path] }
    }
    names = names.filter { folders.contains(folder(of: $0.key)) }
    for id in files.keys.sorted() {
      guard let file = files[id], file.bytes != file.synced, isLost("\(id)") else { continue }
      files[id]?.bytes = file.synced
    }
    files = files.mapValues { SimulatedDisk.file($0.bytes) }
    (syncedNames, syncedFolders) = (names, folders)
    let used = Set(names.values)
    files = files.filter { used.contains($0.key) }
  }
}

extension SimulatedDisk {
  fileprivate static var emptyFile: File { File() }
  fileprivate static func file(_ bytes: [UInt8]) -> File { File(bytes: bytes, synced: bytes) }
}
