import Foundation

/// The Python that Debian's packages are installed for, and not one that is earlier in `PATH`.
package let debianPython: [String] =
  FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") ? ["/usr/bin/python3"] : ["python3"]
