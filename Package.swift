// swift-tools-version: 6.2
import PackageDescription

/// Every target: Swift 6 mode, warnings are errors, imports are internal unless a declaration says otherwise.
let everywhere: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Targets that never touch a C pointer are checked for memory safety as well.
let safe = everywhere + [.strictMemorySafety()]

/// A target, without the files in it that are not its code, and, below `Tests/`, its tests, with the files
/// that they read from beside them. Each target imports only from the lines below its own.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = safe,
  testing more: [Target.Dependency] = [], fixtures: [String] = [], resources: [Resource]? = nil,
  notCode: [String] = []
) -> [Target] {
  [
    .target(
      name: name, dependencies: dependencies, exclude: notCode, resources: resources,
      swiftSettings: settings),
    .testTarget(
      name: "\(name)Tests", dependencies: [.byName(name: name), "HybridTestSupport"] + dependencies + more,
      exclude: fixtures, swiftSettings: everywhere),
  ]
}

var targets: [Target] = []

// The command line and its benchmarks.
targets += [
  .executableTarget(
    name: "hybrid",
    dependencies: [
      "HybridServer", "HybridSnapshots", "HybridPackaging", "HybridPublishing", "HybridUpdate",
      "HybridCache", "HybridDist", "HybridRelease", "HybridRexxar", "HybridRouting",
      "HybridBus", "HybridRuntime", "HybridCompiler", "HybridTemplateCompiler",
      "HybridReload", "HybridViewTree", "HybridDrawing", "HybridSocket", "HybridCompression", "HybridCrypto",
      "HybridScript",
      "HybridUnits", "HybridWatch", "HybridLayoutCases", "HybridMarkup", "HybridConcurrency", "HybridJSON",
      "HybridSource", "HybridSystem", "HybridEncoding", "HybridGeometry",
    ], resources: [.embedInCode("Dev/dev-events.schema.json")], swiftSettings: everywhere),
  .executableTarget(
    name: "hybrid-bench",
    dependencies: [
      "HybridServer", "HybridCache", "HybridUpdate", "HybridRelease", "HybridRuntime", "HybridCompiler",
      "HybridTemplateCompiler", "HybridReload", "HybridViewTree", "HybridDrawing",
      "HybridSocket", "HybridLayout", "HybridWatch", "HybridUnits", "HybridCSS", "HybridDOM",
      "HybridJSON", "HybridSource", "HybridSystem", "HybridEncoding", "HybridBrowserDriver", "CAllocations",
      "HybridGeometry", "HybridMarkup", "CLibXML2",
    ], swiftSettings: everywhere),
  .testTarget(
    name: "hybrid-benchTests",
    dependencies: [
      "hybrid-bench", "HybridLayout", "HybridRuntime", "HybridUnits", "CAllocations", "HybridGeometry",
    ],
    swiftSettings: everywhere),
  .testTarget(
    name: "hybridTests",
    dependencies: [
      "hybrid", "HybridTestSupport", "HybridSpawning", "HybridServer", "HybridSnapshots", "HybridDrawing",
      "HybridRuntime",
      "HybridScript", "HybridSocket", "HybridReload", "HybridViewTree", "HybridUnits", "HybridJSON",
      "HybridSource",
      "HybridReleaseSupport", "HybridUpdateFaults", "HybridUpdate", "HybridCache", "HybridRelease",
      "HybridRexxar", "HybridRouting", "HybridCrypto", "HybridEncoding", "HybridGeometry",
      "HybridBrowserDriver",
    ],
    exclude: ["Help", "Dev/validate.py", "Libraries/Pages", "Pictures/Pages"], swiftSettings: everywhere),
]

