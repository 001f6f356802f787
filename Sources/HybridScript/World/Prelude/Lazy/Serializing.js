// Values as text, for workers and databases: HTML Standard section 2.7.3, *StructuredSerializeInternal*, and
// section 2.7.6. The text is a JSON list: the root, and one entry for each object, so that shared objects and
// cycles are restored.

const notSerialized = { __proto__: null };
for (const name of rest(words("Promise WeakMap WeakSet WeakRef Generator Proxy"))) {
  notSerialized[`[object ${name}]`] = true;
}

/// The ports of the value that is being written or read.
let portsGiven = [];
function withPorts(ports, work) {
  const before = portsGiven;
  portsGiven = ports;
  try { return work(); } finally { portsGiven = before; }
}
/// The text of a value. Throws a `DataCloneError` for a value that cannot be copied.
function serialize(value, ports = []) {
  const list = [null], known = new SafeMap();
  withPorts(ports, () => { list[0] = written(value, list, known, 0); });
  return writeJSON(list);
}
function written(value, list, known, depth) {
  switch (typeof value) {
  case "undefined": return ["u"];
  case "boolean": case "string": return value;
  case "number": return isFiniteNumber(value) && !(value === 0 && 1 / value < 0) ? value
    : ["n", value === 0 ? "-0" : `${value}`];
  case "bigint": return ["b", `${value}`];
  case "symbol": case "function": throw notCloned(value);
  default:
  }
  if (value === null) return null;
  const before = known.get(value);
  if (before !== undefined) return [before];
  if (depth > 1000) throw new DOMException("the value is nested too deeply", "DataCloneError");
  const number = list.length;
  known.set(value, number);
  push(list, null);
  const entry = entryOf(value, (part) => written(part, list, known, depth + 1));
  list[number] = entry;
  return [number];
}
function entryOf(value, part) {
  const port = indexOf(portsGiven, value);
  if (port >= 0) return ["p", port];
  if (isNode(value) || value instanceof EventTarget || value === global) throw notCloned(value);
  if (isArray(value)) return memberEntry(["a", value.length], value, part);
  if (isView(value)) {
    const name = typedName(value);
    if (name === undefined)
      return ["v", "DataView", part(viewBuffer(value)), viewOffset(value), viewLength(value)];
    return ["v", name, part(typedBuffer(value)), typedOffset(value), typedLength(value)];
  }
  const tag = objectTag(value);
  switch (tag) {
  case "[object Date]": if (value instanceof NativeDate) return ["d", part(dateTime(value))]; break;
  case "[object RegExp]": if (value instanceof RegExp) return [
    "r", patternSource(value), patternFlags(value),
  ];
  break;
  case "[object Map]": if (value instanceof Map) {
    const entries = ["m"];
    mapEach(value, (v, k) => { push(entries, k); push(entries, v); });
    return mappedParts(entries, part);
  } break;
  case "[object Set]": if (value instanceof Set) {
    const entries = ["s"];
    setEach(value, (v) => push(entries, v));
    return mappedParts(entries, part);
  } break;
  case "[object ArrayBuffer]": if (value instanceof ArrayBuffer) return [
    "x", base64Of(new Uint8Array(value)),
  ];
  break;
  default:
  }
  if (isBlob(value)) {
    const { File, blobBytes } = fetching(), entry = ["f", base64Of(blobBytes(value)), value.type];
    if (value instanceof File) { push(entry, value.name); push(entry, value.lastModified); }
    return entry;
  }
  const primitive = primitiveValues[tag];
  if (primitive !== undefined) {
    const inner = safely(() => primitive(value), undefined);
    if (inner !== undefined) return ["w", part(inner)];
  }
  if (tag in notSerialized) throw notCloned(value);
  if (value instanceof Error) {
    const name = textOrEmpty(value.name);
    return [
      "e", value instanceof DOMException ? "Error" : name, textOrEmpty(value.message),
      textOrEmpty(value.stack),
    ];
  }
  return memberEntry(["o"], value, part);
}
function memberEntry(members, value, part) {
  const keys = Object_keys(value);
  // A getter may have removed later members.
  for (let i = 0; i < keys.length; i += 1) if (hasOwn(value, keys[i])) {
    push(members, keys[i]);
    push(members, part(value[keys[i]]));
  }
  return members;
}
function mappedParts(list, part) {
  for (let i = 1; i < list.length; i += 1) list[i] = part(list[i]);
  return list;
}

/// The value of a text from {@link serialize}.
function deserialize(json, ports = []) {
  const list = parseJSON(json), made = [];
  for (let i = 0; i < list.length; i += 1) push(made, undefined);
  return withPorts(ports, () => read(list[0], list, made));
}
function read(given, list, made) {
  if (!isArray(given)) return given;
  switch (given[0]) {
  case "u": return undefined;
  case "n": return +given[1];
  case "b": return BigInt(given[1]);
  default: return made[given[0]] ?? readEntry(given[0], list, made);
  }
}
function readEntry(number, list, made) {
  const entry = list[number], keep = (value) => (made[number] = value),
    part = (given) => read(given, list, made);
  const members = (target, first) => {
    for (let i = first; i < entry.length; i += 2) define(target, entry[i], part(entry[i + 1]));
    return target;
  };
  switch (entry[0]) {
  case "a": { const value = keep([]); value.length = entry[1]; return members(value, 2); }
  case "p": return keep(portsGiven[entry[1]]);
  case "d": return keep(new NativeDate(part(entry[1])));
  case "r": return keep(new RegExp(entry[1], entry[2]));
  case "m": {
    const value = keep(new Map());
    for (let i = 1; i < entry.length; i += 2) mapSet(value, part(entry[i]), part(entry[i + 1]));
    return value;
  }
  case "s": {
    const value = keep(new Set());
    for (let i = 1; i < entry.length; i += 1) setAdd(value, part(entry[i]));
    return value;
  }
  case "x": return keep(bytesOfBase64(entry[1]).buffer);
  case "v": return keep(new (typedClasses[entry[1]] ?? DataView)(part(entry[2]), entry[3], entry[4]));
  case "f": {
    const { Blob, File } = fetching(), bytes = bytesOfBase64(entry[1]), type = entry[2];
    return keep(
      entry.length > 3 ? new File([bytes], entry[3], { type, lastModified: entry[4] })
        : new Blob([bytes], { type })
    );
  }
  case "w": return keep(Object(part(entry[1])));
  case "e": {
    const error = keep(new (errorClasses[entry[1]] ?? Error)(entry[2]));
    install(error, { stack: entry[3] });
    return error;
  }
  default: return members(keep({}), 1);
  }
}

({ serialize, deserialize });
