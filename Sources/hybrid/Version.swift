/// The version that `hybrid --version`, the banner and the protocol report. `CHANGELOG.md` opens with the
/// same number.
let hybridVersion = "0.1.0"
