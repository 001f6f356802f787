// The internals of custom elements (HTML Standard section 4.13.7): forms, validity, states.

/// The values of form-associated elements, and the form owner that each was last notified of.
const formValues = new SafeWeakMap(), ownersKnown = new SafeWeakMap(), internalsOf = new SafeWeakMap();
function noteOwner(touched, id, definition) {
  const element = wrap(id), owner = wrap(askForm("owner", element) ?? -1), before = ownersKnown.get(element)
    ?? null;
  if (owner === before) return;
  ownersKnown.set(element, owner);
  if (definition.formCallback !== null) enqueue(touched, id, definition.formCallback, [owner]);
}

class CustomStateSet {
  #element; #states = new SafeSet();
  constructor(key, element) { if (key !== KEY) throw illegal(); this.#element = element; }
  #tell() { host.setCustomStates(idOf(this.#element), writeJSON(this.#list())); }
  #list() { const all = []; this.#states.forEach((state) => push(all, state)); return all; }
  get size() { return this.#states.size; }
  has(state) { return this.#states.has(text(state)); }
  add(state) {
    if (!this.#states.has(text(state))) { this.#states.add(text(state)); this.#tell(); }
    return this;
  }
  delete(state) { const had = this.#states.delete(text(state)); if (had) this.#tell(); return had; }
  clear() { if (this.#states.size > 0) { this.#states.clear(); this.#tell(); } }
  forEach(callback, receiver = undefined) {
    const all = this.#list();
    for (let i = 0; i < all.length; i += 1) apply(callback, receiver, [all[i], all[i], this]);
  }
  values() { return this.#list()[Symbol.iterator](); }
  keys() { return this.values(); }
  entries() {
    const all = this.#list();
    for (let i = 0; i < all.length; i += 1) all[i] = [all[i], all[i]];
    return all[Symbol.iterator]();
  }
  [Symbol.iterator]() { return this.values(); }
  get [Symbol.toStringTag]() { return "CustomStateSet"; }
}

let elementOf;
class ElementInternals {
  #element; #states = null;
  constructor(key, element) { if (key !== KEY) throw illegal(); this.#element = element; }
  static {
    elementOf = (internals, member) => {
      const element = internals.#element;
      if (member !== "" && !definitionsOf.get(element)?.isAssociated)
        throw new DOMException(
          `${member}: the class of the element has no 'static formAssociated = true'`, "NotSupportedError"
        );
      return element;
    };
  }
  get shadowRoot() { return shadows === null ? null : shadowTrees().rootOf(this.#element); }
  get states() { return this.#states ??= new CustomStateSet(KEY, this.#element); }
  get form() { return wrap(askForm("owner", elementOf(this, "form"))); }
  get labels() { return listOf(askForm("labels", elementOf(this, "labels")) ?? "[]"); }
  setFormValue(value) {
    formValues.set(
      elementOf(this, "setFormValue"),
      isObject(value) ? value : value === null || value === undefined ? null : text(value)
    );
  }
  setValidity(flags = {}, message = undefined, anchor = undefined) {
    const element = elementOf(this, "setValidity"), words_ = message === undefined ? "" : text(message);
    const { validityFlags } = part("Forms");
    let bits = 0;
    for (let i = 0; i < validityFlags.length; i += 1) if (flags?.[validityFlags[i]]) bits |= 1 << i;
    if (bits !== 0 && words_ === "") throw new TypeError("setValidity: a fault needs a message");
    askForm("setValidity", element, writeJSON([bits, bits === 0 ? "" : words_]));
  }
  get willValidate() { return askForm("willValidate", elementOf(this, "willValidate")); }
  get validity() { elementOf(this, "validity"); return part("Forms").validityOf(this.#element); }
  get validationMessage() { return askForm("message", elementOf(this, "validationMessage")); }
  checkValidity() { return askForm("check", elementOf(this, "checkValidity")); }
  reportValidity() { return askForm("report", elementOf(this, "reportValidity")); }
  get [Symbol.toStringTag]() { return "ElementInternals"; }
}
function attachInternals(element) {
  const id = idOf(element), definition = definitions.get(lower(host.name(id)));
  if (definition === undefined)
    throw new DOMException("attachInternals: the element is not a custom element", "NotSupportedError");
  if (includes(definition.refused, "internals"))
    throw new DOMException(`the class of <${definition.name}> disables internals`, "NotSupportedError");
  if (internalsOf.has(element))
    throw new DOMException("the element has its internals already", "NotSupportedError");
  if (customOf(id) !== definition)
    throw new DOMException("attachInternals: the element is not upgraded yet", "NotSupportedError");
  const made = new ElementInternals(KEY, element);
  internalsOf.set(element, made);
  return made;
}

