// Autonomous custom elements (HTML Standard section 4.13). The part is read when a page first uses
// `customElements`; before that no custom element exists.

const definitions = new SafeMap(), definitionsByClass = new SafeMap(), awaited = new SafeMap();
/// The definition of each custom element; null for one whose constructor failed (*custom element state*).
const definitionsOf = new SafeWeakMap();
/// The pending reactions of an element (*custom element reaction queue*).
const reactionsOf = new SafeWeakMap();
const alreadyConstructed = {};
const reservedNames = new SafeSet();
const reserved = words(
  "annotation-xml color-profile font-face font-face-src font-face-uri font-face-format font-face-name "
    + "missing-glyph"
);
for (const name of rest(reserved)) {
  reservedNames.add(name);
}
const isConnectedId = (id) => topRoot(id) === 0;

const isDefined = (id) => definitions.has(lower(host.name(id))) && !isInTemplate(id);
/// The content of a template is not in the page's document.
function isInTemplate(id) {
  for (let above = relative(PARENT, id); above > 0; above = relative(PARENT, above))
    if (lower(host.name(above)) === "template") return true;
  return false;
}
/// Custom elements, and candidates for an upgrade, in a list of trees, in tree order.
function candidatesIn(ids) {
  const found = [];
  for (let i = 0; i < ids.length; i += 1) {
    const kind = host.kind(ids[i]);
    if (kind !== ELEMENT && kind !== FRAGMENT && kind !== DOCUMENT) continue;
    if (kind === ELEMENT && isDefined(ids[i])) push(found, ids[i]);
    if (definitions.size === 0) continue;
    const below = relative(FIRST, ids[i]) < 0 ? [] : parseJSON(host.elements(1, "*", ids[i]));
    for (let k = 0; k < below.length; k += 1) if (isDefined(below[k])) push(found, below[k]);
    if (shadows === null) continue;
    for (let k = -1; k < below.length; k += 1) {
      const root = shadows.rootOf(k < 0 ? ids[i] : below[k]);
      const inside = root < 0 ? [] : candidatesIn([root]);
      for (let m = 0; m < inside.length; m += 1) push(found, inside[m]);
    }
  }
  return found;
}
const customOf = (id) => definitionsOf.get(wrap(id)) ?? null;
function enqueue(touched, id, callback, given) {
  const element = wrap(id);
  let queue = reactionsOf.get(element);
  if (queue === undefined) reactionsOf.set(element, queue = []);
  push(queue, { callback, given });
  push(touched, element);
}
/// Calls the pending reactions of the elements that an operation changed.
function react(touched) {
  for (let i = 0; i < touched.length; i += 1) {
    const element = touched[i], queue = reactionsOf.get(element);
    while (queue.length > 0) {
      const { callback, given } = splice(queue, 0, 1)[0];
      try { apply(callback, element, given); } catch (error) { reportException(error); }
    }
  }
}
function entered(touched, ids) {
  for (let i = 0; i < ids.length; i += 1) {
    const definition = customOf(ids[i]);
    if (definition === null) {
      if (!definitionsOf.has(wrap(ids[i]))) enqueueUpgrade(touched, ids[i]);
      continue;
    }
    if (definition.connected !== null) enqueue(touched, ids[i], definition.connected, []);
    if (definition.isAssociated) noteOwner(touched, ids[i], definition);
  }
}
/// Notifies elements outside of the document of a new form owner.
function noteOwners(touched, ids) {
  const found = hasAssociated ? candidatesIn(ids) : [];
  for (let i = 0; i < found.length; i += 1) {
    const definition = customOf(found[i]);
    if (definition?.isAssociated) noteOwner(touched, found[i], definition);
  }
}
let hasAssociated = false;
function left(touched, ids) {
  for (let i = 0; i < ids.length; i += 1) {
    const definition = customOf(ids[i]);
    if (definition !== null && definition.disconnected !== null)
      enqueue(touched, ids[i], definition.disconnected, []);
    if (definition !== null && definition.isAssociated) noteOwner(touched, ids[i], definition);
  }
}
function enqueueUpgrade(touched, id) {
  const definition = definitions.get(lower(host.name(id)));
  if (definition !== undefined && host.namespace(id) === 0)
    enqueue(touched, id, function () { upgrade(this, definition); }, []);
}
/// *Upgrade an element*.
function upgrade(element, definition) {
  if (definitionsOf.has(element)) return;
  definitionsOf.set(element, null);
  const id = idOf(element), queue = reactionsOf.get(element) ?? [];
  reactionsOf.set(element, queue);
  const all = parseJSON(host.attributes(id));
  for (let i = 0; i < all.length; i += 1) {
    const [name, value] = all[i];
    if (definition.changed !== null && definition.observed.has(lower(name)))
      push(queue, { callback: definition.changed, given: [lower(name), null, value, null] });
  }
  if (isConnectedId(id) && definition.connected !== null)
    push(queue, { callback: definition.connected, given: [] });
  if (definition.isAssociated && definition.formCallback !== null)
    push(
      queue,
      {
        callback: function () {
          const touched = [];
          noteOwner(touched, idOf(this), definition);
          react(touched);
        },
        given: [],
      }
    );
  push(definition.upgrading, element);
  try {
    // The constructor's changes to the element are reported afterwards.
    definitionsOf.set(element, definition);
    associate(element, definition);
    if (construct(definition.constructor, []) !== element)
      throw new TypeError(`the constructor of <${definition.name}> returned another object`);
  } catch (error) {
    definitionsOf.set(element, null);
    splice(queue, 0, queue.length);
    reportException(error);
  } finally {
    definition.upgrading.length -= 1;
  }
}

