import Glibc

/// Benchmarks one subject: `swift run -c release hybrid-bench SUBJECT`. The results are in
/// `Documentation/benchmarks.md`.
let subjects: [(name: String, what: String, run: @Sendable ([String]) async -> Void)] = [
  (
    "browser",
    "from a save to the paint in Chromium, and what a patch costs it; the number of pages may follow",
    benchBrowser
  ),
  ("css", "matching and cascade of 10,000 nodes and 5,000 rules", { _ in benchCSS() }),
  ("markup", "reading HTML of three kinds, beside libxml2", { _ in benchMarkup() }),
  (
    "layout", "full and incremental layout of four trees, or of those named; `million` for large ones",
    { benchLayout($0) }
  ),
  (
    "compile", "VirtualView templates to bytes, and from a cold start; how many copies may follow",
    benchCompile
  ),
  (
    "pages", "running pages: a table of 100,000 rows, many nodes in one turn, one text", { _ in benchPages() }
  ),
  ("motion", "frames of pages with many running animations", { _ in benchMotion() }),
  ("picture", "a page of 1,000 nodes as a PNG: layout, painting, packing", benchPicture),
  (
    "release",
    "packaging, what an update takes, a page opened again; the number of pages and names of parts may follow",
    benchRelease
  ),
  ("clients", "many WebSocket clients of one server; how many may follow", benchClients),
  ("followers", "the clients of `clients`, in a process of their own", benchFollowers),
  (
    "dev",
    """
    start, saves, bursts, a checkout and idling of `hybrid dev`; \
    the number of pages and names of parts may follow
    """,
    benchDev
  ),
  ("watch", "lost events, checkouts, bursts and idling; the number of files may follow", benchWatch),
]

let words = Array(CommandLine.arguments.dropFirst())
guard let name = words.first, let subject = subjects.first(where: { $0.name == name }) else {
  print("usage: hybrid-bench SUBJECT\n")
  for subject in subjects { print("  \(subject.name)  \(subject.what)") }
  exit(words.isEmpty || words == ["--help"] ? 0 : 2)
}
await subject.run(Array(words.dropFirst()))
