// Constraint validation (HTML Standard section 4.10.20): the page's host has the rules.

const validityFlags = [
  "valueMissing", "typeMismatch", "patternMismatch", "tooLong", "tooShort", "rangeUnderflow", "rangeOverflow",
  "stepMismatch", "badInput", "customError",
];
class ValidityState {
  #node;
  constructor(key, node) { if (key !== KEY) throw illegal(); this.#node = node; }
  static bits(state) { return askForm("validity", state.#node); }
  get [Symbol.toStringTag]() { return "ValidityState"; }
}
const { bits: validityBits } = ValidityState;
delete ValidityState.bits;
for (let i = 0; i < validityFlags.length; i += 1) {
  defineProperty(ValidityState.prototype, validityFlags[i], {
    __proto__: null, get() {
      return (validityBits(this) & (1 << i)) !== 0;
    }, configurable: true, enumerable: true,
  });
}
defineProperty(ValidityState.prototype, "valid", {
  __proto__: null, get() { return validityBits(this) === 0; }, configurable: true, enumerable: true,
});
const validityStates = new SafeWeakMap();
const validityOf = (node) => {
  let state = validityStates.get(node);
  if (state === undefined) { idOf(node); validityStates.set(node, state = new ValidityState(KEY, node)); }
  return state;
};
const validationMembers = {
  get willValidate() { return askForm("willValidate", this); },
  get validity() { return validityOf(this); },
  get validationMessage() { return askForm("message", this); },
  checkValidity() { return askForm("check", this); },
  reportValidity() { return askForm("report", this); },
  setCustomValidity(message) { askForm("setCustom", this, text(message)); },
};

/// The members of all elements with a form owner.
const ownedMembers = {
  get form() { return wrap(askForm("owner", this)); },
  get name() { return host.attribute("name", idOf(this)) ?? (options.isNative ? nameOf(this) : ""); },
  set name(value) { setAttributeOf(idOf(this), "name", text(value)); },
};
/// The labels of the page with the control of each, until a change.
let labelsKnown = { __proto__: null, version: -1, byControl: null };
function labelsOf(node) {
  if (host.root(idOf(node)) !== 0 || !hasLiveLists) return listOf(askForm("labels", node) ?? "[]");
  const version = treeVersion + formVersion;
  if (labelsKnown.version !== version) {
    const labels = parseJSON(host.elements(1, "label", 0)), byControl = new SafeMap();
    for (let i = 0; i < labels.length; i += 1) {
      const control = askForm("labelled", wrap(labels[i]));
      if (typeof control !== "number") continue;
      const known = byControl.get(control);
      if (known === undefined) byControl.set(control, [labels[i]]); else push(known, labels[i]);
    }
    labelsKnown = { __proto__: null, version, byControl };
  }
  const found = slice(labelsKnown.byControl.get(idOf(node)) ?? []);
  for (let i = 0; i < found.length; i += 1) found[i] = wrap(found[i]);
  setPrototypeOf(found, NodeListPrototype);
  return found;
}
const labelledMembers = { get labels() { return labelsOf(this); } };

/// A property that reflects an integer attribute.
function reflectNumber(Class, names) {
  const keys = ownKeys(names);
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i], name = lower(key), fallback = names[key];
    defineProperty(Class.prototype, key, {
      __proto__: null, configurable: true, enumerable: true,
      get() {
        const found = execute(/^[ \t\n\f\r]*\+?(\d+)/, host.attribute(name, idOf(this)) ?? "");
        return found === null || (fallback > 0 && +found[1] === 0) ? fallback : +found[1];
      },
      set(value) { setAttributeOf(idOf(this), name, text(floor(number(value)))); },
    });
  }
}
/// A property that reflects an enumerated attribute: the first word stands for an invalid value, the second
/// for a missing one.
function reflectWord(Class, key, name, words, absent = words[0]) {
  defineProperty(Class.prototype, key, {
    __proto__: null, configurable: true, enumerable: true,
    get() {
      const value = host.attribute(name, idOf(this));
      if (typeof value !== "string") return absent;
      return includes(words, lower(value)) ? lower(value) : words[0];
    },
    set(value) { setAttributeOf(idOf(this), name, text(value)); },
  });
}
/// The nearest inclusive ancestor with a name.
function nearestNamed(node, name) {
  for (let id = idOf(node); id > 0; id = relative(PARENT, id)) {
    if (host.kind(id) === ELEMENT && lower(host.name(id)) === name) return wrap(id);
  }
  return null;
}

// Fields.
install(HTMLInputElement.prototype, validationMembers);
install(HTMLInputElement.prototype, ownedMembers);
install(HTMLInputElement.prototype, labelledMembers);
const inputTypes = [
  "text", "hidden", "search", "tel", "url", "email", "password", "date", "month", "week", "time",
  "datetime-local", "number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset",
  "button",
];
reflectWord(HTMLInputElement, "type", "type", inputTypes);
const selectable = {
  __proto__: null, text: true, search: true, url: true, tel: true, password: true, textarea: true,
};
const typeOf = (node) => {
  if (lower(nameOf(node)) !== "input") return lower(nameOf(node));
  const type = lower(host.attribute("type", idOf(node)) ?? "text");
  return includes(inputTypes, type) ? type : "text";
};
const unfit = (member, node) => new DOMException(
  `${member} does not apply to type '${typeOf(node)}'`, "InvalidStateError"
);
/// `[start, end]`, or null for a field without a selection.
const selectionOf = (node) => (
  selectable[typeOf(node)] === true || !(typeOf(node) in { __proto__: null, ...selectable, ...otherTypes })
    ? parseJSON(askForm("selection", node)) : null
);
const otherTypes = { __proto__: null };
for (let i = 0; i < inputTypes.length; i += 1)
  if (selectable[inputTypes[i]] !== true) otherTypes[inputTypes[i]] = true;
function select(node, member, start, end) {
  if (selectionOf(node) === null) throw unfit(member, node);
  const last = maximum(0, floor(number(end)));
  askForm("setSelection", node, `${minimum(maximum(0, floor(number(start))), last)},${last}`);
}
install(HTMLInputElement.prototype, {
  get valueAsNumber() { return askForm("number", this) ?? NaN; },
  set valueAsNumber(value) { setNumber(this, "valueAsNumber", +value); },
  get valueAsDate() {
    const type = typeOf(this), value = askForm("number", this);
    if (value === undefined || value !== value || includes(["number", "range", "datetime-local"], type))
      return null;
    return new NativeDate(type === "month" ? NativeDate.UTC(1970, value, 1) : value);
  },
  set valueAsDate(value) {
    const type = typeOf(this);
    if (!includes(["date", "month", "week", "time"], type)) throw unfit("valueAsDate", this);
    if (value !== null && objectTag(value) !== "[object Date]")
      throw new TypeError("valueAsDate takes a Date or null");
    const time = value === null ? NaN : dateTime(value);
    if (type !== "month" || time !== time) return setNumber(this, "valueAsDate", time);
    return setNumber(this, "valueAsDate", (dateYear(value) - 1970) * 12 + dateMonth(value));
  },
  stepUp(count = 1) {
    if (askForm("step", this, floor(number(count))) === undefined) throw unfit("stepUp", this);
  },
  stepDown(count = 1) {
    if (askForm("step", this, -floor(number(count))) === undefined) throw unfit("stepDown", this);
  },
  get indeterminate() { return askForm("indeterminate", this); },
  set indeterminate(value) { askForm("setIndeterminate", this, !!value); },
  get list() {
    const found = byId(host.attribute("list", idOf(this)) ?? "", 0);
    return found !== null && lower(nameOf(found)) === "datalist" ? found : null;
  },
  get files() { return typeOf(this) === "file" ? filesOf(this) : null; },
  set files(value) { if (typeOf(this) === "file") filesPart().setFiles(this, value); },
  get selectionStart() { return selectionOf(this)?.[0] ?? null; },
  set selectionStart(value) {
    const old = selectionOf(this);
    select(this, "selectionStart", value, maximum(number(value), old?.[1] ?? 0));
  },
  get selectionEnd() { return selectionOf(this)?.[1] ?? null; },
  set selectionEnd(value) {
    const old = selectionOf(this);
    select(this, "selectionEnd", minimum(number(value), old?.[0] ?? 0), value);
  },
  get selectionDirection() { return selectionOf(this) === null ? null : "none"; },
  select() {
    const { length } = text(host.control("value", idOf(this)) ?? "");
    if (selectionOf(this) !== null) askForm("setSelection", this, `0,${length}`);
  },
  setSelectionRange(start, end) { select(this, "setSelectionRange", start, end); },
  setRangeText(replacement, start = undefined, end = undefined, mode = "preserve") {
    const old = selectionOf(this);
    if (old === null) throw unfit("setRangeText", this);
    const value = text(host.control("value", idOf(this)) ?? ""), put = text(replacement);
    const from = minimum(maximum(0, number(start === undefined ? old[0] : start)), value.length);
    const to = minimum(maximum(0, number(end === undefined ? old[1] : end)), value.length);
    if (from > to) throw new DOMException("the start is after the end", "IndexSizeError");
    host.setControl("value", textSlice(value, 0, from) + put + textSlice(value, to), idOf(this));
    const after = from + put.length;
    const moved = (at) => (at > to ? at + put.length - (to - from) : at > from ? from : at);
    const next = mode === "select" ? [from, after] : mode === "start" ? [from, from] : mode === "end"
      ? [after, after] : [moved(old[0]), old[1] > to ? moved(old[1]) : old[1] > from ? after : old[1]];
    askForm("setSelection", this, `${next[0]},${next[1]}`);
  },
});
// A text area has its own, like its value.
for (const key of rest(["selectionStart", "selectionEnd"]))
  defineProperty(
    HTMLTextAreaElement.prototype, key,
    { __proto__: null, ...getOwnPropertyDescriptor(HTMLInputElement.prototype, key) }
  );
const dateTime = uncurry(NativeDate.prototype.getTime);
const dateYear = uncurry(NativeDate.prototype.getUTCFullYear);
const dateMonth = uncurry(NativeDate.prototype.getUTCMonth);
function setNumber(node, member, value) {
  if (askForm("number", node) === undefined) throw unfit(member, node);
  if (value !== value) { host.setControl("value", "", idOf(node)); return; }
  if (!isFiniteNumber(value)) throw new TypeError(`${member} takes a finite number`);
  host.setControl("value", askForm("text", node, value) ?? "", idOf(node));
}
reflectNumber(HTMLInputElement, { maxLength: -1, minLength: -1, size: 20 });
reflect(
  HTMLInputElement,
  { accept: "accept", alt: "alt", dirName: "dirname", inputMode: "inputmode", formTarget: "formtarget" }
);
reflect(HTMLInputElement, { formNoValidate: "formnovalidate" }, true);
part("Reflections").reflectAll(HTMLInputElement, "HTMLInputElement");
reflectNumber(HTMLTextAreaElement, { rows: 2, cols: 20 });
install(HTMLTextAreaElement.prototype, {
  get type() { return "textarea"; },
  get defaultValue() { return host.textContent(idOf(this)); },
  set defaultValue(value) { replaceByText(idOf(this), text(value)); },
  get textLength() { return text(host.control("value", idOf(this)) ?? "").length; },
});
reflect(HTMLTextAreaElement, { wrap: "wrap" });

// Buttons and labels.
install(HTMLButtonElement.prototype, validationMembers);
install(HTMLButtonElement.prototype, ownedMembers);
install(HTMLButtonElement.prototype, labelledMembers);
reflectWord(HTMLButtonElement, "type", "type", ["submit", "reset", "button"]);
reflect(HTMLButtonElement, { formTarget: "formtarget" });
reflect(HTMLButtonElement, { formNoValidate: "formnovalidate", autofocus: "autofocus" }, true);
install(HTMLLabelElement.prototype, {
  get control() { return wrap(askForm("labelled", this)); },
  get form() {
    const control = wrap(askForm("labelled", this));
    return control === null ? null : wrap(askForm("owner", control));
  },
});
/// Scripts can set a file field to the empty text only (HTML Standard section 4.10.5.4, mode *filename*).
const { get: inputValue, set: setInputValue } = getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
defineProperty(HTMLInputElement.prototype, "value", {
  __proto__: null, configurable: true, enumerable: true, get: inputValue,
  set(value) {
    if (value !== "" && value !== null && typeOf(this) === "file")
      throw new DOMException("the value of a file field can only be set to nothing", "InvalidStateError");
    apply(setInputValue, this, [value]);
  },
});
