// Forms, lists of choices and the elements around fields (HTML Standard section 4.10).

/// The controls of a form, also by their names and ids.
class HTMLFormControlsCollection extends HTMLCollection {
  static get [Symbol.species]() { return Array; }
  namedItem(name) { return controlNamed(this, text(name)); }
}
class RadioNodeList extends NodeList {
  static get [Symbol.species]() { return Array; }
  get value() {
    for (let i = 0; i < this.length; i += 1)
      if (host.control("checked", idOf(this[i])) === true)
        return host.attribute("value", idOf(this[i])) ?? "on";
    return "";
  }
  set value(value) {
    for (let i = 0; i < this.length; i += 1) {
      if ((host.attribute("value", idOf(this[i])) ?? "on") === text(value)) {
        host.setControl("checked", true, idOf(this[i]));
        return;
      }
    }
  }
}
tagList(HTMLFormControlsCollection, "HTMLFormControlsCollection");
tagList(RadioNodeList, "RadioNodeList");
const { prototype: ControlsPrototype } = HTMLFormControlsCollection;
const nodeName = (node) => host.attribute("name", idOf(node));
/// One control, or a list if several have the name; null for none.
function controlNamed(list, name) {
  if (name === "") return null;
  const found = listOf("[]"), state = listStates.get(listBehind(list));
  if (state !== undefined) {
    const ids = namesIn(listBehind(list)).get(name) ?? [];
    for (let i = 0; i < ids.length; i += 1) push(found, wrap(ids[i]));
  } else {
    for (let i = 0; i < list.length; i += 1) {
      if (host.attribute("id", idOf(list[i])) === name || nodeName(list[i]) === name) push(found, list[i]);
    }
  }
  if (found.length < 2) return found[0] ?? null;
  setPrototypeOf(found, RadioNodeList.prototype);
  return found;
}
/// Defines members of a list by the names and ids of its elements.
function withNames(list, find) {
  for (let i = 0; i < list.length; i += 1) {
    const names = [host.attribute("id", idOf(list[i])), nodeName(list[i])];
    for (let at = 0; at < 2; at += 1) {
      const name = names[at];
      if (typeof name !== "string" || name === "" || name in list) continue;
      defineProperty(
        list, name,
        {
          __proto__: null, value: find === null ? list[i] : find(list, name), writable: true,
          enumerable: false, configurable: true,
        }
      );
    }
  }
  return list;
}
/// The controls of a list by id and name, updated with the list.
function namesIn(list) {
  const ids = idsOf(list), state = listStates.get(list);
  if (state.names !== null) return state.names;
  const map = new SafeMap();
  for (let i = 0; i < ids.length; i += 1) {
    const id = host.attribute("id", ids[i]), name = host.attribute("name", ids[i]);
    for (let at = 0; at < 2; at += 1) {
      const key = at === 0 ? id : name;
      if (typeof key !== "string" || key === "" || (at === 1 && name === id)) continue;
      const known = map.get(key);
      if (known === undefined) map.set(key, [ids[i]]); else push(known, ids[i]);
    }
  }
  state.names = map;
  return map;
}
const isNameIn = (list, key) => typeof key === "string" && indexOfKey(key) < 0 && !(key in list)
  && namesIn(list).has(key);
const controlsProxy = {
  ...liveProxy,
  __proto__: null,
  get(list, key, receiver) {
    return isNameIn(list, key) ? controlNamed(list, key) : liveProxy.get(list, key, receiver);
  },
  has: (list, key) => isNameIn(list, key) || liveProxy.has(list, key),
  ownKeys(list) {
    const keys = liveProxy.ownKeys(list);
    namesIn(list).forEach((ids, name) => { if (isNameIn(list, name)) push(keys, name); });
    return keys;
  },
  getOwnPropertyDescriptor(list, key) {
    if (!isNameIn(list, key)) return liveProxy.getOwnPropertyDescriptor(list, key);
    const value = controlNamed(list, key);
    return { __proto__: null, value, writable: false, enumerable: false, configurable: true };
  },
};
/// The controls of a form or a `fieldset`: a live list with members named like its controls.
const controlLists = new SafeWeakMap();
function controlsOf(node) {
  if (!hasLiveLists) {
    const list = listOf(askForm("elements", node));
    setPrototypeOf(list, ControlsPrototype);
    return withNames(list, controlNamed);
  }
  let proxy = controlLists.get(node);
  if (proxy === undefined) {
    proxy = liveList(ControlsPrototype, () => askForm("elements", node), seesForms, controlsProxy);
    controlLists.set(node, proxy);
  }
  return proxy;
}
/// Names of controls are properties of the form: those of the controls in it. Other controls, and later ones,
/// are added at the first access.
function nameControls(form) {
  const ids = parseJSON(host.elements(1, "*", idOf(form)));
  for (let i = 0; i < ids.length; i += 1) {
    if (isControl[lower(host.name(ids[i]))] !== true) continue;
    const names = [host.attribute("id", ids[i]), host.attribute("name", ids[i])];
    for (let at = 0; at < 2; at += 1)
      if (typeof names[at] === "string" && names[at] !== "") nameControl(form, names[at]);
  }
}
const isControl = {
  __proto__: null, button: true, fieldset: true, input: true, object: true, output: true, select: true,
  textarea: true,
};
function nameControl(form, name) {
  if (hasOwn(form, name) || name in HTMLFormElement.prototype) return;
  const get = () => controlNamed(controlsOf(form), name) ?? undefined;
  defineProperty(form, name, {
    __proto__: null, get, enumerable: false, configurable: true,
    set(value) {
      defineProperty(
        form, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true }
      );
    },
  });
}

