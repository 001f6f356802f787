// URL and URLSearchParams: the URL Standard's parser for the schemes that pages use. Host names are in
// Punycode, without the tables of IDNA.

const defaultPorts = {
  __proto__: null, "http:": "80", "https:": "443", "ws:": "80", "wss:": "443", "ftp:": "21", "file:": "",
};
const isSpecial = (protocol) => protocol in defaultPorts;

/// {protocol, username, password, hostname, port, pathname, search, hash, isOpaque}, or null.
function parseURL(input, base) {
  let rest = stripped(input);
  const result = {
    __proto__: null, protocol: "", username: "", password: "", hostname: null, port: "", pathname: "",
    search: "", hash: "", isOpaque: false,
  };
  const scheme = execute(/^([A-Za-z][A-Za-z0-9+.-]*):/, rest);
  const hashAt = textIndex(rest, "#");
  let hash = null, search = null;
  if (hashAt >= 0) { hash = textSlice(rest, hashAt); rest = textSlice(rest, 0, hashAt); }
  if (scheme !== null && (hashAt < 0 || scheme[0].length <= hashAt)) {
    result.protocol = lower(scheme[0]);
    rest = textSlice(rest, scheme[0].length);
    if (isSpecial(result.protocol)) rest = forwardSlashes(rest);
    if (
      isSpecial(result.protocol) && base !== null && base.protocol === result.protocol
        && !startsWith(rest, "/")
    ) {
      return relativeURL(result, rest, hash, base);
    }
    if (!isSpecial(result.protocol) && !startsWith(rest, "/")) {
      result.isOpaque = true;
      const queryAt = textIndex(rest, "?");
      if (queryAt >= 0) { search = textSlice(rest, queryAt); rest = textSlice(rest, 0, queryAt); }
      result.pathname = escaped(rest, "");
    } else {
      const queryAt = textIndex(rest, "?");
      if (queryAt >= 0) { search = textSlice(rest, queryAt); rest = textSlice(rest, 0, queryAt); }
      if (startsWith(rest, "//") || (isSpecial(result.protocol) && result.protocol !== "file:")) {
        const path = authority(
          result, withoutSlashes(rest, isSpecial(result.protocol) && result.protocol !== "file:")
        );
        if (path === null) return null;
        result.pathname = normalized(path, result.protocol);
      } else result.pathname = normalized(rest, result.protocol);
    }
    result.search = query(search);
    result.hash = fragment(hash);
    return result;
  }
  if (base === null) return null;
  result.protocol = base.protocol;
  if (isSpecial(base.protocol)) rest = forwardSlashes(rest);
  return relativeURL(result, rest, hash, base);
}
function relativeURL(result, rest, hash, base) {
  result.hash = fragment(hash);
  if (base.isOpaque) {
    if (rest !== "" || hash === null) return null;
    return { ...base, hash: result.hash };
  }
  let search = null;
  const queryAt = textIndex(rest, "?");
  if (queryAt >= 0) { search = textSlice(rest, queryAt); rest = textSlice(rest, 0, queryAt); }
  if (startsWith(rest, "//")) {
    const path = authority(result, textSlice(rest, 2));
    if (path === null) return null;
    result.pathname = normalized(path, result.protocol);
    result.search = query(search);
    return result;
  }
  result.username = base.username;
  result.password = base.password;
  result.hostname = base.hostname;
  result.port = base.port;
  if (rest === "") {
    result.pathname = base.pathname;
    result.search = search === null ? base.search : query(search);
  } else {
    const folder = textSlice(base.pathname, 0, textLastIndex(base.pathname, "/") + 1);
    result.pathname = normalized(
      startsWith(rest, "/") ? rest : (folder === "" ? "/" : folder) + rest, result.protocol
    );
    result.search = query(search);
  }
  return result;
}
function stripped(input) {
  let start = 0, end = input.length;
  while (start < end && codeAt(input, start) <= 32) start += 1;
  while (end > start && codeAt(input, end - 1) <= 32) end -= 1;
  return without(textSlice(input, start, end), "\t\n\r");
}
function forwardSlashes(value) {
  const end = textIndex(value, "?");
  const head = end < 0 ? value : textSlice(value, 0, end);
  return join(textSplit(head, "\\"), "/") + (end < 0 ? "" : textSlice(value, end));
}
function withoutSlashes(value, all) {
  let start = 0;
  while (value[start] === "/" && (all || start < 2)) start += 1;
  return textSlice(value, start);
}
/// Reads `user:password@host:port` and returns the path after it; null if it is invalid.
function authority(result, rest) {
  const slash = textIndex(rest, "/");
  let part = slash < 0 ? rest : textSlice(rest, 0, slash);
  const at = textLastIndex(part, "@");
  if (at >= 0) {
    const login = textSlice(part, 0, at), colon = textIndex(login, ":");
    result.username = escaped(colon < 0 ? login : textSlice(login, 0, colon), "/:;=@[]^|?#\"<>`{} ");
    result.password = colon < 0 ? "" : escaped(textSlice(login, colon + 1), "/:;=@[]^|?#\"<>`{} ");
    part = textSlice(part, at + 1);
  }
  const port = execute(/:([0-9]*)$/, part);
  if (port !== null) {
    part = textSlice(part, 0, part.length - port[0].length);
    if (+port[1] > 65535) return null;
    result.port = port[1] === "" || `${+port[1]}` === defaultPorts[result.protocol] ? "" : `${+port[1]}`;
  }
  let name = part[0] === "[" ? lower(part) : lower(safely(() => decodeURIComponent(part), part));
  if (isSpecial(result.protocol) && name[0] !== "[") {
    name = asciiHost(name);
    if (endsInNumber(name)) name = addressOfNumbers(name);
    if (name === null) return null;
  }
  if (name === "" && isSpecial(result.protocol) && result.protocol !== "file:") return null;
  const isName = name[0] === "[" ? execute(/^\[[0-9a-f:.]+\]$/, name) !== null
    : execute(/[\u0000-\u0020"#%\/:<>?@\[\\\]^`{|}]/, name) === null;
  if (!isName) return null;
  result.hostname = name;
  return slash < 0 ? "" : textSlice(rest, slash);
}
/// Section 3.5, *ends in a number*: such a host is an address, or invalid.
function endsInNumber(name) {
  const parts = textSplit(name, ".");
  if (parts[parts.length - 1] === "" && parts.length > 1) parts.length -= 1;
  const last = parts[parts.length - 1];
  return execute(/^[0-9]+$/, last) !== null || execute(/^0x[0-9a-f]*$/, last) !== null;
}
/// Section 3.5, *IPv4 parser*: numbers may be octal or hexadecimal, and the last one fills the remaining
/// bytes. Null for other text.
function addressOfNumbers(name) {
  const parts = textSplit(name, ".");
  if (parts[parts.length - 1] === "" && parts.length > 1) parts.length -= 1;
  if (parts.length > 4) return null;
  let value = 0;
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i], isHex = startsWith(part, "0x");
    const isOctal = !isHex && part.length > 1 && part[0] === "0";
    const digits = isHex ? textSlice(part, 2) : part;
    if (part === "" || execute(isHex ? /^[0-9a-f]*$/ : isOctal ? /^[0-7]+$/ : /^[0-9]+$/, digits) === null)
      return null;
    const count = digits === "" ? 0 : isHex ? +`0x${digits}` : isOctal ? +`0o${digits}` : +digits;
    const isLast = i === parts.length - 1;
    if (count >= (isLast ? 256 ** (4 - i) : 256)) return null;
    value += isLast ? count : count * 256 ** (3 - i);
  }
  const bytes = [];
  for (let i = 3; i >= 0; i -= 1) push(bytes, `${floor(value / 256 ** i) % 256}`);
  return join(bytes, ".");
}
/// A host with non-ASCII letters in Punycode, label by label.
function asciiHost(name) {
  if (execute(/[^\u0000-\u007f]/, name) === null) return name;
  const parts = textSplit(join(textSplit(normalForm(name, "NFKC"), "\u3002"), "."), ".");
  for (let i = 0; i < parts.length; i += 1) {
    const label = lowerCase(parts[i]);
    parts[i] = execute(/[^\u0000-\u007f]/, label) === null ? label : `xn--${punycode(label)}`;
  }
  return join(parts, ".");
}
const normalForm = uncurry(String.prototype.normalize), lowerCase = uncurry(String.prototype.toLowerCase);
/// RFC 3492 section 6.3, *Encoding procedure*.
function punycode(label) {
  const points = [];
  let result = "", point = 128, delta = 0, bias = 72;
  for (let i = 0; i < label.length; i += 1) {
    const code = pointAt(label, i);
    if (code > 0xffff) i += 1;
    push(points, code);
    if (code < 128) result += fromCodePoint(code);
  }
  const basic = result.length;
  let done = basic;
  if (basic > 0) result += "-";
  while (done < points.length) {
    let next = 0x110000;
    for (let i = 0; i < points.length; i += 1) if (points[i] >= point && points[i] < next) next = points[i];
    delta += (next - point) * (done + 1);
    point = next;
    for (let i = 0; i < points.length; i += 1) {
      if (points[i] < point) delta += 1;
      if (points[i] !== point) continue;
      let rest = delta;
      for (let base = 36; ; base += 36) {
        const limit = base <= bias ? 1 : base >= bias + 26 ? 26 : base - bias;
        if (rest < limit) break;
        result += punycodeDigits[limit + (rest - limit) % (36 - limit)];
        rest = floor((rest - limit) / (36 - limit));
      }
      result += punycodeDigits[rest];
      delta = floor(delta / (done === basic ? 700 : 2));
      delta += floor(delta / (done + 1));
      let steps = 0;
      while (delta > 455) { delta = floor(delta / 35); steps += 36; }
      bias = steps + floor(36 * delta / (delta + 38));
      delta = 0;
      done += 1;
    }
    delta += 1;
    point += 1;
  }
  return result;
}
const punycodeDigits = "abcdefghijklmnopqrstuvwxyz0123456789";
/// Removes `.` and `..` (RFC 3986 section 5.2.4) and escapes characters that a path cannot contain.
function normalized(path, protocol) {
  const isSpecialPath = isSpecial(protocol);
  if (path === "") return isSpecialPath ? "/" : "";
  const parts = textSplit(path, "/"), result = [];
  for (let i = 1; i < parts.length; i += 1) {
    const part = join(textSplit(lower(parts[i]), "%2e"), "."), isLast = i === parts.length - 1;
    if (part === "..") {
      const isDriveOnly = result.length === 1 && protocol === "file:" && isDrive(result[0]);
      if (result.length > 0 && !isDriveOnly) result.length -= 1;
      if (isLast) push(result, "");
    }
    else if (part === ".") { if (isLast) push(result, ""); }
    else if (protocol === "file:" && result.length === 0 && isDrive(parts[i]))
      push(result, `${parts[i][0]}:`);
    else push(result, escaped(parts[i], "\"#<>?`{}^ "));
  }
  return `/${join(result, "/")}`;
}
/// A Windows drive letter: `C:` or `C|`.
const isDrive = (part) => part.length === 2 && execute(/^[a-z][:|]$/i, part) !== null;
const query = (value) => (value === null || value === "?" ? "" : escaped(value, "\"#<>' "));
const fragment = (value) => (value === null || value === "#" ? "" : escaped(value, "\"<>` "));
/// Percent-encodes controls, non-ASCII characters and `set`, in UTF-8.
function escaped(value, set) {
  let result = "";
  for (let i = 0; i < value.length; i += 1) {
    const code = codeAt(value, i);
    if (code > 32 && code < 127 && textIndex(set, value[i]) < 0) { result += value[i]; continue; }
    if (code === 32 && textIndex(set, " ") < 0) { result += " "; continue; }
    const point = pointAt(value, i);
    if (point > 0xffff) i += 1;
    const bytes = encodeUTF8(fromCodePoint(point >= 0xd800 && point <= 0xdfff ? 0xfffd : point));
    for (let j = 0; j < bytes.length; j += 1) result += `%${upper(hex(bytes[j]))}`;
  }
  return result;
}
function serializeURL(url) {
  let result = url.protocol;
  if (url.hostname !== null) {
    result += "//";
    if (url.username !== "" || url.password !== "")
      result += `${url.username}${url.password === "" ? "" : `:${url.password}`}@`;
    result += url.hostname + (url.port === "" ? "" : `:${url.port}`);
  } else if (url.protocol === "file:") result += "//";
  return result + url.pathname + url.search + url.hash;
}
function viewOf(url) {
  const hostname = url.hostname ?? "", host_ = hostname + (url.port === "" ? "" : `:${url.port}`);
  const hasOrigin = isSpecial(url.protocol) && url.protocol !== "file:";
  return {
    protocol: url.protocol, host: host_, hostname, port: url.port, pathname: url.pathname,
    search: url.search, hash: url.hash, origin: hasOrigin ? `${url.protocol}//${host_}` : "null",
  };
}

