import Foundation

/// Debian's Python, which has the installed packages, rather than one that is earlier in `PATH`.
package let debianPython: [String] =
  FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") ? ["/usr/bin/python3"] : ["python3"]
