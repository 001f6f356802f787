import HybridSource
import HybridTestSupport
import Testing

@testable import HybridMarkup

/// Pages of all kinds of malformation.
let malformedPages: [String] = [
  "", " ", "text", "text<b>bold", "<p>one<p>two", "<div><p>a<div>b</div>c</div>d",
  "<html><head><title>t</title></head><body><p>x</p></body></html>",
  """
  <!DOCTYPE html>\n<html>\n<head>\n<meta charset=gbk>\n</head>\n<body class=a>\n  \
  <div>x</div>\n</body>\n</html>\n
  """,
  "<body id=a><body class=b>x", "<html lang=a><html class=b><p>", "<head><head><p>x</head>",
  "<p>a</p></body><p>b</p></html>c",
  "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", "<table><tr><td>a<td>b<tr><td>c</table>",
  "<table><div>a</div></table>",
  "<select><option>a<option>b</select>", "<dl><dt>a<dd>b<dt>c</dl>",
  "<b><i>x</b>y</i>z", "<a href=1>x<a href=2>y</a>", "<div><span>x</div>y</span>", "</div>x</p>y",
  "<br></br>a<input></input>b",
  "<x/>a<view/>b<br/>c<div/>d<image src='a.png'/>e", "<image src=a.png/>x",
  "<scrollView Flex=1><navItem/>x</scrollView>",
  "<p a=1 a=2 A=3 b>x", "<p a='1'b=\"2\"c=3>x", "<p a = '1' b= 2>x", "<p a=>x</p>",
  "<p a='<b>' title=\"a>b\">x", "<p a='x>y",
  "<p a", "<p", "<", "a<", "a<b", "a < b > c", "1<2", "<3", "<>a", "< p>x", "<p<b>x", "<p/a>x",
  "&amp;&lt;&#65;&#x42;&nbsp;&copy;&unknown;&", "a&b;c&amp d",
  "<p title='a&amp;b&quot;c&#33;&x;'>x&amp;y</p>", "a &lt b &#12 c", "&#0;&#xD800;&#x110000;",
  "<!--a--><p>x<!-- b --><b>y</b><!--c", "a<!-->b", "a<!--->b-->c", "<!---->x", "<!-- a -- b --!>x",
  "<!foo>x", "a<!x y>b",
  "<?php echo 1 ?>x", "a<?x?>b", "<![CDATA[x]]>y", "<p><!DOCTYPE html>x",
  "<script>if (a<b && c>d) { '</p>' }</script>x", "<style>a > b { }</style>x",
  "<script>var a = '<!--'; </script>y<!-- --> ",
  "<SCRIPT>a</SCRIPT >b", "<script>x", "<style><p>x", "<script src=a />x</script>y", "<title>a<b>c</title>d",
  "<textarea><p>x</textarea>",
  "<p>a\r\nb\rc\nd</p>\r\n<pre>\r\n x</pre>", "<p>\u{E9}\u{1F600}中文</p>中<b>文</b>", "<p title=中文 data-é=1>x",
  "<中>x</中>",
  "<div>  <p> a </p>  <b>c</b> \n </div>  ", "  <p>x</p>  ", "\n\n<!-- a -->\n<div>x</div>\n<!-- b -->\n",
  "<o:p>x</o:p>", "<svg:rect svg:x='1'/>", "<a:b:c>x", "<_x>y</_x>", "<:x>y", "<x-y.z>w</x-y.z>",
  "<form><form>x</form>y</form>", "<h1>a<h2>b</h1>c", "<p><table><tr><td>x</table>y", "<font><p>a</font>b",
  "<center><p>a</center>b", "<frameset><frame src=a></frameset>", "<noscript><p>x</noscript>",
  "<iframe>a<b>c</iframe>d",
  "<button>a<button>b</button>", "<p>a</b>c</p>", "<ul>x</li>y</ul>", "<label>a<label>b</label>c</label>",
  "<body><script>1</script><p>x</body>", "x<head><title>t</title>y", "<meta name=a><p>x<meta name=b>",
  "<link rel=a>x<base href=b>",
  "<html><body><p>a</p></html>  <!-- after -->  <p>b", "<p>a<hr>b<p>c<pre>d", "<div align=center><div>x",
  "<nobr>a<nobr>b",
  "<p>" + String(repeating: "abcdefghij", count: 350) + "</p>x",
  String(repeating: "y", count: 1000) + "<b>" + String(repeating: "z", count: 1001),
  "<p>" + String(repeating: "é", count: 999) + "a<br>" + String(repeating: "中", count: 700) + "</p>",
  "<div @click='a b' :bind.sync=\"x > 1\">y</div>",
]

@Test(arguments: malformedPages)
func htmlRangesAreTheBytesOfTheFile(_ text: String) {
  for text in [text, "\u{FEFF}" + text] {
    let source = Source(path: "a.html", text: text)
    #expect(faultsOfRanges(readHTML(source).document, source) == [])
  }
}

@Test func rangesAreThoseOfTheFileAfterAnyMutation() {
  var random = SeededGenerator(seed: 3)
  for round in 0..<3000 {
    var bytes = Array(malformedPages[round % malformedPages.count].utf8)
    guard bytes.count < 400 else { continue }
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let pieces = [
        "<", ">", "</", "/>", "<p>", "</div>", "<div>", " ", "\"", "=", "&", "a", "</body>", "<!--", "-->",
        "<b>", "</b>", "<table>", "<td>", "<svg>", "<template>", "<select>", "\r\n", "&amp", "\u{0}",
      ]
      let piece = Array((pieces.randomElement(using: &random) ?? "").utf8)
      let place = Int.random(in: 0..<bytes.count, using: &random)
      if Bool.random(using: &random) {
        bytes.insert(contentsOf: piece, at: place)
      } else {
        bytes.remove(at: place)
      }
    }
    let source = Source(path: "a.html", bytes: bytes)
    for dialect in [MarkupDialect.web, .native] {
      let faults = faultsOfRanges(readHTML(source, dialect: dialect).document, source)
      #expect(faults == [], "\(source.text.debugDescription)")
    }
  }
}
