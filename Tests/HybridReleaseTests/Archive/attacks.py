"""Makes hostile archives with Python's zipfile, as attackers do, in the folder of the first argument."""

import os
import stat
import struct
import sys
import warnings
import zipfile
import zlib

folder = sys.argv[1]
warnings.simplefilter("ignore")  # about double names, which are the point


def entry(name, mode=stat.S_IFREG | 0o644):
    info = zipfile.ZipInfo("placeholder")
    info.filename = name  # as it is: the initializer would mend it
    info.external_attr = mode << 16
    info.create_system = 3
    return info


def archive(name, *entries, compression=zipfile.ZIP_STORED, comment=b""):
    path = os.path.join(folder, name)
    with zipfile.ZipFile(path, "w", compression) as file:
        for info, content in entries:
            info.compress_type = compression
            file.writestr(info, content)
        file.comment = comment
    return path


def content(path):
    with open(path, "rb") as file:
        return file.read()


def save(name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)


archive("bomb", (entry("files/a"), bytes(10_000_000)), compression=zipfile.ZIP_DEFLATED)
archive("bomb-lzma", (entry("files/a"), bytes(1_000_000)), compression=zipfile.ZIP_LZMA)
plain = content(archive("plain", (entry("files/a"), b"a"), (entry("files/b"), b"b")))
archive("nested-name", (entry("files/a.ZIP"), b"no zip"))
archive("nested-magic", (entry("files/a"), plain))
archive("parent", (entry("../evil"), b"x"))
archive("parent-inside", (entry("files/../../evil"), b"x"))
archive("absolute", (entry("/etc/evil"), b"x"))
archive("backslash", (entry("..\\evil"), b"x"))
archive("drive", (entry("c:/evil"), b"x"))
archive("control", (entry("files/\x1b[2J"), b"x"))
archive("decomposed", (entry("files/gro\u0308\u00dfe"), b"x"))
archive("symlink", (entry("files/a", stat.S_IFLNK | 0o777), b"/etc/passwd"))
archive("device", (entry("files/a", stat.S_IFCHR | 0o666), b""))
archive("folder", (entry("files/", stat.S_IFDIR | 0o755), b""))
archive("duplicate", (entry("files/a"), b"one"), (entry("files/a"), b"two"))
archive("case-clash", (entry("files/a"), b"one"), (entry("files/A"), b"two"))
archive("file-and-folder", (entry("files"), b"one"), (entry("files/a"), b"two"))
archive("comment", (entry("files/a"), b"x"), comment=b"hello")
save("trailing", plain + b"more")
save("leading", b"MZ" + b"\0" * 100 + plain)
save("not-a-zip", b"#!/bin/sh\nexit 1\n" * 10)
save("encrypted", plain.replace(b"PK\1\2\x14\x03\x14\0\0\0", b"PK\1\2\x14\x03\x14\0\1\0"))


def raw(local, central, entries=None, shift=0):
    """An archive of local parts and (name, checksum, size, offset) of the central directory."""
    directory = b"".join(
        b"PK\1\2" + struct.pack("<HHHHHHIIIHHHHHII", 0x30A, 10, 0x800, 0, 0, 33, crc, size, size, len(name),
        0, 0, 0, 0,
                                (stat.S_IFREG | 0o644) << 16, offset) + name
        for name, crc, size, offset in central)
    count = len(central) if entries is None else entries
    end = (0x06054B50, 0, 0, count, count, len(directory), len(local) + shift, 0)
    return local + directory + struct.pack("<IHHHHIIH", *end)


def part(name, data, crc=None, size=None):
    crc = zlib.crc32(data) if crc is None else crc
    size = len(data) if size is None else size
    head = struct.pack("<HHHHHIIIHH", 10, 0x800, 0, 0, 33, crc, size, size, len(name), 0)
    return b"PK\3\4" + head + name + data


a, b = part(b"a", b"AAAA"), part(b"b", b"BBBB")
A, B = (b"a", zlib.crc32(b"AAAA"), 4, 0), (b"b", zlib.crc32(b"BBBB"), 4, len(a))
save("right", raw(a + b, [A, B]))
# Two names for the same bytes, and a file whose bytes hold the next file's header: how bombs overlap.
save("overlap-same", raw(a, [A, (b"b", A[1], 4, 0)]))
quoted = part(b"a", b)
save("overlap-quoted", raw(quoted, [(b"a", zlib.crc32(b), len(b), 0), (b"b", B[1], 4, len(quoted) - len(b))]))
save("overlap-directory", raw(a, [(b"a", A[1], 400, 0)]))
save("gap", raw(a + b"gap" + b, [A, (b"b", B[1], 4, len(a) + 3)]))
save("hidden-file", raw(a + b, [A]))
save("unordered", raw(b + a, [(b"b", B[1], 4, 0), (b"a", A[1], 4, len(b))]))
save("checksum", raw(part(b"a", b"AAAA", crc=7), [(b"a", 7, 4, 0)]))
save("two-truths", raw(part(b"x", b"AAAA"), [A]))
save("two-sizes", raw(part(b"a", b"AAAA", size=3), [A]))
save("many-entries", raw(a, [A], entries=60_000))
save("wrong-count", raw(a + b, [A, B], entries=1))
save("sixty-four-bit", raw(a, [A], entries=0xFFFF))
save("directory-far-away", raw(a, [A], shift=1_000))
save("name-not-utf8", raw(part(b"\xff\xfe", b"AAAA"), [(b"\xff\xfe", A[1], 4, 0)]))
descriptor = raw(a, [A])
save("data-descriptor", descriptor.replace(b"\n\0\0\x08", b"\n\0\x08\x08"))
early_end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0, 0, 0, 0, 0)
save("end-in-the-middle", plain[:-22] + early_end + plain[-22:])