/// Makes a form-associated element one of the controls that forms and labels can have.
function associate(element, definition) {
  if (!definition.isAssociated) return;
  askForm("associate", element);
  formVersion += 1;
}

custom = {
  insert(id, parent, reference) {
    const moved = host.kind(id) === FRAGMENT ? parseJSON(host.children(id, false)) : [id], touched = [];
    const wasConnected = relative(PARENT, id) >= 0 && isConnectedId(id);
    if (wasConnected) left(touched, candidatesIn(moved));
    insertPlain(id, parent, reference);
    if (isConnectedId(parent)) entered(touched, candidatesIn(moved)); else noteOwners(touched, moved);
    react(touched);
  },
  /// Removes a node, or replaces the children of one.
  around(id, isItself, change) {
    const isIn = isConnectedId(id), touched = [];
    const before = isIn ? candidatesIn(isItself ? [id] : parseJSON(host.children(id, false))) : [];
    change();
    left(touched, before);
    if (!isIn && isItself) noteOwners(touched, [id]);
    if (!isItself) {
      const after = candidatesIn(parseJSON(host.children(id, false)));
      if (isIn)
        entered(touched, after); else for (
          let i = 0; i < after.length; i += 1
        ) enqueueUpgrade(touched, after[i]);
    }
    react(touched);
  },
  attribute(name, value, id, change) {
    const definition = definitions.get(lower(host.name(id))), key = lower(name);
    if (
      key === "disabled" && definition?.isAssociated && definition.disabledCallback !== null
        && customOf(id) === definition
    ) {
      const was = typeof host.attribute(key, id) === "string";
      change();
      const touched = [];
      if (was !== (value !== null)) enqueue(touched, id, definition.disabledCallback, [value !== null]);
      return react(touched);
    }
    const isWatched = definition !== undefined && definition.changed !== null && definition.observed.has(key)
      && customOf(id) === definition;
    const old = isWatched ? host.attribute(name, id) ?? null : null;
    change();
    if (!isWatched || (old === null && value === null)) return;
    const touched = [];
    enqueue(touched, id, definition.changed, [key, old, value, null]);
    react(touched);
  },
  /// A copy of a tree: its custom elements are created at once, as in the document.
  copied(id) {
    const touched = [], ids = candidatesIn([id]);
    for (let i = 0; i < ids.length; i += 1) enqueueUpgrade(touched, ids[i]);
    react(touched);
  },
  /// The element of `createElement`; null for a name that is not defined.
  make(name) {
    const definition = definitions.get(lower(name));
    if (definition === undefined) return null;
    try {
      const element = construct(definition.constructor, []);
      if (!isNode(element) || !(element instanceof HTMLElement))
        throw new TypeError(`the constructor of <${definition.name}> made no element`);
      if (element.hasAttributes() || element.hasChildNodes() || element.parentNode !== null) {
        throw new DOMException(
          `the constructor of <${definition.name}> gave it attributes, children or a parent: `
            + "do that in connectedCallback",
          "NotSupportedError"
        );
      }
      return element;
    } catch (error) {
      reportException(error);
      const id = makeNode(ELEMENT, name), failed = remember(id, new (HTMLUnknownElement())(KEY, id, name));
      definitionsOf.set(failed, null);
      return failed;
    }
  },
  /// `super()` of a constructor: a new element, or the one that is being upgraded.
  construct(Class) {
    const definition = definitionsByClass.get(Class);
    if (definition === undefined) throw illegal();
    const stack = definition.upgrading, last = stack.length - 1;
    if (last < 0) {
      const id = makeNode(ELEMENT, definition.name);
      const element = remember(id, construct(HTMLElement, [KEY, id, definition.name], Class));
      definitionsOf.set(element, definition);
      associate(element, definition);
      return element;
    }
    const element = stack[last];
    if (element === alreadyConstructed)
      throw new TypeError("the constructor of an element made another one of its own name before super()");
    stack[last] = alreadyConstructed;
    setPrototypeOf(element, Class.prototype);
    return element;
  },
  /// Whether the class of an element disables a feature (`disabledFeatures`).
  refuses(element, feature) {
    const definition = definitionsOf.get(element);
    return definition !== undefined && definition !== null && includes(definition.refused, feature);
  },
  formReset(form) {
    const all = listOf(askForm("elements", form)), touched = [];
    for (let i = 0; i < all.length; i += 1) {
      const definition = customOf(idOf(all[i]));
      if (definition !== null && definition.isAssociated && definition.resetCallback !== null)
        enqueue(touched, idOf(all[i]), definition.resetCallback, []);
    }
    react(touched);
  },
  formValue: (element) => (
    definitionsOf.get(element)?.isAssociated ? formValues.get(element) ?? null : undefined
  ),
  /// The document was changed natively.
  documentChanged() {
    const touched = [], ids = candidatesIn([0]);
    for (let i = 0; i < ids.length; i += 1)
      if (!definitionsOf.has(wrap(ids[i]))) enqueueUpgrade(touched, ids[i]);
    react(touched);
  },
};

