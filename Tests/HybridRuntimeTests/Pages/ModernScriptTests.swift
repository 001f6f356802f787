import HybridScript
import Testing

/// JavaScript as people write it today: each snippet has its effect, or one error that names what is missing.
@Suite struct ModernScriptTests {
  struct Snippet: Sendable, CustomTestStringConvertible {
    var script: String
    /// What it logs.
    var effect: String
    /// The API that the error names where there is none.
    var api: String?

    init(_ script: String, _ effect: String, orNames api: String? = nil) {
      (self.script, self.effect, self.api) = (script, effect, api)
    }

    var testDescription: String { script }
  }

  private static let language: [Snippet] = [
    Snippet("const user = {}; log(user?.address?.street ?? 'none', user.greet?.())", "none undefined"),
    Snippet("let a = null; a ??= 1; a ||= 2; a &&= 3; log(a)", "3"),
    Snippet("log([1, 2, 3].at(-1), 'tea'.at(-1))", "3 a"),
    Snippet(
      "log([3, 1, 2].toSorted().join(), [1, 2].toReversed().join(), [1, 2].with(0, 9).join())",
      "1,2,3 2,1 9,2"),
    Snippet("log([1, 2, 3, 4].findLast((n) => n % 2 === 1), [1, 2, 1].findLastIndex((n) => n === 1))", "3 2"),
    Snippet(
      "log(Object.entries(Object.groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even'))).join(' '))",
      "odd,1,3 even,2"),
    Snippet("log(Map.groupBy([1, 2, 3], (n) => n > 1).get(true).join())", "2,3"),
    Snippet(
      """
      class Cart { #items = []; static #made = 0; add(x) { this.#items.push(x); Cart.#made++; \
      return #items in this; } } log(new Cart().add(1))
      """,
      "true"),
    Snippet(
      """
      class Settings { static values; static { Settings.values = new Map([['a', 1]]); } } \
      log(Settings.values.get('a'))
      """,
      "1"),
    Snippet(
      "const { promise, resolve } = Promise.withResolvers(); promise.then(log); resolve('done')", "done"),
    Snippet("Promise.try(() => { throw new Error('no') }).catch((error) => log(error.message))", "no"),
    Snippet("Promise.any([Promise.reject(1), Promise.resolve(2)]).then(log)", "2"),
    Snippet(
      "Promise.allSettled([Promise.reject(1), 2]).then((all) => log(all.map((one) => one.status).join()))",
      "rejected,fulfilled"),
    Snippet(
      """
      function* ids() { let n = 0; while (true) yield n++; } \
      log(ids().filter((n) => n % 2).map((n) => n * 10).take(3).toArray().join())
      """,
      "10,30,50"),
    Snippet(
      """
      log([...new Set([1, 2, 3]).intersection(new Set([2, 3, 4]))].join(), \
      new Set([1]).isSubsetOf(new Set([1, 2])))
      """,
      "2,3 true"),
    Snippet(
      "Array.fromAsync((async function* () { yield 1; yield 2; })()).then((all) => log(all.join()))", "1,2"),
    Snippet(
      """
      try { throw new Error('outer', { cause: new Error('inner') }) } \
      catch (error) { log(error.cause.message) }
      """,
      "inner"),
    Snippet(
      """
      log('2026-01-05'.match(/(?<year>\\\\d{4})-(?<month>\\\\d\\\\d)/).groups.month, 'a-b'.replaceAll('-', \
      '+'))
      """,
      "01 a+b"),
    Snippet("log(1_000_000n.toString(), 2n ** 64n > 1n, Object.hasOwn({ a: 1 }, 'a'))", "1000000 true true"),
    Snippet(
      "label: for (const [i, c] of [...'ab'].entries()) { if (c === 'b') { log(i); break label; } }", "1"),
    Snippet("(async () => { for await (const n of [Promise.resolve(1), 2]) log(n); })()", "1 2"),
    Snippet(
      """
      log(new Intl.NumberFormat('de-DE', { style: 'currency', \
      currency: 'EUR' }).format(1234.5).replace(/\\\\s/g, ' '))
      """,
      "1.234,50 €"),
    Snippet("log(new Intl.ListFormat('en').format(['tea', 'jam', 'milk']))", "tea, jam, and milk"),
    Snippet(
      """
      log(new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-1, 'day'), \
      [...new Intl.Segmenter('en', { granularity: 'word' }).segment('a b')].length)
      """,
      "yesterday 3"),
    Snippet(
      "log(Temporal.PlainDate.from('2026-01-05').add({ days: 1 }).toString())", "2026-01-06",
      orNames: "Temporal"),
  ]

