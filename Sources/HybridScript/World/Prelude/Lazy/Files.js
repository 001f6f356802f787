// The files of fields (HTML Standard section 4.10.5.1.17): files of the project that the user chose or a
// script set; and the file lists of scripts (section 6.11, *DataTransfer*).

const { File, FileList } = fetching();
const listOfFiles = (files) => { setPrototypeOf(files, FileList.prototype); return files; };
/// The list of each field, with the files it was made of.
const fileLists = new SafeWeakMap();
/// The chosen files from the page's host: names and types.
function filesOf(node) {
  const state = askForm("files", node), known = fileLists.get(node);
  if (known !== undefined && known.state === state) return known.files;
  const told = parseJSON(state), files = [];
  for (let i = 0; i < told.length; i += 1) {
    const content = askForm("fileContent", node, i), bytes = typeof content === "string"
      ? bytesOfBase64(content) : new Uint8Array(0);
    push(files, new File([bytes], told[i].name, { type: told[i].type }));
  }
  fileLists.set(node, { state, files: listOfFiles(files) });
  return files;
}
function setFiles(node, value) {
  if (value === null) return;
  if (!isArray(value) || !(value instanceof FileList)) throw new TypeError("files takes a FileList");
  const names = [], files = [];
  for (let i = 0; i < value.length; i += 1) { push(names, value[i].name); push(files, value[i]); }
  askForm("setFiles", node, writeJSON(names));
  fileLists.set(node, { state: askForm("files", node), files: listOfFiles(files) });
}

let itemsOf, textOfItem;
class DataTransferItem {
  #value; #type;
  constructor(key, value, type) { if (key !== KEY) throw illegal(); this.#value = value; this.#type = type; }
  get kind() { return typeof this.#value === "string" ? "string" : "file"; }
  get type() { return typeof this.#value === "string" ? this.#type : this.#value.type; }
  getAsFile() { return typeof this.#value === "string" ? null : this.#value; }
  getAsString(callback) {
    const value = this.#value;
    if (isFunction(callback) && typeof value === "string") queueTask(() => callback(value));
  }
  static { textOfItem = (item) => item.#value; }
  get [Symbol.toStringTag]() { return "DataTransferItem"; }
}
class DataTransferItemList {
  #list = [];
  constructor(key) { if (key !== KEY) throw illegal(); }
  get length() { return this.#list.length; }
  add(value, type = undefined) {
    if (!(value instanceof File) && arguments.length < 2)
      throw new TypeError("add takes a File, or a text and its type");
    const item = new DataTransferItem(
      KEY, value instanceof File ? value : text(value), lower(text(type ?? ""))
    );
    push(this.#list, item);
    define(this, this.#list.length - 1, item);
    return item;
  }
  remove(index) {
    const at = number(index, -1);
    if (at < 0 || at >= this.#list.length) return;
    splice(this.#list, at, 1);
    this.#renumber();
  }
  clear() { this.#list = []; this.#renumber(); }
  #renumber() {
    for (let i = 0; hasOwn(this, i); i += 1) delete this[i];
    for (let i = 0; i < this.#list.length; i += 1) define(this, i, this.#list[i]);
  }
  static { itemsOf = (items) => items.#list; }
  [Symbol.iterator]() { return iterator(this.#list, (item) => item); }
  get [Symbol.toStringTag]() { return "DataTransferItemList"; }
}
const dataType = (type) => {
  const name = lower(text(type));
  return name === "text" ? "text/plain" : name === "url" ? "text/uri-list" : name;
};
class DataTransfer {
  #items = new DataTransferItemList(KEY);
  dropEffect = "none"; effectAllowed = "none";
  get items() { return this.#items; }
  get files() {
    const files = [], items = itemsOf(this.#items);
    for (let i = 0; i < items.length; i += 1) if (items[i].kind === "file") push(files, items[i].getAsFile());
    return listOfFiles(files);
  }
  get types() {
    const types = [], items = itemsOf(this.#items);
    for (let i = 0; i < items.length; i += 1) {
      const type = items[i].kind === "file" ? "Files" : items[i].type;
      if (!includes(types, type)) push(types, type);
    }
    return types;
  }
  getData(type) {
    const wanted = dataType(type), items = itemsOf(this.#items);
    for (let i = 0; i < items.length; i += 1)
      if (items[i].kind === "string" && items[i].type === wanted) return textOfItem(items[i]);
    return "";
  }
  setData(type, value) { this.clearData(type); this.#items.add(text(value), dataType(type)); }
  clearData(type = undefined) {
    const items = itemsOf(this.#items);
    for (let i = items.length - 1; i >= 0; i -= 1)
      if (items[i].kind === "string" && (type === undefined || items[i].type === dataType(type)))
        this.#items.remove(i);
  }
  setDragImage() {}
  get [Symbol.toStringTag]() { return "DataTransfer"; }
}
({ filesOf, setFiles, DataTransfer, DataTransferItem, DataTransferItemList });
