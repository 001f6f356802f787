// Draws the results that lie in this file as JSON. Everything foreign becomes text nodes or attributes, never
// markup.

/**
 * An element with its attributes and children; text becomes text nodes.
 * @param {string} name
 * @param {Object<string, string|number|boolean|undefined>} [attributes]
 * @param {...(Node|string)} children
 */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** The lines of a difference: [sign, text]. */
function lines(rows, label) {
  const kinds = { "-": "removed", "+": "added", " ": "kept", "…": "gap" };
  const box = make("div", { class: "lines", role: "region", "aria-label": label, tabindex: 0 });
  for (const [sign, text] of rows) box.append(make("div", { class: kinds[sign] }, `${sign} ${text}`));
  return box;
}

const modes = [["wipe", "Wipe"], ["sides", "Side by side"], ["difference", "Difference"]];
let serial = 0;

/** One picture as the size of the screen it is of. */
function image(picture, which, label) {
  const size = picture.sizes[which];
  return make("img", {
    src: picture[which], alt: label, width: size[0] / picture.scale, height: size[1] / picture.scale,
  });
}

function wipe(picture) {
  const box = make("div", { class: "wipe" },
    image(picture, "expected", "as it was kept"), image(picture, "actual", "as it is now"),
    make("div", { class: "edge" }));
  const slider = make("input", {
    type: "range", min: 0, max: 100, value: 50, "aria-label": "How much of the kept picture is shown",
  });
  const show = () => {
    box.children[1].style.clipPath = `inset(0 0 0 ${slider.value}%)`;
    box.children[2].style.left = `${slider.value}%`;
    slider.setAttribute("aria-valuetext", `${slider.value} percent as it was kept`);
  };
  slider.addEventListener("input", show);
  show();
  return [box, slider];
}

function sides(picture, names) {
  return names.map(([which, label]) =>
    make("figure", { class: "side" }, make("figcaption", {}, label), image(picture, which, label)));
}

/** The content of a picture's board in a mode. */
function contents(picture, mode) {
  switch (mode) {
  case "wipe": return wipe(picture);
  case "sides": return sides(picture, [["expected", "as it was kept"], ["actual", "as it is now"]]);
  default: return sides(picture, [["difference", "what differs in red, smoothed edges in yellow"]]);
  }
}

function pictures(picture) {
  const board = make("div", { class: "board", tabindex: 0, role: "region", "aria-label": "Pictures" });
  const choice = make("fieldset", {}, make("legend", {}, "Compare"));
  const name = `mode-${serial++}`;
  for (const [mode, label] of modes) {
    const radio = make("input", { type: "radio", name, value: mode, checked: mode === "wipe" });
    radio.addEventListener("change", () => board.replaceChildren(...contents(picture, mode)));
    choice.append(make("label", {}, radio, label));
  }
  board.replaceChildren(...contents(picture, "wipe"));
  return make("div", { class: "pictures" }, choice, board);
}

function part(complaint) {
  const nodes = [make("h3", {}, complaint.place), make("p", { class: "about" }, complaint.message)];
  if (complaint.source) nodes.push(make("p", { class: "about" }, `written at ${complaint.source}`));
  if (complaint.lines.length) nodes.push(lines(complaint.lines, `what differs in ${complaint.place}`));
  if (complaint.picture?.expected) nodes.push(pictures(complaint.picture));
  if (complaint.note) nodes.push(make("p", { class: "note" }, complaint.note));
  return nodes;
}

/** An article for a case; drawn when it is shown first, since pictures are large. */
function article(result) {
  const box = make("article", { class: result.complaints.length ? "" : "quiet-case" },
    make("h2", {}, result.heading, make("span", { class: `badge ${result.status}` }, result.status)));
  if (result.title) box.append(make("p", { class: "about" }, result.title));
  for (const problem of result.problems) box.append(make("pre", { class: "lines", tabindex: 0 }, problem));
  for (const complaint of result.complaints) box.append(...part(complaint));
  for (const path of result.written) box.append(make("p", { class: "note" }, path));
  return box;
}

const report = JSON.parse(document.getElementById("results").textContent);
document.title = `${report.title} · hybrid test`;
document.getElementById("title").textContent = report.title;

const main = document.getElementById("cases");
const search = document.getElementById("search");
const drawn = new Map();

function isShown(result, mode) {
  if (mode === "failed" && result.status !== "failed") return false;
  if (mode === "changed" && result.status === "passed") return false;
  const words = search.value.trim().toLowerCase();
  return !words || `${result.heading} ${result.title ?? ""}`.toLowerCase().includes(words);
}

function show() {
  const mode = document.querySelector("input[name=show]:checked").value;
  const shown = report.cases.filter((result) => isShown(result, mode));
  main.replaceChildren(...shown.map((result) => {
    if (!drawn.has(result)) drawn.set(result, article(result));
    return drawn.get(result);
  }));
  if (!shown.length) main.append(make("p", { class: "note" }, "Nothing to show."));
  document.getElementById("summary").textContent = `${report.summary}. Shown: ${shown.length}.`;
}

for (const radio of document.querySelectorAll("input[name=show]")) {
  radio.checked = radio.value === (
    report.cases.some((result) => result.status === "failed") ? "failed" : "all"
  );
  radio.addEventListener("change", show);
}
search.addEventListener("input", show);
show();
