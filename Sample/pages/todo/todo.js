// A list that remembers: every change is kept in the store, then drawn.

const field = document.getElementById("new");
const list = document.getElementById("items");

let items = JSON.parse(localStorage.getItem("todo") ?? "null") ?? [
  { text: "Wedge two bags of clay", isDone: true },
  { text: "Glaze the blue mugs", isDone: false },
];
let filter = "all";

const isShown = (item) => filter === "all" || item.isDone === (filter === "done");

function change(edit) {
  edit();
  localStorage.setItem("todo", JSON.stringify(items));
  draw();
}

function row(item) {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = item.isDone;
  box.addEventListener("change", () => change(() => { item.isDone = box.checked; }));

  const text = document.createElement("span");
  text.textContent = item.text;

  const label = document.createElement("label");
  label.className = item.isDone ? "item done" : "item";
  label.append(box, text);

  const row = document.createElement("li");
  row.append(label);
  return row;
}

function draw() {
  const shown = items.filter(isShown);
  list.replaceChildren(...shown.map(row));
  document.getElementById("empty").hidden = shown.length > 0;
  const open = items.filter((item) => !item.isDone).length;
  document.getElementById("count").textContent = open === 1 ? "1 open" : `${open} open`;
  for (const button of document.querySelectorAll(".filter")) {
    button.classList.toggle("on", button.id === filter);
  }
}

document.getElementById("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = field.value.trim();
  if (text === "") return;
  field.value = "";
  change(() => items.push({ text, isDone: false }));
});

document.getElementById("filters").addEventListener("click", (event) => {
  if (!event.target.classList.contains("filter")) return;
  filter = event.target.id;
  draw();
});

draw();
