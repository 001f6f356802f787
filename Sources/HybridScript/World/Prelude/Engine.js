// Members of the engine's own classes for the prelude's parts. They are read here, before a page can change
// them, since parts are read later.

const Object_keys = Object.keys, Object_is = Object.is;
const {
  set: Reflect_set, defineProperty: Reflect_define, isExtensible: Reflect_isExtensible,
  preventExtensions: Reflect_close,
} = Reflect;
const Promise_all = Promise.all.bind(Promise);
const { DataView, BigInt, WeakSet: NativeWeakSet, ReferenceError, EvalError, URIError } = global;
const nativeModules = global.NativeModules;
const { abs, sin, cos, tan, atan2, hypot, trunc, PI } = Math;
const { isView } = ArrayBuffer;
const symbolText = uncurry(Symbol.prototype.toString);
const functionText = uncurry(Function.prototype.toString);
const textTrimEnd = uncurry(String.prototype.trimEnd);
const { parse: parseDate } = NativeDate;
const dateText = uncurry(NativeDate.prototype.toISOString);
const dateTime = uncurry(NativeDate.prototype.getTime);
const dateYear = uncurry(NativeDate.prototype.getUTCFullYear);
const dateMonth = uncurry(NativeDate.prototype.getUTCMonth);
const patternText = uncurry(RegExp.prototype.toString);
const patternSource = uncurry(getOwnPropertyDescriptor(RegExp.prototype, "source").get);
const patternFlags = uncurry(getOwnPropertyDescriptor(RegExp.prototype, "flags").get);
const mapEach = uncurry(Map.prototype.forEach), setEach = uncurry(Set.prototype.forEach);
const mapSet = uncurry(Map.prototype.set), setAdd = uncurry(Set.prototype.add);
const bufferSlice = uncurry(ArrayBuffer.prototype.slice);
const bufferLength = uncurry(getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength").get);
const detachedGetter = getOwnPropertyDescriptor(ArrayBuffer.prototype, "detached")?.get;
const isDetached = detachedGetter === undefined ? () => false : uncurry(detachedGetter);
const detach = isFunction(ArrayBuffer.prototype.transfer) ? uncurry(ArrayBuffer.prototype.transfer) : null;
const TypedArray = getPrototypeOf(Uint8Array);
const bytesPart = uncurry(Uint8Array.prototype.slice);
const typedMember = (Class, name) => uncurry(getOwnPropertyDescriptor(Class.prototype, name).get);
const setBytes = uncurry(TypedArray.prototype.set), typedName = typedMember(TypedArray, Symbol.toStringTag);
const typedBuffer = typedMember(TypedArray, "buffer"), typedOffset = typedMember(TypedArray, "byteOffset"),
  typedLength = typedMember(TypedArray, "length");
const viewBuffer = typedMember(DataView, "buffer"), viewOffset = typedMember(DataView, "byteOffset"),
  viewLength = typedMember(DataView, "byteLength");
const typedClasses = { __proto__: null },
  errorClasses = {
    __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
  };
for (
  const name of listed(
    "Int8 Uint8 Uint8Clamped Int16 Uint16 Int32 Uint32 Float16 Float32 Float64 BigInt64 BigUint64"
  )
)
  if (isFunction(global[`${name}Array`])) typedClasses[`${name}Array`] = global[`${name}Array`];
const IteratorPrototype = getPrototypeOf(getPrototypeOf([][Symbol.iterator]()));

const syntaxError = (message) => new DOMException(message, "SyntaxError");
function safely(read, otherwise = "") { try { return read(); } catch { return otherwise; } }
function warn(message) { host.console("warn", message); }
/// A list that can be spread even if the page changed arrays.
function rest(list) {
  defineProperty(list, Symbol.iterator, { __proto__: null, value: arrayIterator });
  return list;
}
function arrayIterator() {
  let i = 0;
  return {
    next: () => (i < this.length ? { value: this[i++], done: false } : { value: undefined, done: true }),
  };
}
function iterator(list, of) {
  let i = 0;
  return {
    __proto__: IteratorPrototype,
    next() {
      return i < list.length ? { value: of(list[i++]), done: false } : { value: undefined, done: true };
    },
  };
}
/// Copies an object of a clonable class of the prelude; undefined for other objects.
const cloners = [];
