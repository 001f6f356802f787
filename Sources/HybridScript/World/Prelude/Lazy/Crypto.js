// crypto (Web Cryptography section 10, section 14): random values of the host, and the digests of FIPS 180-4.

const digests = once(() => {
    const primes = [];
  for (let n = 2; primes.length < 80; n += 1) {
    let isPrime = true;
    for (let i = 0; i < primes.length && primes[i] * primes[i] <= n; i += 1) if (n % primes[i] === 0) {
      isPrime = false;
      break;
    }
    if (isPrime) push(primes, n);
  }
  /// The first 64 bits behind the point of a square or cube root, exactly: the constants of section 4.2 and
  /// 5.3.
  function fraction(prime, power) {
    const scale = power === 2 ? 128n : 192n, target = BigInt(prime) << scale, p = BigInt(power);
    let root = 1n << 68n;
    for (;;) {
      const next = ((p - 1n) * root + target / root ** (p - 1n)) / p;
      if (next >= root) break;
      root = next;
    }
    return root & 0xffffffffffffffffn;
  }
  const high = (value) => Number(value >> 32n) | 0, low = (value) => Number(value & 0xffffffffn) | 0;
  const constants = new Int32Array(160);
  for (let i = 0; i < 80; i += 1) {
    const k = fraction(primes[i], 3);
    constants[2 * i] = high(k);
    constants[2 * i + 1] = low(k);
  }
  function padded(bytes, block) {
    const tail = block === 64 ? 9
      : 17, count = floor((bytes.length + tail + block - 1) / block) * block, all = new Uint8Array(count);
    setBytes(all, bytes, 0);
    all[bytes.length] = 0x80;
    let bits = bytes.length * 8;
    for (let i = count - 1; bits > 0; i -= 1) { all[i] = bits % 256; bits = floor(bits / 256); }
    return all;
  }
  const word = (bytes, i) => (bytes[i] << 24) | (bytes[i + 1] << 16) | (bytes[i + 2] << 8) | bytes[i + 3];
  function result(state, count) {
    const bytes = new Uint8Array(count);
    for (let i = 0; i < count; i += 1) bytes[i] = state[i >> 2] >>> (24 - 8 * (i & 3));
    return bytes.buffer;
  }
  function sha1(input) {
    const bytes = padded(input, 64),
      h = new Int32Array(
        [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
      ), w = new Int32Array(80);
    for (let at = 0; at < bytes.length; at += 64) {
      for (let i = 0; i < 16; i += 1) w[i] = word(bytes, at + 4 * i);
      for (let i = 16; i < 80; i += 1) {
        const x = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16];
        w[i] = (x << 1) | (x >>> 31);
      }
      let a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
      for (let i = 0; i < 80; i += 1) {
        const f = i < 20 ? (b & c) | (~b & d) : i < 40 ? b ^ c ^ d : i < 60 ? (b & c) | (b & d) | (c & d)
          : b ^ c ^ d;
        const k = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6;
        const t = (((a << 5) | (a >>> 27)) + f + e + k + w[i]) | 0;
        e = d; d = c; c = (b << 30) | (b >>> 2); b = a; a = t;
      }
      h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e;
    }
    return result(h, 20);
  }
  function sha256(input) {
    const bytes = padded(input, 64), h = new Int32Array(8), w = new Int32Array(64), v = new Int32Array(8);
    for (let i = 0; i < 8; i += 1) h[i] = high(fraction(primes[i], 2));
    const turn = (x, n) => (x >>> n) | (x << (32 - n));
    for (let at = 0; at < bytes.length; at += 64) {
      for (let i = 0; i < 16; i += 1) w[i] = word(bytes, at + 4 * i);
      for (let i = 16; i < 64; i += 1) {
        const x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3))
          + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      }
      for (let i = 0; i < 8; i += 1) v[i] = h[i];
      for (let i = 0; i < 64; i += 1) {
        const a = v[0], e = v[4];
        const one = (
          v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + constants[2 * i]
            + w[i]
        ) | 0;
        const two = (
          (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]))
        ) | 0;
        v[7] = v[6];
        v[6] = v[5];
        v[5] = e;
        v[4] = v[3] + one;
        v[3] = v[2];
        v[2] = v[1];
        v[1] = a;
        v[0] = one + two;
      }
      for (let i = 0; i < 8; i += 1) h[i] += v[i];
    }
    return result(h, 32);
  }
  /// SHA-384 and SHA-512: words of 64 bits as two halves.
  function sha512(input, first, count) {
    const bytes = padded(input, 128), h = new Int32Array(16), w = new Int32Array(160), v = new Int32Array(16);
    for (let i = 0; i < 8; i += 1) {
      const k = fraction(primes[first + i], 2);
      h[2 * i] = high(k);
      h[2 * i + 1] = low(k);
    }
    let sumHigh = 0, sumLow = 0;
    const add = (a, b) => {
      const l = (sumLow >>> 0) + (b >>> 0);
      sumHigh = (sumHigh + a + (l > 0xffffffff ? 1 : 0)) | 0;
      sumLow = l | 0;
    };
    const turnHigh = (a, b, n) => (
      n < 32 ? (a >>> n) | (b << (32 - n)) : n === 32 ? b : (b >>> (n - 32)) | (a << (64 - n))
    );
    const addMix = (a, b, x, y, z, shifts) => {
      const zh = shifts ? a >>> z : turnHigh(a, b, z), zl = shifts ? (b >>> z) | (a << (32 - z))
        : turnHigh(b, a, z);
      add(turnHigh(a, b, x) ^ turnHigh(a, b, y) ^ zh, turnHigh(b, a, x) ^ turnHigh(b, a, y) ^ zl);
    };
    for (let at = 0; at < bytes.length; at += 128) {
      for (let i = 0; i < 32; i += 1) w[i] = word(bytes, at + 4 * i);
      for (let i = 32; i < 160; i += 2) {
        sumHigh = w[i - 32]; sumLow = w[i - 31];
        add(w[i - 14], w[i - 13]);
        addMix(w[i - 30], w[i - 29], 1, 8, 7, true);
        addMix(w[i - 4], w[i - 3], 19, 61, 6, true);
        w[i] = sumHigh; w[i + 1] = sumLow;
      }
      for (let i = 0; i < 16; i += 1) v[i] = h[i];
      for (let i = 0; i < 160; i += 2) {
        sumHigh = v[14]; sumLow = v[15];
        addMix(v[8], v[9], 14, 18, 41, false);
        add((v[8] & v[10]) ^ (~v[8] & v[12]), (v[9] & v[11]) ^ (~v[9] & v[13]));
        add(constants[i], constants[i + 1]);
        add(w[i], w[i + 1]);
        const oneHigh = sumHigh, oneLow = sumLow;
        sumHigh = 0; sumLow = 0;
        addMix(v[0], v[1], 28, 34, 39, false);
        add((v[0] & v[2]) ^ (v[0] & v[4]) ^ (v[2] & v[4]), (v[1] & v[3]) ^ (v[1] & v[5]) ^ (v[3] & v[5]));
        const twoHigh = sumHigh, twoLow = sumLow;
        for (let j = 15; j >= 2; j -= 1) v[j] = v[j - 2];
        sumHigh = oneHigh; sumLow = oneLow; add(v[8], v[9]); v[8] = sumHigh; v[9] = sumLow;
        sumHigh = oneHigh; sumLow = oneLow; add(twoHigh, twoLow); v[0] = sumHigh; v[1] = sumLow;
      }
      for (let i = 0; i < 16; i += 2) {
        sumHigh = h[i];
        sumLow = h[i + 1];
        add(v[i], v[i + 1]);
        h[i] = sumHigh;
        h[i + 1] = sumLow;
      }
    }
    return result(h, count);
  }
  return {
    __proto__: null, "SHA-1": sha1, "SHA-256": sha256, "SHA-384": (bytes) => sha512(bytes, 8, 48),
    "SHA-512": (bytes) => sha512(bytes, 0, 64),
  };
});

