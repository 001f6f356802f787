// console (Console Standard section 1, section 2): values in words, a few levels deep, cycles marked.

const DEPTH = 3, MEMBERS = 100, LENGTH = 10000;
function inspect(value, depth = DEPTH, seen = null, isTop = true) {
  switch (typeof value) {
  case "string": return isTop ? value : quoted(value);
  case "symbol": return symbolText(value);
  case "bigint": return `${value}n`;
  case "function": {
    const name = safely(() => value.name);
    return execute(/^class\b/, functionStart(value)) === null ? `\u0192 ${name || "(anonymous)"}`
      : `class ${name}`;
  }
  case "object": return value === null ? "null" : inspectObject(value, depth, { value, outer: seen });
  case "number": return value === 0 && 1 / value < 0 ? "-0" : `${value}`;
  default: return `${value}`;
  }
}
const functionStart = (value) => {
  try { return textSlice(functionText(value), 0, 6); } catch { return ""; }
};
function quoted(value) { return textIndex(value, "'") < 0 ? `'${value}'` : writeJSON(value); }
function inspectObject(value, depth, seen) {
  for (let link = seen.outer; link !== null; link = link.outer) if (link.value === value) return "[circular]";
  const tag = safely(() => objectTag(value), "[object Object]");
  if (safely(() => value instanceof Error, false)) return inspectError(value);
  if (isNode(value)) return inspectNode(value);
  if (tag === "[object Date]") return safely(() => dateText(value), "Invalid Date");
  if (tag === "[object RegExp]") return safely(() => patternText(value), "[RegExp]");
  const named = safely(() => getPrototypeOf(value)?.constructor?.name ?? "", "");
  const list = safely(() => isArray(value), false);
  const name = typeof named === "string" ? named : "";
  if (depth === 0) return list ? `[Array(${safely(() => value.length, 0)})]` : `[${name || "Object"}]`;
  const parts = [];
  if (list) {
    const { length } = value;
    for (let i = 0; i < length && i < MEMBERS; i += 1)
      push(parts, hasOwn(value, i) ? member(value, i, depth, seen) : "<empty>");
    if (length > MEMBERS) push(parts, `\u2026 ${length - MEMBERS} more`);
    return parts.length === 0 ? "[]" : `[${join(parts, ", ")}]`;
  }
  let prefix = name === "Object" || name === "" ? "" : `${name} `;
  if (
    tag === "[object Map]"
      && safely(
        () => {
          mapEach(
            value,
            (v, k) => {
              if (parts.length < MEMBERS)
                push(parts, `${inspect(k, depth - 1, seen, false)} => ${inspect(v, depth - 1, seen, false)}`);
            }
          );
          return true;
        },
        false
      )
  )
    prefix = `Map(${parts.length}) `;
  else if (
    tag === "[object Set]"
      && safely(
        () => {
          setEach(
            value, (v) => { if (parts.length < MEMBERS) push(parts, inspect(v, depth - 1, seen, false)); }
          );
          return true;
        },
        false
      )
  )
    prefix = `Set(${parts.length}) `;
  else if (tag === "[object Promise]") return "Promise {}";
  const keys = safely(() => Object_keys(value), []);
  for (let i = 0; i < keys.length && i < MEMBERS; i += 1) {
    const key = execute(/^[A-Za-z_$][\w$]*$/, keys[i]) === null ? quoted(keys[i]) : keys[i];
    push(parts, `${key}: ${member(value, keys[i], depth, seen)}`);
  }
  if (keys.length > MEMBERS) push(parts, `\u2026 ${keys.length - MEMBERS} more`);
  return parts.length === 0 ? `${prefix}{}` : `${prefix}{ ${join(parts, ", ")} }`;
}
function member(value, key, depth, seen) {
  const descriptor = safely(() => getOwnPropertyDescriptor(value, key), undefined);
  if (descriptor !== undefined && descriptor.get !== undefined) return "[getter]";
  return safely(() => inspect(value[key], depth - 1, seen, false), "[exception]");
}
function inspectError(error) {
  const name = safely(() => textOrEmpty(error.name), "Error")
    || "Error", message = safely(() => textOrEmpty(error.message));
  return message === "" ? name : `${name}: ${message}`;
}
function inspectNode(node) {
  if (node instanceof Text) return `#text ${quoted(node.data)}`;
  if (!(node instanceof Element)) return node.nodeName;
  const id = host.attribute("id", idOf(node)), names = words(host.attribute("class", idOf(node)) ?? "");
  let result = `<${nameOf(node)}`;
  if (id) result += `#${id}`;
  for (let i = 0; i < names.length; i += 1) result += `.${names[i]}`;
  return `${result}>`;
}

