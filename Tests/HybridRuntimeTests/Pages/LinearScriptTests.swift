import HybridScript
import Testing

@testable import HybridRuntime

/// What pages do many times takes time in proportion: with quadratic time each of these would use up the time
/// of a turn.
@Suite struct LinearScriptTests {
  @Test(arguments: [
    (
      "options",
      """
      const list = document.createElement("select");
      for (let i = 0; i < 1500; i += 1) list.append(new Option(`o${i}`));
      document.body.append(list);
      let count = 0;
      for (let i = 0; i < list.options.length; i += 1) count += list.options[i].text.length;
      return count === 6390 && list.options === list.options && list.options.item(7).text === "o7";
      """
    ),
    (
      "lists of elements whose texts change",
      """
      document.body.innerHTML += "<i class=k>x</i>".repeat(1500);
      const list = document.getElementsByClassName("k");
      for (let i = 0; i < list.length; i += 1) list[i].textContent = "y";
      for (let i = 0; i < list.length; i += 1) list[i].innerHTML = "z";
      list[0].innerHTML = "<b class=k></b>";
      return list.length === 1501 && list[1].tagName === "B" && list[2].textContent === "z";
      """
    ),
    (
      "controls by name",
      """
      let text = "";
      for (let i = 0; i < 1000; i += 1) text += `<input name=a${i}>`;
      document.body.innerHTML += `<form id=f>${text}</form>`;
      for (let i = 0; i < 1000; i += 1) f[`a${i}`].value = `${i}`;
      for (let i = 0; i < f.length; i += 1) f[i].title = f.elements[`a${i}`].value;
      return f.elements[999].title === "999" && f.elements === f.elements;
      """
    ),
    (
      "forms",
      """
      document.body.innerHTML += "<form><input name=a></form>".repeat(1200);
      let count = 0;
      for (const form of document.forms) count += form.hasOwnProperty("a") && form.method === "get";
      return count === 1200 && document.forms[7].a === document.forms[7].firstChild;
      """
    ),
    (
      "labels",
      """
      let text = "", count = 0;
      for (let i = 0; i < 1000; i += 1) text += `<label for=a${i}>x</label><input id=a${i}>`;
      document.body.innerHTML += text;
      for (const field of document.querySelectorAll("input")) count += field.labels.length;
      document.querySelector("label").htmlFor = "a1";
      return count === 1000 && a0.labels.length === 0 && a1.labels.length === 2;
      """
    ),
    (
      "selectors of an id",
      """
      let text = "", count = 0;
      for (let i = 0; i < 1000; i += 1) text += `<p id=a${i}></p>`;
      document.body.innerHTML += text;
      for (let i = 0; i < 1000; i += 1) count += document.querySelector(`#a${i}`) !== null;
      return count === 1000 && document.querySelector("#a") === null;
      """
    ),
    (
      "ranges",
      """
      document.body.innerHTML = "<i>x</i>".repeat(1000);
      const range = document.createRange();
      let text = "";
      for (let i = 0; i < 1000; i += 1) {
        range.setStart(document.body, i);
        range.setEnd(document.body, i + 1);
        text += range.toString();
      }
      return text === "x".repeat(1000);
      """
    ),
    (
      "keys of storage",
      """
      let text = "";
      for (let i = 0; i < 1500; i += 1) localStorage[`k${i}`] = i;
      for (let i = 0; i < localStorage.length; i += 1) text += localStorage.key(i);
      localStorage.removeItem("k0");
      return text.length > 1500 && localStorage.length === 1499;
      """
    ),
    (
      "radio buttons",
      """
      const form = document.createElement("form");
      form.innerHTML = "<input type=radio name=r required>".repeat(1500);
      document.body.append(form);
      return !form.checkValidity() && (form.elements[3].checked = true) && form.checkValidity();
      """
    ),
  ])
  func longListsAreRead(_ name: String, _ body: String) throws {
    let rig = try PageRig("<html><body><script>console.log((() => { \(body) })())</script></body></html>")
    #expect(rig.said == ["true"], "\(name)")
  }

  @Test func aModuleMayHaveManyExports() throws {
    let count = 4000
    let lines = (0..<count).map { "export let e\($0) = \($0); e\($0)++;" }.joined(separator: "\n")
    let rig = try PageRig(
      "<script type=module>import { e\(count - 1) } from './m.js'; console.log(e\(count - 1))</script>",
      files: ["m.js": lines])
    #expect(rig.said == ["\(count)"])
  }

  /// The list of options follows what scripts do to the element, and to the list.
  @Test(arguments: [
    ("s.options.length = 1; return s.innerHTML", "<option>a</option>"),
    ("s.options[1] = new Option('z'); return s.textContent", "az"),
    ("s.options[3] = new Option('z'); return s.options.length + s.textContent", "4abz"),
    ("s.options[0] = null; return s.textContent", "b"),
    ("const o = s.options; s.append(new Option('c')); return o.length + o[2].text", "3c"),
    ("s.options.add(new Option('n'), 0); return s.textContent", "nab"),
    ("s.options.selectedIndex = 1; return s.value", "b"),
    ("s.options.remove(0); return [...s.options].map((o) => o.text).join()", "b"),
    ("return s.options instanceof HTMLOptionsCollection && s.options instanceof HTMLCollection", "true"),
    ("s.options[1].id = 'x'; return s.options.x.text + s.options.namedItem('x').text", "bb"),
  ])
  func optionsAreLive(_ body: String, _ said: String) throws {
    let rig = try PageRig(
      """
      <html><body><select id=s><option>a</option><option>b</option></select>
      <script>console.log(String((() => { \(body) })()))</script></body></html>
      """)
    #expect(rig.said == [said])
  }
}