// From the top of the house to the ground.
targets += library(
  "HybridServer",
  [
    "HybridBrowser", "HybridRuntime", "HybridWatch", "HybridSocket", "HybridBus", "HybridRexxar",
    "HybridRouting", "HybridCrypto", "HybridScript", "HybridDrawing", "HybridCompiler", "HybridReload",
    "HybridViewTree",
    "HybridUnits", "HybridJSON", "HybridSource", "HybridConcurrency", "HybridSystem", "HybridEncoding",
    "HybridGeometry",
  ], settings: everywhere,
  testing: ["HybridTemplates", "HybridBrowserDriver", "HybridSpawning", "HybridUpdate"],
  resources: [.embedInCode("Compatibility/LiveReload/livereload.js")])
targets += library(
  "HybridSnapshots",
  [
    "HybridRuntime", "HybridScript", "HybridDrawing", "HybridViewTree", "HybridUnits", "HybridJSON",
    "HybridSource", "HybridEncoding",
  ], testing: ["HybridCompiler", "HybridGeometry"], resources: [.embedInCode("Report/Page")])
targets += library(
  "HybridRuntime",
  [
    "HybridTemplates", "HybridScript", "HybridDrawing", "HybridReload", "HybridViewTree", "HybridUnits",
    "HybridMarkup", "HybridDatabase",
    "HybridCSS", "HybridDOM", "HybridJSON", "HybridSource", "HybridLayoutStyles", "HybridLayout",
    "HybridConcurrency", "HybridEncoding", "HybridGeometry",
  ], testing: ["HybridCompiler"], fixtures: ["Golden", "Pages/Fixtures"])
// VirtualView: templates loaded, bound and laid out as its phones do.
targets += library(
  "HybridTemplates",
  [
    "HybridDrawing", "HybridViewTree", "HybridUnits", "HybridJSON", "HybridSource", "HybridEncoding",
    "HybridGeometry",
  ], testing: ["HybridRuntime", "HybridCompiler", "HybridTemplateCompiler"])
// Layout cases: their files, and the trees that they describe.
targets += library(
  "HybridLayoutCases",
  ["HybridLayoutStyles", "HybridCSS", "HybridJSON", "HybridSource", "HybridLayout", "HybridGeometry"])
// Releases: what is signed and how it is checked, the store and the client of an app, making and publishing
// them.
targets += library(
  "HybridPackaging",
  [
    "HybridDist", "HybridRelease", "HybridRexxar", "HybridRouting", "HybridCompiler", "HybridCompression",
    "HybridCrypto",
    "HybridUnits", "HybridMinification", "HybridCSS", "HybridJavaScript", "HybridDOM", "HybridSource",
    "HybridConcurrency", "HybridSystem", "CFiles", "HybridEncoding",
  ], settings: everywhere, testing: ["HybridRuntime", "HybridMarkup", "HybridJSON"])
targets += library(
  "HybridPublishing",
  [
    "HybridDist", "HybridRelease", "HybridCrypto", "HybridJSON", "HybridSource", "HybridSystem", "CCurl",
    "HybridEncoding",
  ],
  settings: everywhere,
  testing: ["HybridReleaseSupport", "HybridUpdate", "HybridDownload", "HybridRexxar", "HybridCompression"])
targets += library(
  "HybridUpdate",
  [
    "HybridRelease", "HybridRexxar", "HybridRouting", "HybridCompression", "HybridDatabase", "HybridCrypto",
    "HybridSystem", "HybridEncoding",
  ],
  testing: [
    "HybridUnits", "HybridSource", "HybridJSON", "HybridSocket", "HybridUpdateFaults", "update-trial",
  ])
// URLSession, for apps; a target of its own, so that nothing else starts with FoundationNetworking.
targets += library(
  "HybridDownload", ["HybridUpdate", "HybridRelease", "HybridEncoding"],
  testing: ["HybridSocket", "HybridUpdateFaults"])
// What is shown at once when something is opened again.
targets += library(
  "HybridCache",
  ["HybridRuntime", "HybridDatabase", "HybridViewTree", "HybridUnits"],
  testing: ["HybridCompiler", "HybridSource", "HybridGeometry"])
