/// How long the tests wait for anything before they call it missing.
///
/// One value for the whole suite: whatever waits for a program, a socket, a browser or a file uses it, so
/// that a machine with other work never fails a test, and a test that hangs still ends. What a test measures
/// or cancels by itself is not a deadline.
package let suiteDeadline: Duration = .seconds(600)
