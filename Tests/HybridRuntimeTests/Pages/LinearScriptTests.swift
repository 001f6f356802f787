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
      "selectors after changes",
      """
      document.body.innerHTML = "<p><b>x</b></p>".repeat(1000);
      let count = 0;
      for (const bold of document.querySelectorAll("b")) {
        bold.classList.toggle("k");
        count += bold.closest("p") !== null && bold.matches(".k");
        count += bold.parentNode.querySelector(".k") === bold;
      }
      document.body.innerHTML = "";
      for (let i = 0; i < 500; i += 1) {
        document.body.insertAdjacentHTML("beforeend", `<p data-i=${i}></p>`);
        count += document.querySelector(`:scope [data-i="${i}"]`) === document.body.lastChild;
      }
      return count === 2500;
      """
    ),
    (
      "computed layers",
      """
      document.body.style.background = Array(1000).fill("linear-gradient(red, blue) 1px 2px").join(",");
      return getComputedStyle(document.body).background.split("linear-gradient").length === 1001;
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
      const first = !form.checkValidity() && (form.elements[3].checked = true) && form.checkValidity();
      for (const button of form.elements) button.checked = true;
      const on = () => [...form.elements].findIndex((e) => e.checked);
      const last = on();
      form.elements[7].setAttribute("checked", "");
      form.reset();
      const reset = on();
      form.elements[9].checked = true;
      return first && last === 1499 && reset === 7 && on() === 9;
      """
    ),
    (
      "properties of a style, and selected options",
      """
      const { style } = document.body;
      for (let i = 0; i < 200; i += 1) style.setProperty(`--p${i}`, i);
      let sum = 0;
      for (let i = 0; i < style.length; i += 1) sum += +style.getPropertyValue(style[i]);
      const list = document.createElement("select");
      for (let i = 0; i < 700; i += 1) list.append(new Option(i));
      document.body.append(list);
      list.selectedIndex = 3;
      const chosen = () => [...list.options].filter((o) => o.selected).map((o) => o.index).join();
      const first = chosen();
      list.options[5].selected = true;
      const second = chosen();
      list.options[5].remove();
      return sum === 19900 && first === "3" && second === "5" && chosen() === "0";
      """
    ),
    (
      "elements of forms",
      """
      document.body.innerHTML += "<form><input></form>".repeat(1000);
      let count = 0;
      for (const form of document.forms) count += form.elements.length;
      return count === 1000;
      """
    ),
    (
      "rows and their places",
      """
      const table = document.createElement("table");
      document.body.append(table);
      for (let i = 0; i < 500; i += 1) table.insertRow().insertCell().textContent = table.rows.length;
      let sum = 0;
      for (const row of table.rows) sum += row.rowIndex + row.sectionRowIndex + row.cells[0].cellIndex;
      table.insertRow(1).id = "second";
      const at = second.rowIndex;
      while (table.rows.length > 1) table.deleteRow(-1);
      return sum === 249500 && at === 1 && table.textContent === "1";
      """
    ),
    (
      "options that come and go",
      """
      const list = document.createElement("select");
      document.body.append(list);
      let sum = 0;
      for (let i = 0; i < 500; i += 1) list.options[list.options.length] = new Option(i);
      for (const option of list.options) sum += option.index;
      while (list.options.length > 2) list.remove(0);
      return sum === 124750 && list.textContent === "498499";
      """
    ),
    (
      "elements that leave a list by their class",
      """
      document.body.innerHTML += "<p class=a>x</p>".repeat(1000);
      const list = document.getElementsByClassName("a");
      let count = 0;
      while (list.length > 0) { list[0].className = "b"; count += 1; }
      return count === 1000 && document.getElementsByClassName("b").length === 1000;
      """
    ),
    (
      "children that are counted while they are appended",
      """
      const list = document.createElement("ul");
      document.body.append(list);
      for (let i = 0; i < 1500; i += 1) {
        const item = document.createElement("li");
        item.id = `i${list.children.length}`;
        list.append(item);
      }
      while (list.children.length > 1) list.children[0].remove();
      return list.firstChild.id === "i1499";
      """
    ),
    (
      "elements by name",
      """
      let text = "", count = 0;
      for (let i = 0; i < 1000; i += 1) text += `<input name=n${i}>`;
      document.body.innerHTML += text;
      for (let i = 0; i < 1000; i += 1) count += document.getElementsByName(`n${i}`).length;
      return count === 1000;
      """
    ),
    (
      "slots",
      """
      const host = document.createElement("div");
      let slots = "", words = "", count = 0;
      for (let i = 0; i < 500; i += 1) { slots += `<slot name=s${i}></slot>`; words += `<b slot=s${i}></b>`; }
      host.innerHTML = words;
      host.attachShadow({ mode: "open" }).innerHTML = slots;
      document.body.append(host);
      for (const word of host.children) count += word.assignedSlot.name === word.slot;
      return count === 500;
      """
    ),
    (
      "sheets",
      """
      let count = 0;
      document.head.innerHTML += "<style>.a { color: red }</style>".repeat(500);
      for (let i = 0; i < document.styleSheets.length; i += 1)
        count += document.styleSheets[i].cssRules.length;
      return count >= 500;
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

  /// A list applies what happened since it was read, and is read again where that is not enough.
  @Test(arguments: [
    ("u.children[1].remove(); return ids(live)", "ac"),
    ("u.append(make('d')); return ids(live)", "abcd"),
    ("u.append(make('d'), make('e')); return ids(live)", "abcde"),
    ("u.prepend(make('d')); return ids(live)", "dabc"),
    ("u.append(u.firstElementChild); return ids(live)", "bca"),
    ("u.insertBefore(make('d'), c); return ids(live)", "abdc"),
    ("const d = make('d'); u.append(d); d.remove(); return ids(live)", "abc"),
    ("const d = make('d'); d.append(make('e')); u.append(d); return ids(live)", "abcd"),
    ("a.append(make('e')); return ids(live)", "abc"),
    ("u.replaceChildren(); return ids(live)", ""),
    ("b.replaceWith(make('d')); return ids(live)", "adc"),
    ("const d = make('d'); d.append(make('e')); u.append(d); return ids(byTag)", "abcde"),
    ("a.append(make('e')); return ids(byTag)", "aebc"),
    ("u.remove(); return ids(byTag) + ids(live)", "abc"),
    ("b.className = ''; return ids(byClass)", "ac"),
    ("b.className = ''; b.className = 'k'; return ids(byClass)", "abc"),
    ("b.className = ''; a.remove(); return ids(byClass)", "c"),
    ("const d = make('d'); u.append(d); d.className = 'k'; return ids(byClass)", "abcd"),
    ("const d = make('d'); d.className = 'k'; a.append(d); return ids(byClass)", "adbc"),
    ("const d = make('d'); u.append(d); d.className = ''; return ids(byClass)", "abc"),
    ("for (let i = 0; i < 40; i += 1) u.append(make(`${i % 10}`)); return live.length", "43"),
    (
      "for (let i = 0; i < 40; i += 1) { u.append(make('x')); u.lastChild.remove(); } return ids(live)", "abc"
    ),
  ])
  func aListFollowsItsTree(_ body: String, _ said: String) throws {
    let rig = try PageRig(
      """
      <html><body><ul id=u><li id=a class=k></li><li id=b class=k></li><li id=c class=k></li></ul><script>
      const live = u.children, byTag = document.getElementsByTagName("li");
      const byClass = u.getElementsByClassName("k"), ids = (list) => [...list].map((e) => e.id).join("");
      const make = (id) => { const e = document.createElement("li"); e.id = id; return e; };
      console.log(live.length + byTag.length + byClass.length);
      console.log(String((() => { \(body) })()));
      </script></body></html>
      """)
    #expect(rig.said == ["9", said])
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
