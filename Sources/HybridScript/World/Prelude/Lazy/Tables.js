// Rows and cells of tables on web pages (HTML Standard section 4.9). The tables of TokenHybrid have different
// rows.

const childrenNamed = (id, names) => {
  const found = [];
  for (let child = relative(FIRST, id); child >= 0; child = relative(NEXT, child))
    if (host.kind(child) === ELEMENT && includes(names, lower(host.name(child)))) push(found, child);
  return found;
};
const rowGroups = ["thead", "tbody", "tfoot"];
/// The rows in the order of the standard: the rows of heads first, those of feet last.
function rowsOfTable(id) {
  const parts = [[], [], []], children = childrenNamed(id, ["tr", ...rowGroups]);
  for (let i = 0; i < children.length; i += 1) {
    const name = lower(host.name(children[i]));
    if (name === "tr") { push(parts[1], children[i]); continue; }
    const rows = childrenNamed(children[i], ["tr"]);
    const place_ = name === "thead" ? 0 : name === "tbody" ? 1 : 2;
    for (let j = 0; j < rows.length; j += 1) push(parts[place_], rows[j]);
  }
  return [...parts[0], ...parts[1], ...parts[2]];
}
const liveChildren = (node, key, read, has = null) => {
  const id = idOf(node);
  return listOfNode(node, key, HTMLCollection.prototype, () => writeJSON(read(id)), null, has);
};
/// The nodes of a live list, until a change.
function idsIn(list) {
  if (hasLiveLists) return idsOf(listBehind(list));
  const ids = [];
  for (let i = 0; i < list.length; i += 1) push(ids, idOf(list[i]));
  return ids;
}
const placeAmong = (list, id) => (
  hasLiveLists ? liveLists().placeIn(listBehind(list), id) : indexOf(idsIn(list), id)
);
const rowsOf = (table) => liveChildren(table, "rows", rowsOfTable, [4, "tr"]);
const rowsIn = (section) => liveChildren(
  section, "own rows", (id) => childrenNamed(id, ["tr"]), [3, "tr"]
);
const cellsOf = (row) => liveChildren(row, "cells", (id) => childrenNamed(id, cellNames), [3, "td th"]);
/// Inserts a node into the tree, and into a list at its index, so that the list is not read again.
function insertInto(list, at, insert) {
  const ids = idsIn(list), version = treeVersion, node = insert();
  if (hasLiveLists && treeVersion === version + 1) {
    splice(ids, at, 0, idOf(node));
    settle(listStates.get(listBehind(list)));
  }
  return node;
}
/// The index argument of a method: -1 is the end.
function checkedIndex(index, count, method) {
  const at = number(index, -1);
  if (at < -1 || at > count)
    throw new DOMException(`${method}: there is no row or cell ${at}`, "IndexSizeError");
  return at;
}
function insertElement(parent, name, before) {
  const element = document.createElement(name);
  place(parent, element, before);
  return element;
}
/// A new element at an index of its parent's rows or cells.
function insertChild(parent, list, name, index, method) {
  const ids = idsIn(list), given = checkedIndex(index, ids.length, method);
  const at = given === -1 ? ids.length : given, before = at === ids.length ? -1 : ids[at];
  return insertInto(list, at, () => insertElement(idOf(parent), name, before));
}
function deleteAt(ids, index, method) {
  const at = checkedIndex(index, ids.length - 1, method);
  if (ids.length === 0 && at === -1) return;
  takeOut(ids[at === -1 ? ids.length - 1 : at]);
}
const firstNamed = (table, name) => {
  const found = childrenNamed(idOf(table), [name]);
  return found.length === 0 ? null : wrap(found[0]);
};
/// The position of a new caption or head: before the parts that follow it in a table.
function beforePart(id, behind) {
  for (let child = relative(FIRST, id); child >= 0; child = relative(NEXT, child))
    if (host.kind(child) === ELEMENT && !includes(behind, lower(host.name(child)))) return child;
  return -1;
}
const makers = {
  __proto__: null, caption: (id) => relative(FIRST, id),
  thead: (id) => beforePart(id, ["caption", "colgroup"]), tfoot: () => -1,
};
function makePart(table, name) {
  return firstNamed(table, name) ?? insertElement(idOf(table), name, makers[name](idOf(table)));
}
function setPart(table, name, value) {
  if (value !== null && (!(value instanceof Element) || lower(nameOf(value)) !== name))
    throw new DOMException(`a table's part is a <${name}>`, "HierarchyRequestError");
  const old = firstNamed(table, name);
  if (old !== null) takeOut(idOf(old));
  if (value !== null) place(idOf(table), value, makers[name](idOf(table)));
}
function deletePart(table, name) {
  const old = firstNamed(table, name);
  if (old !== null) takeOut(idOf(old));
}

