// The encodings that TextDecoder reads (Encoding Standard section 4.2, section 9.1, section 14).

const encodingLabels = {
  __proto__: null, "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
  "utf-16le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
  "utf-16be": "unicodefffe utf-16be",
  "windows-1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 "
    + "iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252",
};
function encodingNamed(label) {
  const wanted = lower(trim(label));
  for (const name in encodingLabels)
    if (wanted !== "" && includes(words(encodingLabels[name]), wanted)) return name;
  return null;
}
/// Windows-1252 from 0x80 to 0x9f.
const windowsCharacters =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f"
  + "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";
function decodeWindows(bytes) {
  let result = "";
  for (let i = 0; i < bytes.length; i += 1)
    result += bytes[i] >= 0x80 && bytes[i] < 0xa0 ? windowsCharacters[bytes[i] - 0x80]
      : fromCharCode(bytes[i]);
  return result;
}
function decodeUTF16(bytes, isBig, isFatal) {
  let result = "", i = 0;
  const unit = (at) => (isBig ? (bytes[at] << 8) | bytes[at + 1] : bytes[at] | (bytes[at + 1] << 8));
  const wrong = () => { if (isFatal) throw new TypeError("the bytes are not UTF-16"); result += "\ufffd"; };
  for (; i + 1 < bytes.length; i += 2) {
    const code = unit(i);
    if (code < 0xd800 || code > 0xdfff) { result += fromCharCode(code); continue; }
    const next = code < 0xdc00 && i + 3 < bytes.length ? unit(i + 2) : 0;
    if (next >= 0xdc00 && next <= 0xdfff) { result += fromCharCode(code, next); i += 2; } else wrong();
  }
  if (i < bytes.length) wrong();
  return result;
}
/// The number of bytes at the end that begin a character of the next chunk.
function unfinished(bytes, encoding) {
  const { length } = bytes;
  if (encoding === "windows-1252" || length === 0) return 0;
  if (encoding !== "utf-8") {
    const odd = length % 2, high = length - odd >= 2
      ? bytes[encoding === "utf-16be" ? length - odd - 2 : length - odd - 1] : 0;
    return odd + (high >= 0xd8 && high <= 0xdb ? 2 : 0);
  }
  for (let back = 1; back <= 3 && back <= length; back += 1) {
    const byte = bytes[length - back];
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return byte >= 0xc2 && byte <= 0xf4 && back < needed ? back : 0;
  }
  return 0;
}
function joinBytes(one, other) {
  if (one.length === 0) return other;
  const all = new Uint8Array(one.length + other.length);
  setBytes(all, one, 0); setBytes(all, other, one.length);
  return all;
}
const noBytes = new Uint8Array(0);

class TextEncoder {
  get encoding() { return "utf-8"; }
  encode(value = "") { return encodeUTF8(text(value)); }
  encodeInto(source, destination) {
    if (typedName(destination) !== "Uint8Array") throw new TypeError("encodeInto: a Uint8Array is needed");
    const value = text(source), room = typedLength(destination);
    let read = 0, written = 0;
    while (read < value.length) {
      const point = pointAt(value, read), units = point > 0xffff ? 2 : 1;
      const bytes = encodeUTF8(textSlice(value, read, read + units));
      if (written + bytes.length > room) break;
      setBytes(destination, bytes, written);
      written += bytes.length; read += units;
    }
    return { read, written };
  }
  get [Symbol.toStringTag]() { return "TextEncoder"; }
}
class TextDecoder {
  #encoding; #isFatal; #keepsMark; #pending = noBytes; #isPastMark = false;
  constructor(label = "utf-8", settings = {}) {
    const encoding = encodingNamed(text(label));
    if (encoding === null)
      throw new RangeError(
        `'${text(label)}' is not an encoding that is read here: `
          + "utf-8, utf-16le, utf-16be and windows-1252 are"
      );
    this.#encoding = encoding; this.#isFatal = !!settings?.fatal; this.#keepsMark = !!settings?.ignoreBOM;
  }
  get encoding() { return this.#encoding; }
  get fatal() { return this.#isFatal; }
  get ignoreBOM() { return this.#keepsMark; }
  decode(value = undefined, settings = undefined) {
    const goesOn = !!settings?.stream, encoding = this.#encoding;
    let bytes = joinBytes(this.#pending, value === undefined ? noBytes : bytesOf(value));
    this.#pending = noBytes;
    if (goesOn) {
      const rest = unfinished(bytes, encoding);
      if (rest > 0) {
        this.#pending = bytesPart(bytes, bytes.length - rest, bytes.length);
        bytes = bytesPart(bytes, 0, bytes.length - rest);
      }
    }
    let result;
    try {
      result = encoding === "utf-8" ? decodeUTF8(bytes, this.#isFatal) : encoding === "windows-1252"
        ? decodeWindows(bytes) : decodeUTF16(bytes, encoding === "utf-16be", this.#isFatal);
    } catch (error) { this.#isPastMark = false; throw error; }
    if (!this.#isPastMark && result !== "") {
      this.#isPastMark = true;
      if (!this.#keepsMark && encoding !== "windows-1252" && codeAt(result, 0) === 0xfeff)
        result = textSlice(result, 1);
    }
    if (!goesOn) this.#isPastMark = false;
    return result;
  }
  get [Symbol.toStringTag]() { return "TextDecoder"; }
}
