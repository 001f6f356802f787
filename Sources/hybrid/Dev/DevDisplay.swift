/// The display state of the terminal of `hybrid dev`: the picture, its form, and whether it is of one device
/// only.
struct DevDisplay {
  /// The picture that was printed last; nil before the first one.
  private(set) var picture: DevPicture?
  /// The form in which pictures are printed.
  private(set) var view = DevView.text
  /// Whether the user chose the device with a key; then only that device is printed.
  private(set) var isDeviceChosen = false

  /// Records the picture that is printed now.
  mutating func show(_ picture: DevPicture) { self.picture = picture }

  /// Prints pictures in this form from now on.
  mutating func print(as view: DevView) { self.view = view }

  /// Records that the user chose the device with a key.
  mutating func chooseDevice() { isDeviceChosen = true }
}
