/// A call of a script about forms, controls, dialogs and popovers: HTML Standard §4.10, §4.11.4 and §6.12.
package enum PageFormCall: String, Sendable {
  // Constraint validation. `validity` is the flags of `ValidityState` as bits, in their order.
  case validity, message, willValidate, setCustom, check, report
  // The form of a control or nil; the elements of a form or fieldset, the labels of a control and the control
  // of a label, as node numbers.
  case owner, elements, labels, labelled
  // Submission. The argument of `requestSubmit` is the submitter, or nil.
  case requestSubmit, submit, reset
  // Lists of options: the selected options of a `select` as node numbers; for an option, whether it is
  // selected, and whether it can be chosen.
  case selected, isSelected, setSelected, isEnabled
  // The files of a field, as JSON; the bytes of one of them, in Base64, where it is a file of the project;
  // and the names of the files that a script gave, as JSON.
  case files, fileContent, setFiles
  // Values as numbers, and the steps to them; `text` is the value that a number stands for.
  case number, text, step, indeterminate, setIndeterminate
  // A form-associated custom element; `setValidity` takes its flags as bits and its message, as an array.
  case associate, setValidity
  // The selection of a field, as `[start, end]`.
  case selection, setSelection
  // Dialogs. `close` and `requestClose` take the return value, or nothing.
  case show, showModal, close, requestClose, returnValue, setReturnValue
  // Popovers. `togglePopover` takes whether it is to show, or nothing.
  case showPopover, hidePopover, togglePopover
}

extension PageHost {
  /// A host without forms answers nothing.
  package func form(_ call: PageFormCall, of node: Int, _ argument: ScriptValue) throws -> ScriptValue {
    .undefined
  }
}