const tableMembers = {
  get caption() { return firstNamed(this, "caption"); },
  set caption(value) { setPart(this, "caption", value); },
  get tHead() { return firstNamed(this, "thead"); }, set tHead(value) { setPart(this, "thead", value); },
  get tFoot() { return firstNamed(this, "tfoot"); }, set tFoot(value) { setPart(this, "tfoot", value); },
  get rows() { return rowsOf(this); },
  get tBodies() { return liveChildren(this, "tBodies", (id) => childrenNamed(id, ["tbody"])); },
  createCaption() { return makePart(this, "caption"); }, deleteCaption() { deletePart(this, "caption"); },
  createTHead() { return makePart(this, "thead"); }, deleteTHead() { deletePart(this, "thead"); },
  createTFoot() { return makePart(this, "tfoot"); }, deleteTFoot() { deletePart(this, "tfoot"); },
  createTBody() {
    const all = childrenNamed(idOf(this), ["tbody"]);
    return insertElement(
      idOf(this), "tbody", all.length === 0 ? -1 : relative(NEXT, all[all.length - 1])
    );
  },
  insertRow(index = -1) {
    const id = idOf(this), list = rowsOf(this), rows = idsIn(list);
    const given = checkedIndex(index, rows.length, "insertRow"), at = given === -1 ? rows.length : given;
    if (rows.length === 0) {
      const bodies = childrenNamed(id, ["tbody"]);
      const body = bodies.length === 0 ? idOf(insertElement(id, "tbody", -1)) : bodies[bodies.length - 1];
      return insertElement(body, "tr", -1);
    }
    const before = at === rows.length ? -1 : rows[at];
    const parent = relative(PARENT, before < 0 ? rows[rows.length - 1] : before);
    return insertInto(list, at, () => insertElement(parent, "tr", before));
  },
  deleteRow(index) { deleteAt(idsIn(rowsOf(this)), index, "deleteRow"); },
};

const HTMLTableSectionElement = plainClass("HTMLTableSectionElement", HTMLElement);
install(HTMLTableSectionElement.prototype, {
  get rows() { return rowsIn(this); },
  insertRow(index = -1) { return insertChild(this, rowsIn(this), "tr", index, "insertRow"); },
  deleteRow(index) { deleteAt(idsIn(rowsIn(this)), index, "deleteRow"); },
});
const HTMLTableRowElement = plainClass("HTMLTableRowElement", HTMLElement);
const cellNames = ["td", "th"];
install(HTMLTableRowElement.prototype, {
  get cells() { return cellsOf(this); },
  get rowIndex() {
    let above = relative(PARENT, idOf(this));
    if (above >= 0 && includes(rowGroups, lower(host.name(above)))) above = relative(PARENT, above);
    return above >= 0 && lower(host.name(above)) === "table"
      ? placeAmong(rowsOf(wrap(above)), idOf(this)) : -1;
  },
  get sectionRowIndex() {
    const above = relative(PARENT, idOf(this));
    return above < 0 ? -1 : placeAmong(rowsIn(wrap(above)), idOf(this));
  },
  insertCell(index = -1) { return insertChild(this, cellsOf(this), "td", index, "insertCell"); },
  deleteCell(index) { deleteAt(idsIn(cellsOf(this)), index, "deleteCell"); },
});
const HTMLTableCellElement = plainClass("HTMLTableCellElement", HTMLElement);
install(HTMLTableCellElement.prototype, {
  get cellIndex() {
    const above = relative(PARENT, idOf(this));
    return above >= 0 && lower(host.name(above)) === "tr"
      ? placeAmong(cellsOf(wrap(above)), idOf(this)) : -1;
  },
  get colSpan() { return spanOf(this, "colspan", 1); },
  set colSpan(value) { setSpan(this, "colspan", value); },
  get rowSpan() { return spanOf(this, "rowspan", 0); },
  set rowSpan(value) { setSpan(this, "rowspan", value); },
});
reflect(HTMLTableCellElement, { headers: "headers", abbr: "abbr", scope: "scope" });
function spanOf(cell, name, least) {
  const written = execute(/^\s*\+?(\d+)/, host.attribute(name, idOf(cell)) ?? "");
  const count = written === null ? 1 : +written[1];
  return count < least ? 1 : minimum(count, least === 1 ? 1000 : 65534);
}
function setSpan(cell, name, value) { setAttributeOf(idOf(cell), name, text(number(value))); }

const { reflectAll } = part("Reflections");
reflectAll(HTMLTableSectionElement, "HTMLTableSectionElement");
reflectAll(HTMLTableRowElement, "HTMLTableRowElement");
reflectAll(HTMLTableCellElement, "HTMLTableCellElement");

({ tableMembers, HTMLTableSectionElement, HTMLTableRowElement, HTMLTableCellElement });
