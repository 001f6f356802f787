// UTF-8 (Encoding Standard section 8.1), atob, btoa.

function encodeUTF8(value) {
  const bytes = new Uint8Array(value.length * 3);
  let count = 0;
  for (let i = 0; i < value.length; i += 1) {
    let point = pointAt(value, i);
    if (point > 0xffff) i += 1; else if (point >= 0xd800 && point <= 0xdfff) point = 0xfffd;
    if (point < 0x80) bytes[count++] = point;
    else if (point < 0x800) { bytes[count++] = 0xc0 | (point >> 6); bytes[count++] = 0x80 | (point & 63); }
    else if (point < 0x10000) {
      bytes[count++] = 0xe0 | (point >> 12);
      bytes[count++] = 0x80 | ((point >> 6) & 63);
      bytes[count++] = 0x80 | (point & 63);
    }
    else {
      bytes[count++] = 0xf0 | (point >> 18);
      bytes[count++] = 0x80 | ((point >> 12) & 63);
      bytes[count++] = 0x80 | ((point >> 6) & 63);
      bytes[count++] = 0x80 | (point & 63);
    }
  }
  return bytesPart(bytes, 0, count);
}
/// Encoding Standard section 8.1.1: each maximal invalid part becomes one U+FFFD, or throws.
function decodeUTF8(bytes, isFatal) {
  let result = "", i = 0;
  const { length } = bytes;
  while (i < length) {
    const first = bytes[i++];
    if (first < 0x80) { result += fromCharCode(first); continue; }
    let needed = first >= 0xc2 && first <= 0xdf ? 1 : first >= 0xe0 && first <= 0xef ? 2
      : first >= 0xf0 && first <= 0xf4 ? 3 : 0;
    let low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    let high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    let point = needed === 1 ? first & 31 : needed === 2 ? first & 15 : first & 7;
    let isWhole = needed > 0;
    for (; needed > 0; needed -= 1) {
      if (i >= length || bytes[i] < low || bytes[i] > high) { isWhole = false; break; }
      point = (point << 6) | (bytes[i++] & 63);
      low = 0x80; high = 0xbf;
    }
    if (!isWhole && isFatal) throw new TypeError("the bytes are not UTF-8");
    result += isWhole ? fromCodePoint(point) : "\ufffd";
  }
  return result;
}
function bytesOf(value) {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError(`${inspect(value, 1)} holds no bytes`);
}
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Bytes in Base64 (RFC 4648 section 4).
function base64Of(bytes) {
  const parts = [];
  let part = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const bits = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    part += alphabet[bits >> 18] + alphabet[(bits >> 12) & 63];
    part += i + 1 < bytes.length ? alphabet[(bits >> 6) & 63] : "=";
    part += i + 2 < bytes.length ? alphabet[bits & 63] : "=";
    if (part.length > 8000) { push(parts, part); part = ""; }
  }
  push(parts, part);
  return join(parts, "");
}
const digitValues = new Uint8Array(128);
for (let i = 0; i < alphabet.length; i += 1) digitValues[codeAt(alphabet, i)] = i;
/// The bytes of a text from {@link base64Of} or the native side.
function bytesOfBase64(value) {
  let { length } = value;
  while (length > 0 && value[length - 1] === "=") length -= 1;
  const bytes = new Uint8Array(floor((length * 3) / 4));
  let bits = 0, count = 0, at = 0;
  for (let i = 0; i < length; i += 1) {
    bits = ((bits << 6) | digitValues[codeAt(value, i) & 127]) & 0xffff;
    count += 6;
    if (count >= 8) { count -= 8; bytes[at++] = (bits >> count) & 255; }
  }
  return bytes;
}
function toBase64(data) {
  const value = text(data), bytes = new Uint8Array(value.length);
  for (let i = 0; i < value.length; i += 1) {
    const code = codeAt(value, i);
    if (code > 255)
      throw new DOMException("only characters up to U+00FF can be put in base 64", "InvalidCharacterError");
    bytes[i] = code;
  }
  return base64Of(bytes);
}
function fromBase64(data) {
  let value = without(text(data), " \t\n\f\r");
  if (value.length % 4 === 0)
    value = textSlice(value, -2) === "==" ? textSlice(value, 0, -2) : textSlice(value, -1) === "="
      ? textSlice(value, 0, -1) : value;
  if (value.length % 4 === 1) throw new DOMException("the text is not base 64", "InvalidCharacterError");
  for (let i = 0; i < value.length; i += 1) {
    if (textIndex(alphabet, value[i]) < 0)
      throw new DOMException("the text is not base 64", "InvalidCharacterError");
  }
  const bytes = bytesOfBase64(value);
  let result = "";
  for (let i = 0; i < bytes.length; i += 1) result += fromCharCode(bytes[i]);
  return result;
}

(
  {
    encodeUTF8, decodeUTF8, bytesOf, toBase64, fromBase64, base64Of, bytesOfBase64,
    window: { btoa: toBase64, atob: fromBase64 },
  }
);
