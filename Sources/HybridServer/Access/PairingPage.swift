import HybridSocket

/// The page that a browser without a key gets at `/`: a field for the code. A code after `#`, as in the QR
/// code, is sent at once.
///
/// The page needs its script, since the server accepts only JSON from its own origin: a form of another site
/// could send anything else. It loads nothing, and reveals nothing of the project.
enum PairingPage {
  /// The page, with a content security policy that allows only its own script.
  static func response() -> HTTPResponse {
    let nonce = randomToken()
    return HTTPResponse(
      // RFC 9110 §15.5.2: the status and the field tell programs what is missing.
      status: 401,
      headers: [
        "WWW-Authenticate": "Bearer realm=\"hybrid\"",
        "Content-Security-Policy":
          "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; connect-src 'self'; "
          + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ], contentType: "text/html; charset=utf-8", body: Array(html.replacing("NONCE", with: nonce).utf8))
  }

  private static let html = """
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <title>Pair this device</title>
    <style nonce="NONCE">
      :root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif }
      body { margin: 0 auto; max-width: 22rem; padding: 15vh 1.25rem 2rem; color: CanvasText;
        background: Canvas }
      h1 { font-size: 1.4rem; line-height: 1.2; margin: 0 0 .5rem }
      label { display: block; margin: 1.5rem 0 .25rem }
      input, button { box-sizing: border-box; width: 100%; font: inherit; padding: .6rem;
        border-radius: .4rem }
      input { font: 1.5rem ui-monospace, monospace; letter-spacing: .1em; text-align: center;
        text-transform: uppercase; border: 1px solid GrayText; color: inherit; background: Field }
      button { margin-top: .75rem; border: 0; color: #fff; background: #1559c7; font-weight: 600 }
      button:disabled { opacity: .5 }
      :focus-visible { outline: 3px solid #6aa5ff; outline-offset: 2px }
      #status { min-height: 3em }
    </style>
    <main>
      <h1>Pair this device</h1>
      <p>The terminal where <code>hybrid dev</code> runs shows a code of eight letters and digits.</p>
      <form id="form">
        <label for="code">Code</label>
        <input id="code" name="code" required maxlength="20" autocomplete="one-time-code"
          autocapitalize="characters"
          autocorrect="off" spellcheck="false" aria-describedby="status" autofocus>
        <button id="send">Pair</button>
      </form>
      <p id="status" role="status" aria-live="polite"></p>
      <noscript><p>This page needs JavaScript. Programs send the code as
        <code>POST /hybrid/pair {"code": "…"}</code>.</p></noscript>
    </main>
    <script nonce="NONCE">
      "use strict";
      const [form, code, send, status] =
        ["form", "code", "send", "status"].map(id => document.getElementById(id));
      async function pair(word) {
        send.disabled = true;
        status.textContent = "Pairing…";
        try {
          const answer = await fetch("/hybrid/pair", {
            method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ code: word })
          });
          if (answer.ok) {
            status.textContent = "Paired.";
            return location.replace("/");
          }
          const { message } = await answer.json();
          status.textContent = message;
        } catch {
          status.textContent =
            "The server does not answer. Is it still running, and this device in its network?";
        }
        send.disabled = false;
        code.select();
        code.focus();
      }
      form.addEventListener("submit", event => {
        event.preventDefault();
        pair(code.value);
      });
      // Behind the dot is what only programs need. The address bar and the history keep nothing of it.
      const word = location.hash.slice(1).split(".")[0];
      if (location.hash) history.replaceState(null, "", location.pathname);
      if (word) {
        code.value = word;
        pair(word);
      }
    </script>
    </html>

    """
}