class HTMLFormElement extends HTMLElement {
  constructor(key, id, name) {
    super(key, id, name);
    if (hasLiveLists && relative(FIRST, id) >= 0) nameControls(this);
  }
  get elements() { return controlsOf(this); }
  get length() { return controlsOf(this).length; }
  submit() { askForm("submit", this); }
  requestSubmit(submitter = null) {
    if (submitter !== null) checkSubmitter(this, submitter);
    askForm("requestSubmit", this, submitter === null ? null : idOf(submitter));
  }
  reset() { askForm("reset", this); }
  checkValidity() { return askForm("check", this); }
  reportValidity() { return askForm("report", this); }
  [Symbol.iterator]() { const list = controlsOf(this); return list[Symbol.iterator](); }
  get [Symbol.toStringTag]() { return "HTMLFormElement"; }
}
function checkSubmitter(form, submitter) {
  const type = isNode(submitter)
    && (submitter instanceof HTMLButtonElement || submitter instanceof HTMLInputElement)
    ? buttonType(submitter) : "";
  if (type !== "submit" && type !== "image") throw new TypeError("the submitter is not a submit button");
  if (askForm("owner", submitter) !== idOf(form))
    throw new DOMException("the submitter belongs to another form", "NotFoundError");
}
const buttonType = (node) => {
  if (lower(nameOf(node)) !== "button") return typeOf(node);
  const type = lower(host.attribute("type", idOf(node)) ?? "submit");
  return type === "reset" || type === "button" ? type : "submit";
};
reflect(HTMLFormElement, { target: "target", rel: "rel", acceptCharset: "accept-charset" });
/// The address that a form is sent to: the page itself without an attribute.
function reflectAction(Class, key, name) {
  defineProperty(Class.prototype, key, {
    __proto__: null, configurable: true, enumerable: true,
    get() {
      const value = host.attribute(name, idOf(this)) ?? "";
      return value === "" ? pageAddress() : resolveAddress(value);
    },
    set(value) { setAttributeOf(idOf(this), name, text(value)); },
  });
}
reflectAction(HTMLFormElement, "action", "action");
reflectAction(HTMLButtonElement, "formAction", "formaction");
reflectAction(HTMLInputElement, "formAction", "formaction");
reflect(HTMLFormElement, { noValidate: "novalidate" }, true);
reflectWord(HTMLFormElement, "method", "method", ["get", "post", "dialog"]);
const encodings = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
reflectWord(HTMLFormElement, "enctype", "enctype", encodings);
reflectWord(HTMLFormElement, "encoding", "enctype", encodings);
function reflectSubmitter(Class) {
  reflectWord(Class, "formMethod", "formmethod", ["get", "post", "dialog"], "");
  reflectWord(Class, "formEnctype", "formenctype", encodings, "");
}
reflectSubmitter(HTMLButtonElement);
reflectSubmitter(HTMLInputElement);
reflectWord(HTMLFormElement, "autocomplete", "autocomplete", ["on", "off"]);
/// A form's controls are members of it, by name and number (HTML Standard section 4.10.3). They hide only
/// those members of all elements that authors use as names of fields.
const overridden = {
  __proto__: null, name: true, id: true, title: true, lang: true, dir: true, role: true, slot: true,
};
const formNames = new Proxy(create(HTMLElement.prototype), {
  __proto__: null,
  get(target, key, receiver) {
    if (typeof key === "string" && isNode(receiver) && (overridden[key] === true || !(key in target))) {
      const list = controlsOf(receiver), isNumber = execute(/^\d+$/, key) !== null;
      const found = isNumber ? list[+key] ?? null : controlNamed(list, key);
      if (found !== null && hasLiveLists && !isNumber) nameControl(receiver, key);
      if (found !== null) return found;
    }
    return Reflect_get(target, key, receiver);
  },
});
setPrototypeOf(HTMLFormElement.prototype, formNames);

