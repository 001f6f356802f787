// TokenHybrid's package dialect (Documentation/javascript.md, "TokenHybrid"): components with reactive data,
// App(), $http, Animation.

const components = new SafeMap();
const changedComponents = new SafeSet();
const proxies = new SafeWeakMap(), originals = new SafeWeakMap(), owners = new SafeWeakMap();
const original = (value) => (isObject(value) ? originals.get(value) ?? value : value);
const isPlain = (value) => {
  if (typeof value !== "object" || value === null) return false;
  if (isArray(value)) return true;
  const prototype = getPrototypeOf(value);
  return prototype === ObjectPrototype || prototype === null;
};
function reactive(value, component) {
  if (!isPlain(value)) return value;
  if (originals.has(value)) return value;
  const known = proxies.get(value);
  if (known !== undefined && owners.get(known) === component) return known;
  const proxy = new Proxy(value, {
    __proto__: null,
    get(target, name, receiver) {
      const found = Reflect_get(target, name, receiver);
      const descriptor = isPlain(found) ? getOwnPropertyDescriptor(target, name) : undefined;
      // A fixed property must have its own value (ECMA-262 section 10.5.8).
      if (descriptor === undefined || (!descriptor.configurable && !descriptor.writable)) return found;
      return reactive(found, component);
    },
    set(target, name, given, receiver) {
      const next = original(given), before = target[name], had = hasOwn(target, name);
      const isSet = Reflect_set(target, name, next, receiver === proxy ? target : receiver);
      if (isSet && (!had || before !== next)) changedComponents.add(component);
      return isSet;
    },
    deleteProperty(target, name) { changedComponents.add(component); return Reflect_delete(target, name); },
    defineProperty(target, name, descriptor) {
      changedComponents.add(component);
      return Reflect_define(target, name, descriptor);
    },
  });
  proxies.set(value, proxy);
  originals.set(proxy, value);
  owners.set(proxy, component);
  return proxy;
}

