/// The memory of an array during a layout, accessed without uniqueness checks.
///
/// Changing an element of an array requires a check that the array is not shared. A layout changes millions
/// of fields while nothing else can hold the arrays, so the code that opens the table makes the check once:
///
///     nodes.withTable { nodes in … nodes[7].frame = frame … }
///
/// Positions are checked in debug builds; they come from the tree itself, never from input.
@safe struct Table<Element> {
  private let base: UnsafeMutablePointer<Element>?
  private let count: Int

  /// An empty table.
  init() {
    unsafe base = nil
    count = 0
  }

  fileprivate init(_ buffer: UnsafeMutableBufferPointer<Element>) {
    unsafe base = buffer.baseAddress
    count = buffer.count
  }

  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      assert(index >= 0 && index < count, "no such entry")
      return unsafe UnsafePointer(base.unsafelyUnwrapped + index)
    }
    @inline(__always) nonmutating unsafeMutableAddress {
      assert(index >= 0 && index < count, "no such entry")
      return unsafe base.unsafelyUnwrapped + index
    }
  }

  /// A pointer to one entry, for a reader that outlives the call but not the layout.
  @unsafe @inline(__always) func pointer(to index: Int) -> UnsafePointer<Element> {
    assert(index >= 0 && index < count, "no such entry")
    return unsafe UnsafePointer(base.unsafelyUnwrapped + index)
  }
}

extension Array {
  /// Runs `body` with the array's memory for reading.
  func withReadTable<Result>(_ body: (Table<Element>) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { buffer in
      unsafe body(Table(UnsafeMutableBufferPointer(mutating: buffer)))
    }
  }

  /// Runs `body` with the array's memory. Nothing else may access the array meanwhile.
  mutating func withTable<Result>(_ body: (Table<Element>) -> Result) -> Result {
    unsafe withUnsafeMutableBufferPointer { buffer in unsafe body(Table(buffer)) }
  }
}

/// Working space for nested calls: each pushes its entries above those of its caller, accesses them by
/// position, and pops them when it returns. One block of memory serves a whole layout.
@safe struct ScratchStack<Element: BitwiseCopyable> {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  /// The number of entries.
  private(set) var count = 0

  /// Whether the memory is borrowed from an array.
  private var isBorrowed = false

  /// An empty stack. ``deallocate()`` must be called at the end.
  init(capacity: Int) {
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  private init(borrowing buffer: UnsafeMutableBufferPointer<Element>, count: Int) {
    unsafe base = buffer.baseAddress.unsafelyUnwrapped
    capacity = buffer.count
    self.count = count
    isBorrowed = true
  }

  func deallocate() { if !isBorrowed { unsafe base.deallocate() } }

  /// Runs `body` while the stack's lowest entries are the first `count` elements of an array; the array has
  /// their final values.
  static func withStack<Result>(
    in array: inout [Element], count: Int, _ body: (inout ScratchStack) -> Result
  ) -> Result {
    unsafe array.withUnsafeMutableBufferPointer { buffer in
      var stack = unsafe ScratchStack(borrowing: buffer, count: count)
      let result = body(&stack)
      if !stack.isBorrowed {
        unsafe buffer.baseAddress.unsafelyUnwrapped.update(from: stack.base, count: count)
        stack.deallocate()
      }
      return result
    }
  }

  @inline(__always) mutating func push(_ element: Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count += 1
  }

  @inline(never) private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: base, count: count)
    deallocate()
    isBorrowed = false
    unsafe base = larger
    capacity *= 2
  }

  /// Removes all entries from `count` on.
  mutating func pop(to count: Int) { self.count = count }

  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      assert(index >= 0 && index < count, "no such entry")
      return unsafe UnsafePointer(base + index)
    }
    @inline(__always) unsafeMutableAddress {
      assert(index >= 0 && index < count, "no such entry")
      return unsafe base + index
    }
  }
}
