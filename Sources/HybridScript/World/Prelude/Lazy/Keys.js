// The members of key events besides the key.

/// The legacy members of key events (UI Events section 7.3, *optionally fixed virtual key codes*).
const keyCodes = {
  __proto__: null, Backspace: 8, Tab: 9, Clear: 12, Enter: 13, Shift: 16, Control: 17, Alt: 18, Escape: 27,
  " ": 32, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39,
  ArrowDown: 40, Insert: 45, Delete: 46, Meta: 91,
};
/// The members of the platform's own event for a key.
function keyMembers(type, key) {
  const letter = key.length === 1 ? codeAt(upper(key), 0) : 0;
  const isLetter = letter >= 65 && letter <= 90, isDigit = letter >= 48 && letter <= 57;
  const code = key === " " ? "Space" : isLetter ? `Key${upper(key)}` : isDigit ? `Digit${key}`
    : key.length === 1 ? "" : key;
  const number_ = keyCodes[key] ?? (isLetter || isDigit ? letter : 0), isPress = type === "keypress";
  const shown = isPress && key.length === 1 ? codeAt(key, 0) : number_;
  return { key, code, keyCode: shown, charCode: isPress ? shown : 0, which: shown };
}
({ keyMembers });
