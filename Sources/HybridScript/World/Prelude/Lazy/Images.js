// `Image`, `Audio`, and images with load events (HTML Standard section 4.8.4). Clients load images without
// listeners, without events.

class HTMLImageElement extends HTMLElement {
  constructor(key, id, name) { super(key, id, name); }
  setImage(url, showsSpinner = undefined) {
    setAttributeOf(idOf(this), "src", textOrEmpty(url));
    if (showsSpinner !== undefined)
      setAttributeOf(idOf(this), "showSpinner", truth(showsSpinner) ? "true" : "false");
  }
  get complete() { return true; }
  get width() { return this.offsetWidth; }
  set width(value) { setAttributeOf(idOf(this), "width", text(value)); }
  get height() { return this.offsetHeight; }
  set height(value) { setAttributeOf(idOf(this), "height", text(value)); }
}
reflect(HTMLImageElement, { src: "src", alt: "alt" });

/// The size of a picture from its first bytes; null for other data.
function pictureSize(bytes) {
  const u16 = (i) => (bytes[i] << 8) | bytes[i + 1], little = (i) => bytes[i] | (
    bytes[i + 1] << 8
  ), at = (i, name) => {
    for (let j = 0; j < name.length; j += 1) if (bytes[i + j] !== codeAt(name, j)) return false;
    return true;
  };
  if (at(0, "\u0089PNG") && bytes.length >= 24) return [u16(16) * 65536 + u16(18), u16(20) * 65536 + u16(22)];
  if (at(0, "GIF8") && bytes.length >= 10) return [little(6), little(8)];
  if (at(0, "RIFF") && at(8, "WEBP") && bytes.length >= 30) {
    if (at(12, "VP8X")) return [1 + bytes[24] + (little(25) << 8), 1 + bytes[27] + (little(28) << 8)];
    if (at(12, "VP8L"))
      return [1 + (little(21) & 0x3fff), 1 + ((little(22) >> 6) | (bytes[24] << 10)) % 0x4000];
    return [little(26) & 0x3fff, little(28) & 0x3fff];
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) {
    for (let i = 2; i + 9 < bytes.length && bytes[i] === 0xff;) {
      const mark = bytes[i + 1];
      if (mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc)
        return [u16(i + 7), u16(i + 5)];
      i += mark === 0xff ? 1 : 2 + u16(i + 2);
    }
    return null;
  }
  const start = decodeUTF8(bytesPart(bytes, 0, minimum(bytes.length, 4096)), false),
    root = execute(/<svg\b([^>]*)>/, start);
  if (root === null) return null;
  const width = execute(/\swidth\s*=\s*["']([\d.]+)(?:px)?["']/, root[1]),
    height = execute(/\sheight\s*=\s*["']([\d.]+)(?:px)?["']/, root[1]);
  const box = execute(/\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/, root[1]);
  const ratio = box === null ? 2 : +box[1] / +box[2];
  const w = width === null ? (height === null ? (box === null ? 300 : +box[1]) : +height[1] * ratio)
    : +width[1];
  return [w, height === null ? w / ratio : +height[1]];
}

/// The state of the images that scripts use: `address` is that of the last request.
const imageLoads = new SafeWeakMap();
function imageLoad(image) {
  const source = host.attribute("src", idOf(image));
  const address = typeof source === "string" && source !== "" ? resolveAddress(source) : "";
  let known = imageLoads.get(image);
  if (known === undefined || known.address !== address)
    imageLoads.set(
      image, known = { address, state: address === "" ? "empty" : "new", size: [0, 0], waiting: [] }
    );
  return known;
}
function startImage(image) {
  const load = imageLoad(image);
  if (load.state !== "new") return load;
  load.state = "loading";
  const finish = (bytes) => {
    load.size = bytes === null ? null : safely(() => pictureSize(bytes), null);
    // A canvas gets images from the network as bytes; it reads all others by address.
    if (startsWith(load.address, "http") && load.size !== null) load.bytes = bytes;
    load.state = load.size === null ? "broken" : "complete";
    load.size ??= [0, 0];
    if (imageLoads.get(image) !== load) return;
    for (let i = 0; i < load.waiting.length; i += 1) load.waiting[i]();
    load.waiting = [];
    dispatchTo(image, trust(new Event(load.state === "complete" ? "load" : "error")));
  };
  const held = blobAt(load.address);
  const data = startsWith(load.address, "data:") ? fetching().dataBytes(load.address)
    : undefined;
  if (held !== undefined || data !== undefined)
    queueTask(() => finish(held !== undefined ? fetching().blobBytes(held) : data));
  else send({ method: "GET", url: load.address, headers: [], body: null }, (answer) => {
    const isFailed = (answer.failure !== undefined && answer.failure !== null) || answer.status >= 400;
    finish(isFailed ? null : fetching().bytesOfBody(fetching().bodyOfAnswer(answer)));
  });
  return load;
}
/// An image with a new address is loaded at the end of the turn, if it has listeners.
function noteImage(image) {
  if (!(image instanceof HTMLImageElement)) return;
  const load = imageLoad(image);
  if (load.state === "new") then(resolved, () => {
    const isWanted = (type) => (
      hasListener(image, type) || typeof host.attribute(`on${type}`, idOf(image)) === "string"
    );
    if (isWanted("load") || isWanted("error")) startImage(image);
  });
}
/// Loads an image with listeners, unless it was in the page when that was complete: its events are over then.
function hearOne(image) {
  if (imagesKnown.json !== imagesBefore) {
    imagesKnown.json = imagesBefore;
    imagesKnown.ids = new SafeSet();
    const all = parseJSON(imagesBefore);
    for (let i = 0; i < all.length; i += 1) imagesKnown.ids.add(all[i]);
  }
  if (!imagesKnown.ids.has(idOf(image))) noteImage(image);
}
const imagesKnown = { __proto__: null, json: "[]", ids: new SafeSet() };
/// Loads the images with handlers in attributes, from a JSON list.
function hear(json) {
  const found = parseJSON(json), has = (name, id) => typeof host.attribute(name, id) === "string";
  for (let i = 0; i < found.length; i += 1)
    if (has("onload", found[i]) || has("onerror", found[i])) hearOne(wrap(found[i]));
}
function hasListener(target, type) {
  const list = listenersOf(target, false)?.get(type);
  return list !== undefined && !list.isEmpty;
}
install(HTMLImageElement.prototype, {
  get complete() {
    const { state } = imageLoad(this);
    return state !== "loading"
      && !(state === "new" && (hasListener(this, "load") || hasListener(this, "error")));
  },
  get naturalWidth() { return floor(startImage(this).size[0]); },
  get naturalHeight() { return floor(startImage(this).size[1]); },
  get currentSrc() { return imageLoad(this).address; },
  decode() {
    return new Promise((resolve, reject) => {
      const load = startImage(this),
        settle = () => (
          load.state === "complete" ? resolve(undefined)
            : reject(new DOMException("the image cannot be read", "EncodingError"))
        );
      if (load.state === "loading") push(load.waiting, settle); else settle();
    });
  },
});
defineProperty(HTMLImageElement.prototype, "src", {
  __proto__: null, configurable: true, enumerable: true,
  get() {
    const source = host.attribute("src", idOf(this));
    return typeof source !== "string" ? "" : options.isNative ? source : resolveAddress(source);
  },
  set(value) { setAttributeOf(idOf(this), "src", text(value)); noteImage(this); },
});
reflect(
  HTMLImageElement,
  {
    srcset: "srcset", sizes: "sizes", loading: "loading", decoding: "decoding", useMap: "usemap",
    crossOrigin: "crossorigin", referrerPolicy: "referrerpolicy", fetchPriority: "fetchpriority",
  }
);

/// A constructor under another name for the elements of a class.
function namedConstructor(name, Class, make) {
  const constructor = { [name]: function (...given) {
    if (new.target === undefined) throw new TypeError(`${name} is called with new`);
    return apply(make, undefined, given);
  } }[name];
  defineProperty(constructor, "prototype", { __proto__: null, value: Class.prototype, writable: false });
  return constructor;
}
const Image = namedConstructor("Image", HTMLImageElement, (width = undefined, height = undefined) => {
  const image = document.createElement("img");
  if (width !== undefined) image.setAttribute("width", text(floor(number(width))));
  if (height !== undefined) image.setAttribute("height", text(floor(number(height))));
  return image;
});
const Audio = once(() => {
  const Audio = function Audio(source = undefined) {
    if (new.target === undefined) throw new TypeError("Audio is called with new");
    const audio = document.createElement("audio");
    audio.setAttribute("preload", "auto");
    if (source !== undefined) audio.setAttribute("src", text(source));
    return audio;
  };
  const { prototype } = classMakers.HTMLAudioElement();
  defineProperty(Audio, "prototype", { __proto__: null, value: prototype, writable: false });
  return Audio;
});

({ HTMLImageElement, Image, hear, hearOne, imageLoad, startImage, get Audio() { return Audio(); } });
