import HybridTestSupport
import Testing

@Suite struct RenderVariantTests {
  private static let files = [
    "hybrid.json": #"{"devices": [{"name": "night", "width": 300, "height": 500, "dark": true}]}"#,
    "pages/home/index.html":
      "<style>@media (prefers-color-scheme: dark) { #a { padding: 9px } }</style><p id=a>{{ title }}</p>",
    "pages/home/data.json": #"{"title": "Own"}"#, "pages/home/data.long.json": #"{"title": "Long"}"#,
    "components/card.xml": """
    <FrameLayout layoutWidth="match_parent" layoutHeight="50">
      <NText layoutWidth="wrap_content" layoutHeight="wrap_content" text="${title}"/>
    </FrameLayout>
    """,
    "components/card.json": #"{"title": "Card"}"#, "components/card.long.json": #"{"title": "Long card"}"#,
  ]

  @Test(arguments: [
    (["home", "--data-set", "long"], 0, "\"Long\""), (["home", "--data-set", "data"], 0, "\"Own\""),
    (["home", "--data-set", "lng"], 2, "did you mean 'long'?"), (["home", "--device", "night"], 0, "284×37"),
    (["home", "--device", "nigt"], 2, "did you mean 'night'?"),
    (["home", "--landscape"], 0, "html 0,0 667×"),
    (["home", "--dark"], 0, "359×37"), (["home", "--font-scale", "2"], 0, "359×3"),
    (["home", "--font-scale", "9"], 2, "a number from 0.5 to 4"), (["home", "--rtl"], 0, "p#a"),
    (["home", "--device", "tablet landscape dark"], 0, "1008×37"),
    (["home", "--data-set", "long", "--data", "x.json"], 2, "'--data' brings other data"),
    (["card", "--data-set", "long"], 0, "\"Long card\""),
    (["card", "--data-set", "none"], 2, "there is long"),
  ])
  func aRenderIsOfTheVariantThatWasAskedFor(_ words: [String], _ code: Int32, _ content: String) async throws
  {
    let project = try TemporaryProject(Self.files)
    let file = words[0] == "home" ? "pages/home/index.html" : "components/card.xml"
    let run = try await HybridCommand.run(
      ["render", project.path + "/" + file, "--format", "tree"] + words.dropFirst())
    #expect(run.status == code, "\(run)")
    #expect((run.output + run.errors).contains(content), "\(words): \(run.output) \(run.errors)")
  }
}