function callbackOf(prototype, name) {
  const value = prototype[name];
  if (value === undefined) return null;
  if (!isFunction(value)) throw new TypeError(`${name} is not a function`);
  return value;
}
function isElementName(name) {
  return execute(/^[a-z][^\u0000\t\n\f\r />A-Z]*$/, name) !== null && textIndex(name, "-") > 0
    && !reservedNames.has(name);
}
const settleAwaited = (name, Class) => {
  const waiting = awaited.get(name);
  awaited.delete(name);
  if (waiting !== undefined) waiting.resolve(Class);
};
class CustomElementRegistry {
  constructor(key) { if (key !== KEY) throw illegal(); }
  define(name_, Class, settings = undefined) {
    const name = text(name_);
    let isClass = isFunction(Class);
    if (isClass) try { construct(Object, [], Class); } catch { isClass = false; }
    if (!isClass) throw new TypeError(`customElements.define: the constructor of <${name}> is not a class`);
    if (!isElementName(name))
      throw new DOMException(
        `'${name}' is not the name of a custom element: it begins with a small letter and has a hyphen`,
        "SyntaxError"
      );
    if (definitions.has(name)) throw new DOMException(`<${name}> is defined already`, "NotSupportedError");
    if (definitionsByClass.has(Class))
      throw new DOMException(
        `the class of <${name}> is that of <${definitionsByClass.get(Class).name}>`, "NotSupportedError"
      );
    if (settings?.extends !== undefined) {
      throw new DOMException(
        "customElements.define with 'extends' is not supported (nor is it in Safari): "
          + "define an element of your own",
        "NotSupportedError"
      );
    }
    const { prototype } = Class;
    if (!isObject(prototype)) throw new TypeError(`the prototype of the class of <${name}> is not an object`);
    const definition = {
      name, constructor: Class, connected: callbackOf(
        prototype, "connectedCallback"
      ), disconnected: callbackOf(
        prototype, "disconnectedCallback"
      ),
      adopted: callbackOf(prototype, "adoptedCallback"), changed: callbackOf(
        prototype, "attributeChangedCallback"
      ), observed: new SafeSet(), upgrading: [],
      refused: Class.disabledFeatures === undefined ? []
        : toList(Class.disabledFeatures), isAssociated: !!Class.formAssociated,
      formCallback: null, disabledCallback: null, resetCallback: null,
    };
    if (definition.isAssociated) {
      hasAssociated = true;
      definition.formCallback = callbackOf(prototype, "formAssociatedCallback");
      definition.disabledCallback = callbackOf(prototype, "formDisabledCallback");
      definition.resetCallback = callbackOf(prototype, "formResetCallback");
    }
    if (definition.changed !== null) {
      const names = Class.observedAttributes === undefined ? [] : toList(Class.observedAttributes);
      for (let i = 0; i < names.length; i += 1) definition.observed.add(text(names[i]));
    }
    definitions.set(name, definition);
    host.defineElement(name);
    definitionsByClass.set(Class, definition);
    const touched = [], ids = candidatesIn([0]);
    for (let i = 0; i < ids.length; i += 1)
      if (lower(host.name(ids[i])) === name) enqueueUpgrade(touched, ids[i]);
    react(touched);
    settleAwaited(name, Class);
  }
  get(name) { return definitions.get(text(name))?.constructor; }
  getName(Class) { return definitionsByClass.get(Class)?.name ?? null; }
  whenDefined(name_) {
    const name = text(name_), known = definitions.get(name);
    if (!isElementName(name))
      return Promise_reject(new DOMException(`'${name}' is not the name of a custom element`, "SyntaxError"));
    if (known !== undefined) return Promise_resolve(known.constructor);
    let waiting = awaited.get(name);
    if (waiting === undefined) {
      waiting = {};
      waiting.promise = new Promise((resolve) => { waiting.resolve = resolve; });
      awaited.set(name, waiting);
    }
    return waiting.promise;
  }
  upgrade(root) { custom.copied(requireId(root, "upgrade")); }
  get [Symbol.toStringTag]() { return "CustomElementRegistry"; }
}
const customElements = new CustomElementRegistry(KEY);
({ CustomElementRegistry, customElements, ElementInternals, CustomStateSet, attachInternals });
