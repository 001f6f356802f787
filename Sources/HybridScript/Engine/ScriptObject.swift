internal import CJavaScriptCore

/// One object, array or function of a context, kept from the garbage collector while this is held.
///
/// When its context is gone the object is dead: it reads as `undefined` and cannot be called. Like its
/// context it belongs to one thread at a time.
package final class ScriptObject {
  let machine: ScriptMachine
  /// Valid while `machine` is open.
  let reference: HybridJSValue

  init(_ reference: HybridJSValue, in machine: ScriptMachine) {
    self.reference = reference
    self.machine = machine
    if machine.isOpen { machine.api.ValueProtect(machine.context, reference) }
  }

  deinit { if machine.isOpen { machine.api.ValueUnprotect(machine.context, reference) } }

  /// Whether it can be called.
  package var isFunction: Bool {
    machine.isOpen && machine.api.ObjectIsFunction(machine.context, reference)
  }

  /// Whether it is an array, or a proxy of one (ECMA-262 §7.2.2).
  package var isArray: Bool { machine.isOpen && machine.api.ValueIsArray(machine.context, reference) }

  /// Whether both are the same object.
  package func isSame(as other: ScriptObject) -> Bool {
    machine === other.machine && reference == other.reference
  }
}
