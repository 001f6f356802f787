// The interfaces of objects that exist once in a page, for `instanceof` and for `[object Navigator]`, and
// rare members of the window.

/// Makes a class for an object; the object's own members become members of the class.
function interfaceOf(name, object, Base = Object) {
  const Class = { [name]: class { constructor() { throw illegal(); } } }[name];
  if (Base !== Object) setPrototypeOf(Class.prototype, Base.prototype);
  const keys = ownKeys(object);
  for (let i = 0; i < keys.length; i += 1) {
    const descriptor = getOwnPropertyDescriptor(object, keys[i]);
    if (!descriptor.configurable) continue;
    defineProperty(Class.prototype, keys[i], { __proto__: null, ...descriptor });
    delete object[keys[i]];
  }
  defineProperty(
    Class.prototype, Symbol.toStringTag, { __proto__: null, value: name, configurable: true }
  );
  setPrototypeOf(object, Class.prototype);
  return Class;
}
const screenObject = {
  get width() { return viewport()[0]; }, get height() { return viewport()[1]; },
  get availWidth() { return viewport()[0]; }, get availHeight() { return viewport()[1]; },
  get availLeft() { return 0; }, get availTop() { return 0; }, get colorDepth() { return 24; },
  get pixelDepth() { return 24; }, get isExtended() { return false; },
};
const Screen = interfaceOf("Screen", screenObject, EventTarget);

class DOMStringMap {
  constructor() { throw illegal(); }
  static [Symbol.hasInstance](value) {
    return isObject(value) && objectTag(value) === "[object DOMStringMap]";
  }
}
/// The boxes of an element.
class DOMRectList extends Array {
  static get [Symbol.species]() { return Array; }
  item(index) { return this[number(index)] ?? null; }
  get [Symbol.toStringTag]() { return "DOMRectList"; }
}
function rectsOf(list) { setPrototypeOf(list, DOMRectList.prototype); return list; }

/// Operations on the elements of an integer array (ECMA-262 section 25.4). Buffers are not shared between
/// threads here.
const integerArrays = [
  "Int8Array", "Uint8Array", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "BigInt64Array",
  "BigUint64Array",
];
function place_(array, index) {
  const name = isObject(array) ? safely(() => typedName(array), undefined) : undefined;
  if (!includes(integerArrays, name)) throw new TypeError("Atomics works on integer arrays");
  const at = index === undefined ? 0 : trunc(+index) || 0;
  if (!(at >= 0 && at < array.length)) throw new RangeError("the index is outside the array");
  return at;
}
/// A value as an integer of the array's type.
const wholeFor = (before, value) => (typeof before === "bigint" ? BigInt(value) : trunc(+value) || 0);
function atomically(array, index, value, change) {
  const at = place_(array, index), before = array[at];
  array[at] = change(before, wholeFor(before, value));
  return before;
}
const Atomics = {
  add: (array, index, value) => atomically(array, index, value, (a, b) => a + b),
  and: (array, index, value) => atomically(array, index, value, (a, b) => a & b),
  compareExchange(array, index, expected, value) {
    const at = place_(array, index), before = array[at];
    const wanted = new typedClasses[typedName(array)](1);
    wanted[0] = expected;
    if (before === wanted[0]) array[at] = value;
    return before;
  },
  exchange: (array, index, value) => atomically(array, index, value, (a, b) => b),
  isLockFree: (size) => size === 1 || size === 2 || size === 4 || size === 8,
  load: (array, index) => array[place_(array, index)],
  notify(array, index) { place_(array, index); return 0; },
  or: (array, index, value) => atomically(array, index, value, (a, b) => a | b),
  pause() {},
  store(array, index, value) {
    const at = place_(array, index), whole = wholeFor(array[at], value);
    array[at] = whole;
    return whole;
  },
  sub: (array, index, value) => atomically(array, index, value, (a, b) => a - b),
  wait() { throw new TypeError("Atomics.wait cannot be called in a page"); },
  xor: (array, index, value) => atomically(array, index, value, (a, b) => a ^ b),
};
const operations = ownKeys(Atomics);
for (let i = 0; i < operations.length; i += 1)
  defineProperty(
    Atomics, operations[i],
    { __proto__: null, value: Atomics[operations[i]], writable: true, enumerable: false, configurable: true }
  );
defineProperty(Atomics, Symbol.toStringTag, { __proto__: null, value: "Atomics", configurable: true });

const madeNavigator = once(() => interfaceOf("Navigator", navigator));
const madePerformance = once(() => interfaceOf("Performance", performance, EventTarget));

/// Members of desktop windows.
const idle = (name, advice) => () => { host.lose(`'window.${name}'`, advice); };
const fixed = "the page has the whole screen";
const windowMembers_ = {
  moveTo: idle("moveTo", fixed), moveBy: idle("moveBy", fixed), resizeTo: idle("resizeTo", fixed),
  resizeBy: idle("resizeBy", fixed), print: idle("print", "use a native module of the app"),
};
/// The element where a touch began gets its events until the touch ends.
const captured = new SafeWeakMap();
const captureMembers = {
  setPointerCapture(id) {
    captured.set(this, number(id));
    host.lose("'setPointerCapture'", "the events of a finger go to the element that it touched first");
  },
  releasePointerCapture(id) { if (captured.get(this) === number(id)) captured.delete(this); },
  hasPointerCapture(id) { return captured.get(this) === number(id); },
  webkitMatchesSelector(selector) { return this.matches(selector); },
  scrollIntoViewIfNeeded() { this.scrollIntoView({ block: "nearest" }); },
};

({
  Screen, DOMStringMap, DOMRectList, Atomics, screenObject, rectsOf, window: windowMembers_,
  Element: captureMembers,
  get Navigator() { return madeNavigator(); },
  get Performance() { return madePerformance(); },
});
