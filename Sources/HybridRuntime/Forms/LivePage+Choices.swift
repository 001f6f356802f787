import HybridDOM
import HybridEncoding
import HybridJSON
import HybridScript
import HybridSource

/// Choices of users and scripts: options of lists, and files.
extension LivePage {
  // MARK: Options (HTML Standard §4.10.7)

  /// Makes exactly these options of a `select` the selected ones.
  func setSelection(_ chosen: Set<NodeID>, of select: NodeID) {
    let reader = formReader
    for option in document.options(in: select)
    where reader.isMarkedSelected(option) != chosen.contains(option) {
      change(option) { $0.isOn = chosen.contains(option) }
    }
    change(select) { $0.selected = chosen.isEmpty ? -1 : nil }
    noteSelection(of: select)
  }

  /// `option.selected = …`.
  func setSelected(_ isSelected: Bool, option: NodeID) {
    let reader = formReader
    guard let select = reader.select(of: option), let element = document[select].element else {
      return change(option) { $0.isOn = isSelected }
    }
    if element.takesSeveralOptions {
      change(option) { $0.isOn = isSelected }
      noteSelection(of: select)
    } else if isSelected {
      setSelection([option], of: select)
    } else if reader.selection(of: select).contains(option) {
      // *Ask for a reset*: the first option that can be chosen.
      let first = document.options(in: select).first { reader.isEnabled(option: $0) }
      setSelection(element.displaySize > 1 ? [] : Set([first].compactMap(\.self)), of: select)
    }
  }

  /// A user chooses an option, or in a list that takes several, turns it over. False if nothing changes.
  func choose(option index: Int, of select: NodeID) -> Bool {
    let reader = formReader
    let options = document.options(in: select)
    guard options.indices.contains(index), reader.isEnabled(option: options[index]) else { return false }
    let before = Set(reader.selection(of: select))
    let isSeveral = document[select].element?.takesSeveralOptions == true
    let after = isSeveral ? before.symmetricDifference([options[index]]) : [options[index]]
    guard after != before else { return false }
    setSelection(after, of: select)
    return true
  }

  /// Marks what depends on the selected options.
  private func noteSelection(of select: NodeID) {
    dom.noteControl(of: select)
    forms.outdateStates()
  }

  // MARK: Files (HTML Standard §4.10.5.1.17)

  /// A user chooses files of the project in a field.
  func choose(files paths: [String], in node: NodeID) {
    let files = paths.map { ChosenFile(name: ProjectPath.name(of: $0), path: $0) }
    setFocus(isFocusable(node) ? node : focusedNode)
    guard files != controls[node]?.files ?? [] else { return }
    change(node) { $0.files = files }
    commit(node)
    dispatch("input", on: node)
    dispatch("change", on: node)
  }

  /// The files of a field, as scripts see them.
  func listOfFiles(of node: NodeID) -> JSONValue {
    .array(
      (controls[node]?.files ?? []).map { file in
        let type = file.path.flatMap { ProjectAddress.mediaType(of: $0) } ?? ""
        return ["name": .string(file.name), "type": .string(type), "path": .string(file.path ?? "")]
      })
  }

  /// The bytes of a chosen file of the project, in Base64.
  func chosenContent(_ index: Int, of node: NodeID) -> ScriptValue {
    guard let files = controls[node]?.files, files.indices.contains(index), let path = files[index].path,
      case .bytes(let bytes) = environment.file(path)
    else { return .null }
    return .string(bytes.base64)
  }

  /// A script gives a field its files.
  func setFiles(_ json: String, of node: NodeID) {
    let names = ((try? JSONValue(parsing: json))?.array ?? []).compactMap(\.string)
    change(node) { $0.files = names.map { ChosenFile(name: $0) } }
  }
}
