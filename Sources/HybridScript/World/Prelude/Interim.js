// What libraries ask of documents and elements at their start, where no other file has it: the document of
// `createHTMLDocument`, parts of a link's address, attributes with a namespace. To be dropped with the whole
// DOM interfaces.

{
  const lacking = (target, members) => {
    const keys = ownKeys(members);
    for (let i = 0; i < keys.length; i += 1) {
      if (!(keys[i] in target)) {
        const descriptor = getOwnPropertyDescriptor(members, keys[i]);
        defineProperty(target, keys[i], { __proto__: null, ...descriptor, enumerable: false });
      }
    }
  };
  lacking(global, { HTMLIFrameElement: class HTMLIFrameElement extends HTMLElement { constructor(key, id, name) { super(key, id, name); } } });
  lacking(global, {
    CSS: {
      escape(name) {
        let result = "";
        for (const letter of text(name)) result += execute(/[\w-]|[^\x00-\x7f]/, letter) === null ? `\\${letter}` : letter;
        return result;
      },
    },
  });
  lacking(global, { File: class File { constructor() { throw illegal(); } } });
  lacking(global, { ShadowRoot: class ShadowRoot extends DocumentFragment { constructor(key) { if (key !== KEY) throw illegal(); super(); } } });
  const implementation = {
    createHTMLDocument() {
      const documentElement = document.createElement("html"), head = document.createElement("head"), body = document.createElement("body");
      documentElement.append(head, body);
      return {
        nodeType: DOCUMENT, documentElement, head, body, implementation,
        createElement: (name) => document.createElement(name), createTextNode: (data) => document.createTextNode(data),
        createDocumentFragment: () => document.createDocumentFragment(),
      };
    },
    hasFeature: () => true,
  };
  lacking(global, {
    DOMParser: class DOMParser {
      parseFromString(markup) {
        const made = implementation.createHTMLDocument();
        made.body.innerHTML = markup;
        made.querySelector = (selector) => made.documentElement.querySelector(selector);
        made.querySelectorAll = (selector) => made.documentElement.querySelectorAll(selector);
        made.title = made.querySelector("title")?.textContent ?? "";
        return made;
      }
    },
  });
  lacking(HTMLSelectElement.prototype, { get type() { return this.hasAttribute("multiple") ? "select-multiple" : "select-one"; } });
  lacking(FormData.prototype, {
    keys() { return iterator(formPairs(this), (pair) => pair[0]); },
    values() { return iterator(formPairs(this), (pair) => pair[1]); },
  });
  lacking(Document.prototype, { get implementation() { return implementation; } });
  lacking(Element.prototype, {
    getAttributeNS(namespace, name) { return this.getAttribute(name); },
    setAttributeNS(namespace, name, value) { this.setAttribute(name, value); },
    removeAttributeNS(namespace, name) { this.removeAttribute(name); },
    hasAttributeNS(namespace, name) { return this.hasAttribute(name); },
  });
  const parts = ["protocol", "host", "hostname", "port", "pathname", "search", "hash", "origin"];
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i];
    lacking(HTMLAnchorElement.prototype, {
      get [part]() {
        const url = parseURL(this.href, null);
        return url === null ? (part === "protocol" ? ":" : "") : viewOf(url)[part];
      },
    });
  }
}