// A release in a folder of this machine.
targets += library("HybridDist", ["HybridRelease", "HybridSystem"], settings: everywhere)
targets += library(
  "HybridRelease",
  [
    "HybridRexxar", "HybridRouting", "HybridCompression", "HybridCrypto", "HybridUnits", "HybridJSON",
    "HybridSource", "HybridEncoding",
  ], fixtures: ["Archive/attacks.py"])
// Rexxar: its table of routes, pages as its containers take them, the container itself.
targets += library(
  "HybridRexxar",
  [
    "HybridRouting", "HybridUnits", "HybridCSS", "HybridDOM", "HybridJSON", "HybridSource", "HybridEncoding",
    "HybridGeometry",
  ],
  testing: ["HybridCompiler"])
// Which unit a URI opens.
targets += library("HybridRouting", ["HybridSource", "HybridEncoding"], testing: ["HybridJSON"])
// What browsers get: pages and modules that CBrowserPage puts into the program.
targets += library(
  "HybridBrowser", ["CBrowserPage", "HybridEncoding"], settings: everywhere, notCode: ["Page"])
targets += library(
  "HybridWatch", ["CInotifyTools", "HybridConcurrency", "HybridSystem", "HybridEncoding"],
  settings: everywhere)
targets += library(
  "HybridSocket", ["CLibSoup", "HybridConcurrency", "HybridSystem", "HybridEncoding"], settings: everywhere,
  testing: ["HybridSpawning"])
targets += library("HybridBus", ["CHiredis", "HybridSystem", "HybridEncoding"], settings: everywhere)
targets += library("HybridCrypto", ["CSodium", "HybridEncoding"], settings: everywhere)
targets += library("HybridCompression", ["CZstd"], settings: everywhere)
targets += library("HybridDatabase", ["CSQLite", "HybridSystem"], settings: everywhere)
targets += library(
  "HybridScript",
  [
    "HybridJSON", "HybridJavaScript", "HybridSource", "HybridEncoding", "CJavaScriptCore", "CScriptPrelude",
  ],
  settings: everywhere,
  testing: ["HybridUnits"], notCode: ["World/Prelude"])
targets += library(
  "HybridDrawing",
  [
    "CPangoCairo", "CCairo", "CZlib", "CImageCodecs", "CQREncode", "HybridFonts", "HybridEncoding",
    "HybridGeometry",
  ],
  settings: everywhere,
  fixtures: ["Fixtures"])
targets += library(
  "HybridCompiler",
  [
    "HybridTemplateCompiler", "HybridRouting", "HybridUnits", "HybridMarkup", "HybridCSS", "HybridJavaScript",
    "HybridDOM", "HybridJSON", "HybridSource", "HybridFonts", "HybridConcurrency", "HybridSystem",
    "HybridEncoding", "HybridGeometry",
  ], fixtures: ["Libraries", "Names"])
// VirtualView: templates as XML into `.out` files.
targets += library(
  "HybridTemplateCompiler", ["HybridUnits", "HybridMarkup", "HybridSource", "HybridEncoding"],
  fixtures: ["Faults"])
targets += library(
  "HybridReload",
  ["HybridViewTree", "HybridUnits", "HybridJSON", "HybridSource", "HybridGeometry"])
// What runtimes make and clients draw.
targets += library(
  "HybridViewTree", ["HybridUnits", "HybridJSON", "HybridSource", "HybridEncoding", "HybridGeometry"])
targets += library(
  "HybridUnits",
  [
    "HybridJavaScript", "HybridCSS", "HybridDOM", "HybridJSON", "HybridSource", "HybridEncoding",
    "HybridGeometry",
  ])
// Scripts and modules as syntax trees, and modules as functions.
targets += library("HybridJavaScript", ["HybridSource", "HybridEncoding"])
// What a text loses before it travels, and where each part of the rest was.
targets += library(
  "HybridMinification", ["HybridJSON", "HybridSource", "HybridEncoding"], testing: ["HybridScript"])
