import Testing

@testable import HybridScript

/// A page with a script waits until this text is read.
@Test func whatEveryPageReadsIsShort() {
  #expect(Prelude.text.utf8.count < 140_000)
}

@Test func aPlainPageReadsNoPart() throws {
  let page = try WorldPage()
  let paragraph = page.host.add(.element, "p", to: page.host.body, [("id", "a")])
  page.world.documentChanged()
  _ = page.log(
    """
    document.getElementById("a").textContent = "x"
    document.getElementById("a").addEventListener("click", () => { clicks += 1 })
    var clicks = 0
    setTimeout(() => {}, 10)
    """)
  page.world.hook("DOMContentLoaded")
  page.world.hook("load")
  page.world.timerFired(1)
  page.world.dispatch("click", on: paragraph)
  #expect(page.host.textContent(of: paragraph) == "x")
  #expect(page.world.bridge.notes.partsRead == [])
  #expect(page.log("console.log(clicks)").last == "1")
  #expect(page.world.bridge.notes.partsRead == ["Console"])
}

/// Parts are read after pages have changed what they would otherwise stand on.
@Test(arguments: [
  "",
  "Array.prototype[Symbol.iterator] = String.prototype[Symbol.iterator] = () => { throw 1 }",
  """
  const all = [Array, String, Function, Object, Map, Set, WeakMap, Promise, RegExp, JSON, Math, Reflect]
  for (let i = 0; i < all.length; i += 1) {
    const o = all[i].prototype ?? all[i], keys = ownKeys(o)
    for (let j = 0; j < keys.length; j += 1) {
      try { if (keys[j] !== "constructor") o[keys[j]] = () => { throw 1 } } catch {}
    }
  }
  """,
  "for (const k of ['get', 'set', 'value', 'polluted']) Object.prototype[k] = 5",
  "Array = Object = String = Promise = Map = Set = WeakMap = Proxy = Reflect = Symbol = RegExp = undefined",
])
func everyPartOffersWhatTheTableSays(_ change: String) throws {
  let page = try WorldPage()
  let log = page.log(
    """
    const ownKeys = Reflect.ownKeys, describe = Object.getOwnPropertyDescriptor, log = console.log
    const names = Object.getOwnPropertyNames(globalThis).filter((name) => describe(globalThis, name).get)
    \(change)
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i]
      try { if (globalThis[name] === undefined) log(name, "missing") } catch (error) { log(name, `${error}`) }
    }
    document.createElement("p").attributes.length
    document.createElement("input").type
    document.createElement("img").width
    document.createElement("table").sections
    document.createElement("p").classList.length
    document.createElement("p").innerText
    document.createElementNS("http://www.w3.org/2000/svg", "g").tagName
    document.fonts.status + document.cookie + location.href + btoa("a")
    matchMedia("print").matches
    log("done")
    """)
  #expect(log.last == "done")
  #expect(log.count == 1, "\(log)")
  #expect(page.host.errors.isEmpty)
}

@Test func globalsOfPartsAreAsOthersAre() throws {
  let log = try WorldPage().log(
    """
    const describe = (name) => {
      const { enumerable, configurable, writable } = Object.getOwnPropertyDescriptor(globalThis, name)
      return `${enumerable} ${configurable} ${writable}`
    }
    console.log("URL" in globalThis, typeof URL, describe("URL"), Object.keys(globalThis).includes("URL"))
    localStorage = 5
    console.log(localStorage, describe("localStorage"))
    const { getAttributeNS } = Element.prototype
    console.log(getAttributeNS.name, getAttributeNS.length, postMessage.length)
    const field = document.createElement("textarea")
    console.log(field instanceof HTMLInputElement, new Image() instanceof HTMLImageElement)
    """)
  #expect(
    log == [
      "true function false true true false", "5 false true true", "getAttributeNS 2 1", "true true",
    ])
}