class SubtleCrypto {
  constructor(key) { if (key !== KEY) throw illegal(); }
  digest(algorithm, data) {
    return new Promise((resolve, reject) => {
      const name = upper(text(isObject(algorithm) ? algorithm.name : algorithm)), digest = digests()[name];
      if (digest === undefined)
        throw new DOMException(
          `'${name}' is not a digest that is known here: SHA-1, SHA-256, SHA-384 and SHA-512 are`,
          "NotSupportedError"
        );
      const bytes = bytesPart(bytesOf(data), 0);
      queueTask(() => { try { resolve(digest(bytes)); } catch (error) { reject(error); } });
    });
  }
  get [Symbol.toStringTag]() { return "SubtleCrypto"; }
}
for (
  const name of rest(
    [
      "encrypt", "decrypt", "sign", "verify", "generateKey", "deriveKey", "deriveBits", "importKey",
      "exportKey", "wrapKey", "unwrapKey",
    ]
  )
) {
  install(
    SubtleCrypto.prototype,
    {
      [name]() {
        return Promise_reject(
          new DOMException(`crypto.subtle.${name} is not supported; digest is`, "NotSupportedError")
        );
      },
    }
  );
}
const integerArrays = words(
  "Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array "
    + "BigUint64Array"
);
class Crypto {
  #subtle = new SubtleCrypto(KEY);
  constructor(key) { if (key !== KEY) throw illegal(); }
  get subtle() { return this.#subtle; }
  randomUUID() { return randomUUID(); }
  getRandomValues(list) {
    if (!isView(list) || !includes(integerArrays, typedName(list)))
      throw new DOMException("getRandomValues fills arrays of integers", "TypeMismatchError");
    const bytes = bytesOf(new Uint8Array(typedBuffer(list), typedOffset(list), list.byteLength));
    if (bytes.length > 65536)
      throw new DOMException("at most 65536 bytes are filled at once", "QuotaExceededError");
    const random = randomBytes(bytes.length);
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = random[i];
    return list;
  }
  get [Symbol.toStringTag]() { return "Crypto"; }
}
({ Crypto, SubtleCrypto, crypto: new Crypto(KEY) });
