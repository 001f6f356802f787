// TokenHybrid's page dialect (Documentation/javascript.md, "TokenHybrid" and "Native modules"): `token`, the
// window's extension, and calls of native modules.

/// A copy without functions, for the log and for modules. Cycles and nodes become strings.
function withoutFunctions(value, depth = 0, seen = null) {
  if (typeof value === "function" || typeof value === "symbol" || value === undefined) return undefined;
  if (typeof value === "bigint") return `${value}`;
  if (typeof value === "number") return isFiniteNumber(value) ? value : null;
  if (!isObject(value)) return value;
  for (let link = seen; link !== null; link = link.outer) if (link.value === value) return "[circular]";
  if (depth > 50) return "[too deep]";
  if (isNode(value)) return inspect(value);
  const chain = { value, outer: seen };
  if (isArray(value)) {
    const copy = [];
    for (let i = 0; i < value.length; i += 1)
      push(copy, withoutFunctions(value[i], depth + 1, chain) ?? null);
    return copy;
  }
  if (isFunction(value.toJSON)) return withoutFunctions(value.toJSON(), depth + 1, chain);
  const copy = { __proto__: null }, keys = Object_keys(value);
  for (let i = 0; i < keys.length; i += 1) {
    const part = withoutFunctions(value[keys[i]], depth + 1, chain);
    if (part !== undefined) define(copy, keys[i], part);
  }
  return copy;
}
/// Arguments as data: functions at the top level are left out, as are missing ones at the end.
function plainArguments(given) {
  const result = [];
  for (let i = 0; i < given.length; i += 1)
    if (!isFunction(given[i])) push(result, withoutFunctions(given[i]) ?? null);
  return result;
}
function recordCall(module, method, given) { host.call(module, method, writeJSON(plainArguments(given))); }
/// Logs a native call and makes it, if the module has the method. Functions are its callbacks, in order.
function callModule(module, method, given) {
  recordCall(module, method, given);
  return passToModule(module, method, given);
}
function passToModule(module, method, given) {
  const native = nativeModules?.[module]?.[method];
  if (!isFunction(native)) return undefined;
  const passed = [];
  for (let i = 0; i < given.length; i += 1)
    push(passed, isFunction(given[i]) ? given[i] : withoutFunctions(given[i]) ?? null);
  host.quiet(true);
  try { return apply(native, undefined, passed); } finally { host.quiet(false); }
}
const optional = (f) => (isFunction(f) ? f : nothing);

const formPart = (value) => escapeMarks(
  join(textSplit(encodeURIComponent(wellFormed(text(value))), "*"), "%2A")
);
/// `{a: {b: 1}, c: [2, 3]}` -> `a[b]=1&c[]=2&c[]=3`, sorted by key; brackets are percent-encoded.
function formEncoded(parameters) {
  const pairs = [];
  formPairs_(parameters, null, pairs, 0);
  return join(pairs, "&");
}
function formPairs_(value, key, pairs, depth) {
  if (depth > 50 || value === undefined || typeof value === "function") return;
  if (isArray(value))
    for (let i = 0; i < value.length; i += 1) formPairs_(value[i], `${key ?? ""}[]`, pairs, depth + 1);
  else if (isObject(value)) {
    const keys = sort(Object_keys(value));
    for (let i = 0; i < keys.length; i += 1)
      formPairs_(value[keys[i]], key === null ? keys[i] : `${key}[${keys[i]}]`, pairs, depth + 1);
  } else push(pairs, key === null ? formPart(value ?? "") : `${formPart(key)}=${formPart(value ?? "")}`);
}
const withQuery = (url, added) => (added === "" ? url : insertQuery(url, added));
function insertQuery(url, added) {
  const at = textIndex(url, "#"), head = at < 0 ? url : textSlice(url, 0, at);
  return `${head}${textIndex(head, "?") < 0 ? "?" : "&"}${added}${at < 0 ? "" : textSlice(url, at)}`;
}
const hasMembers = (value) => isObject(value) && Object_keys(value).length > 0;