let dataOf, addStep;
class Component {
  #data = {};
  constructor(name, definition) {
    define(this, "name", name);
    const methods = isObject(definition.methods) ? definition.methods : {}, keys = Object_keys(methods);
    define(this, "methods", methods);
    define(this, "listeners", isObject(definition.listeners) ? definition.listeners : {});
    for (let i = 0; i < keys.length; i += 1) if (!(keys[i] in this)) define(this, keys[i], methods[keys[i]]);
    const { data } = definition;
    this.data = isFunction(data) ? apply(data, this, []) : data;
  }
  get data() { return reactive(this.#data, this); }
  set data(value) {
    const written = writeJSON(original(value) ?? {});
    this.#data = written === undefined ? {} : parseJSON(written);
    changedComponents.add(this);
  }
  static { dataOf = (component) => component.#data; }
}
function flushComponents() {
  if (changedComponents.size === 0) return;
  changedComponents.forEach((component) => {
    changedComponents.delete(component);
    try {
      host.setPageData(writeJSON(dataOf(component)), component.name);
    } catch (error) {
      reportException(error);
    }
  });
}
function registerComponent(name, definition = {}) {
  const component = new Component(text(name), isObject(definition) ? definition : {});
  components.set(component.name, component);
  return component;
}
function invokeMethod(name, method, given, data) {
  const component = components.get(name) ?? null;
  let work = component === null ? undefined : component.methods[method];
  let receiver = component;
  if (!isFunction(work)) {
    components.forEach(
      (other) => {
        if (!isFunction(work) && component === null && isFunction(other.methods[method])) {
          work = other.methods[method];
          receiver = other;
        }
      }
    );
  }
  if (!isFunction(work)) { work = global[method]; receiver = global; }
  if (!isFunction(work))
    throw new TypeError(
      `there is no method '${method}'${component === null ? "" : ` in the component '${name}'`}`
    );
  if (data !== null && data !== undefined) push(given, data);
  return apply(work, receiver, given);
}

/// Reads an argument of an `@click`, and returns the rest too.
const argumentPattern = new RegExp(
  "^\\s*('(?:[^'\\\\]|\\\\[\\s\\S])*'|\"(?:[^\"\\\\]|\\\\[\\s\\S])*\""
    + "|-?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?|true|false|null)\\s*([,)])"
);
/// Reads `method('text', 2)` of an `@click`: a name, then strings and numbers only.
function parseInvocation(source) {
  const head = execute(/^\s*([A-Za-z_$][\w$.]*)\s*(\(?)/, source);
  if (head === null) throw new SyntaxError(`'${source}' is not the call of a method`);
  const given = [];
  let tail = textSlice(source, head[0].length);
  if (head[2] === "") {
    if (trim(tail) !== "") throw new SyntaxError(`'${source}' is not the call of a method`);
    return { method: head[1], given };
  }
  if (execute(/^\s*\)\s*;?\s*$/, tail) !== null) return { method: head[1], given };
  for (;;) {
    const part = execute(argumentPattern, tail);
    if (part === null) throw new SyntaxError(`'${source}': arguments are strings in quotes and numbers`);
    const value = part[1];
    push(
      given,
      value[0] === "'" || value[0] === "\"" ? unescaped(textSlice(value, 1, -1)) : parseJSON(literal(value))
    );
    tail = textSlice(tail, part[0].length);
    if (part[2] === ")") break;
  }
  if (execute(/^\s*;?\s*$/, tail) === null) throw new SyntaxError(`'${source}' is not the call of a method`);
  return { method: head[1], given };
}
const literal = (value) => (value === "true" || value === "false" || value === "null" ? value : `${+value}`);
function unescaped(value) {
  let result = "";
  for (let i = 0; i < value.length; i += 1) {
    if (value[i] !== "\\") { result += value[i]; continue; }
    i += 1;
    result += value[i] === "n" ? "\n" : value[i] === "t" ? "\t" : value[i];
  }
  return result;
}

const navigation = (method) => function (settings = {}) { return passToModule("token", method, [settings]); };
tokenMethods({
  navigateTo: navigation("navigateTo"), navigateToRoot: navigation(
    "navigateToRoot"
  ), navigateBack: navigation("navigateBack"),
  exitApp() { return passToModule("token", "exitApp", []); },
});
install(token, {
  registComponent: registerComponent, registerComponent,
  getComponent(name) { return components.get(text(name)); },
  getListener(event, name) { return components.get(text(name))?.listeners?.[text(event)]; },
  getComponentData(name = undefined) {
    if (name !== undefined) return components.get(text(name))?.data;
    const all = {};
    components.forEach((component, key) => define(all, key, component.data));
    return all;
  },
  invokeComponentMethod(call) {
    const given = isArray(call?.p) ? slice(call.p) : [];
    return invokeMethod(textOrEmpty(call?.component), textOrEmpty(call?.f), given, call?.$);
  },
});

let application = null;
function App(handlers) {
  if (application !== null) { warn("App() was called before; this call changes nothing"); return; }
  application = isObject(handlers) ? handlers : {};
}

const $http = {
  request(o = {}) {
    recordCall("$http", "request", [o]);
    return new Promise((resolve, reject) => {
      if (!isObject(o)) throw new TypeError("$http.request: an object is needed");
      const isText = textOrEmpty(o.type) === "text";
      exchange({
        url: o.url, method: o.method, headers: o.headers, agent: o.ua, timeout: o.timeout ?? 30, body: o.data,
        isJSON: !isText,
      }, (data, { status, url, headers }) => resolve({
        data, response: { status, url, headers: headersObject(headers) },
      }), (reason, code) => reject({ reason, code }));
    });
  },
  getJSON(url, more = undefined) { return $http.request({ ...more, url, method: "GET", type: "json" }); },
  getText(url, more = undefined) { return $http.request({ ...more, url, method: "GET", type: "text" }); },
  postJSON(url, data = undefined, more = undefined) {
    return $http.request({ ...more, url, data, method: "POST", type: "json" });
  },
  postText(url, data = undefined, more = undefined) {
    return $http.request({ ...more, url, data, method: "POST", type: "text" });
  },
};
function headersObject(list) {
  const result = {};
  for (let i = 0; i < list.length; i += 1) define(result, list[i][0], list[i][1]);
  return result;
}

/// Values for nodes, which `commit` animates to; the promise is fulfilled when the last one is reached.
class PackageAnimation {
  #nodes; #work; #settings; #values = [];
  constructor(nodes, work, settings) {
    this.#nodes = nodes;
    this.#work = work;
    this.#settings = isObject(settings) ? settings : {};
  }
  commit(nodes = this.#nodes, seconds = undefined) {
    const targets = isArray(nodes) ? nodes : this.#nodes, waits = [];
    const duration = number(seconds ?? (isArray(nodes) ? undefined : nodes) ?? this.#settings.duration, 0.25);
    for (let i = 0; i < targets.length; i += 1) {
      const node = isNode(targets[i]) ? targets[i] : byId(textOrEmpty(targets[i]), 0);
      if (node === null) continue;
      const animation = new NodeAnimation(node);
      for (const step of rest(this.#values)) apply(animation[step[0]], animation, step[1]);
      if (isFunction(this.#work)) apply(this.#work, undefined, [animation, this.#settings]);
      push(waits, animation.commit(duration, number(this.#settings.delay)));
    }
    return Promise_all(rest(waits));
  }
  static { addStep = (animation, method, given) => push(animation.#values, [method, given]); }
}
for (const method of rest(words("moveX moveY scale rotate alpha opacity"))) {
  install(PackageAnimation.prototype, { [method](...given) { addStep(this, method, given); return this; } });
}
const packageAnimation = {
  create(component, id) { return new PackageAnimation([id ?? component], null, {}); },
  animation(work, settings = {}) { return new PackageAnimation([], work, settings); },
};
/// The functions of the page and its components for a hook.
function tellHook(name, call) {
  if (application !== null) call(application[name], application);
  components.forEach((component) => call(component.listeners[name], component));
}

({
  token, $http, F8Scrolling, window: windowMembers, HTMLElement: elementMembers, packageAnimation, recordCall,
  callModule,
  withoutFunctions, nativeTokenMethod, tellHook, flushComponents, parseInvocation, invokeMethod,
  NodeAnimation, animationFinished,
});