// Lists of choices.
class HTMLOptionsCollection extends HTMLCollection {
  static get [Symbol.species]() { return Array; }
  get selectedIndex() {
    const select = selectOf(this);
    return select === null ? -1 : host.control("selectedIndex", idOf(select));
  }
  set selectedIndex(value) {
    const select = selectOf(this);
    if (select !== null) host.setControl("selectedIndex", number(value, -1), idOf(select));
  }
  add(option, before = null) {
    const select = selectOf(this);
    if (select !== null) addOption(select, option, before);
  }
  remove(index) { const select = selectOf(this); if (select !== null) removeOption(select, index); }
}
tagList(HTMLOptionsCollection, "HTMLOptionsCollection");
/// The `select` of each list of options, and the list of each `select`: scripts have a live list, a proxy of
/// an array.
const optionLists = new SafeWeakMap();
const selectOf = (list) => optionLists.get(list) ?? null;
const optionsOf = (select) => listOf(host.elements(1, "option", idOf(select)));
const optionsProxy = {
  ...liveProxy,
  __proto__: null,
  set(target, key, value, receiver) {
    const select = selectOf(target), ids = slice(idsOf(target));
    const fill = (count) => {
      for (let i = ids.length; i < count; i += 1)
        place(idOf(select), document.createElement("option"), -1);
    };
    if (key === "length") {
      const count = maximum(0, minimum(number(value), 10000));
      for (let i = ids.length - 1; i >= count; i -= 1) takeOut(ids[i]);
      fill(count);
      return true;
    }
    const index = typeof key === "string" && execute(/^\d+$/, key) !== null ? +key : -1;
    if (index < 0 || index > 10000)
      return key in target ? Reflect_set(target, key, value, receiver) : liveProxy.set(target, key, value);
    if (value === null || value === undefined) {
      if (index < ids.length) takeOut(ids[index]);
      return true;
    }
    fill(index);
    if (index < ids.length) {
      const old = ids[index], parent = relative(PARENT, old), next = relative(NEXT, old);
      takeOut(old);
      place(parent, value, next);
    } else place(idOf(select), value, -1);
    return true;
  },
};
function addOption(select, option, before) {
  const reference = isNode(before) ? before : before === null || before === undefined ? null
    : select.options[number(before, -1)] ?? null;
  if (reference === null) place(idOf(select), option, -1);
  else place(relative(PARENT, idOf(reference)), option, idOf(reference));
}
function removeOption(select, index) {
  const option = select.options[number(index, -1)];
  if (option !== undefined) takeOut(idOf(option));
}
function optionsIn(select) {
  let proxy = optionLists.get(select);
  if (proxy !== undefined) return proxy;
  const list = [], id = idOf(select), read = () => host.elements(1, "option", id);
  proxy = liveList(HTMLOptionsCollection.prototype, read, null, optionsProxy, list, id, [1, "option"]);
  optionLists.set(list, select);
  optionLists.set(proxy, select);
  optionLists.set(select, proxy);
  return proxy;
}
class HTMLSelectElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get options() { return optionsIn(this); }
  get selectedOptions() {
    return listOf(askForm("selected", this), HTMLCollection.prototype);
  }
  get length() { return this.options.length; }
  set length(value) { this.options.length = value; }
  get type() { return this.hasAttribute("multiple") ? "select-multiple" : "select-one"; }
  item(index) { return this.options[index] ?? null; }
  namedItem(name) { return controlNamed(optionsOf(this), text(name)); }
  add(option, before = null) { addOption(this, option, before); }
  remove(index = undefined) { if (index === undefined) takeOut(idOf(this)); else removeOption(this, index); }
  [Symbol.iterator]() { return optionsOf(this)[Symbol.iterator](); }
}
reflectControl(HTMLSelectElement, ["value", "selectedIndex", "disabled"]);
reflect(HTMLSelectElement, { autocomplete: "autocomplete" });
reflect(HTMLSelectElement, { required: "required", autofocus: "autofocus" }, true);
install(HTMLSelectElement.prototype, {
  get multiple() { return typeof host.attribute("multiple", idOf(this)) === "string"; },
  set multiple(value) {
    const first = host.control("selectedIndex", idOf(this));
    setAttributeOf(idOf(this), "multiple", value ? "" : null);
    // As in browsers, the first of several selected options stays selected.
    if (!value) host.setControl("selectedIndex", first, idOf(this));
  },
});
reflectNumber(HTMLSelectElement, { size: 0 });
install(HTMLSelectElement.prototype, validationMembers);
install(HTMLSelectElement.prototype, ownedMembers);
install(HTMLSelectElement.prototype, labelledMembers);

class HTMLOptionElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get text() { return join(words(host.textContent(idOf(this))), " "); }
  set text(value) { replaceByText(idOf(this), text(value)); }
  get value() { return host.attribute("value", idOf(this)) ?? this.text; }
  set value(value) { setAttributeOf(idOf(this), "value", text(value)); }
  get label() { return host.attribute("label", idOf(this)) ?? this.text; }
  set label(value) { setAttributeOf(idOf(this), "label", text(value)); }
  get index() {
    const select = nearestNamed(this, "select");
    if (select === null) return 0;
    return maximum(0, liveLists().placeIn(listBehind(optionsIn(select)), idOf(this)));
  }
  get form() {
    const select = nearestNamed(this, "select");
    return select === null ? null : wrap(askForm("owner", select));
  }
  get selected() {
    return askForm("isSelected", this);
  }
  set selected(value) { askForm("setSelected", this, !!value); }
}
reflect(HTMLOptionElement, { disabled: "disabled", defaultSelected: "selected" }, true);
/// `new Option(text, value, defaultSelected, selected)`.
function Option(words = "", value = undefined, isDefault = false, isSelected = false) {
  if (new.target === undefined) throw new TypeError("Option is a constructor");
  const option = document.createElement("option");
  if (text(words) !== "") replaceByText(idOf(option), text(words));
  if (value !== undefined) setAttributeOf(idOf(option), "value", text(value));
  if (isDefault) setAttributeOf(idOf(option), "selected", "");
  if (!!isDefault !== !!isSelected) askForm("setSelected", option, !!isSelected);
  return option;
}
defineProperty(Option, "prototype", { __proto__: null, value: HTMLOptionElement.prototype, writable: false });
class HTMLOptGroupElement extends HTMLElement { constructor(key, id, name) { super(key, id, name); } }
reflect(HTMLOptGroupElement, { label: "label" });
reflect(HTMLOptGroupElement, { disabled: "disabled" }, true);
class HTMLDataListElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get options() { return withNames(optionsOf(this), null); }
}

// Around fields.
class HTMLFieldSetElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get elements() { return controlsOf(this); }
  get type() { return "fieldset"; }
}
reflect(HTMLFieldSetElement, { disabled: "disabled" }, true);
install(HTMLFieldSetElement.prototype, validationMembers);
install(HTMLFieldSetElement.prototype, ownedMembers);
/// The default value of outputs whose value a script has set; `reset` restores it.
const outputDefaults = new SafeWeakMap();
class HTMLOutputElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get type() { return "output"; }
  get value() { return host.textContent(idOf(this)); }
  set value(value) {
    if (!outputDefaults.has(this)) outputDefaults.set(this, host.textContent(idOf(this)));
    replaceByText(idOf(this), text(value));
  }
  get defaultValue() { return outputDefaults.get(this) ?? host.textContent(idOf(this)); }
  set defaultValue(value) {
    if (outputDefaults.has(this))
      outputDefaults.set(this, text(value)); else replaceByText(idOf(this), text(value));
  }
}
reflect(HTMLOutputElement, { htmlFor: "for" });
install(HTMLOutputElement.prototype, validationMembers);
install(HTMLOutputElement.prototype, ownedMembers);
install(HTMLOutputElement.prototype, labelledMembers);