/// The common part of TokenHybrid's `token.request` and the package dialect's `$http`.
function exchange({ url, method, headers, agent, timeout, form, json, body, isJSON }, succeed, fail) {
  const verb = upper(textOrEmpty(method) || "GET"), { Headers, headerList, methodsWithoutBody } = fetching(),
    list = new Headers(headers);
  let address = resolveAddress(textOrEmpty(url)), sent = null;
  const send_ = (value, type) => {
    sent = value;
    if (!list.has("content-type")) list.set("content-type", type);
  };
  if (verb in methodsWithoutBody) {
    for (const part of rest([form, json, isObject(body) ? body : null]))
      if (hasMembers(part)) address = withQuery(address, formEncoded(part));
  } else if (json !== undefined && json !== null) send_(writeJSON(json), "application/json");
  else if (hasMembers(form)) send_(formEncoded(form), "application/x-www-form-urlencoded");
  else if (isObject(body)) send_(writeJSON(body), "application/json");
  else if (body !== undefined && body !== null) send_(text(body), "text/plain;charset=UTF-8");
  if (agent) list.set("user-agent", agent);
  const request = { method: verb, url: address, headers: headerList(list), body: sent };
  if (number(timeout) > 0) request.timeout = number(timeout);
  send(request, (answer) => {
    if (answer.failure !== undefined && answer.failure !== null) return fail(textOrEmpty(answer.failure), 0);
    if (answer.status >= 400)
      return fail(`HTTP ${answer.status}${answer.statusText ? ` ${answer.statusText}` : ""}`, answer.status);
    let data = answer.body;
    if (isJSON) {
      try { data = parseJSON(data); } catch { return fail("the answer is not JSON", answer.status); }
    }
    return succeed(data, answer);
  });
}

const readStored = (key, area_, missing) => {
  const value = host.stored(textOrEmpty(key), area_);
  return value === null || value === undefined ? missing : safely(() => parseJSON(value), value);
};
function writeStored(settings, area_) {
  const value = withoutFunctions(settings?.value);
  storeValue(value === undefined ? null : writeJSON(value), textOrEmpty(settings?.key), area_);
}
function later(a, b) {
  const action = isFunction(a) ? a : b, seconds = isFunction(a) ? b : a;
  if (isFunction(action)) startTimer(action, [], number(seconds) * 1000, false);
}

const token = {};
function tokenMethods(members) {
  const keys = ownKeys(members);
  for (let i = 0; i < keys.length; i += 1) {
    const method = keys[i], work = members[method];
    install(
      token, { [method](...given) { recordCall("token", method, given); return apply(work, token, given); } }
    );
  }
}
tokenMethods({
  request(o) {
    if (!isObject(o)) throw new TypeError("token.request: an object is needed");
    exchange({
      url: o.url, method: o.method, headers: o.header, agent: o.UA, timeout: o.timeout, form: o.httpParameter,
      json: hasMembers(o.jsonParameter) || isArray(o.jsonParameter) ? o.jsonParameter
        : undefined, isJSON: textOrEmpty(o.resultType) !== "text",
    }, (data) => optional(o.success)(data), (message, code) => optional(o.failure)(message, code));
  },
  setStorage(o) { writeStored(o, PAGE); },
  getStorage(key) { return readStored(key, PAGE, undefined); },
  clearAllStorage() { clearArea(PAGE); },
  setGlobleStorage(o) { writeStored(o, GLOBAL); },
  getGlobleStorage(key) { return readStored(key, GLOBAL, ""); },
  clearGlobleStorage() { clearArea(GLOBAL); },
  setMainTimeOut(action, seconds) { later(action, seconds); },
  setTimeOut(action, seconds) { later(action, seconds); },
  dispatchMainAfter(seconds, action) { later(seconds, action); },
  dispatchGlobleAfter(seconds, action) { later(seconds, action); },
  screenWidth() { return viewport()[0]; },
  screenHeight() { return viewport()[1]; },
  log(value) { host.console("log", inspect(value)); passToModule("token", "log", [inspect(value)]); },
});
/// Methods of the native `token` module: the functions of their settings, passed last in this order (a
/// module's callbacks are failure, then success).
const tokenCallbacks = {
  __proto__: null, alertTitles: ["feedBack"], showSheetView: ["feedBack"], alertInput: ["feedBack"],
  pickData: ["finish"], saveImage: ["failure", "success"],
};
/// TokenHybrid's failures are a code and a message.
const failing = (f) => (error) => {
  if (isFunction(f)) f(0, isObject(error) ? textOrEmpty(error.message) : textOrEmpty(error));
};
function nativeTokenMethod(method) {
  if (hasOwn(token, method)) return;
  const taken = tokenCallbacks[method];
  install(token, { [method](...given) {
    recordCall("token", method, given);
    if (taken === undefined) return passToModule("token", method, given);
    const settings = isObject(given[0]) ? given[0] : {}, passed = [settings];
    for (let i = 0; i < taken.length; i += 1)
      push(passed, taken[i] === "failure" ? failing(settings.failure) : optional(settings[taken[i]]));
    return passToModule("token", method, passed);
  } });
}
const methodsOfToken = words(
  "getLocation makePhoneCall saveImage alert alertTitles showSheetView alertInput pickData requestTouchID "
    + "showHUDWithStatus hideHUD"
);
for (const method of rest(methodsOfToken)) nativeTokenMethod(method);
for (const method of rest(tokenMethodsGiven)) nativeTokenMethod(method);