// Computed styles as the styles of boxes.
targets += library("HybridLayoutStyles", ["HybridCSS", "HybridLayout", "HybridGeometry"])
targets += library(
  "HybridMarkup", ["HybridDOM", "HybridJSON", "HybridSource", "HybridEncoding", "CLibXML2"],
  settings: everywhere)
targets += library(
  "HybridCSS", ["HybridDOM", "HybridSource", "HybridEncoding", "HybridGeometry"], fixtures: ["Names"])
targets += library("HybridDOM", ["HybridSource", "HybridEncoding"])
targets += library("HybridJSON", ["HybridSource", "HybridEncoding"])
targets += library("HybridSource", ["HybridEncoding"])
// What the system tells of files, and its errors.
targets += library("HybridSystem", settings: everywhere)
// Work on all cores, threads, executors.
targets += library("HybridConcurrency", settings: everywhere)
targets += library("HybridLayout", ["HybridEncoding", "HybridGeometry"], testing: ["HybridLayoutCases"])
// Font files: read, unpacked, refused.
targets += library("HybridFonts", ["HybridEncoding", "CFreeType"], settings: everywhere)
// Points, sizes, rectangles, edges, corners, and what is painted: colours, gradients, shadows; imports
// nothing.
targets += library("HybridGeometry")
// How bytes and text are written in other alphabets; imports nothing.
targets += library("HybridEncoding")