let paramsOwner;
class URL {
  #url; #params;
  constructor(input, base = undefined) {
    const parsedBase = base === undefined ? null : parseURL(text(base), null);
    const parsed = base !== undefined && parsedBase === null ? null : parseURL(text(input), parsedBase);
    if (parsed === null) throw new TypeError(`'${text(input)}' is not a URL`);
    this.#url = parsed;
    this.#params = new URLSearchParams(parsed.search);
    paramsOwner.set(this.#params, (search) => { this.#url.search = search === "" ? "" : `?${search}`; });
  }
  static parse(input, base = undefined) { try { return new URL(input, base); } catch { return null; } }
  static canParse(input, base = undefined) { return URL.parse(input, base) !== null; }
  static createObjectURL(blob) { return fetching().objectAddresses.createObjectURL(blob); }
  static revokeObjectURL(url) { fetching().objectAddresses.revokeObjectURL(url); }
  get href() { return serializeURL(this.#url); }
  set href(value) {
    const parsed = parseURL(text(value), null);
    if (parsed === null) throw new TypeError(`'${text(value)}' is not a URL`);
    this.#url = parsed;
    this.#refresh();
  }
  get origin() { return viewOf(this.#url).origin; }
  get protocol() { return this.#url.protocol; }
  set protocol(value) {
    const name = execute(/^([A-Za-z][A-Za-z0-9+.-]*):?/, text(value));
    if (name !== null) this.#url.protocol = `${lower(name[1])}:`;
  }
  get username() { return this.#url.username; }
  set username(value) { this.#url.username = escaped(text(value), "/:;=@[]^|?#\"<>`{} "); }
  get password() { return this.#url.password; }
  set password(value) { this.#url.password = escaped(text(value), "/:;=@[]^|?#\"<>`{} "); }
  get host() { return viewOf(this.#url).host; }
  set host(value) {
    this.#url.port = "";
    const before = this.#url.hostname;
    if (authority(this.#url, text(value)) === null) this.#url.hostname = before;
  }
  get hostname() { return this.#url.hostname ?? ""; }
  set hostname(value) { const { port } = this.#url; this.host = value; this.#url.port = port; }
  get port() { return this.#url.port; }
  set port(value) {
    const port = execute(/^[0-9]{0,5}/, text(value))[0];
    if (+port < 65536) this.#url.port = port === defaultPorts[this.#url.protocol] ? "" : port;
  }
  get pathname() { return this.#url.pathname; }
  set pathname(value) {
    const path = text(value);
    const full = startsWith(path, "/") ? path : `/${path}`;
    this.#url.pathname = normalized(full, this.#url.protocol);
  }
  get search() { return this.#url.search; }
  set search(value) {
    const v = text(value);
    this.#url.search = v === "" ? "" : query(startsWith(v, "?") ? v : `?${v}`);
    this.#refresh();
  }
  get hash() { return this.#url.hash; }
  set hash(value) {
    const v = text(value);
    this.#url.hash = v === "" ? "" : fragment(startsWith(v, "#") ? v : `#${v}`);
  }
  get searchParams() { return this.#params; }
  toString() { return this.href; }
  toJSON() { return this.href; }
  #refresh() { replaceParams(this.#params, this.#url.search); }
  get [Symbol.toStringTag]() { return "URL"; }
}
paramsOwner = new SafeWeakMap();

const formEncode = (value) => escapeMarks(join(textSplit(encodeURIComponent(wellFormed(value)), "%20"), "+"));
function escapeMarks(value) {
  let result = "";
  for (let i = 0; i < value.length; i += 1) {
    const at = textIndex("!'()~", value[i]);
    result += at < 0 ? value[i] : `%${upper(hex(codeAt(value, i)))}`;
  }
  return result;
}
/// Replaces lone surrogates by U+FFFD, as `encodeURIComponent` requires.
function wellFormed(value) {
  let result = "";
  for (let i = 0; i < value.length; i += 1) {
    const point = pointAt(value, i);
    if (point > 0xffff) {
      result += fromCodePoint(point);
      i += 1;
    } else result += point >= 0xd800 && point <= 0xdfff ? "\ufffd" : value[i];
  }
  return result;
}
function formDecode(value) {
  const spaced = join(textSplit(value, "+"), " ");
  return safely(() => decodeURIComponent(spaced), spaced);
}
/// The common members of `URLSearchParams` and `FormData`: `listOf` returns the pairs of an object.
function installPairMembers(Class, listOf) {
  install(Class.prototype, {
    get(name) {
      const values = this.getAll(name);
      return values.length === 0 ? null : values[0];
    },
    getAll(name) {
      const found = filtered(listOf(this), (pair) => pair[0] === text(name));
      for (let i = 0; i < found.length; i += 1) found[i] = found[i][1];
      return found;
    },
    forEach(callback, receiver = undefined) {
      const list = listOf(this);
      for (let i = 0; i < list.length; i += 1) apply(callback, receiver, [list[i][1], list[i][0], this]);
    },
    entries() { return iterator(listOf(this), (pair) => [pair[0], pair[1]]); },
    keys() { return iterator(listOf(this), (pair) => pair[0]); },
    values() { return iterator(listOf(this), (pair) => pair[1]); },
    [Symbol.iterator]() { return this.entries(); },
  });
}
/// The pairs with `entry` instead of the first one of its name, and without the others of that name.
function withPair(list, entry) {
  let isSet = false;
  const result = [];
  for (let i = 0; i < list.length; i += 1) {
    if (list[i][0] !== entry[0]) push(result, list[i]);
    else if (!isSet) { push(result, entry); isSet = true; }
  }
  if (!isSet) push(result, entry);
  return result;
}
let replaceParams;
class URLSearchParams {
  #list = [];
  constructor(init = "") {
    if (init instanceof URLSearchParams) this.#add(init.#list);
    else if (isArray(init)) this.#add(init);
    else if (isObject(init) && isFunction(init[Symbol.iterator])) this.#add(toList(init));
    else if (isObject(init)) {
      const keys = Object_keys(init);
      for (let i = 0; i < keys.length; i += 1) push(this.#list, [keys[i], text(init[keys[i]])]);
    } else this.#parse(text(init));
  }
  static {
    replaceParams = (params, search) => { params.#list = []; params.#parse(search); };
    installPairMembers(this, (params) => params.#list);
  }
  #add(pairs) {
    for (let i = 0; i < pairs.length; i += 1) push(this.#list, [text(pairs[i][0]), text(pairs[i][1])]);
  }
  #parse(search) {
    const parts = textSplit(startsWith(search, "?") ? textSlice(search, 1) : search, "&");
    for (let i = 0; i < parts.length; i += 1) {
      if (parts[i] === "") continue;
      const equals = textIndex(parts[i], "=");
      const name = equals < 0 ? parts[i] : textSlice(parts[i], 0, equals);
      push(this.#list, [formDecode(name), equals < 0 ? "" : formDecode(textSlice(parts[i], equals + 1))]);
    }
  }
  #changed() { paramsOwner.get(this)?.(this.toString()); }
  get size() { return this.#list.length; }
  append(name, value) { push(this.#list, [text(name), text(value)]); this.#changed(); }
  delete(name, value = undefined) {
    const isOther = (pair) => pair[0] !== text(name) || (value !== undefined && pair[1] !== text(value));
    this.#list = filtered(this.#list, isOther);
    this.#changed();
  }
  has(name, value = undefined) {
    const values = this.getAll(name);
    return value === undefined ? values.length > 0 : includes(values, text(value));
  }
  set(name, value) {
    this.#list = withPair(this.#list, [text(name), text(value)]);
    this.#changed();
  }
  sort() { sort(this.#list, (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)); this.#changed(); }
  toString() {
    let result = "";
    for (let i = 0; i < this.#list.length; i += 1) {
      const pair = this.#list[i];
      result += `${i === 0 ? "" : "&"}${formEncode(pair[0])}=${formEncode(pair[1])}`;
    }
    return result;
  }
  get [Symbol.toStringTag]() { return "URLSearchParams"; }
}

({
  URL, URLSearchParams, parseURL, serializeURL, viewOf, escapeMarks, wellFormed, installPairMembers, withPair,
});
