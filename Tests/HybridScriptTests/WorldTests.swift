import Testing

@testable import HybridScript

@Test func scriptsReachTheirDocument() throws {
  let page = try WorldPage()
  let log = page.log(
    """
    const button = document.createElement('button');
    button.id = 'buy'; button.textContent = 'Buy';
    document.body.append(button, 'now');
    button.addEventListener('click', (event) => console.log(event.type, event.target === button));
    button.click();
    console.log(document.body.outerHTML);
    """)
  #expect(log == ["click true", "<body><button id=\"buy\">Buy</button>now</body>"])
}

@Test func worldsAndTurnsAreQuick() throws {
  let clock = ContinuousClock()
  _ = try WorldPage()
  var made: [Duration] = []
  for _ in 0..<5 { made.append(try clock.measure { _ = try WorldPage() }) }
  let page = try WorldPage()
  var built: [Duration] = []
  for _ in 0..<5 {
    built.append(
      clock.measure {
        _ = page.log(
          """
          for (let i = 0; i < 10000; i++) {
            const row = document.createElement('div');
            row.textContent = 'row ' + i;
            document.body.appendChild(row);
          }
          """)
      })
  }
  print("world:", made, "10,000 appendChild:", built)
}