// C libraries: a shim header and a module map each.
targets += [
  .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
  .systemLibrary(name: "CLibSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
  .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
  // What the shims below open their libraries with.
  .target(name: "CDynamicLibrary"),
  // Pango is opened when text is first measured: linked, it would add its twenty libraries to every start.
  .target(name: "CPangoCairo", dependencies: ["CDynamicLibrary"]),
  // FreeType is opened when the first font of a page is read.
  .target(name: "CFreeType", dependencies: ["CDynamicLibrary"]),
  // Cairo is opened when the first picture is drawn, and zlib when the first one is packed.
  .target(name: "CCairo", dependencies: ["CDynamicLibrary"]),
  .target(name: "CZlib", dependencies: ["CDynamicLibrary"]),
  // gdk-pixbuf, libwebp and librsvg are opened when the first picture of their formats is drawn.
  .target(name: "CImageCodecs", dependencies: ["CDynamicLibrary"]),
  // libqrencode is opened when the first QR code is made: everything else works without it.
  .target(name: "CQREncode", dependencies: ["CDynamicLibrary"]),
  // hiredis is opened when a server joins a bus: one that shares nothing needs none of it.
  .target(name: "CHiredis", dependencies: ["CDynamicLibrary"]),
  // libsodium is opened when the first message is sealed: what stays on this machine needs none of it.
  .target(name: "CSodium", dependencies: ["CDynamicLibrary"]),
  // zstd is opened when the first delta is made or applied.
  .target(name: "CZstd", dependencies: ["CDynamicLibrary"]),
  // SQLite is opened with the first database.
  .target(name: "CSQLite", dependencies: ["CDynamicLibrary"]),
  // libcurl is opened when the first release is published or fetched by the command line.
  .target(name: "CCurl", dependencies: ["CDynamicLibrary"]),
  // JavaScriptCore is opened when the first script runs: a project without scripts needs none of it.
  .target(name: "CJavaScriptCore", dependencies: ["CDynamicLibrary"]),
  // Functions of the system that Swift's Glibc module leaves out.
  .target(name: "CFiles"),
  // The files of the browser preview, as read-only data.
  .target(name: "CBrowserPage"),
  // The prelude of scripts, as read-only data.
  .target(name: "CScriptPrelude"),
  // Counts allocations; for benchmarks and tests only.
  .target(name: "CAllocations"),
]

// What the tests share: golden files, temporary projects, a loopback client with deadlines.
targets += [
  .target(
    name: "HybridTestSupport", dependencies: ["HybridSpawning", "HybridSource", "HybridJSON", "CTestWidth"],
    path: "Tests/HybridTestSupport", swiftSettings: everywhere),
  // How many tests run side by side.
  .target(name: "CTestWidth", path: "Tests/CTestWidth"),
  // Starts programs; apart, because benchmarks link it and must not link what tests are written with.
  .target(name: "HybridSpawning", path: "Tests/HybridSpawning", swiftSettings: everywhere),
  // Makes signed releases from values, for the tests of everything that reads, publishes or installs them.
  .target(
    name: "HybridReleaseSupport",
    dependencies: ["HybridRelease", "HybridRouting", "HybridCompression", "HybridCrypto"],
    path: "Tests/HybridReleaseSupport", swiftSettings: everywhere),
  .testTarget(
    name: "HybridSpawningTests", dependencies: ["HybridSpawning", "HybridTestSupport"],
    swiftSettings: everywhere),
  // SQLite's file system on the files of an update store, so that its steps count and fail like all others.
  .target(name: "CStoreFileSystem", dependencies: ["CDynamicLibrary"], path: "Tests/CStoreFileSystem"),
  .target(
    name: "HybridUpdateFaults",
    dependencies: [
      "CStoreFileSystem", "HybridUpdate", "HybridRelease", "HybridRouting", "HybridCompression",
      "HybridCrypto",
    ],
    path: "Tests/HybridUpdateFaults", swiftSettings: everywhere),
  // An update in a process of its own, which the crash matrix kills.
  .executableTarget(
    name: "update-trial", dependencies: ["HybridUpdateFaults", "HybridUpdate", "HybridRelease"],
    path: "Tests/UpdateTrial", swiftSettings: everywhere),
  // Drives a real browser, for tests and benchmarks.
  .target(
    name: "HybridBrowserDriver", dependencies: ["HybridSpawning", "HybridJSON", "HybridSource"],
    path: "Tests/HybridBrowserDriver", swiftSettings: everywhere),
]

// Readers of strangers' bytes, held to what must hold for any: Tools/fuzz, and a test that replays what it
// found.
targets += [
  .target(
    name: "HybridFuzzing",
    dependencies: [
      "HybridRelease", "HybridRexxar", "HybridRouting", "HybridUnits", "HybridCompression", "HybridCrypto",
      "HybridMarkup", "HybridDOM", "HybridSource",
    ],
    path: "Tests/HybridFuzzing", swiftSettings: safe),
  .testTarget(
    name: "HybridFuzzingTests",
    dependencies: [
      "HybridFuzzing", "HybridTestSupport", "HybridRelease", "HybridUnits", "HybridCompiler",
      "HybridCompression", "HybridCrypto",
    ], swiftSettings: everywhere),
]
if Context.environment["HYBRID_FUZZ"] != nil {
  targets.append(
    .executableTarget(
      name: "hybrid-fuzz", dependencies: ["HybridFuzzing"], path: "Tests/hybrid-fuzz",
      swiftSettings: everywhere))
}

// `HYBRID_ONLY=HybridCSSTests swift test` builds and runs the tests of one target, or of several between
// commas.
if let names = Context.environment["HYBRID_ONLY"] {
  var kept: Set<String> = []
  var next = names.split(separator: ",").map(String.init)
  while let name = next.popLast() {
    guard kept.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { continue }
    for dependency in target.dependencies {
      if case .byNameItem(let name, _) = dependency { next.append(name) }
    }
  }
  targets.removeAll { !kept.contains($0.name) }
}

let package = Package(
  name: "hybrid",
  products: targets.contains { $0.name == "hybrid" }
    ? [.executable(name: "hybrid", targets: ["hybrid"])] : [],
  targets: targets
)
