import HybridEncoding
import HybridUnits

/// PNG (Third Edition) §5.3 and §11.2.1: chunks from `IHDR` to `IEND`.
func readPNG(_ bytes: FileBytes) throws(ImageFault) -> ImageHeader {
  guard let length = bytes.big(4, at: 8), let width = bytes.big(4, at: 16), let height = bytes.big(4, at: 20),
    let depth = bytes[24], let color = bytes[25]
  else { throw .truncated(.png) }
  guard length == 13, bytes.has("IHDR", at: 12) else { throw .malformed(.png, "it does not begin with IHDR") }
  guard width <= Int(Int32.max), height <= Int(Int32.max) else {
    throw .malformed(.png, "its width or height is larger than PNG allows")
  }
  guard PNGForm.allows(depth: Int(depth), colorType: color) else {
    throw .malformed(.png, "colour type \(color) cannot have \(depth) bits")
  }
  let header = try ImageHeader(.png, width: width, height: height)
  var offset = 8
  while let length = bytes.big(4, at: offset) {
    if bytes.has("IEND", at: offset + 4) { return header }
    offset += length + 12
  }
  throw .truncated(.png)
}

/// GIF89a §17 and §18: the signature and the logical screen.
func readGIF(_ bytes: FileBytes) throws(ImageFault) -> ImageHeader {
  guard bytes.count >= 13, let width = bytes.little(2, at: 6), let height = bytes.little(2, at: 8) else {
    throw .truncated(.gif)
  }
  guard bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) else {
    throw .malformed(.gif, "its version of GIF is unknown")
  }
  return try ImageHeader(.gif, width: width, height: height)
}

/// JPEG (ITU-T T.81) §B.1.1 and §B.2.2: segments up to the first frame header, including the orientation in
/// Exif.
func readJPEG(_ bytes: FileBytes) throws(ImageFault) -> ImageHeader {
  var offset = 2
  var isTurned = false
  while let mark = bytes[offset] {
    guard mark == 0xFF else { throw .malformed(.jpeg, "a segment is missing at byte \(offset)") }
    guard let code = bytes[offset + 1] else { break }
    offset += 1
    switch code {
    case 0xFF: continue  // filler
    case 0x01, 0xD0...0xD8:
      offset += 1
      continue
    case 0xD9, 0xDA: throw .malformed(.jpeg, "it has no frame header")
    default: break
    }
    guard let length = bytes.big(2, at: offset + 1) else { break }
    guard length >= 2 else { throw .malformed(.jpeg, "a segment has \(length) bytes") }
    // C4, C8 and CC are tables in the range of the frame headers.
    if (0xC0...0xCF).contains(code), code != 0xC4, code != 0xC8, code != 0xCC {
      guard let height = bytes.big(2, at: offset + 4), let width = bytes.big(2, at: offset + 6) else { break }
      // The picture itself follows.
      guard bytes.count > offset + 1 + length else { break }
      return isTurned
        ? try ImageHeader(.jpeg, width: height, height: width)
        : try ImageHeader(.jpeg, width: width, height: height)
    }
    if code == 0xE1, bytes.has("Exif\0\0", at: offset + 3),
      let orientation = orientation(bytes, tiff: offset + 9, end: offset + 1 + length)
    {
      isTurned = orientation >= 5
    }
    offset += 1 + length
  }
  throw .truncated(.jpeg)
}

/// Exif 2.32 §4.6.2 and §4.6.5, tag 0x0112: 1 to 8; from 5 on width and height are exchanged. Nil without
/// one.
private func orientation(_ bytes: FileBytes, tiff: Int, end: Int) -> Int? {
  let isLittle = bytes.has("II", at: tiff)
  guard isLittle || bytes.has("MM", at: tiff) else { return nil }
  func number(_ size: Int, _ offset: Int) -> Int? {
    guard offset >= tiff, offset + size <= end else { return nil }
    return isLittle ? bytes.little(size, at: offset) : bytes.big(size, at: offset)
  }
  guard number(2, tiff + 2) == 42, let first = number(4, tiff + 4), let count = number(2, tiff + first) else {
    return nil
  }
  for index in 0..<count {
    let entry = tiff + first + 2 + index * 12
    guard let tag = number(2, entry) else { return nil }
    guard tag == 0x0112 else { continue }
    guard number(2, entry + 2) == 3, let value = number(2, entry + 8), (1...8).contains(value) else {
      return nil
    }
    return value
  }
  return nil
}

/// WebP Container Specification, *Simple File Format* and *Extended File Format*; RFC 6386 §9.1 for lossy
/// pictures.
func readWebP(_ bytes: FileBytes) throws(ImageFault) -> ImageHeader {
  guard let size = bytes.little(4, at: 4), bytes.count >= 30 else { throw .truncated(.webp) }
  guard bytes.count >= size + 8 else { throw .truncated(.webp) }
  if bytes.has("VP8 ", at: 12) {
    guard bytes.bytes[23...25].elementsEqual([0x9D, 0x01, 0x2A]),
      let width = bytes.little(2, at: 26), let height = bytes.little(2, at: 28)
    else { throw .malformed(.webp, "it does not begin with a key frame") }
    return try ImageHeader(.webp, width: width & 0x3FFF, height: height & 0x3FFF)
  }
  if bytes.has("VP8L", at: 12) {
    guard bytes[20] == 0x2F, let bits = bytes.little(4, at: 21) else {
      throw .malformed(.webp, "its lossless picture has a wrong signature")
    }
    return try ImageHeader(.webp, width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
  }
  if bytes.has("VP8X", at: 12), let width = bytes.little(3, at: 24), let height = bytes.little(3, at: 27) {
    return try ImageHeader(.webp, width: width + 1, height: height + 1)
  }
  throw .malformed(.webp, "it begins with an unknown chunk")
}
