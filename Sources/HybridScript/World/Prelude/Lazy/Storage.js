// localStorage and sessionStorage (HTML Standard section 12.2).

const hostStore = guarded(host.store);
function storeValue(value, name, area_) { keysKnown[area_] = undefined; hostStore(value, name, area_); }
class Storage {
  #area;
  constructor(key, area) { if (key !== KEY) throw illegal(); this.#area = area; }
  get length() { return keysIn(areaOf(this)).length; }
  key(index) { return keysIn(areaOf(this))[index] ?? null; }
  getItem(name) { return host.stored(text(name), areaOf(this)) ?? null; }
  setItem(name, value) { storeValue(text(value), text(name), areaOf(this)); }
  removeItem(name) { storeValue(null, text(name), areaOf(this)); }
  clear() { clearArea(areaOf(this)); }
  static area(storage) { return storage.#area; }
  get [Symbol.toStringTag]() { return "Storage"; }
}
const storageTargets = new SafeWeakMap();
const { area } = Storage;
delete Storage.area;
const areaOf = (storage) => area(storageTargets.get(storage) ?? storage);
/// The keys of each area, until this turn changes it: other pages change it between turns.
const keysKnown = { __proto__: null };
function keysIn(area_) {
  if (keysKnown[area_] === undefined) {
    keysKnown[area_] = parseJSON(host.storedKeys(area_));
    push(atTurnEnd, () => { keysKnown[area_] = undefined; });
  }
  return keysKnown[area_];
}
function clearArea(area_) {
  const keys = slice(keysIn(area_));
  for (let i = 0; i < keys.length; i += 1) storeValue(null, keys[i], area_);
}
const storageProxy = {
  __proto__: null,
  get(target, name) {
    return typeof name === "symbol" || name in target ? Reflect_get(target, name)
      : target.getItem(name) ?? undefined;
  },
  set(target, name, value) { if (typeof name === "string") target.setItem(name, value); return true; },
  has(target, name) { return name in target || (typeof name === "string" && target.getItem(name) !== null); },
  deleteProperty(target, name) { if (typeof name === "string") target.removeItem(name); return true; },
  ownKeys(target) { return slice(keysIn(areaOf(target))); },
  getOwnPropertyDescriptor(target, name) {
    const value = typeof name === "string" ? target.getItem(name) : null;
    return value === null ? undefined : { value, writable: true, enumerable: true, configurable: true };
  },
};
function makeStorage(area_) {
  const target = new Storage(KEY, area_), storage = new Proxy(target, storageProxy);
  storageTargets.set(storage, target);
  return storage;
}

({ Storage, localStorage: makeStorage(LOCAL), sessionStorage: makeStorage(SESSION), storeValue, clearArea });
