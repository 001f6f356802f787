// Made by Tools/virtualview_compiler_tables.py. Do not edit.

/// The operators of expressions, in the order of the precedence matrix (`Documentation/template-format.md`,
/// *Operators*).
enum ScriptOperator: UInt8, Sendable {
  case add, subtract, multiply, divide, modulo, leftParenthesis, rightParenthesis
  case minus, assign, question, colon, not, greater, less
  case greaterOrEqual, lessOrEqual, equal, notEqual, addAssign, subtractAssign
  case multiplyAssign, divideAssign, moduloAssign, and, or, end

  /// Row: the operator on top of the stack; column: the one that comes. `>` applies the top, `<` pushes the
  /// new one, `=` is a pair, and with `!` the new one is none here.
  static let precedence: [String] = [
    ">><<<<><>>><>>>>>>>>>>>>>>",  // add
    ">><<<<><>>><>>>>>>>>>>>>>>",  // subtract
    ">>>>><><>>><>>>>>>>>>>>>>>",  // multiply
    ">>>>><><>>><>>>>>>>>>>>>>>",  // divide
    ">>>>><><>>><>>>>>>>>>>>>>>",  // modulo
    "<<<<<<=<<<<<<<<<<<<<<<<<<!",  // leftParenthesis
    ">>>>>!>>!>>>>>>>>>>>>>>>>>",  // rightParenthesis
    ">>>>><><>>><>>>>>>>>>>>>>>",  // minus
    "<<<<<<><<<><<<<<<<>>>>><<>",  // assign
    "<<<<<<!<!<<<<<<<<<>>>>><<!",  // question
    "<<<<<<><><<<<<<<<<>>>>><<>",  // colon
    ">>>>><>>>>><>>>>>>>>>>>>>>",  // not
    "<<<<<<><>>><>>>>>>>>>>>>>>",  // greater
    "<<<<<<><>>><>>>>>>>>>>>>>>",  // less
    "<<<<<<><>>><>>>>>>>>>>>>>>",  // greaterOrEqual
    "<<<<<<><>>><>>>>>>>>>>>>>>",  // lessOrEqual
    "<<<<<<><>>><<<<<>>>>>>>>>>",  // equal
    "<<<<<<><>>><<<<<>>>>>>>>>>",  // notEqual
    "<<<<<<><<<<<<<<<<<<<<<<<<>",  // addAssign
    "<<<<<<><<<<<<<<<<<<<<<<<<>",  // subtractAssign
    "<<<<<<><<<<<<<<<<<<<<<<<<>",  // multiplyAssign
    "<<<<<<><<<<<<<<<<<<<<<<<<>",  // divideAssign
    "<<<<<<><<<<<<<<<<<<<<<<<<>",  // moduloAssign
    "<<<<<<><>>><<<<<<<>>>>>>>>",  // and
    "<<<<<<><>>><<<<<<<>>>>><>>",  // or
    "<<<<<<!<<<<<<<<<<<<<<<<<<=",  // end
  ]

  /// The code of a pair of operands, by the kind of the left one times five plus that of the right one; 255:
  /// there is no code.
  static let pairCodes: [UInt8] = [
    0, 1, 2, 3, 4, 5, 255, 255, 255, 6, 7, 255, 255, 255, 8, 9, 255, 255, 255, 10, 11, 12, 13, 14, 15,
  ]
}
