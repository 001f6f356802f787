import HybridCSS
import HybridDOM
import HybridScript

/// The state of a page's forms, besides the states of their controls.
///
/// A class, because extensions of the page change it through its methods only.
final class PageForms {
  /// The maximum length of a message of `setCustomValidity`.
  private static let messageLimit = 10_000

  private(set) var marks = FormMarks()
  let patterns = PatternMatcher()
  /// The message for the user about a control that stopped a submission.
  private(set) var hint: (node: NodeID, text: String)?
  /// The version of the document that the states were last computed for, beside ``marks``.
  private var known: (version: Int, marks: FormMarks)?
  /// The index of the forms in one version of the document.
  private var index: (version: Int, index: FormIndex)?
  /// Forms whose `submit` and `invalid` events are being dispatched.
  private var submitting: Set<NodeID> = []

  // MARK: Marks

  /// Whether the text was kept as it is; an empty one removes the message.
  func setMessage(_ text: String, of node: NodeID) {
    marks.customMessages[node] = text.isEmpty ? nil : text.cut(to: Self.messageLimit)
  }

  /// Sets what a form-associated custom element says of itself.
  func setOwn(_ state: FormMarks.Custom, of node: NodeID) {
    var state = state
    state.message = state.message.cut(to: Self.messageLimit)
    if marks.custom[node] == nil { index = nil }
    marks.custom[node] = state
  }

  /// Notes whether the value of a field comes from typing.
  func setTyped(_ isTyped: Bool, _ node: NodeID) {
    if isTyped { marks.typed.insert(node) } else { marks.typed.remove(node) }
  }

  /// Notes that the user has finished a change of a control, or tried to submit it.
  func visit(_ node: NodeID) { marks.visited.insert(node) }

  /// Forgets what the user did to a control.
  func forget(_ node: NodeID) {
    marks.typed.remove(node)
    marks.visited.remove(node)
  }

  func setIndeterminate(_ isIndeterminate: Bool, _ node: NodeID) {
    if isIndeterminate { marks.indeterminate.insert(node) } else { marks.indeterminate.remove(node) }
  }

  /// Whether the message was shown that there is no file chooser.
  private var hasToldOfFiles = false

  /// A file field was tapped. True the first time.
  func noteFileTap() -> Bool {
    defer { hasToldOfFiles = true }
    return !hasToldOfFiles
  }

  // MARK: States

  /// Whether states have to be computed again for a version of the document.
  func needsStates(for version: Int) -> Bool {
    known.map { $0.version != version || $0.marks != marks } ?? true
  }

  /// Notes that the states fit a version of the document.
  func noteStates(for version: Int) { known = (version, marks) }

  /// Forgets the states, since a control changed on which those of other elements depend.
  func outdateStates() { known = nil }

  /// The index of a version of the forms, see ``LiveDocument/formVersion``.
  func index(for version: Int) -> FormIndex {
    if let index, index.version == version { return index.index }
    let new = FormIndex()
    index = (version, new)
    return new
  }

  /// The state of a control has changed.
  func noteControl() { index?.index.noteControl() }

  /// Forgets the index: buttons have their first states again.
  func forgetIndex() { index = nil }

  // MARK: Submitting

  /// Begins a submission. False within the events of another one of the same form.
  func beginSubmission(of form: NodeID) -> Bool { submitting.insert(form).inserted }

  func endSubmission(of form: NodeID) { submitting.remove(form) }

  /// Shows a message beside a control; nil takes it away.
  func setHint(_ text: String?, at node: NodeID? = nil) {
    hint = node.flatMap { node in text.map { (node, $0) } }
  }
}
