// The base of the prelude. Pages may replace any global or prototype method, so nothing below this file calls
// one through an object that pages can reach. Lists are walked by index, since `for...of` and spreading call
// `Array.prototype[Symbol.iterator]`.

const global = globalThis;
const {
  Array, Boolean, Error, Function, JSON, Map, Math, Number, Object, Promise, Proxy, RangeError, Reflect,
  RegExp, Set, String, Symbol, SyntaxError, TypeError, WeakMap, WeakRef, ArrayBuffer, Uint8Array, Int32Array,
  encodeURIComponent, decodeURIComponent, parseFloat,
} = global;
const NativeDate = global.Date;
const { apply, construct, ownKeys, getPrototypeOf, setPrototypeOf } = Reflect;
const { create, defineProperty, getOwnPropertyDescriptor, prototype: ObjectPrototype } = Object;
const uncurry = Function.prototype.bind.bind(Function.prototype.call);
const hasOwn = uncurry(ObjectPrototype.hasOwnProperty);
const objectTag = uncurry(ObjectPrototype.toString);
const { isArray } = Array;
const { parse: parseJSON, stringify: writeJSON } = JSON;
const { floor, max: maximum, min: minimum } = Math;
const { isFinite: isFiniteNumber, isInteger } = Number;
const { fromCharCode, fromCodePoint } = String;

const slice = uncurry(Array.prototype.slice);
const splice = uncurry(Array.prototype.splice);
const join = uncurry(Array.prototype.join);
const sort = uncurry(Array.prototype.sort);
const reverse = uncurry(Array.prototype.reverse);
const includes = uncurry(Array.prototype.includes);
const indexOf = uncurry(Array.prototype.indexOf);
const textSlice = uncurry(String.prototype.slice);
const textIndex = uncurry(String.prototype.indexOf);
const textLastIndex = uncurry(String.prototype.lastIndexOf);
const lower = uncurry(String.prototype.toLowerCase);
const upper = uncurry(String.prototype.toUpperCase);
const trim = uncurry(String.prototype.trim);
const repeat = uncurry(String.prototype.repeat);
const padStart = uncurry(String.prototype.padStart);
const padEnd = uncurry(String.prototype.padEnd);
const codeAt = uncurry(String.prototype.charCodeAt);
const pointAt = uncurry(String.prototype.codePointAt);
const numberText = uncurry(Number.prototype.toString);
const execute = uncurry(RegExp.prototype.exec);
const deref = uncurry(WeakRef.prototype.deref);
const then = uncurry(Promise.prototype.then);
const resolved = Promise.resolve(undefined);

/// Appends without `Array.prototype`, on which a page can define setters for indices.
function push(list, value) {
  defineProperty(
    list, list.length, { __proto__: null, value, writable: true, enumerable: true, configurable: true }
  );
}

function sealed(Class, names) {
  const { prototype } = Class;
  const inherited = getPrototypeOf(prototype);
  for (let i = 0; i < names.length; i += 1) {
    defineProperty(
      prototype, names[i], { __proto__: null, ...getOwnPropertyDescriptor(inherited, names[i]) }
    );
  }
  setPrototypeOf(prototype, null);
  return Class;
}
/// Collections whose methods are their own.
const SafeMap = sealed(
  class extends Map { constructor() { super(); } },
  ["get", "set", "has", "delete", "forEach", "size", "clear"]
);
const SafeSet = sealed(
  class extends Set { constructor() { super(); } }, ["add", "has", "delete", "forEach", "size", "clear"]
);
const SafeWeakMap = sealed(
  class extends WeakMap { constructor() { super(); } }, ["get", "set", "has", "delete"]
);

const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
const isFunction = (value) => typeof value === "function";
const startsWith = (text, start) => textSlice(text, 0, start.length) === start;
/// A page's argument as a number, or `fallback` if it is none.
function number(value, fallback = 0) {
  const result = +value;
  return isFiniteNumber(result) ? result : fallback;
}
/// A page's argument as text.
const text = (value) => `${value}`;
/// Text of settings; TokenHybrid pages may omit values.
const textOrEmpty = (value) => (value === undefined || value === null ? "" : `${value}`);
/// A boolean as TokenHybrid reads it: `true` and `1`, also as text.
const truth = (value) => value === true || value === 1 || value === "true" || value === "1";

