/// The maximum time that tests wait for anything.
///
/// One value for the whole suite: every wait for a program, a socket, a browser or a file uses it, so that a
/// busy machine does not fail a test, and a hanging test still ends. A duration that a test measures is no
/// deadline.
package let suiteDeadline: Duration = .seconds(600)