const previous = (data) => callModule("window", "setPriviousPageExtension", [data]);
/// `dumpObj` of TokenHybrid: own members, then those of prototypes, up to a depth.
function dumpObject(value, depth = 3) {
  return `${typeName(value)} ${inspect(value, minimum(10, maximum(0, number(depth, 3))), null, false)}`;
}
function typeName(value) { return textSlice(objectTag(value), 8, -1); }
const windowMembers = {
  log(value) {
    host.console("log", dumpObject(value));
  },
  receiveLog(value) {
    host.console("log", textOrEmpty(value));
  },
  setExtension(data) {
    extension = data ?? null;
  }, setPriviousPageExtension: previous, dumpObj: dumpObject, __typeof__: typeName,
  keepEventValueAlive: nothing, App,
};

/// The node of an argument of F8Scrolling, which keeps views at the offset of a scroll view: an element or
/// an id.
function nodeFor(value) {
  if (isNode(value)) return idOf(value);
  if (typeof value === "number") return value;
  const found = byId(textOrEmpty(value), 0);
  if (found === null)
    throw new TypeError(`F8Scrolling: there is no element with the id '${textOrEmpty(value)}'`);
  return idOf(found);
}
/// Setters of all nodes.
function setPoints(node, property, value) {
  host.setInlineStyle(property, `${number(value)}px`, false, idOf(node));
}
const elementMembers = {
  setHidden(isHidden) { setAttributeOf(idOf(this), "hidden", truth(isHidden) ? "true" : null); },
  setSize(width, height) { setPoints(this, "width", width); setPoints(this, "height", height); },
  setOrigin(x, y) {
    const box = geometry(this), id = idOf(this);
    const isAbsolute = host.computedStyle("position", id) === "absolute";
    const left = isAbsolute ? 0 : numberOrZero(host.computedStyle("left", id)) - box[LOCAL_X];
    const top = isAbsolute ? 0 : numberOrZero(host.computedStyle("top", id)) - box[LOCAL_Y];
    if (!isAbsolute && host.computedStyle("position", id) === "static")
      host.setInlineStyle("position", "relative", false, id);
    setPoints(this, "left", number(x) + left);
    setPoints(this, "top", number(y) + top);
  },
};
const F8Scrolling = {
  pin(scroller, pinned, distance) {
    recordCall("F8Scrolling", "pin", [scroller, pinned, distance]);
    host.pin(nodeFor(pinned), nodeFor(scroller), number(distance));
  },
  unpin(scroller) { recordCall("F8Scrolling", "unpin", [scroller]); host.pin(-1, nodeFor(scroller), 0); },
};
