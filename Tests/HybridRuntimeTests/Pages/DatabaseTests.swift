import HybridScript
import Testing

@testable import HybridRuntime

/// `indexedDB` of pages (Indexed Database API 3.0).
@Suite struct DatabaseTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: String
    var said: [String]

    init(_ name: String, _ said: String..., script: String) {
      (testDescription, self.script, self.said) = (name, script, said)
    }
  }

  /// What the scripts of the examples share: promises of requests, names of errors, a database with records.
  private static let tools = """
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = (event) => { event.preventDefault(); reject(request.error); };
    });
    const ended = (tx) => new Promise((resolve) => {
      tx.oncomplete = () => resolve("complete");
      tx.onabort = () => resolve("abort " + tx.error?.name);
    });
    const failure = async (action) => {
      try { const value = action(); if (value instanceof Promise) await value; return "none"; } \
    catch (error) { return error.name; }
    };
    const open = (name, version, upgrade) => new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version);
      request.onupgradeneeded = (event) => upgrade?.(request.result, request.transaction, event);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const shop = () => open("shop", 1, (db) => {
      const store = db.createObjectStore("items");
      store.createIndex("kind", "kind");
      for (const [key, kind] of [[1, "x"], [2, "y"], [3, "x"], [4, "y"], [5, "z"]]) store.put({ kind, key }, \
    key);
    });
    const walk = (source, direction, step = (cursor) => cursor.continue()) => new Promise((resolve) => {
      const found = [], request = source.openCursor(null, direction);
      request.onsuccess = () => {
        const cursor = request.result;
        if (cursor === null) { resolve(found.join(" ")); return; }
        found.push(`${cursor.key}:${cursor.primaryKey}`);
        step(cursor);
      };
    });
    const main = (action) => action().catch((error) => console.log("failed", error.name, error.message));
    """

  @Test(arguments: [
    Example(
      "keys have the order of the standard",
      "-Infinity -1 1e-300 0.5 3 D5 '' 'a' 'a\u{e9}' 'b' B B1 B1,2 [] [1,[2]] [[]]",
      "1 0 -1 DataError",
      script: """
        const store = (await open("k", 1, (db) => db.createObjectStore("s"))).transaction("s", \
        "readwrite").objectStore("s");
        const bytes = (...list) => new Uint8Array(list).buffer;
        for (const key of [[1, [2]], "b", "a", new Date(5), 3, -1, -Infinity, bytes(1, 2), \
        new Uint8Array([1]), bytes(), [], [[]], "a\\u00e9", "", 0.5, 1e-300]) store.put(0, key);
        const shown = (key) => key instanceof ArrayBuffer ? "B" + new Uint8Array(key) : key instanceof Date \
        ? "D" + key.getTime() : typeof key === "string" ? `'${key}'` : Array.isArray(key) ? \
        `[${key.map(shown)}]` : String(key);
        console.log((await done(store.getAllKeys())).map(shown).join(" "));
        console.log(indexedDB.cmp([1], "a"), indexedDB.cmp(-0, 0), indexedDB.cmp("a", "a\\u0000"), \
        await failure(() => indexedDB.cmp(NaN, 1)));
        """),
    Example(
      "ranges", "2,3 3 1,2 1,2,3,4,5 true false DataError",
      script: """
        const store = (await shop()).transaction("items").objectStore("items"), R = IDBKeyRange;
        const keys = async (range) => (await done(store.getAllKeys(range))).join();
        console.log(
          await keys(R.bound(2, 4, false, true)), await keys(R.only(3)), await keys(R.upperBound(3, true)), \
        await keys(), R.lowerBound(1).includes(9),
          R.bound(1, 2, true).includes(1), await failure(() => R.bound(2, 1)));
        """),
    Example(
      "cursors go in all directions", "x:1 x:3 y:2 y:4 z:5", "x:1 y:2 z:5", "z:5 y:4 y:2 x:3 x:1",
      "z:5 y:2 x:1",
      "5:5 4:4 3:3 2:2 1:1", "x:1 y:2 z:5", "x:1 y:4 z:5", "1:1 4:4 5:5", "z:5 x:3 x:1", "1:1",
      script: """
        const store = (await shop()).transaction("items").objectStore("items"), index = store.index("kind");
        for (const direction of ["next", "nextunique", "prev", "prevunique"]) console.log(await walk(index, \
        direction));
        console.log(await walk(store, "prev"));
        console.log(await walk(index, "next", (cursor) => cursor.advance(2)));
        console.log(await walk(index, "next", (cursor) => \
        cursor.key === "x" ? cursor.continuePrimaryKey("y", 3) : cursor.continue()));
        console.log(await walk(store, "next", (cursor) => \
        cursor.key < 3 ? cursor.continue(4) : cursor.continue()));
        console.log(await walk(index, "prev", (cursor) => \
        cursor.key === "z" ? cursor.continue("x") : cursor.continue()));
        console.log(await walk(store, "next", (cursor) => cursor.advance(100)));
        """),
    Example(
      "a cursor changes records", #"[{"kind":"x","key":1,"n":1},{"kind":"x","key":3,"n":1}]"#,
      "1,3 DataError",
      script: """
        const db = await shop(), tx = db.transaction("items", "readwrite"), store = tx.objectStore("items");
        await walk(store, "next", (cursor) => { if (cursor.value.kind === "x") cursor.update({ \
        ...cursor.value, n: 1 }); else cursor.delete(); cursor.continue(); });
        console.log(JSON.stringify(await done(store.getAll())));
        const keys = (await done(store.index("kind").getAllKeys())).join();
        const other = (await open("p", 1, (made) => made.createObjectStore("s", { keyPath: "id" }).put({ \
        id: 1 }))).transaction("s", "readwrite").objectStore("s");
        console.log(keys, await new Promise((resolve) => { const request = other.openCursor(); \
        request.onsuccess = () => resolve(failure(() => request.result.update({ id: 2 }))); }));
        """),
    Example(
      "indexes", "1,1,2 2", "ConstraintError", "a,b,b 1,2", "4 undefined",
      script: """
        const db = await open("i", 1, (made) => {
          const store = made.createObjectStore("s", { keyPath: "id", autoIncrement: true });
          store.createIndex("tags", "tags", { multiEntry: true });
          store.createIndex("code", ["code", "sub.n"], { unique: true });
          store.put({ tags: ["a", "b", "b"], code: 1, sub: { n: 1 } });
          store.put({ tags: ["b"], code: 1, sub: { n: 2 } });
        });
        const tx = db.transaction("s", "readwrite"), store = tx.objectStore("s"), tags = store.index("tags");
        console.log((await done(tags.getAllKeys())).join(), await done(tags.count("b")));
        console.log(await failure(() => done(store.add({ code: 1, sub: { n: 2 } }))));
        const found = []; await new Promise((resolve) => { tags.openKeyCursor().onsuccess = ({ target }) => \
        { if (target.result) { found.push(target.result.key); target.result.continue(); } else resolve(); }; \
        });
        console.log(found.join(), (await done(store.index("code").get([1, \
        1]))).code + "," + await done(store.index("code").getKey([1, 2])));
        console.log(await done(store.put({ tags: 1 })), (await done(store.get(4))).code);
        """),
    Example(
      "the key generator", "1 10 11 x 12", "7 ConstraintError",
      script: """
        const store = (await open("g", 1, (db) => db.createObjectStore("s", { \
        autoIncrement: true }))).transaction("s", "readwrite").objectStore("s");
        console.log(await done(store.add(0)), await done(store.add(0, 10.5)).then(Math.floor), \
        await done(store.add(0)), await done(store.add(0, "x")), await done(store.add(0)));
        const full = (await open("f", 1, (db) => db.createObjectStore("s", { \
        autoIncrement: true }))).transaction("s", "readwrite").objectStore("s");
        full.put(0, 2 ** 53);
        console.log(await done(full.put(0, 7)), await failure(() => done(full.put(0))));
        """),
    Example(
      "an aborted transaction leaves nothing", "abort ConstraintError 5", "abort undefined 5",
      "error Error: oops",
      "abort AbortError 5", "complete 4",
      script: """
        const db = await shop(), count = () => done(db.transaction("items").objectStore("items").count());
        const begin = () => { const tx = db.transaction("items", "readwrite"); \
        return [tx, tx.objectStore("items"), ended(tx)]; };
        { const [tx, store, end] = begin(); store.clear(); store.add(1, 1); store.add(1, 1); \
        console.log(await end, await count()); }
        { const [tx, store, end] = begin(); store.clear(); tx.abort(); \
        console.log(await end, await count()); }
        { const [tx, store, end] = begin(); store.clear().onsuccess = () => { throw new Error("oops"); }; \
        console.log(await end, await count()); }
        { const [tx, store, end] = begin(); store.delete(1); tx.commit(); \
        console.log(await end, await count()); }
        """),
    Example(
      "transactions wait for each other", "first 6", "second 6",
      script: """
        const db = await shop(), one = db.transaction("items", "readwrite"), two = db.transaction("items");
        two.objectStore("items").count().onsuccess = ({ target }) => console.log("second", target.result);
        one.objectStore("items").add(1, 6).onsuccess = () => { \
        one.objectStore("items").count().onsuccess = ({ target }) => console.log("first", target.result); };
        """),
    Example(
      "what is refused",
      "TransactionInactiveError InvalidStateError NotFoundError NotFoundError ReadOnlyError",
      """
      InvalidStateError TypeError InvalidAccessError DataError DataError DataCloneError VersionError TypeError
      """,
      script: """
        const db = await shop(), tx = db.transaction("items"), store = tx.objectStore("items");
        await new Promise((resolve) => setTimeout(resolve, 5));
        console.log(
          await failure(() => store.get(1)), await failure(() => tx.abort()), await failure(() => \
        db.transaction("none")),
          await failure(() => db.transaction("items").objectStore("none")), await failure(() => \
        db.transaction("items").objectStore("items").put(1, 1)));
        const writing = () => db.transaction("items", "readwrite").objectStore("items");
        console.log(
          await failure(() => db.createObjectStore("q")), await failure(() => db.transaction("items", \
        "none")), await failure(() => db.transaction([])),
          await failure(() => writing().put(1)), await failure(() => writing().put(1, {})), \
        await failure(() => writing().put(() => 1, 1)),
          await failure(() => open("shop", 0.5).catch((error) => { throw error; \
        })) === "TypeError" ? (await open("a", 2), await failure(() => open("a", 1))) : "", \
        await failure(() => indexedDB.open("x", -1)));
        """),
    Example(
      "upgrades", "versionchange 1 3", "blocked", "t  VersionError",
      "AbortError t [{\"name\":\"shop\",\"version\":3}]",
      "deleted 3  []",
      script: """
        const db = await shop();
        db.onversionchange = (event) => { console.log("versionchange", event.oldVersion, event.newVersion); \
        setTimeout(() => db.close(), 10); };
        const request = indexedDB.open("shop", 3);
        request.onblocked = () => console.log("blocked");
        request.onupgradeneeded = () => {
          const store = request.transaction.objectStore("items");
          store.name = "t"; store.deleteIndex("kind");
        };
        const next = await new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
        console.log([...next.objectStoreNames].join(), \
        [...next.transaction("t").objectStore("t").indexNames].join(), await failure(() => open("shop", 2)));
        next.close();
        const stopped = await failure(() => open("shop", 5, (made, tx) => { made.createObjectStore("gone"); \
        tx.abort(); }));
        const last = await open("shop");
        console.log(stopped, [...last.objectStoreNames].join(), JSON.stringify(await indexedDB.databases()));
        last.onversionchange = () => last.close();
        const removal = indexedDB.deleteDatabase("shop");
        removal.onsuccess = async (event) => console.log("deleted", event.oldVersion, \
        event.newVersion ?? "", JSON.stringify(await indexedDB.databases()));
        """),
    Example(
      "values come back as they were", "true 3 1n q /x/gi true 1.5,2 NaN true 2 RangeError true",
      script: """
        const store = (await open("v", 1, (db) => db.createObjectStore("s", { \
        autoIncrement: true }))).transaction("s", "readwrite").objectStore("s");
        const value = { d: new Date(3), m: new Map([[1, { z: 1n }]]), s: new Set(["q"]), r: /x/gi, \
        u: undefined, f: new Float64Array([1.5, 2]), n: NaN, z: -0, l: [, 1], e: new RangeError("far"), \
        "__proto__x": 1 };
        value.self = value;
        const got = await done(store.get(await done(store.add(value))));
        console.log(got.self === got, got.d.getTime(), [...got.m][0][1].z, [...got.s].join(), String(got.r), \
        "u" in got, got.f.join(), got.n, Object.is(got.z, -0), got.l.length, got.e.name, !(0 in got.l));
        """),
    Example(
      "a full quota", "QuotaExceededError complete",
      script: """
        const db = await open("q", 1, (made) => made.createObjectStore("s", { autoIncrement: true }));
        const text = "x".repeat(8 << 20), tx = db.transaction("s", "readwrite"), end = ended(tx);
        let name = "none";
        for (let i = 0; i < 10 && name === "none"; i += 1) name = await failure(() => \
        done(tx.objectStore("s").add(text)));
        console.log(name, await end);
        """),
    Example(
      "a page that replaces what it can", "[1,2]",
      script: """
        const db = await open("h", 1, (made) => made.createObjectStore("s"));
        Array.prototype[Symbol.iterator] = Array.prototype.push = Map.prototype.get = Set.prototype.add = () \
        => { throw new Error("replaced"); };
        Object.prototype.toJSON = undefined;
        const store = db.transaction("s", "readwrite").objectStore("s");
        store.put([1, 2], "k");
        console.log(JSON.stringify(await done(store.get("k"))));
        """),
  ])
  func aPageUsesItsDatabases(_ example: Example) throws {
    let rig = try PageRig(
      "<html><body><script>\(Self.tools) main(async () => { \(example.script) });</script></body></html>")
    #expect(rig.said == example.said)
  }

  @Test func pagesOfADeviceShareDatabases() throws {
    let device = SimulatedDevice()
    let html = { (script: String) in
      "<html><body><script>\(Self.tools) main(async () => { \(script) });</script></body></html>"
    }
    let first = try PageRig(
      html(
        """
        const db = await shop(); db.transaction('items', \
        'readwrite').objectStore('items').clear().onsuccess = function spin({ target }) { \
        target.source.count().onsuccess = spin; }
        """
      )
    ) {
      $0.device = device
      $0.limits.turn = .seconds(1)
    }
    // The page goes in the middle of its transaction, which is undone.
    first.page.close()
    let second = try PageRig(
      html("console.log(await done((await open('shop')).transaction('items').objectStore('items').count()))")
    ) {
      $0.device = device
    }
    #expect(second.said == ["5"])
  }

  @Test func anUpgradeClosesTheConnectionsOfOtherPages() throws {
    let device = SimulatedDevice()
    let html = { (script: String) in
      "<html><body><script>\(Self.tools) main(async () => { \(script) });</script></body></html>"
    }
    let first = try PageRig(
      html(
        """
        const db = await shop(); setTimeout(async () => console.log(await ended(db.transaction('items'))), \
        1000)
        """
      ), opens: false
    ) {
      $0.device = device
    }
    first.page.open()
    for _ in 0..<100 { first.page.advance(to: first.page.now + 1) }
    let second = try PageRig(html("console.log((await open('shop', 2)).version)")) { $0.device = device }
    first.driver.settle(keepsTime: false)
    #expect(second.said == ["2"])
    #expect(first.said == ["abort InvalidStateError"])
  }

  @Test func workersUseTheDatabasesOfThePage() throws {
    let rig = try PageRig(
      """
      <html><body><script>\(Self.tools) main(async () => {
        await shop();
        new Worker("w.js").onmessage = ({ data }) => console.log(data);
      });</script></body></html>
      """
    ) {
      $0.file = { _ in
        .bytes(
          Array(
            """
            indexedDB.open("shop").onsuccess = ({ target }) => {
              target.result.transaction("items").objectStore("items").count().onsuccess = (event) => \
            postMessage(event.target.result);
            };
            """.utf8))
      }
    }
    #expect(rig.said == ["5"])
  }

  @Test(arguments: [
    ["select"], ["put", "d"], ["select", "d", "1", "x", "", "", "", "", "", "-5", "1", "a", "b", "1"],
    ["rename", "d", "1"], ["nothing", "d"], ["enter", "d", "1", "1", "k", "{"], ["count"],
  ])
  func anyOperationMayComeWithAnyArguments(_ operation: [String]) throws {
    let device = DeviceDatabases()
    let owner = DatabaseOwner(page: ObjectIdentifier(device), worker: 0)
    _ = try device.perform("upgrade", ["d", "1"], by: owner)
    _ = try? device.perform(operation[0], Array(operation.dropFirst()), by: owner)
    _ = try device.perform("commit", ["d", "versionchange"], by: owner)
    #expect(try device.perform("databases", [], by: owner) == #"[{"name":"d","version":1}]"#)
  }
}
