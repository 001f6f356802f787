import HybridJSON

/// A file of a new project.
struct NewProjectFile: Hashable, Sendable {
  /// The path below the project's folder.
  var path: String
  /// One line about the file, for the project's author.
  var purpose: String
  var text: String
}

/// The project of `hybrid new --template page`: one page with its style sheet and its data, ready to edit.
///
/// - Parameter title: Shown by the page. It is data, so any text is safe.
func pageTemplate(title: String) -> [NewProjectFile] {
  var project = JSONWriter(pretty: true)
  project.object { $0.member("title", title) }
  return [
    NewProjectFile(path: "hybrid.json", purpose: "the project's title", text: project.text + "\n"),
    NewProjectFile(path: "pages/home/index.html", purpose: "the page", text: page),
    NewProjectFile(path: "pages/home/style.css", purpose: "how it looks", text: style),
    NewProjectFile(path: "pages/home/data.json", purpose: "what it shows", text: data(title: title)),
    NewProjectFile(path: ".gitignore", purpose: "files of 'hybrid dev'", text: ".hybrid/\n"),
  ]
}

private let page = """
  <!DOCTYPE html>
  <html lang="en">
  <head>
    <meta charset="utf-8">
    <title>{{ title }}</title>
    <link rel="stylesheet" href="style.css">
  </head>
  <body>
    <header>
      <h1 id="title">{{ title }}</h1>
      <p>{{ greeting }}</p>
    </header>
    <main>
      <section class="card" t:for="(step, index) in steps" id="step-{{ index }}">
        <h2>{{ step.title }}</h2>
        <p>{{ step.text }}</p>
        <p t:if="step.file" class="file">{{ step.file }}</p>
      </section>
      <button id="go">Make it yours</button>
    </main>
  </body>
  </html>

  """

/// Sizes are multiples of 8 by 16 points, one cell of the terminal.
private let style = """
  :root {
    --paper: #f3f5f9;
    --card: #ffffff;
    --ink: #1f2733;
    --quiet: #64708a;
    --accent: #3b5bdb;
    --on-accent: #ffffff;
  }

  @media (prefers-color-scheme: dark) {
    :root {
      --paper: #14171d;
      --card: #20252e;
      --ink: #e8ecf4;
      --quiet: #93a0b8;
      --accent: #748ffc;
      --on-accent: #10131a;
    }
  }

  * { box-sizing: border-box; }

  body {
    margin: 0;
    background: var(--paper);
    color: var(--ink);
    font: 14px/16px system-ui, sans-serif;
  }

  h1, h2, p { margin: 0; }
  h1 { font-size: 20px; line-height: 32px; }
  h2 { font-size: inherit; }

  header {
    padding: 16px;
    background: var(--accent);
    color: var(--on-accent);
  }

  main {
    display: flex;
    flex-direction: column;
    gap: 16px;
    padding: 16px 8px;
  }

  .card {
    padding: 15px;
    border: 1px solid var(--quiet);
    border-radius: 8px;
    background: var(--card);

    & .file { color: var(--accent); font-weight: bold; }
  }

  button {
    height: 48px;
    border: 0;
    border-radius: 8px;
    background: var(--accent);
    color: var(--on-accent);
    font: inherit;
    font-weight: bold;
  }

  @media (width >= 720px) {
    main { flex-direction: row; flex-wrap: wrap; }
    .card { flex: 1 1 0; }
    button { flex: 1 0 100%; }
  }

  """

private func data(title: String) -> String {
  let steps = [
    ("Change a word", "Save this file, and look here again.", "pages/home/data.json"),
    ("Change a colour", "The variables at the top apply to the whole sheet.", "pages/home/style.css"),
    ("Break something", "Delete a bracket: the last good page stays, and the terminal shows the error.", ""),
  ]
  var json = JSONWriter(pretty: true)
  json.object {
    $0.member("title", title)
    $0.member("greeting", "Everything here updates when you save.")
    $0.key("steps")
    $0.array {
      for (title, text, file) in steps {
        $0.object {
          $0.member("title", title)
          $0.member("text", text)
          $0.member("file", file)
        }
      }
    }
  }
  return json.text + "\n"
}