  private static let platform: [Snippet] = [
    Snippet(
      """
      const copy = structuredClone({ when: new Date(0), tags: new Set(['a']) }); \
      log(copy.when.getTime(), copy.tags.has('a'))
      """,
      "0 true"),
    Snippet(
      """
      fetch('https://slow.example/', { signal: AbortSignal.timeout(50) }).catch((error) => log('failed', \
      error instanceof Error))
      """,
      "failed true"),
    Snippet(
      """
      const stop = new AbortController(); document.body.addEventListener('click', () => log('no'), { \
      signal: stop.signal }); stop.abort(); document.body.click(); log('quiet')
      """,
      "quiet"),
    Snippet(
      """
      new IntersectionObserver((entries, observer) => { \
      for (const entry of entries) if (entry.isIntersecting) { log('seen'); \
      observer.unobserve(entry.target); } }, { rootMargin: '100px' }).observe(document.querySelector('img'))
      """,
      "seen"),
    Snippet(
      """
      new ResizeObserver(([entry]) => log(entry.contentRect.width > 0)).observe(document.querySelector('p'))
      """,
      "true"),
    Snippet(
      """
      new MutationObserver((all) => log(all.map((one) => one.type).join())).observe(document.body, { \
      childList: true, attributes: true }); document.body.append('x'); document.body.dataset.on = ''
      """,
      "childList,attributes"),
    Snippet(
      """
      document.querySelector('p').replaceChildren('a', document.createElement('b')); \
      log(document.querySelector('p').innerHTML)
      """,
      "a<b></b>"),
    Snippet(
      "const dialog = document.querySelector('dialog'); dialog.showModal(); log(dialog.open)", "true",
      orNames: "showModal"),
    Snippet(
      """
      log(new URLSearchParams({ a: 1, b: 'x y' }).toString(), new URL('../b?c=1', \
      'https://a.example/x/y').href)
      """,
      "a=1&b=x+y https://a.example/b?c=1"),
    Snippet(
      "log(new URLPattern({ pathname: '/items/:id' }).exec('https://a.example/items/7').pathname.groups.id)",
      "7", orNames: "URLPattern"),
    Snippet(
      "document.startViewTransition(() => { document.body.append('x'); log('changed'); })", "changed",
      orNames: "document.startViewTransition"),
    Snippet(
      "navigator.share({ title: 'Tea' }).then(() => log('shared'))", "shared", orNames: "navigator.share"),
    Snippet(
      "navigator.clipboard.writeText('tea').then(() => log('copied'))", "copied",
      orNames: "navigator.clipboard"),
    Snippet("scheduler.postTask(() => log('run'), { priority: 'background' })", "run", orNames: "scheduler"),
    Snippet("queueMicrotask(() => log('micro')); setTimeout(() => log('macro'))", "micro macro"),
    Snippet("requestIdleCallback((deadline) => log(deadline.timeRemaining() > 0))", "true"),
    Snippet("log(crypto.randomUUID().length)", "36", orNames: "crypto"),
    Snippet(
      """
      const channel = new MessageChannel(); channel.port1.onmessage = ({ data }) => log(data.n); \
      channel.port2.postMessage({ n: 1 })
      """,
      "1", orNames: "MessageChannel"),
    Snippet("new Blob(['tea']).text().then(log)", "tea", orNames: "Blob"),
    Snippet(
      """
      customElements.define('tea-cup', class extends HTMLElement { connectedCallback() { log('cup'); } }); \
      document.body.append(document.createElement('tea-cup'))
      """,
      "cup", orNames: "customElements"),
    Snippet(
      "document.querySelector('p').animate({ opacity: [0, 1] }, 100).finished.then(() => log('over'))",
      "over", orNames: "animate"),
    Snippet("log(document.querySelector('p').checkVisibility())", "true", orNames: "checkVisibility"),
    Snippet("const text = new TextDecoder().decode(new TextEncoder().encode('€')); log(text)", "€"),
    Snippet(
      "log(matchMedia('(width >= 100px)').matches || matchMedia('(min-width: 100px)').matches)", "true"),
    Snippet(
      """
      document.body.addEventListener('click', ({ target }) => log(target.closest('[data-id]')?.dataset.id)); \
      document.querySelector('p').click()
      """,
      "7"),
    Snippet(
      "log(document.evaluate('count(//p[@data-id])', document, null, XPathResult.NUMBER_TYPE).numberValue)",
      "1"),
  ]

  @Test(arguments: language + platform)
  func aSnippetHasItsEffectOrOneTrueError(_ snippet: Snippet) throws {
    let rig = try PageRig(
      """
      <body><p data-id="7">tea</p><img alt="" width="10" height="10"><dialog>Hello</dialog><script>
      const log = (...words) => console.log(...words);
      \(snippet.script.replacing("\\\\", with: "\\"))
      </script></body>
      """)
    let faults = rig.driver.log.compactMap { entry in
      if case .error(let fault) = entry { fault } else { nil }
    }
    if rig.said.joined(separator: " ") == snippet.effect { return }
    let api = try #require(snippet.api, "\(rig.said)")
    try #require(faults.count == 1, "\(rig.said)")
    let hint = try #require(faults[0].diagnostic.hint)
    #expect(hint.hasPrefix("'\(api)' ") && hint.contains("not supported here"), "\(hint)")
  }
}