/// Console Standard section 2.2, *Formatter*: `%s %d %i %f %o %O %c %%` in the first argument.
function format(values) {
  let result = "", next = 0;
  if (typeof values[0] === "string" && values.length > 1 && textIndex(values[0], "%") >= 0) {
    const pattern = values[0];
    next = 1;
    for (let i = 0; i < pattern.length; i += 1) {
      const directive = pattern[i] === "%" ? pattern[i + 1] : undefined;
      if (directive === undefined || textIndex("sdifoOc%", directive) < 0) { result += pattern[i]; continue; }
      if (directive !== "%" && next >= values.length) { result += pattern[i]; continue; }
      i += 1;
      switch (directive) {
      case "%": result += "%"; break;
      case "c": next += 1; break;
      case "s": result += inspect(values[next]); next += 1; break;
      case "d": case "i": {
        const value = values[next];
        next += 1;
        const whole = typeof value === "object" ? NaN : parseFloat(text(value));
        result += `${directive === "i" || directive === "d" ? (whole < 0 ? -floor(-whole) : floor(whole))
          : whole}`;
        break;
      }
      case "f": result += `${parseFloat(text(values[next]))}`; next += 1; break;
      default: result += inspect(values[next], DEPTH, null, false); next += 1;
      }
    }
  }
  for (; next < values.length; next += 1) result += (next === 0 ? "" : " ") + inspect(values[next]);
  return result.length > LENGTH ? `${textSlice(result, 0, LENGTH)}\u2026 (${result.length - LENGTH} more)`
    : result;
}
let indent = "";
function write(level, values) {
  let line = format(values);
  if (indent !== "") line = indent + join(textSplit(line, "\n"), `\n${indent}`);
  host.console(level, line);
}

const counts = new SafeMap(), started = new SafeMap();
const consoleMembers = {
  log(...values) { write("log", values); },
  info(...values) { write("info", values); },
  debug(...values) { write("debug", values); },
  warn(...values) { write("warn", values); },
  error(...values) { write("error", values); },
  trace(...values) { write("log", ["Trace:", ...rest(values)]); },
  assert(condition, ...values) { if (!condition) write("error", ["Assertion failed:", ...rest(values)]); },
  dir(value) { write("log", [inspect(value, 5, null, false)]); },
  dirxml(...values) { write("log", values); },
  table(data, columns = undefined) { host.console("log", indent + tableText(data, columns)); },
  count(label = "default") {
    const n = (counts.get(text(label)) ?? 0) + 1;
    counts.set(text(label), n);
    write("log", [`${label}: ${n}`]);
  },
  countReset(label = "default") { counts.delete(text(label)); },
  time(label = "default") { started.set(text(label), host.now()); },
  timeLog(label = "default", ...values) {
    const at = started.get(text(label));
    if (at !== undefined) write("log", [`${label}: ${host.now() - at} ms`, ...rest(values)]);
  },
  timeEnd(label = "default") {
    const at = started.get(text(label));
    if (at === undefined) return;
    started.delete(text(label));
    write("log", [`${label}: ${host.now() - at} ms`]);
  },
  group(...values) { if (values.length > 0) write("log", values); indent += "  "; },
  groupCollapsed(...values) { consoleMembers.group(...rest(values)); },
  groupEnd() { indent = textSlice(indent, 2); },
  clear() {},
};
function tableText(data, columns) {
  if (!isObject(data)) return inspect(data);
  const names = ["(index)"], rows = [], keys = Object_keys(data);
  const cells = (value) => (isObject(value) ? Object_keys(value) : []);
  for (let i = 0; i < keys.length && i < 1000; i += 1) {
    const value = data[keys[i]], found = isArray(columns) ? columns : cells(value);
    const row = { __proto__: null, "(index)": keys[i] };
    if (!isObject(value)) {
      row.Values = inspect(value, 1, null, false);
      if (!includes(names, "Values")) push(names, "Values");
    }
    for (let j = 0; j < found.length; j += 1) {
      const column = text(found[j]);
      if (isObject(value) && column in value) row[column] = inspect(value[column], 1, null, false);
      if (!includes(names, column)) push(names, column);
    }
    push(rows, row);
  }
  const lines = [];
  const widths = [];
  for (let i = 0; i < names.length; i += 1) {
    widths[i] = names[i].length;
    for (let j = 0; j < rows.length; j += 1) widths[i] = maximum(widths[i], (rows[j][names[i]] ?? "").length);
  }
  for (let j = -1; j < rows.length; j += 1) {
    let line = "";
    for (let i = 0; i < names.length; i += 1)
      line += (i === 0 ? "" : "  ") + padEnd(j < 0 ? names[i] : rows[j][names[i]] ?? "", widths[i]);
    push(lines, safely(() => textTrimEnd(line), line));
  }
  return join(lines, "\n");
}

({ inspect, console: consoleMembers });
