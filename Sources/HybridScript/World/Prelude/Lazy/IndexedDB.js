// Indexed Database API 3.0. The native side has the records (`host.database`); this file has the objects, the
// order of transactions, and keys as texts that sort like the keys.

const { serialize, deserialize } = serializing();
const makeDatabases = () => {
  const READ = "readonly", WRITE = "readwrite", UPGRADE = "versionchange";
  const failure = (name, message) => new DOMException(message, name);
  const refusals = {
    __proto__: null, ConstraintError: true, QuotaExceededError: true, UnknownError: true,
    InvalidStateError: true,
  };
  const native = host.database;
  /// One operation of the native side; all arguments are texts.
  function ask(...given) {
    for (let i = 0; i < given.length; i += 1)
      given[i] = given[i] === true ? "1" : given[i] === false ? "" : `${given[i]}`;
    try { return apply(native, undefined, given); } catch (error) {
      const name = isObject(error) ? error.name : "";
      throw typeof name === "string" && name in refusals ? failure(name, error.message) : error;
    }
  }
  /// The private state of an object of the API.
  const insides = new SafeWeakMap();
  function inside(object) {
    const found = isObject(object) ? insides.get(object) : undefined;
    if (found === undefined) throw new TypeError("Illegal invocation");
    return found;
  }
  function made(Class, fields) {
    const object = new Class(KEY);
    insides.set(object, fields);
    fields.object = object;
    return fields;
  }
  // An event bubbles from a request to its transaction, and to the database.
  const outerPath = pathAbove;
  pathAbove = (target, type) => {
    const path = outerPath(target, type);
    for (let next = insides.get(target)?.above?.(); next; next = insides.get(next)?.above?.())
      push(path, next);
    return path;
  };

  // Keys (section 3.1.3): 1 number, 2 date, 3 text, 4 bytes, 5 array. The texts are ASCII.
  const cell = new DataView(new ArrayBuffer(8));
  function numberKey(value) {
    setFloat(cell, 0, value === 0 ? 0 : value);
    const high = getWord(cell, 0), low = getWord(cell, 4);
    return high >>> 31 === 1 ? hex(~high >>> 0, 8) + hex(~low >>> 0, 8)
      : hex((high ^ 0x80000000) >>> 0, 8) + hex(low, 8);
  }
  function textKey(value) {
    let result = "";
    for (let i = 0; i < value.length; i += 1) {
      const code = codeAt(value, i);
      result += code < 0x22 ? `!${hex(code, 2)}` : code < 0x7e ? value[i] : `~${hex(code, 4)}`;
    }
    return `${result} `;
  }
  /// The text of a key, or null for an invalid key.
  function keyOf(value, outer = null) {
    switch (typeof value) {
    case "number": return value !== value ? null : `1${numberKey(value)}`;
    case "string": return `3${textKey(value)}`;
    case "object": break;
    default: return null;
    }
    if (value === null) return null;
    if (isArray(value)) {
      let depth = 0;
      for (let link = outer; link !== null; link = link.outer) {
        depth += 1;
        if (link.value === value || depth > 500) return null;
      }
      let result = "5";
      const { length } = value;
      for (let i = 0; i < length; i += 1) {
        const part = hasOwn(value, i) ? keyOf(value[i], { value, outer }) : null;
        if (part === null) return null;
        result += part;
      }
      return `${result} `;
    }
    if (value instanceof NativeDate) {
      const time = safely(() => dateTime(value), NaN);
      return time !== time ? null : `2${numberKey(time)}`;
    }
    if (value instanceof ArrayBuffer || isView(value)) {
      const bytes = bytesOf(value), parts = [];
      for (let i = 0; i < bytes.length; i += 1) push(parts, hex(bytes[i], 2));
      return `4${join(parts, "")} `;
    }
    return null;
  }
  function needKey(value) {
    const key = keyOf(value);
    if (key === null) throw failure("DataError", `${inspect(value, 1)} is not a key`);
    return key;
  }
  const digits = (from, count) => parseInteger(textSlice(from.key, from.at, from.at += count), 16);
  /// The key of a text from `keyOf`.
  function valueOf(key, from = { key, at: 0 }) {
    const kind = from.key[from.at++];
    switch (kind) {
    case "1": case "2": {
      let high = digits(from, 8), low = digits(from, 8);
      if (high >>> 31 === 1) high = (high ^ 0x80000000) >>> 0; else { high = ~high >>> 0; low = ~low >>> 0; }
      setWord(cell, 0, high); setWord(cell, 4, low);
      const value = getFloat(cell, 0);
      return kind === "1" ? value : new NativeDate(value);
    }
    case "3": {
      let result = "";
      for (let next = from.key[from.at++]; next !== " "; next = from.key[from.at++]) {
        result += next === "!" ? fromCharCode(digits(from, 2)) : next === "~" ? fromCharCode(digits(from, 4))
          : next;
      }
      return result;
    }
    case "4": {
      const end = textIndex(from.key, " ", from.at), bytes = new Uint8Array((end - from.at) / 2);
      for (let i = 0; i < bytes.length; i += 1) bytes[i] = digits(from, 2);
      from.at = end + 1;
      return bytes.buffer;
    }
    default: {
      const list = [];
      while (from.key[from.at] !== " ") push(list, valueOf(key, from));
      from.at += 1;
      return list;
    }
    }
  }

  // Key paths (section 7).
  const pathPattern =
    /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*(\.[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)*$/u;
  const isPath = (given) => given === "" || execute(pathPattern, given) !== null;
  function needPath(given) {
    const path = isArray(given) ? slice(given) : text(given);
    if (!isArray(path)) { if (!isPath(path)) throw syntaxError(`'${path}' is not a key path`); return path; }
    if (path.length === 0) throw syntaxError("a key path has at least one part");
    for (let i = 0; i < path.length; i += 1) {
      path[i] = text(path[i]);
      if (!isPath(path[i])) throw syntaxError(`'${path[i]}' is not a key path`);
    }
    return path;
  }
  /// The part of a value at a key path; undefined if it is missing.
  function at(value, path) {
    if (isArray(path)) {
      const list = [];
      for (let i = 0; i < path.length; i += 1) {
        const part = at(value, path[i]);
        if (part === undefined) return undefined;
        push(list, part);
      }
      return list;
    }
    if (path === "") return value;
    const names = textSplit(path, ".");
    for (let i = 0; i < names.length; i += 1) {
      if (typeof value === "string" && names[i] === "length") { value = value.length; continue; }
      if (!isObject(value) || !hasOwn(value, names[i])) return undefined;
      value = value[names[i]];
    }
    return value;
  }
  function canInject(value, path) {
    const names = textSplit(path, ".");
    for (let i = 0; i < names.length - 1; i += 1) {
      if (!isObject(value)) return false;
      if (!hasOwn(value, names[i])) return true;
      value = value[names[i]];
    }
    return isObject(value);
  }
  function inject(value, path, key) {
    const names = textSplit(path, ".");
    for (let i = 0; i < names.length - 1; i += 1) {
      if (!hasOwn(value, names[i])) define(value, names[i], {});
      value = value[names[i]];
    }
    define(value, names[names.length - 1], key);
  }
  /// The keys of a value in an index.
  function indexKeys(value, index) {
    const found = at(value, index.path);
    if (!index.multi || !isArray(found)) {
      const key = found === undefined ? null : keyOf(found);
      return key === null ? [] : [key];
    }
    const keys = new SafeSet(), list = [];
    for (let i = 0; i < found.length; i += 1) {
      const key = hasOwn(found, i) ? keyOf(found[i]) : null;
      if (key !== null && !keys.has(key)) { keys.add(key); push(list, key); }
    }
    return list;
  }

  /// Names in order (`DOMStringList`).
  class DOMStringList extends Array {
    constructor() { super(); }
    static get [Symbol.species]() { return Array; }
    contains(name) { return includes(this, text(name)); }
    item(index) { return this[index] ?? null; }
  }
  function namesOf(names) {
    const list = new DOMStringList();
    sort(names);
    for (let i = 0; i < names.length; i += 1) push(list, names[i]);
    return list;
  }
  const keysOf = (map) => { const list = []; map.forEach((_, name) => push(list, name)); return list; };

  // Ranges (section 4.7).
  class IDBKeyRange {
    constructor(key) { if (key !== KEY) throw illegal(); }
    get lower() { const { lower } = inside(this); return lower === "" ? undefined : valueOf(lower); }
    get upper() { const { upper } = inside(this); return upper === "" ? undefined : valueOf(upper); }
    get lowerOpen() { return inside(this).lowerOpen; }
    get upperOpen() { return inside(this).upperOpen; }
    includes(value) { return holds(inside(this), needKey(value)); }
    static only(value) { const key = needKey(value); return range(key, key, false, false).object; }
    static lowerBound(value, isOpen = false) { return range(needKey(value), "", !!isOpen, true).object; }
    static upperBound(value, isOpen = false) { return range("", needKey(value), true, !!isOpen).object; }
    static bound(low, high, lowerOpen = false, upperOpen = false) {
      const lower = needKey(low), upper = needKey(high);
      if (lower > upper || (lower === upper && (lowerOpen || upperOpen)))
        throw failure("DataError", "the lower bound is not below the upper one");
      return range(lower, upper, !!lowerOpen, !!upperOpen).object;
    }
    get [Symbol.toStringTag]() { return "IDBKeyRange"; }
  }
  const range = (lower, upper, lowerOpen, upperOpen) => made(
    IDBKeyRange, { lower, upper, lowerOpen, upperOpen }
  );
  const everything = range("", "", true, true);
  function holds(wanted, key) {
    if (wanted.lower !== "" && (wanted.lowerOpen ? key <= wanted.lower : key < wanted.lower)) return false;
    return wanted.upper === "" || (wanted.upperOpen ? key < wanted.upper : key <= wanted.upper);
  }
  function rangeOf(query, isNeeded = false) {
    if (query === undefined || query === null) {
      if (isNeeded) throw failure("DataError", "a key or a range is needed");
      return everything;
    }
    if (query instanceof IDBKeyRange) return inside(query);
    const key = needKey(query);
    return range(key, key, false, false);
  }
  function countOf(value) {
    if (value === undefined) return 0;
    const count = +value;
    if (!(count >= 0 && count <= 4294967295))
      throw new TypeError("the count is not a number from 0 to 4294967295");
    return floor(count);
  }

  // Requests (section 4.1) and transactions (section 4.9).
  class IDBRequest extends EventTarget {
    constructor(key) { if (key !== KEY) throw illegal(); super(); }
    get result() { const request = inside(this); needDone(request); return request.result; }
    get error() { const request = inside(this); needDone(request); return request.error; }
    get source() { return inside(this).source; }
    get transaction() { return inside(this).transaction?.object ?? null; }
    get readyState() { return inside(this).isDone ? "done" : "pending"; }
    get [Symbol.toStringTag]() { return "IDBRequest"; }
  }
  function needDone(request) {
    if (!request.isDone) throw failure("InvalidStateError", "the request is pending");
  }
  installHandlers(IDBRequest.prototype, ["success", "error"]);
  class IDBOpenDBRequest extends IDBRequest {
    constructor(key) { super(key); }
    get [Symbol.toStringTag]() { return "IDBOpenDBRequest"; }
  }
  installHandlers(IDBOpenDBRequest.prototype, ["blocked", "upgradeneeded"]);
  const IDBVersionChangeEvent = eventClass(
    "IDBVersionChangeEvent", Event, { __proto__: null, oldVersion: 0, newVersion: null }
  );
  function makeRequest(Class, source, transaction) {
    const request = made(
      Class,
      {
        source, transaction, result: undefined, error: null, isDone: false,
        above: () => request.transaction?.object,
      }
    );
    return request;
  }
  function succeed(request, result, event = new Event("success")) {
    request.isDone = true; request.result = result; request.error = null;
    return tellRequest(request, event);
  }
  function fail(request, error) {
    request.isDone = true; request.result = undefined; request.error = error;
    return tellRequest(request, new Event("error", { bubbles: true, cancelable: true }));
  }
  /// Dispatches an event while its transaction is active, which it is until the turn ends.
  function tellRequest(request, event) {
    const { transaction } = request, before = exceptionsReported;
    if (transaction) activate(transaction);
    const isGoing = dispatchTo(request.object, trust(event));
    if (transaction && !transaction.isFinished) {
      if (exceptionsReported > before)
        abort(transaction, failure("AbortError", "a handler of the transaction failed"));
      else if (event.type === "error" && isGoing) abort(transaction, request.error);
    }
    return isGoing;
  }

  /// The unfinished transactions of each database, in the order of their creation.
  const unfinished = new SafeMap();
  const listOf = (name) => {
    let list = unfinished.get(name);
    if (list === undefined) unfinished.set(name, list = []);
    return list;
  };
  function makeTransaction(database, mode, scope, durability = "default") {
    const transaction = made(IDBTransaction, {
      database, mode, scope, durability, queue: [], stores: new SafeMap(), error: null, request: null,
      isActive: false, isStarted: false, isTicking: false, isCommitting: false, isFinished: false,
      isWatched: false, above: () => database.object,
    });
    push(listOf(database.name), transaction);
    database.count += 1;
    activate(transaction);
    return transaction;
  }
  function activate(transaction) {
    if (!transaction.isFinished && !transaction.isCommitting) transaction.isActive = true;
    if (transaction.isWatched) return;
    transaction.isWatched = true;
    push(atTurnEnd, () => { transaction.isWatched = transaction.isActive = false; proceed(transaction); });
  }
  /// Starts a transaction when the earlier ones allow it, and gives it its next turn.
  function proceed(transaction) {
    if (transaction.isFinished || transaction.isTicking) return;
    if (!transaction.isStarted && !begin(transaction)) return;
    if (transaction.isFinished || transaction.isActive) return;
    transaction.isTicking = true;
    queueTask(() => { transaction.isTicking = false; tick(transaction); });
  }
  function begin(transaction) {
    const { name } = transaction.database, list = listOf(name);
    for (let i = 0; list[i] !== transaction; i += 1) if (conflict(list[i], transaction)) return false;
    try {
      if (ask("begin", name, transaction.mode, transaction.database.epoch) !== "ok") {
        // A worker, or another page of the client, is writing.
        transaction.isTicking = true;
        queueTask(() => { transaction.isTicking = false; proceed(transaction); }, 10);
        return false;
      }
    } catch (error) {
      abort(transaction, error);
      return false;
    }
    return (transaction.isStarted = true);
  }
  function conflict(one, other) {
    if (one.mode === READ && other.mode === READ) return false;
    if (one.mode !== READ && other.mode !== READ) return true;
    for (let i = 0; i < one.scope.length; i += 1) if (includes(other.scope, one.scope[i])) return true;
    return one.mode === UPGRADE || other.mode === UPGRADE;
  }
  function tick(transaction) {
    if (transaction.isFinished) return;
    if (transaction.queue.length === 0) { commit(transaction); return; }
    const { request, run } = splice(transaction.queue, 0, 1)[0];
    let result;
    try { result = run(request); } catch (error) {
      fail(
        request, error instanceof DOMException ? error : failure("UnknownError", textOrEmpty(error?.message))
      );
      return;
    }
    succeed(request, result);
  }
  /// Adds a request to a transaction: `run` computes its result, in its turn.
  function place(transaction, source, run, again = null) {
    const request = again ?? makeRequest(IDBRequest, source, transaction);
    request.isDone = false;
    push(transaction.queue, { request, run });
    return request;
  }
  function finish(transaction) {
    transaction.isFinished = true;
    transaction.isActive = false;
    const { database } = transaction, list = listOf(database.name), index = indexOf(list, transaction);
    if (index >= 0) splice(list, index, 1);
    database.count -= 1;
    for (let i = 0; i < list.length; i += 1) if (!list[i].isStarted && !list[i].isActive) proceed(list[i]);
    closeWhenDone(database);
  }
  function commit(transaction) {
    transaction.isCommitting = true;
    const { database } = transaction;
    try {
      ask("commit", database.name, transaction.mode);
    } catch (error) {
      abort(transaction, error);
      return;
    }
    finish(transaction);
    if (transaction.mode === UPGRADE) database.upgrade = null;
    dispatchTo(transaction.object, trust(new Event("complete")));
    transaction.done?.(null);
  }
  function abort(transaction, error) {
    if (transaction.isFinished) return;
    const { database, queue } = transaction;
    transaction.error = error;
    if (transaction.isStarted) safely(() => ask("rollback", database.name, transaction.mode));
    if (transaction.mode === UPGRADE) restore(transaction);
    transaction.queue = [];
    finish(transaction);
    queueTask(() => {
      for (let i = 0; i < queue.length; i += 1)
        fail(queue[i].request, failure("AbortError", "the transaction was aborted"));
      dispatchTo(transaction.object, trust(new Event("abort", { bubbles: true })));
      transaction.done?.(transaction.error ?? failure("AbortError", "the upgrade was aborted"));
    });
  }
  /// Reverts the schema to the state before the upgrade.
  function restore(transaction) {
    const { database } = transaction;
    transaction.stores.forEach(
      (store) => { if (!transaction.before.stores.has(store.schema.firstName)) store.isDeleted = true; }
    );
    database.version = transaction.before.version;
    database.stores = transaction.before.stores;
    transaction.scope = keysOf(database.stores);
  }

  class IDBTransaction extends EventTarget {
    constructor(key) { if (key !== KEY) throw illegal(); super(); }
    get objectStoreNames() {
      const { mode, database, scope } = inside(this);
      return namesOf(mode === UPGRADE ? keysOf(database.stores) : slice(scope));
    }
    get mode() { return inside(this).mode; }
    get durability() { return inside(this).durability; }
    get db() { return inside(this).database.object; }
    get error() { return inside(this).error; }
    objectStore(name) {
      const transaction = inside(this), key = text(name);
      if (transaction.isFinished) throw failure("InvalidStateError", "the transaction is finished");
      const schema = transaction.database.stores.get(key);
      if (schema === undefined || (transaction.mode !== UPGRADE && !includes(transaction.scope, key))) {
        throw failure("NotFoundError", `the transaction has no object store '${key}'`);
      }
      return storeOf(transaction, schema).object;
    }
    commit() {
      const transaction = inside(this);
      if (!transaction.isActive) throw failure("InvalidStateError", "the transaction is not active");
      transaction.isActive = false;
      transaction.isCommitting = true;
    }
    abort() {
      const transaction = inside(this);
      if (transaction.isFinished || transaction.isCommitting)
        throw failure("InvalidStateError", "the transaction is finished");
      abort(transaction, null);
    }
    get [Symbol.toStringTag]() { return "IDBTransaction"; }
  }
  installHandlers(IDBTransaction.prototype, ["abort", "complete", "error"]);
  function storeOf(transaction, schema) {
    let store = transaction.stores.get(schema.id);
    if (store === undefined)
      transaction.stores.set(
        schema.id,
        store = made(IDBObjectStore, { transaction, schema, isDeleted: false, indexes: new SafeMap() })
      );
    return store;
  }
  function needActive(transaction) {
    if (!transaction.isActive) throw failure("TransactionInactiveError", "the transaction is not active");
  }

  // The queries of object stores and indexes (sections 4.5 and 4.6). `source` is the private state of one.
  const storeBehind = (source) => source.store ?? source;
  function needReadable(source) {
    if (source.isDeleted || storeBehind(source).isDeleted)
      throw failure("InvalidStateError", "the object store or index was deleted");
    needActive(storeBehind(source).transaction);
    return source;
  }
  function needWritable(store) {
    needReadable(store);
    if (store.transaction.mode === READ) throw failure("ReadOnlyError", "the transaction only reads");
    return store;
  }
  const databaseName = (source) => storeBehind(source).transaction.database.name;
  /// Rows [key, primary key, value] in a range; `after` is a position [key, primary key].
  function rows(source, wanted, isReversed, limit, hasValues, after = null) {
    return parseJSON(ask(
      "select", databaseName(source), source.store !== undefined, source.schema.id, wanted.lower,
      wanted.lowerOpen, wanted.upper, wanted.upperOpen, isReversed, limit, hasValues, after?.[0] ?? "",
      after?.[1] ?? "", after?.[2] === true));
  }
  function readRequest(source, run) {
    return place(storeBehind(source).transaction, source.object, run).object;
  }
  const readers = {
    get(query) {
      const source = needReadable(inside(this)), wanted = rangeOf(query, true);
      return readRequest(
        source,
        () => {
          const found = rows(source, wanted, false, 1, true);
          return found.length === 0 ? undefined : deserialize(found[0][2]);
        }
      );
    },
    getKey(query) {
      const source = needReadable(inside(this)), wanted = rangeOf(query, true);
      return readRequest(
        source,
        () => {
          const found = rows(source, wanted, false, 1, false);
          return found.length === 0 ? undefined : valueOf(found[0][1]);
        }
      );
    },
    getAll(query = undefined, count = undefined) {
      const source = needReadable(inside(this)), wanted = rangeOf(query), limit = countOf(count);
      return readRequest(
        source,
        () => {
          const found = rows(source, wanted, false, limit, true);
          for (let i = 0; i < found.length; i += 1) found[i] = deserialize(found[i][2]);
          return found;
        }
      );
    },
    getAllKeys(query = undefined, count = undefined) {
      const source = needReadable(inside(this)), wanted = rangeOf(query), limit = countOf(count);
      return readRequest(
        source,
        () => {
          const found = rows(source, wanted, false, limit, false);
          for (let i = 0; i < found.length; i += 1) found[i] = valueOf(found[i][1]);
          return found;
        }
      );
    },
    count(query = undefined) {
      const source = needReadable(inside(this)), wanted = rangeOf(query);
      return readRequest(
        source,
        () => +ask(
          "count", databaseName(source), source.store !== undefined, source.schema.id, wanted.lower,
          wanted.lowerOpen, wanted.upper, wanted.upperOpen
        )
      );
    },
    openCursor(query = undefined, direction = "next") {
      return openCursor(inside(this), query, direction, true);
    },
    openKeyCursor(query = undefined, direction = "next") {
      return openCursor(inside(this), query, direction, false);
    },
  };
  const directions = { __proto__: null, next: true, nextunique: true, prev: true, prevunique: true };
  function openCursor(source, query, direction, hasValue) {
    if (!(direction in directions)) throw new TypeError(`'${text(direction)}' is not a direction of cursors`);
    needReadable(source);
    const wanted = rangeOf(query), { transaction } = storeBehind(source);
    const cursor = made(hasValue ? IDBCursorWithValue : IDBCursor, {
      source, wanted, direction, hasValue, key: null, primary: null, position: null, value: undefined,
      isWaiting: true, request: null,
    });
    cursor.request = place(transaction, source.object, () => move(cursor, 1, null));
    return cursor.request.object;
  }
  /// Moves a cursor forward (*iterate a cursor*): `target` is a key, or a pair with a primary key, to move
  /// to.
  function move(cursor, count, target) {
    const { source, direction } = cursor;
    const isReversed = startsWith(direction, "prev"), isUnique = direction === "nextunique"
      || direction === "prevunique";
    let wanted = cursor.wanted, found = null;
    if (target !== null) {
      wanted = { ...wanted };
      if (isReversed) {
        if (wanted.upper === "" || target[0] < wanted.upper) {
          wanted.upper = target[0];
          wanted.upperOpen = false;
        }
      }
      else if (wanted.lower === "" || target[0] > wanted.lower) {
        wanted.lower = target[0];
        wanted.lowerOpen = false;
      }
    }
    let { position } = cursor;
    if (count > 1 && !isUnique) {
      const skipped = rows(source, wanted, isReversed, count, false, position);
      found = skipped.length < count ? null : skipped[count - 1];
      if (found !== null && cursor.hasValue)
        found = rows(
          source, only(found[0]), false, 1, true,
          source.store === undefined ? null : [found[0], found[1], true]
        )[0]
          ?? found;
    } else {
      for (let i = 0; i < count; i += 1) {
        found = step(cursor, wanted, isReversed, isUnique, position, target);
        if (found === null) break;
        position = [found[0], found[1]];
      }
    }
    if (found === null) {
      cursor.key = cursor.primary = undefined;
      cursor.value = undefined;
      cursor.isEnded = true;
      return null;
    }
    cursor.position = [found[0], found[1]];
    cursor.keyText = found[0]; cursor.primaryText = found[1];
    cursor.key = cursor.primary = null;
    cursor.value = cursor.hasValue ? deserialize(found[2]) : undefined;
    cursor.isWaiting = false;
    return cursor.object;
  }
  const only = (key) => ({ lower: key, upper: key, lowerOpen: false, upperOpen: false });
  function step(cursor, wanted, isReversed, isUnique, position, target) {
    const { source } = cursor;
    // With a primary key as the target, the search starts exactly there.
    if (
      target !== null && target[1] !== undefined
        && (
          position === null
            || (
              isReversed ? target[0] < position[0] || (target[0] === position[0] && target[1] < position[1])
                : target[0] > position[0] || (target[0] === position[0] && target[1] > position[1])
            )
        )
    ) {
      return rows(source, wanted, isReversed, 1, cursor.hasValue, [target[0], target[1], true])[0] ?? null;
    }
    const after = position === null ? null : isUnique ? [position[0], ""] : position;
    const found = rows(source, wanted, isReversed, 1, cursor.hasValue, after)[0] ?? null;
    if (found === null || !(isUnique && isReversed && source.store !== undefined)) return found;
    return rows(source, only(found[0]), false, 1, cursor.hasValue)[0];
  }
  class IDBCursor {
    constructor(key) { if (key !== KEY) throw illegal(); }
    get source() { return inside(this).source.object; }
    get direction() { return inside(this).direction; }
    get request() { return inside(this).request.object; }
    // Returns the same object until the cursor moves.
    get key() {
      const cursor = inside(this);
      if (cursor.key === null && cursor.position !== null) cursor.key = valueOf(cursor.keyText);
      return cursor.key ?? undefined;
    }
    get primaryKey() {
      const cursor = inside(this);
      if (cursor.primary === null && cursor.position !== null) cursor.primary = valueOf(cursor.primaryText);
      return cursor.primary ?? undefined;
    }
    continue(key = undefined) {
      const cursor = needGoing(this), isReversed = startsWith(cursor.direction, "prev");
      const target = key === undefined ? null : needKey(key);
      if (target !== null && (isReversed ? target >= cursor.keyText : target <= cursor.keyText))
        throw failure("DataError", "the key is not ahead of the cursor");
      again(cursor, 1, target === null ? null : [target]);
    }
    continuePrimaryKey(key, primary) {
      const cursor = inside(this);
      needReadable(cursor.source);
      if (cursor.source.store === undefined || endsUnique(cursor.direction))
        throw failure("InvalidAccessError", "continuePrimaryKey is for cursors of indexes, next or prev");
      needGoing(this);
      const target = [needKey(key), needKey(primary)], isReversed = cursor.direction === "prev";
      const order = target[0] === cursor.keyText
        ? (target[1] === cursor.primaryText ? 0 : target[1] < cursor.primaryText ? -1 : 1)
        : target[0] < cursor.keyText ? -1 : 1;
      if (isReversed ? order >= 0 : order <= 0)
        throw failure("DataError", "the keys are not ahead of the cursor");
      again(cursor, 1, target);
    }
    advance(count) {
      const steps = +count;
      if (!(steps >= 1 && steps <= 4294967295))
        throw new TypeError("the count is not a number from 1 to 4294967295");
      again(needGoing(this), floor(steps), null);
    }
    update(value) {
      const cursor = inside(this), store = storeBehind(cursor.source);
      needCursorWritable(cursor);
      const record = serialize(value), copy = deserialize(record), { path } = store.schema;
      if (path !== null) {
        const key = at(copy, path);
        if (key === undefined || keyOf(key) !== cursor.primaryText)
          throw failure("DataError", "the value has another key");
      }
      const primary = cursor.primaryText;
      return place(
        store.transaction, this,
        () => { write(store, primary, record, copy, false); return valueOf(primary); }
      ).object;
    }
    delete() {
      const cursor = inside(this), store = storeBehind(cursor.source);
      needCursorWritable(cursor);
      const primary = cursor.primaryText;
      return place(
        store.transaction, this,
        () => {
          ask("delete", databaseName(store), store.schema.id, primary, false, primary, false);
          return undefined;
        }
      ).object;
    }
    get [Symbol.toStringTag]() { return "IDBCursor"; }
  }
  const endsUnique = (direction) => direction === "nextunique" || direction === "prevunique";
  function needGoing(object) {
    const cursor = inside(object);
    needActive(storeBehind(cursor.source).transaction);
    needReadable(cursor.source);
    if (cursor.isWaiting || cursor.isEnded)
      throw failure("InvalidStateError", "the cursor is moving, or at its end");
    return cursor;
  }
  function needCursorWritable(cursor) {
    const { transaction } = storeBehind(cursor.source);
    needActive(transaction);
    if (transaction.mode === READ) throw failure("ReadOnlyError", "the transaction only reads");
    needReadable(cursor.source);
    if (cursor.isWaiting || cursor.isEnded || !cursor.hasValue)
      throw failure("InvalidStateError", "the cursor has no value, is moving, or at its end");
  }
  function again(cursor, count, target) {
    cursor.isWaiting = true;
    place(storeBehind(cursor.source).transaction, null, () => move(cursor, count, target), cursor.request);
  }
  class IDBCursorWithValue extends IDBCursor {
    constructor(key) { super(key); }
    get value() { return inside(this).value; }
    get [Symbol.toStringTag]() { return "IDBCursorWithValue"; }
  }

  class IDBObjectStore {
    constructor(key) { if (key !== KEY) throw illegal(); }
    get name() { return inside(this).schema.name; }
    set name(value) { rename(inside(this), text(value)); }
    get keyPath() { const { path } = inside(this).schema; return isArray(path) ? slice(path) : path; }
    get autoIncrement() { return inside(this).schema.auto; }
    get indexNames() { return namesOf(keysOf(inside(this).schema.indexes)); }
    get transaction() { return inside(this).transaction.object; }
    put(value, key = undefined) { return change(inside(this), value, key, false); }
    add(value, key = undefined) { return change(inside(this), value, key, true); }
    delete(query) {
      const store = needWritable(inside(this)), wanted = rangeOf(query, true);
      return readRequest(
        store,
        () => {
          ask(
            "delete", databaseName(store), store.schema.id, wanted.lower, wanted.lowerOpen, wanted.upper,
            wanted.upperOpen
          );
          return undefined;
        }
      );
    }
    clear() {
      const store = needWritable(inside(this));
      return readRequest(
        store,
        () => { ask("delete", databaseName(store), store.schema.id, "", true, "", true); return undefined; }
      );
    }
    index(name) {
      const store = inside(this), key = text(name), schema = store.schema.indexes.get(key);
      if (store.isDeleted || store.transaction.isFinished)
        throw failure("InvalidStateError", "the object store was deleted, or its transaction is finished");
      if (schema === undefined) throw failure("NotFoundError", `the object store has no index '${key}'`);
      return indexOf_(store, schema).object;
    }
    createIndex(name, path, settings = undefined) {
      const store = inside(this), key = text(name);
      needUpgrade(store);
      if (store.schema.indexes.has(key))
        throw failure("ConstraintError", `there is an index '${key}' already`);
      const keyPath = needPath(path), isMulti = !!settings?.multiEntry, isUnique = !!settings?.unique;
      if (isMulti && isArray(keyPath))
        throw failure("InvalidAccessError", "an index with multiEntry has one key path");
      const id = +ask(
        "createIndex", databaseName(store), store.schema.id, key, writeJSON(keyPath), isUnique, isMulti
      );
      const schema = { id, name: key, path: keyPath, unique: isUnique, multi: isMulti };
      store.schema.indexes.set(key, schema);
      fill(store, schema);
      return indexOf_(store, schema).object;
    }
    deleteIndex(name) {
      const store = inside(this), key = text(name);
      needUpgrade(store);
      const schema = store.schema.indexes.get(key);
      if (schema === undefined) throw failure("NotFoundError", `the object store has no index '${key}'`);
      ask("deleteIndex", databaseName(store), schema.id);
      store.schema.indexes.delete(key);
      const index = store.indexes.get(schema.id);
      if (index !== undefined) index.isDeleted = true;
    }
    get [Symbol.toStringTag]() { return "IDBObjectStore"; }
  }
  install(IDBObjectStore.prototype, readers);
  function needUpgrade(store) {
    if (store.transaction.mode !== UPGRADE)
      throw failure("InvalidStateError", "the schema changes during an upgrade only");
    if (store.isDeleted) throw failure("InvalidStateError", "the object store was deleted");
    needActive(store.transaction);
  }
  /// Renames an object store or an index.
  function rename(source, name) {
    const isIndex = source.store !== undefined, store = storeBehind(source), { schema } = source;
    const siblings = isIndex ? store.schema.indexes : store.transaction.database.stores;
    if (source.isDeleted) throw failure("InvalidStateError", "it was deleted");
    needUpgrade(store);
    if (schema.name === name) return;
    if (siblings.has(name)) throw failure("ConstraintError", `there is a '${name}' already`);
    ask("rename", databaseName(store), isIndex, schema.id, name);
    siblings.delete(schema.name);
    siblings.set(name, schema);
    schema.name = name;
  }
  function indexOf_(store, schema) {
    let index = store.indexes.get(schema.id);
    if (index === undefined)
      store.indexes.set(schema.id, index = made(IDBIndex, { store, schema, isDeleted: false }));
    return index;
  }
  /// Adds the existing records to a new index.
  function fill(store, index) {
    let after = null;
    for (;;) {
      const found = rows(store, everything, false, 200, true, after);
      for (let i = 0; i < found.length; i += 1) {
        const keys = indexKeys(deserialize(found[i][2]), index);
        try {
          if (keys.length > 0)
            ask("enter", databaseName(store), index.id, index.unique, found[i][0], writeJSON(keys));
        } catch (error) {
          queueTask(() => abort(store.transaction, error));
          return;
        }
      }
      if (found.length < 200) return;
      after = [found[199][0], found[199][1]];
    }
  }
  function change(store, value, given, isAdd) {
    needWritable(store);
    const { path, auto } = store.schema;
    if (path !== null && given !== undefined)
      throw failure("DataError", "the object store takes the key from the value");
    if (path === null && !auto && given === undefined)
      throw failure("DataError", "the object store needs a key");
    let key = given === undefined ? null : needKey(given);
    const { transaction } = store;
    transaction.isActive = false;
    let record, copy;
    try { record = serialize(value); copy = deserialize(record); } finally { transaction.isActive = true; }
    if (path !== null) {
      const found = at(copy, path);
      if (found !== undefined) key = needKey(found);
      else if (!auto)
        throw failure(
          "DataError", `the value has nothing at the key path '${isArray(path) ? join(path, ", ") : path}'`
        );
      else if (!canInject(copy, path))
        throw failure("DataError", `a key cannot be put at '${path}' of the value`);
    }
    return place(transaction, store.object, () => {
      let primary = key;
      if (primary === null) {
        const next = +ask("next", databaseName(store), store.schema.id);
        primary = keyOf(next);
        if (path !== null) { inject(copy, path, next); record = serialize(copy); }
      } else if (auto && primary[0] === "1") {
        const next = minimum(floor(valueOf(primary)), 9007199254740992);
        ask("raise", databaseName(store), store.schema.id, next);
      }
      write(store, primary, record, copy, isAdd);
      return valueOf(primary);
    }).object;
  }
  function write(store, primary, record, copy, isAdd) {
    const entered = [];
    store.schema.indexes.forEach(
      (index) => push(entered, [`${index.id}`, index.unique ? "1" : "", indexKeys(copy, index)])
    );
    ask("put", databaseName(store), store.schema.id, primary, record, isAdd, writeJSON(entered));
  }

  class IDBIndex {
    constructor(key) { if (key !== KEY) throw illegal(); }
    get name() { return inside(this).schema.name; }
    set name(value) { rename(inside(this), text(value)); }
    get objectStore() { return inside(this).store.object; }
    get keyPath() { const { path } = inside(this).schema; return isArray(path) ? slice(path) : path; }
    get multiEntry() { return inside(this).schema.multi; }
    get unique() { return inside(this).schema.unique; }
    get [Symbol.toStringTag]() { return "IDBIndex"; }
  }
  install(IDBIndex.prototype, readers);

  // Databases (section 4.4).
  class IDBDatabase extends EventTarget {
    constructor(key) { if (key !== KEY) throw illegal(); super(); }
    get name() { return inside(this).name; }
    get version() { return inside(this).version; }
    get objectStoreNames() { return namesOf(keysOf(inside(this).stores)); }
    transaction(names, mode = READ, settings = undefined) {
      const database = inside(this), scope = [], given = isArray(names) ? names : [names];
      if (database.upgrade !== null || database.isClosing)
        throw failure(
          "InvalidStateError",
          database.isClosing ? "the database is closed" : "the database is being upgraded"
        );
      for (let i = 0; i < given.length; i += 1) {
        const name = text(given[i]);
        if (!database.stores.has(name)) throw failure("NotFoundError", `there is no object store '${name}'`);
        if (!includes(scope, name)) push(scope, name);
      }
      if (scope.length === 0)
        throw failure("InvalidAccessError", "a transaction has at least one object store");
      if (mode !== READ && mode !== WRITE)
        throw new TypeError(`'${text(mode)}' is not a mode of transactions`);
      return makeTransaction(
        database, mode, scope, settings?.durability === undefined ? "default" : text(settings.durability)
      ).object;
    }
    createObjectStore(name, settings = undefined) {
      const database = inside(this), key = text(name), transaction = needUpgradeOf(database);
      const path = settings?.keyPath === undefined || settings.keyPath === null ? null
        : needPath(settings.keyPath), isAuto = !!settings?.autoIncrement;
      if (database.stores.has(key))
        throw failure("ConstraintError", `there is an object store '${key}' already`);
      if (isAuto && (path === "" || isArray(path)))
        throw failure("InvalidAccessError", "autoIncrement needs one key path that is not empty");
      const id = +ask("createStore", database.name, key, writeJSON(path), isAuto);
      const schema = { id, name: key, firstName: null, path, auto: isAuto, indexes: new SafeMap() };
      database.stores.set(key, schema);
      return storeOf(transaction, schema).object;
    }
    deleteObjectStore(name) {
      const database = inside(this), key = text(name), transaction = needUpgradeOf(database),
        schema = database.stores.get(key);
      if (schema === undefined) throw failure("NotFoundError", `there is no object store '${key}'`);
      ask("deleteStore", database.name, schema.id);
      database.stores.delete(key);
      const store = transaction.stores.get(schema.id);
      if (store !== undefined) store.isDeleted = true;
    }
    close() { const database = inside(this); database.isClosing = true; closeWhenDone(database); }
    get [Symbol.toStringTag]() { return "IDBDatabase"; }
  }
  installHandlers(IDBDatabase.prototype, ["abort", "close", "error", "versionchange"]);
  function needUpgradeOf(database) {
    if (database.upgrade === null)
      throw failure("InvalidStateError", "the schema changes during an upgrade only");
    needActive(database.upgrade);
    return database.upgrade;
  }
  /// The open connections of each database, and the requests that wait for their end.
  const open = new SafeMap();
  const connectionsOf = (name) => {
    let list = open.get(name);
    if (list === undefined) open.set(name, list = { all: [], waiting: null });
    return list;
  };
  function closeWhenDone(database) {
    if (!database.isClosing || database.count > 0) return;
    const list = connectionsOf(database.name), index = indexOf(list.all, database);
    if (index < 0) return;
    splice(list.all, index, 1);
    const { waiting } = list;
    if (waiting !== null && list.all.length === 0) { list.waiting = null; queueTask(waiting); }
  }
  function schemaOf(name) {
    const found = parseJSON(ask("schema", name));
    if (found === null) return null;
    const stores = new SafeMap();
    for (let i = 0; i < found.stores.length; i += 1) {
      const store = found.stores[i], indexes = new SafeMap();
      for (let j = 0; j < store.indexes.length; j += 1) {
        const index = store.indexes[j];
        indexes.set(
          index.name,
          {
            id: index.id, name: index.name, path: parseJSON(index.path), unique: index.unique,
            multi: index.multi,
          }
        );
      }
      stores.set(
        store.name,
        {
          id: store.id, name: store.name, firstName: store.name, path: parseJSON(store.path),
          auto: store.auto, indexes,
        }
      );
    }
    return { version: found.version, epoch: found.epoch, stores };
  }

  /// Requests to open and to delete, in order for each database.
  const jobs = new SafeMap();
  function enqueue(name, job) {
    const list = jobs.get(name);
    if (list !== undefined) { push(list, job); return; }
    jobs.set(name, [job]);
    queueTask(() => runJob(name));
  }
  function runJob(name) { jobs.get(name)[0](); }
  function jobDone(name) {
    const list = jobs.get(name);
    splice(list, 0, 1);
    if (list.length === 0) jobs.delete(name); else queueTask(() => runJob(name));
  }
  /// Asks the open connections to close, and continues when they are closed.
  function whenAlone(request, name, oldVersion, newVersion, goOn) {
    const list = connectionsOf(name), all = slice(list.all);
    for (let i = 0; i < all.length; i += 1) {
      if (!all[i].isClosing)
        dispatchTo(
          all[i].object, trust(new IDBVersionChangeEvent("versionchange", { oldVersion, newVersion }))
        );
    }
    if (list.all.length === 0) { goOn(); return; }
    let isOpen = false;
    for (let i = 0; i < list.all.length; i += 1) if (!list.all[i].isClosing) isOpen = true;
    list.waiting = goOn;
    if (isOpen)
      dispatchTo(request.object, trust(new IDBVersionChangeEvent("blocked", { oldVersion, newVersion })));
  }
  function makeDatabase(name, version, epoch, stores) {
    const database = made(
      IDBDatabase, { name, version, epoch, stores, upgrade: null, isClosing: false, count: 0 }
    );
    push(connectionsOf(name).all, database);
    return database;
  }
  function refuse(request, name, error) {
    if (!(error instanceof DOMException)) { jobDone(name); throw error; }
    fail(request, error);
    jobDone(name);
  }
  function openNow(request, name, version) {
    let schema;
    try { schema = schemaOf(name); } catch (error) { refuse(request, name, error); return; }
    const current = schema?.version ?? 0, wanted = version ?? (current === 0 ? 1 : current);
    if (wanted < current) {
      refuse(
        request, name,
        failure("VersionError", `the version ${wanted} is lower than the existing one, ${current}`)
      );
      return;
    }
    if (wanted > current) {
      whenAlone(request, name, current, wanted, () => upgrade(request, name, current, wanted));
      return;
    }
    succeed(request, makeDatabase(name, current, schema.epoch, schema.stores).object);
    jobDone(name);
  }
  function upgrade(request, name, current, wanted) {
    let epoch, schema;
    try {
      epoch = ask("upgrade", name, wanted);
      if (epoch === "") { queueTask(() => upgrade(request, name, current, wanted), 10); return; }
      schema = schemaOf(name);
    } catch (error) { refuse(request, name, error); return; }
    const database = makeDatabase(name, wanted, epoch, schema.stores);
    const transaction = database.upgrade = makeTransaction(database, UPGRADE, keysOf(schema.stores));
    transaction.isStarted = true;
    transaction.before = { version: current, stores: schemaOf(name).stores };
    transaction.done = (error) => {
      request.transaction = null;
      database.upgrade = null;
      if (error === null && !database.isClosing) succeed(request, database.object);
      else {
        database.isClosing = true;
        closeWhenDone(database);
        fail(
          request,
          failure("AbortError", error === null ? "the database was closed" : "the upgrade was aborted")
        );
      }
      jobDone(name);
    };
    request.isDone = true; request.result = database.object; request.transaction = transaction;
    tellRequest(
      request, new IDBVersionChangeEvent("upgradeneeded", { oldVersion: current, newVersion: wanted })
    );
    request.isDone = request.isDone && !transaction.isFinished;
  }
  function deleteNow(request, name) {
    let schema;
    try { schema = schemaOf(name); } catch (error) { refuse(request, name, error); return; }
    const oldVersion = schema?.version ?? 0;
    whenAlone(request, name, oldVersion, null, () => {
      try {
        if (ask("drop", name) !== "ok") { queueTask(() => deleteNow(request, name), 10); return; }
      } catch (error) { refuse(request, name, error); return; }
      succeed(request, undefined, new IDBVersionChangeEvent("success", { oldVersion, newVersion: null }));
      jobDone(name);
    });
  }

  class IDBFactory {
    constructor(key) { if (key !== KEY) throw illegal(); }
    open(name, version = undefined) {
      const key = text(name), wanted = version === undefined ? null : +version;
      if (wanted !== null && !(wanted >= 1 && wanted <= 9007199254740991))
        throw new TypeError("a version is a number from 1 on");
      const request = makeRequest(IDBOpenDBRequest, null, null);
      enqueue(key, () => openNow(request, key, wanted === null ? null : floor(wanted)));
      return request.object;
    }
    deleteDatabase(name) {
      const key = text(name), request = makeRequest(IDBOpenDBRequest, null, null);
      enqueue(key, () => deleteNow(request, key));
      return request.object;
    }
    databases() { return new Promise((resolve) => queueTask(() => resolve(parseJSON(ask("databases"))))); }
    cmp(first, second) {
      const one = needKey(first), other = needKey(second);
      return one === other ? 0 : one < other ? -1 : 1;
    }
    get [Symbol.toStringTag]() { return "IDBFactory"; }
  }
  return {
    indexedDB: made(
      IDBFactory, {}
    ).object, DOMStringList, IDBCursor, IDBCursorWithValue, IDBDatabase, IDBFactory, IDBIndex, IDBKeyRange,
    IDBObjectStore, IDBOpenDBRequest, IDBRequest, IDBTransaction, IDBVersionChangeEvent,
  };
};
makeDatabases();
