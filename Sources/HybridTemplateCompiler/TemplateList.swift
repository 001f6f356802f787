package import HybridSource

/// One line of `templatelist.properties`: a template to build (`Documentation/template-format.md`, *Inputs*).
package struct TemplateListEntry: Hashable, Sendable {
  /// The target platforms.
  package enum Target: String, Hashable, Sendable, CaseIterable { case both, android, iphone }

  /// The template's file, `.xml` included, below the folder `template`.
  package var file: String
  /// The template's type, and its file's name.
  package var name: String
  /// The low 16 bits are stored.
  package var version: Int
  /// The target platforms.
  package var target: Target
  /// Its range in the list.
  package var range: Range<Int>
}

/// Reads a `templatelist.properties`. Entries with an error are left out.
///
/// Names are not validated as file names; that is the task of the code that writes files. Two entries for one
/// output are an error, since the second would overwrite the first.
package func readTemplateList(
  _ source: Source
) -> (entries: [TemplateListEntry], diagnostics: [Diagnostic]) {
  var report = DiagnosticCollector(source)
  var entries: [TemplateListEntry] = []
  var outputs: [String: TemplateListEntry] = [:]
  for property in PropertiesFile(source, report: &report).properties {
    let range = property.keyRange.lowerBound..<property.valueRange.upperBound
    let valueRange = property.valueRange.isEmpty ? range : property.valueRange
    guard !property.key.isEmpty else {
      report.error("templatelist.no-file", "the template's file is missing", at: valueRange)
      continue
    }
    // Like Java's `split`, this drops empty fields at the end.
    var fields = property.value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    while fields.count > 1, fields.last?.isEmpty == true { fields.removeLast() }
    guard fields.count == 2 || fields.count == 3 else {
      report.warning(
        "templatelist.fields", "'\(property.key)' is left out: it needs a name and a version", at: range,
        hint: "write \(property.key)=Name,1 or \(property.key)=Name,1,android")
      continue
    }
    guard !fields[0].isEmpty else {
      report.error("templatelist.no-name", "'\(property.key)' has no name", at: valueRange)
      continue
    }
    let digits = Array(fields[1].utf8)
    guard let version = JavaNumbers.int(digits.indices, in: digits) else {
      report.error(
        "templatelist.bad-version", "the version '\(fields[1])' is not a whole number", at: valueRange,
        hint: fields[1].trimmingBlanks != fields[1] ? "remove the space" : nil)
      continue
    }
    if let fault = versionRangeFault(Int(version)) {
      report.warning(fault.code, fault.message, at: valueRange, hint: fault.hint)
    }
    let word = fields.count == 3 ? fields[2].lowercased() : ""
    let target = TemplateListEntry.Target(rawValue: word).flatMap { $0 == .both ? nil : $0 }
    if target == nil, fields.count == 3, word != "both" {
      report.warning(
        "templatelist.platform", "'\(fields[2])' is not a platform; the template is built for both",
        at: valueRange,
        hint: nearestHint(to: fields[2], in: ["android", "iphone"]))
    }
    let entry = TemplateListEntry(
      file: property.key.hasSuffix(".xml") ? property.key : property.key + ".xml", name: fields[0],
      version: Int(version), target: target ?? .both, range: range)
    // File names have '_' for '-', and some file systems ignore case. Only the first collision comes from the
    // tool itself.
    let output = "\(entry.target.rawValue)/" + String(entry.name.map { $0 == "-" ? "_" : $0 })
    if let other = outputs[output] {
      let line = report.line(of: other.range.lowerBound)
      report.error(
        "templatelist.same-output", "'\(entry.name)' is already written by line \(line)", at: range,
        hint: "give one of them another name")
      continue
    }
    outputs[output] = entry
    entries.append(entry)
  }
  return (entries, report.diagnostics)
}

/// Describes how phones read a version outside 0 to 32767, of which the low 16 bits are stored
/// (`Documentation/template-format.md`, *Inputs*), as a warning without a place; nil for a version in range.
package func versionRangeFault(_ version: Int) -> Diagnostic? {
  guard !(0...32_767).contains(version) else { return nil }
  let read = Int16(truncatingIfNeeded: version)
  return Diagnostic(
    .warning, "templatelist.version-range",
    Int(read) == version
      ? "the version \(version) is negative: phones keep any template whose version is higher"
      : "phones read the version \(version) as \(read)",
    hint: "use 0 to 32767")
}
