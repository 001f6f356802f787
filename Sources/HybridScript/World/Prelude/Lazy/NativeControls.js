// The elements of TokenHybrid that web pages lack, and its tables (Documentation/javascript.md,
// "TokenHybrid").

class SegmentElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  setSelectedIndex(index) { host.setControl("selectedIndex", number(index, -1), idOf(this)); }
}
reflectControl(SegmentElement, ["selectedIndex", "disabled"]);
callback(SegmentElement, "setOnClick", "change", (node) => [node.selectedIndex]);

class SwitchElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  get checked() { return host.control("isOn", idOf(this)); }
  set checked(value) { host.setControl("isOn", !!value, idOf(this)); }
  setSwitchState(isOn, isAnimated = false) { host.setControl("isOn", truth(isOn), idOf(this)); }
}
reflectControl(SwitchElement, ["isOn", "disabled"]);
callback(SwitchElement, "setOnClick", "change", (node) => [node.isOn]);

class DotsElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  setCurentIndex(index) { host.setControl("selectedIndex", number(index), idOf(this)); }
  setCurrentIndex(index) { this.setCurentIndex(index); }
  currentIndex() { return host.control("selectedIndex", idOf(this)); }
}
reflectControl(DotsElement, ["selectedIndex"]);
setters(DotsElement, { setDotsColor: "dotColor", setOnDotsColor: "onDotColor" });
callback(DotsElement, "setOnIndexChange", "change", (node) => [node.currentIndex()]);

const HEADER = 0, FOOTER = 1, STOPPED = 0, RUNNING = 1, HIDDEN = 2;
class ScrollElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  scrollToTop(isAnimated = false) { host.scroll(idOf(this), geometry(this)[SCROLL_X], 0, truth(isAnimated)); }
  get offsetX() { return geometry(this)[SCROLL_X]; }
  get offsetY() { return geometry(this)[SCROLL_Y]; }
  setScrollInset(top = 0, left = 0, bottom = 0, right = 0) {
    setAttributeOf(
      idOf(this), "scrollInset", `${number(top)} ${number(left)} ${number(bottom)} ${number(right)}`
    );
  }
  setContentSize(width, height) {
    setAttributeOf(idOf(this), "contentSize", `${number(width)} ${number(height)}`);
  }
  openHeaderRefresh() { host.setRefreshing(HEADER, RUNNING, idOf(this)); }
  stopHeaderRefresh() { host.setRefreshing(HEADER, STOPPED, idOf(this)); }
  hiddenHeaderRefresh() { host.setRefreshing(HEADER, HIDDEN, idOf(this)); }
  openFooterRefresh() { host.setRefreshing(FOOTER, RUNNING, idOf(this)); }
  stopFooterRefresh() { host.setRefreshing(FOOTER, STOPPED, idOf(this)); }
  hiddenFooterRefresh() { host.setRefreshing(FOOTER, HIDDEN, idOf(this)); }
}
setters(
  ScrollElement,
  { showHBar: "showHBar", showVBar: "showVBar", scrollEnable: "allowScroll", pageEnable: "pageEnable" }
);
callback(ScrollElement, "onHeaderRefresh", "headerrefresh");
callback(ScrollElement, "onFooterRefresh", "footerrefresh");
callback(ScrollElement, "setOnScroll", "scroll");
callback(ScrollElement, "setOnEndDecelerating", "scrollend");

/// Rows stay in JavaScript: the host requests the few that are visible.
class HTMLTableElement extends ScrollElement {
  constructor(key, id, name) { super(key, id, name); }
  #sections = [];
  static rowOf(table, section, row) { return table.#sections[section]?.rowsData?.[row]; }
  static sectionOf(table, section) { return table.#sections[section]?.sectionData; }
  reloadData(sections) {
    if (!isArray(sections) || sections.length === 0)
      return warn("reloadData: an array of sections is needed; nothing was reloaded");
    const counts = [];
    for (let i = 0; i < sections.length; i += 1) {
      const section = sections[i];
      if (!isObject(section) || !isArray(section.rowsData) || !isObject(section.sectionData)) {
        return warn(`reloadData: section ${i} lacks sectionData or rowsData; nothing was reloaded`);
      }
      push(counts, section.rowsData.length);
    }
    this.#sections = sections;
    host.reloadTable(idOf(this), writeJSON(counts));
  }
  get sections() { return this.#sections.length; }
  rowsInSection(index) { return this.#sections[index]?.rowsData?.length ?? 0; }
  pageEnable() {}
  setContentSize() {}
}
const { rowOf, sectionOf } = HTMLTableElement;
delete HTMLTableElement.rowOf;
delete HTMLTableElement.sectionOf;
callback(
  HTMLTableElement, "setOnClick", "rowclick",
  (node, event) => [event.detail?.section ?? 0, event.detail?.row ?? 0]
);

class WebViewElement extends ScrollElement {
  constructor(key, id, name) { super(key, id, name); }
  #pages = []; #at = -1;
  loadURL(url) {
    splice(this.#pages, this.#at + 1, this.#pages.length);
    push(this.#pages, textOrEmpty(url));
    this.#at = this.#pages.length - 1;
    this.#show("loadURL", [this.#pages[this.#at]]);
  }
  goBack() { if (this.#at > 0) { this.#at -= 1; this.#show("goBack", []); } }
  goForward() { if (this.#at + 1 < this.#pages.length) { this.#at += 1; this.#show("goForward", []); } }
  reload() { recordCall("webView", "reload", []); }
  stopLoading() { recordCall("webView", "stopLoading", []); }
  setUA(agent) { setAttributeOf(idOf(this), "userAgent", textOrEmpty(agent)); }
  #show(method, given) {
    recordCall("webView", method, given);
    setAttributeOf(idOf(this), "src", this.#pages[this.#at]);
  }
}
callback(WebViewElement, "onStartLoad", "loadstart");
callback(WebViewElement, "onReceiveContent", "progress");
callback(WebViewElement, "onFinish", "load");
callback(WebViewElement, "onFailLoad", "error");
callback(WebViewElement, "onReceiveJSMessage", "message", (node, event) => [event.detail ?? event.data]);
reflect(WebViewElement, { src: "src" });

if (!options.isNative) install(HTMLTableElement.prototype, part("Tables").tableMembers);

({
  SegmentElement, SwitchElement, DotsElement, ScrollElement, HTMLTableElement, WebViewElement,
  row(table, section, row) {
    return table instanceof HTMLTableElement ? rowOf(table, section, row) : undefined;
  },
  section(table, section) {
    return table instanceof HTMLTableElement ? sectionOf(table, section) : undefined;
  },
});
