/// The maximum time that tests wait for anything.
///
/// One value for the whole suite: every wait for a program, a socket, a browser or a file uses it, so that a
/// busy machine does not fail a test, and a hanging test still ends. Durations that a test measures or
/// cancels itself are or cancels by itself is not a deadline.
package let suiteDeadline: Duration = .seconds(600)
