// Modules (ECMA-262 section 16.2.1, "Module Semantics"). The compiler makes a generator function of each: its
// first step declares functions and returns the exports, its second evaluates the module.

function makeModuleLoader() {
  const UNLINKED = 0, LINKED = 1, EVALUATING = 2, WAITING = 3, EVALUATED = 4;
  const rows = parseJSON(host.modules());
  const records = [], byURL = new SafeMap();
  let asyncCount = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i], record = addRecord(row, moduleURL(row));
    if (row.suffix !== null && row.kind !== 3 && !byURL.has(record.url)) byURL.set(record.url, record);
  }
  function addRecord(row, url) {
    const namespace = create(null);
    const record = {
      __proto__: null, row, number: records.length, namespace, url, state: UNLINKED, generator: null,
      ready: null, failed: false, error: undefined, root: null, index: -1, ancestor: -1, pending: 0,
      parents: [], order: -1, isPending: false, top: null, meta: null,
    };
    push(records, record);
    return record;
  }

  function moduleURL({ path, suffix }) {
    const address = host.address();
    if (suffix === null) return address;
    let file = "/";
    for (let i = 0; i < path.length; i += 1) {
      const at = textIndex("%?#", path[i]);
      file += at < 0 ? path[i] : ["%25", "%3F", "%23"][at];
    }
    const parsed = parseURL(file + suffix, parseURL(address, null))
      ?? parseURL(`hybrid://project${file}${suffix}`, null);
    return parsed === null ? file + suffix : serializeURL(parsed);
  }

  /// Calls `body` for a module and all its static imports, the imports first.
  function walk(record, seen, body) {
    if (seen.has(record)) return;
    seen.add(record);
    const { requests } = record.row;
    for (let i = 0; i < requests.length; i += 1)
      if (requests[i] !== null) walk(records[requests[i]], seen, body);
    body(record);
  }

  /// Section 16.2.1.5.2, Link. Throws the first syntax error, and links no module then.
  function link(record) {
    const made = [];
    walk(record, new SafeSet(), (each) => {
      if (each.state === UNLINKED)
        push(
          made, { __proto__: null, each, code: each.row.kind === 2 ? null : host.moduleCode(each.number) }
        );
    });
    for (let i = 0; i < made.length; i += 1) instantiate(made[i].each, made[i].code);
  }

  function instantiate(record, code) {
    if (record.state !== UNLINKED) return;
    const { row, namespace } = record;
    let value;
    if (row.kind === 1) {
      value = parseJSON(code);
      expose(namespace, { __proto__: null, default: () => value });
    } else if (row.kind === 0) {
      const given = [importsOf(record)];
      for (let i = 0; i < row.requests.length; i += 1)
        push(given, row.requests[i] === null ? undefined : records[row.requests[i]].namespace);
      record.generator = apply(code, undefined, given);
      if (row.isAsync) record.ready = asyncStepOf(record.generator); else stepOf(record.generator);
      expose(namespace, null);
    }
    record.state = LINKED;
  }

  /// Section 10.4.6, Module Namespace Exotic Objects: exports that are read-only.
  function expose(namespace, getters) {
    if (getters !== null) {
      const names = ownKeys(getters);
      for (let i = 0; i < names.length; i += 1) {
        defineProperty(namespace, names[i], { __proto__: null, get: getters[names[i]], enumerable: true });
      }
    } else {
      defineProperty(namespace, Symbol.toStringTag, { __proto__: null, value: "Module" });
      Reflect_close(namespace);
    }
  }

  /// The namespace object for scripts. Its exports are data properties (section 10.4.6.4), which getters are
  /// not; reading a single export does not need the object.
  const proxies = new SafeWeakMap();
  /// The namespace of a module that a bundle omitted because it exports nothing.
  const emptyNamespace = create(null);
  function shown(namespace = emptyNamespace) {
    if (namespace === emptyNamespace && Reflect_isExtensible(namespace)) expose(namespace, null);
    let proxy = proxies.get(namespace);
    if (proxy === undefined) {
      const target = create(null), names = ownKeys(namespace);
      for (let i = 0; i < names.length; i += 1) {
        const isExport = typeof names[i] === "string";
        defineProperty(
          target, names[i],
          {
            __proto__: null, value: isExport ? undefined : namespace[names[i]], writable: isExport,
            enumerable: isExport, configurable: false,
          }
        );
      }
      Reflect_close(target);
      proxies.set(namespace, proxy = new Proxy(target, trapsOf(namespace)));
    }
    return proxy;
  }
  const trapsOf = (namespace) => ({
    __proto__: null,
    get: (target, key) => namespace[key],
    set: () => false,
    getOwnPropertyDescriptor(target, key) {
      const descriptor = getOwnPropertyDescriptor(target, key);
      if (descriptor === undefined || typeof key !== "string") return descriptor;
      return { __proto__: null, ...descriptor, value: namespace[key] };
    },
    defineProperty(target, key, wanted) {
      if (typeof key !== "string") return Reflect_define(target, key, wanted);
      const { configurable, enumerable, writable, get, set } = wanted;
      if (
        !hasOwn(namespace, key) || configurable === true || enumerable === false || writable === false
        || get !== undefined || set !== undefined
      )
        return false;
      return !hasOwn(wanted, "value") || Object_is(wanted.value, namespace[key]);
    },
  });

  /// The functions that the text of a module calls.
  function importsOf(record) {
    return {
      __proto__: null,
      arguments: undefined,
      e(getters) { expose(record.namespace, getters); },
      s: shown,
      n(value) { defineProperty(value, "name", { __proto__: null, value: "default", configurable: true }); },
      get meta() { return (record.meta ??= metaOf(record)); },
      import(specifier, settings) { return importFrom(record, specifier, settings); },
    };
  }

  function metaOf(record) {
    const meta = create(null);
    meta.url = record.url;
    meta.resolve = function resolve(specifier) {
      const name = text(specifier), url = urlOf(record, name);
      if (url === null) throw new TypeError(`Module name, '${name}' does not resolve to a valid URL.`);
      return url;
    };
    return meta;
  }

  function urlOf(record, name) {
    const { dynamic } = record.row;
    if (hasOwn(dynamic, name) && dynamic[name] !== null) return records[dynamic[name]].url;
    const mapped = mappedURL(record.url, name);
    if (mapped !== undefined) return mapped;
    const isPath = startsWith(name, "./") || startsWith(name, "../") || startsWith(name, "/");
    const parsed = parseURL(name, isPath ? parseURL(record.url, null) : null);
    return parsed === null ? null : serializeURL(parsed);
  }

  /// The import maps of the page (HTML Standard section 8.1.5.2), as `[key, URL]` with the longest keys
  /// first.
  let importMap = null;
  const isPath = (name) => startsWith(name, "./") || startsWith(name, "../") || startsWith(name, "/");
  function readImportMaps() {
    importMap = { __proto__: null, imports: [], scopes: [] };
    const base = parseURL(baseAddress(), null), found = parseJSON(host.elements(1, "script", 0));
    const address = (value) => {
      const parsed = typeof value === "string" ? parseURL(value, isPath(value) ? base : null) : null;
      return parsed === null ? null : serializeURL(parsed);
    };
    const byLength = (a, b) => b[0].length - a[0].length;
    const pairsOf = (value) => {
      const result = [], keys = isObject(value) ? Object_keys(value) : [];
      for (let i = 0; i < keys.length; i += 1)
        push(result, [address(keys[i]) ?? keys[i], address(value[keys[i]])]);
      return sort(result, byLength);
    };
    for (let i = 0; i < found.length; i += 1) {
      if (lower(host.attribute("type", found[i]) ?? "") !== "importmap") continue;
      const map = safely(() => parseJSON(host.textContent(found[i])), null);
      const imports = pairsOf(map?.imports), scopes = isObject(map?.scopes) ? Object_keys(map.scopes) : [];
      for (let j = 0; j < imports.length; j += 1) push(importMap.imports, imports[j]);
      for (let j = 0; j < scopes.length; j += 1)
        push(importMap.scopes, [address(scopes[j]) ?? scopes[j], pairsOf(map.scopes[scopes[j]])]);
    }
    sort(importMap.imports, byLength);
    sort(importMap.scopes, byLength);
  }
  /// Section 8.1.5.1, *resolve a module specifier*: the URL by a map, null for a name that the map blocks,
  /// and undefined if no map has the name.
  function mappedURL(from, name) {
    if (importMap === null) readImportMaps();
    const parsed = parseURL(name, isPath(name) ? parseURL(from, null) : null), key = parsed === null ? name
      : serializeURL(parsed);
    const isFolder = (text_) => text_[text_.length - 1] === "/";
    const find = (pairs) => {
      for (let i = 0; i < pairs.length; i += 1) {
        const mapped = pairs[i][1];
        if (pairs[i][0] === key) return mapped;
        if (isFolder(pairs[i][0]) && startsWith(key, pairs[i][0]))
          return mapped === null ? null : mapped + textSlice(key, pairs[i][0].length);
      }
      return undefined;
    };
    for (let i = 0; i < importMap.scopes.length; i += 1) {
      const scope = importMap.scopes[i];
      if (from !== scope[0] && !(isFolder(scope[0]) && startsWith(from, scope[0]))) continue;
      const found = find(scope[1]);
      if (found !== undefined) return found;
    }
    return find(importMap.imports);
  }

  /// Section 13.3.10, Import Calls.
  function importFrom(record, specifier, settings) {
    return new Promise((resolve, reject) => {
      const name = text(specifier), type = settings?.with?.type;
      const { dynamic } = record.row;
      let target;
      if (hasOwn(dynamic, name)) {
        if (dynamic[name] === null) throw new TypeError(`The module '${name}' could not be loaded`);
        target = records[dynamic[name]];
      } else {
        target = found(record, name, type);
      }
      link(target);
      const waiting = [];
      walk(target, new SafeSet(), (each) => { if (each.ready !== null) push(waiting, each.ready); });
      const next = (i) => {
        if (i < waiting.length) { then(waiting[i], () => next(i + 1), reject); return; }
        then(resolved, () => then(evaluate(target), () => resolve(shown(target.namespace)), reject));
      };
      next(0);
    });
  }

  /// The module of a name at run time: one of the page, or one in a `blob:` or `data:` URL.
  function found(from, name, type) {
    const url = urlOf(from, name);
    if (url === null) throw new TypeError(`Module name, '${name}' does not resolve to a valid URL.`);
    if (type !== undefined && type !== "json")
      throw new TypeError(`Modules of the type '${text(type)}' are not supported.`);
    const isJSON = type === "json", isText = startsWith(url, "blob:") || startsWith(url, "data:"),
      key = isText && isJSON ? `json ${url}` : url;
    let target = byURL.get(key);
    if (target === undefined) {
      if (!isText)
        throw new TypeError(`The module '${name}' is not in the page: import() of a literal takes it in`);
      target = make(url, part("Workers").textAt(url, isJSON ? "json" : "module"), isJSON);
      byURL.set(key, target);
    }
    return target;
  }

  /// The module of a text. Its imports are read and linked first, so its exports are known.
  function make(url, code, isJSON) {
    const from = { __proto__: null, url, row: { __proto__: null, dynamic: { __proto__: null } } };
    const read = parseJSON(host.readModule(code, url, isJSON)), required = [], numbers = [], stars = [];
    for (let i = 0; i < read.requests.length; i += 1) {
      const target = found(from, read.requests[i], read.types[i] === "" ? undefined : read.types[i]);
      link(target);
      push(required, target);
      push(numbers, target.number);
    }
    for (let i = 0; i < read.imports.length; i += 1) {
      const { request, name } = read.imports[i];
      if (!hasOwn(required[request].namespace, name)) {
        throw new SyntaxError(
          `Importing binding name '${name}' is not found in '${textSlice(required[request].url, 0, 100)}'.`
        );
      }
    }
    const names = new SafeSet(), twice = new SafeSet();
    for (let i = 0; i < read.stars.length; i += 1) {
      const all = ownKeys(required[read.stars[i]].namespace);
      for (let j = 0; j < all.length; j += 1) {
        if (typeof all[j] !== "string" || all[j] === "default" || includes(read.exports, all[j])) continue;
        if (names.has(all[j])) { twice.add(all[j]); continue; }
        names.add(all[j]);
        push(stars, { request: read.stars[i], name: all[j] });
      }
    }
    const kept = filtered(stars, (star) => !twice.has(star.name));
    const links = writeJSON({ id: read.id, requests: numbers, stars: kept });
    return addRecord(parseJSON(host.addModule(links)), url);
  }

  /// Runs a `script` element of type `module` that a script inserted (HTML Standard section 4.12.1.1).
  function run(script) {
    const tell = (name) => dispatchTo(script, trust(new Event(name)));
    const start = (target) => {
      link(target);
      then(evaluate(target), () => tell("load"), (error) => {
        reportException(error, target.number);
        tell("load");
      });
    };
    const failed = (error) => { reportException(error); tell("error"); };
    try {
      const src = host.attribute("src", idOf(script));
      if (typeof src !== "string") return start(make(baseAddress(), script.textContent, false));
      const address = resolveAddress(src), known = byURL.get(address);
      if (known !== undefined) return start(known);
      fetching().fetchText(address, (code) => {
        try {
          if (!byURL.has(address)) byURL.set(address, make(address, code, false));
          start(byURL.get(address));
        } catch (error) { failed(error); }
      }, () => tell("error"));
    } catch (error) { failed(error); }
  }

  /// Section 16.2.1.5.3, Evaluate.
  function evaluate(given) {
    const record = given.state >= WAITING ? given.root ?? given : given;
    if (record.top !== null) return record.top.promise;
    const top = { __proto__: null };
    top.promise = new Promise((resolve, reject) => { top.resolve = resolve; top.reject = reject; });
    record.top = top;
    const stack = [];
    try {
      enter(record, stack, 0);
      if (!record.isPending) top.resolve(undefined);
    } catch (error) {
      for (let i = 0; i < stack.length; i += 1) fail(stack[i], error);
      fail(record, error);
      top.reject(error);
    }
    return top.promise;
  }
  function fail(record, error) {
    if (record.state === EVALUATED) return;
    record.state = EVALUATED;
    record.failed = true;
    record.error = error;
    record.isPending = false;
  }

  /// Section 16.2.1.5.3.1, InnerModuleEvaluation.
  function enter(record, stack, start) {
    let index = start;
    if (record.state >= WAITING) { if (record.failed) throw record.error; return index; }
    if (record.state === EVALUATING) return index;
    record.state = EVALUATING;
    record.index = record.ancestor = index;
    index += 1;
    push(stack, record);
    const { requests, isAsync } = record.row;
    for (let i = 0; i < requests.length; i += 1) {
      if (requests[i] === null) continue;
      let required = records[requests[i]];
      index = enter(required, stack, index);
      if (required.state === EVALUATING) {
        record.ancestor = minimum(record.ancestor, required.ancestor);
      } else {
        required = required.root ?? required;
        if (required.failed) throw required.error;
      }
      if (required.isPending) { record.pending += 1; push(required.parents, record); }
    }
    if (record.pending > 0 || isAsync) {
      record.isPending = true;
      record.order = asyncCount;
      asyncCount += 1;
      if (record.pending === 0) execute(record);
    } else {
      execute(record);
    }
    if (record.ancestor === record.index) {
      let last;
      do {
        last = stack[stack.length - 1];
        stack.length -= 1;
        last.state = last.isPending ? WAITING : EVALUATED;
        last.root = record;
      } while (last !== record);
    }
    return index;
  }

  function execute(record) {
    const { generator } = record;
    record.generator = null;
    if (generator === null) return;
    if (!record.row.isAsync) { stepOf(generator); return; }
    then(asyncStepOf(generator), () => fulfilled(record), (error) => rejected(record, error));
  }

  /// Section 16.2.1.5.3.4, AsyncModuleExecutionFulfilled.
  function fulfilled(record) {
    if (record.state === EVALUATED) return;
    record.isPending = false;
    record.state = EVALUATED;
    if (record.top !== null) record.top.resolve(undefined);
    const list = [];
    gather(record, list);
    sort(list, (a, b) => a.order - b.order);
    for (let i = 0; i < list.length; i += 1) {
      const each = list[i];
      if (each.state === EVALUATED) continue;
      if (each.row.isAsync) { execute(each); continue; }
      try { execute(each); } catch (error) { rejected(each, error); continue; }
      each.isPending = false;
      each.state = EVALUATED;
      if (each.top !== null) each.top.resolve(undefined);
    }
  }
  function gather(record, list) {
    for (let i = 0; i < record.parents.length; i += 1) {
      const parent = record.parents[i];
      if (includes(list, parent) || (parent.root !== null && parent.root.failed)) continue;
      parent.pending -= 1;
      if (parent.pending > 0) continue;
      push(list, parent);
      if (!parent.row.isAsync) gather(parent, list);
    }
  }
  function rejected(record, error) {
    if (record.state === EVALUATED) return;
    fail(record, error);
    for (let i = 0; i < record.parents.length; i += 1) rejected(record.parents[i], error);
    if (record.top !== null) record.top.reject(error);
  }

  return {
    __proto__: null,
    link: (index) => link(records[index]),
    evaluate: (index) => evaluate(records[index]),
    import: (index, specifier, settings) => importFrom(records[index], specifier, settings),
    make: (url, code) => make(url, code, false).number,
    run,
  };
}
makeModuleLoader();
