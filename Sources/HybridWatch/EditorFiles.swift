/// The names under which editors and version control keep their own things: never told as changes.
package enum EditorFiles {
  /// Whether `name` (one path component) is an editor's temporary, backup or lock file, or a folder of version control.
  package static func ignores(_ name: Substring, isFolder: Bool) -> Bool { false }
}