/// Splits a text at the occurrences of another. `split` itself calls `RegExp.prototype` and
/// `Array.prototype`.
function textSplit(value, separator) {
  const result = [];
  let start = 0;
  for (let at = textIndex(value, separator); at >= 0; at = textIndex(value, separator, start)) {
    push(result, textSlice(value, start, at));
    start = at + separator.length;
  }
  push(result, textSlice(value, start));
  return result;
}
/// The values of a list that pass a test.
function filtered(list, test) {
  const result = [];
  for (let i = 0; i < list.length; i += 1) if (test(list[i])) push(result, list[i]);
  return result;
}
/// A number in hexadecimal digits, at least `count` of them.
const hex = (value, count = 2) => padStart(numberText(value, 16), count, "0");
/// The text without the characters of `set`.
function without(value, set) {
  let result = "";
  for (let i = 0; i < value.length; i += 1) if (textIndex(set, value[i]) < 0) result += value[i];
  return result;
}
/// Splits at white space; no empty words.
function words(value) {
  const result = [];
  let start = 0;
  for (let i = 0; i <= value.length; i += 1) {
    const code = i < value.length ? codeAt(value, i) : 32;
    if (code !== 32 && !(code >= 9 && code <= 13 && code !== 11)) continue;
    if (i > start) push(result, textSlice(value, start, i));
    start = i + 1;
  }
  return result;
}

/// Splits a text of the prelude itself at white space, before pages can change anything.
const listed = (value) => value.split(" ");

// DOMException (Web IDL section 2.8.1).
const domCodes = {
  __proto__: null, IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4,
  InvalidCharacterError: 5, NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9,
  InUseAttributeError: 10, InvalidStateError: 11, SyntaxError: 12, InvalidAccessError: 15,
  TypeMismatchError: 17, InvalidNodeTypeError: 24, SecurityError: 18, NetworkError: 19, EncodingError: 0,
  AbortError: 20, QuotaExceededError: 22, TimeoutError: 23, DataCloneError: 25,
};
class DOMException extends Error {
  #name;
  constructor(message = "", name = "Error") {
    super(text(message));
    this.#name = text(name);
  }
  get name() { return this.#name; }
  get code() { return domCodes[this.#name] ?? 0; }
}

/// A native function whose faults become the exceptions of the standards.
function guarded(native) {
  return function (a, b, c, d, e) {
    try {
      return native(a, b, c, d, e);
    } catch (error) {
      const name = isObject(error) ? error.name : undefined;
      if (typeof name === "string" && name in domCodes) {
        throw new DOMException(error.message, name);
      }
      throw error;
    }
  };
}
const illegal = () => new TypeError("Illegal constructor");
/// The key that only constructors of the prelude have.
const KEY = create(null);

// All derived classes have a constructor: the default one passes its arguments through an iterator.

/// Defines members as the standards' own are: not enumerable, replaceable by pages.
function install(target, members) {
  const keys = ownKeys(members);
  for (let i = 0; i < keys.length; i += 1) {
    const descriptor = getOwnPropertyDescriptor(members, keys[i]);
    defineProperty(target, keys[i], { __proto__: null, ...descriptor, enumerable: false });
  }
}

/// An iterable as a list.
function toList(value) {
  const result = [];
  for (const part of value) push(result, part);
  return result;
}
function deferred() {
  const result = { promise: null, resolve: null, reject: null };
  result.promise = new Promise((resolve, reject) => { result.resolve = resolve; result.reject = reject; });
  then(result.promise, nothing, nothing);
  return result;
}
const Promise_resolve = Promise.resolve.bind(Promise), Promise_reject = Promise.reject.bind(Promise);

/// Makes a global when it is first used, to save its cost.
function lazyGlobal(name, make) {
  if (hasOwn(global, name)) return;
  defineProperty(global, name, {
    __proto__: null, configurable: true, enumerable: false,
    get() {
      const value = make();
      defineProperty(global, name, { __proto__: null, value, writable: true, configurable: true });
      return value;
    },
    set(value) {
      defineProperty(global, name, { __proto__: null, value, writable: true, configurable: true });
    },
  });
}
function once(make) {
  let value;
  return () => (value === undefined ? value = make() : value);
}

// Rare parts of the prelude are files of `Lazy`: each is read in this scope at its first use, and its last
// expression has its exports.
const partsRead = { __proto__: null }, readHere = global.eval;
function part(name) { return (partsRead[name] ??= readPart(host.part(name))); }
/// Only a direct call of `eval` reads text in the scope of its caller, so the name is bound to the engine's
/// own meanwhile. No part uses the names of the variables here.
function readPart($text) {
  const $given = getOwnPropertyDescriptor(global, "eval");
  defineProperty(
    global, "eval",
    { __proto__: null, value: readHere, writable: true, enumerable: false, configurable: true }
  );
  try {
    return eval($text);
  } finally {
    if ($given === undefined)
      delete global.eval; else defineProperty(global, "eval", { __proto__: null, ...$given });
  }
}

// Work for the end of the current turn, once.
const atTurnEnd = [];
