/// The memory of an array while a layout goes on, reached without asking each time whether it is shared.
///
/// An array's element can be changed only after a check that nobody else holds the array. A layout changes
/// millions of fields and nobody else can hold them then, so the check is made once, by whoever opens the
/// table:
///
///     nodes.withTable { nodes in … nodes[7].frame = frame … }
///
/// Positions are checked in debug builds; they come from the tree itself, never from input.
@safe struct Table<Element> {
  private let base: UnsafeMutablePointer<Element>?
  private let count: Int

  /// A table of nothing.
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

  /// The place of one entry, for a reader that outlives the call but not the layout.
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

  /// Runs `body` with the array's memory. The array must not be touched otherwise meanwhile.
  mutating func withTable<Result>(_ body: (Table<Element>) -> Result) -> Result {
    unsafe withUnsafeMutableBufferPointer { buffer in unsafe body(Table(buffer)) }
  }
}

/// Working space for calls inside one another: each pushes its entries above those of its caller, reaches
/// them by position, and takes them away when it returns. One block of memory serves a whole layout.
@safe struct ScratchStack<Element: BitwiseCopyable> {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  /// How many entries there are.
  private(set) var count = 0

  /// Whether the memory is somebody else's.
  private var isBorrowed = false

  /// An empty stack. It must be ended by ``deallocate()``.
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

  /// Runs `body` while the stack's lowest entries are the first `count` of an array, and leaves them there as
  /// they are then.
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

  /// Takes away all entries from `count` on.
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