/// A number of an attribute; NaN if it is missing.
const level = (node, name) => {
  const value = host.attribute(name, idOf(node));
  return typeof value === "string" ? parseFloat(value) : NaN;
};
const levelOr = (node, name, fallback) => number(level(node, name), fallback);
const setLevel = (node, name, value) => {
  if (!isFiniteNumber(+value)) throw new TypeError(`${name} takes a finite number`);
  setAttributeOf(idOf(node), name, text(+value));
};
const between = (value, least, most) => minimum(maximum(value, least), maximum(least, most));
class HTMLProgressElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get max() { const most = levelOr(this, "max", 1); return most > 0 ? most : 1; }
  set max(value) { if (+value > 0) setLevel(this, "max", value); }
  get value() { return between(levelOr(this, "value", 0), 0, this.max); }
  set value(value) { setLevel(this, "value", value); }
  get position() {
    return typeof host.attribute("value", idOf(this)) === "string" ? this.value / this.max : -1;
  }
}
install(HTMLProgressElement.prototype, labelledMembers);
class HTMLMeterElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get min() { return levelOr(this, "min", 0); }
  set min(value) { setLevel(this, "min", value); }
  get max() { return maximum(levelOr(this, "max", 1), this.min); }
  set max(value) { setLevel(this, "max", value); }
  get value() { return between(levelOr(this, "value", 0), this.min, this.max); }
  set value(value) { setLevel(this, "value", value); }
  get low() { return between(levelOr(this, "low", this.min), this.min, this.max); }
  set low(value) { setLevel(this, "low", value); }
  get high() { return between(levelOr(this, "high", this.max), this.low, this.max); }
  set high(value) { setLevel(this, "high", value); }
  get optimum() { return between(levelOr(this, "optimum", (this.min + this.max) / 2), this.min, this.max); }
  set optimum(value) { setLevel(this, "optimum", value); }
}
install(HTMLMeterElement.prototype, labelledMembers);

// The entries that a form sends.
const constructing = new SafeSet();
/// HTML Standard section 4.10.22.4, *constructing the entry list*: pairs of names and texts; `tell`
/// dispatches `formdata` for them.
function formEntries(form, submitter, pairs, tell) {
  if (constructing.has(form))
    throw new DOMException("the entries of this form are being collected", "InvalidStateError");
  constructing.add(form);
  try {
    const all = listOf(askForm("elements", form));
    if (submitter !== null && indexOf(all, submitter) < 0) push(all, submitter);
    for (let i = 0; i < all.length; i += 1) {
      const control = all[i], id = idOf(control), name = nodeName(control)
        ?? "", kind = lower(nameOf(control));
      if (
        host.control("disabled", id) === true || nearestNamed(control, "datalist") !== null
          || kind === "output" || kind === "fieldset" || kind === "object"
      ) continue;
      const own = custom === null ? undefined : custom.formValue(control);
      if (own !== undefined) {
        if (isOf("Network", "FormData", own)) {
          const all_ = formPairs(own);
          for (let k = 0; k < all_.length; k += 1) push(pairs, all_[k]);
        }
        else if (own !== null && name !== "") push(pairs, [name, own]);
        continue;
      }
      const type = kind === "button" || kind === "input" ? buttonType(control) : kind;
      if (
        kind === "button" || type === "submit" || type === "image" || type === "reset" || type === "button"
      ) {
        if (control !== submitter) continue;
        if (type === "image") {
          const prefix = name === "" ? "" : `${name}.`;
          push(pairs, [`${prefix}x`, "0"]);
          push(pairs, [`${prefix}y`, "0"]);
          continue;
        }
      }
      if (name === "") continue;
      if (kind === "select") {
        const chosen = listOf(askForm("selected", control));
        for (let at = 0; at < chosen.length; at += 1)
          if (askForm("isEnabled", chosen[at]) === true) push(pairs, [name, chosen[at].value]);
      } else if (type === "checkbox" || type === "radio") {
        if (host.control("checked", id) === true) push(pairs, [name, host.attribute("value", id) ?? "on"]);
      } else if (kind === "switch") push(pairs, [name, text(host.control("isOn", id))]);
      else if (kind === "segment") push(pairs, [name, text(host.control("selectedIndex", id))]);
      else if (type === "file") {
        const files = filesOf(control);
        if (files.length === 0)
          push(pairs, [name, new (fetching().File)([], "", { type: "application/octet-stream" })]);
        for (let at = 0; at < files.length; at += 1) push(pairs, [name, files[at]]);
      }
      else if (type === "hidden" && lower(name) === "_charset_") push(pairs, [name, "UTF-8"]);
      else push(
        pairs,
        [name, text(kind === "button" ? host.attribute("value", id) ?? "" : host.control("value", id) ?? "")]
      );
    }
    tell();
  } finally { constructing.delete(form); }
}
