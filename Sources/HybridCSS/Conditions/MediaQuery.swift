/// What media queries ask about: the viewport and what the user prefers.
package struct MediaEnvironment: Hashable, Sendable {
  /// `prefers-color-scheme`.
  package enum ColorScheme: String, Hashable, Sendable {
    case light, dark
  }

  /// The viewport's width in CSS pixels.
  package var width: Double
  /// The viewport's height in CSS pixels.
  package var height: Double
  /// What the user prefers.
  package var colorScheme: ColorScheme
  /// `screen`, or another name in lower case.
  package var mediaType: String
  /// Device pixels in a CSS pixel.
  package var resolution: Double
  /// How much larger than usual the user wants text. It is a preference: what is relative to the initial font
  /// follows (Media Queries 4 §1.3), and so do font sizes and line heights that are given as absolute
  /// lengths.
  package var textZoom: Double

  /// A screen of this size.
  package init(
    width: Double, height: Double, colorScheme: ColorScheme = .light, mediaType: String = "screen",
    resolution: Double = 1, textZoom: Double = 1
  ) {
    self.width = width
    self.height = height
    self.colorScheme = colorScheme
    self.mediaType = mediaType
    self.resolution = resolution
    self.textZoom = textZoom
  }
}

/// Media queries with commas between them: true when one of them is, or when there is none. Media Queries 4
/// §2.
package struct MediaQueryList: Hashable, Sendable {
  /// In the order written.
  package var queries: [MediaQuery]
  /// The list as written; empty for none.
  package var text = ""

  /// Whether the list holds.
  package func matches(_ environment: MediaEnvironment) -> Bool {
    queries.isEmpty || queries.contains { $0.matches(environment) }
  }
}

/// One media query. Media Queries 4 §2.
package struct MediaQuery: Hashable, Sendable {
  /// Whether it began with `not` and a type.
  package var isNegated: Bool
  /// In lower case; nil for `all`.
  package var type: String?
  /// What follows the type, or stands alone.
  package var condition: MediaCondition?

  /// What a query that is malformed becomes. Media Queries 4 §3.2, *Error handling*.
  package static let notAll = MediaQuery(isNegated: true, type: nil, condition: nil)

  /// Whether the query holds; what is unknown does not.
  package func matches(_ environment: MediaEnvironment) -> Bool {
    let typeMatches = type == nil || type == environment.mediaType
    let result: Bool? = typeMatches ? condition.map { $0.evaluate(environment) } ?? true : false
    return isNegated ? result == false : result == true
  }
}

/// What is asked, in brackets, and how it is combined. Media Queries 4 §2.5, *Combining media features*.
package indirect enum MediaCondition: Hashable, Sendable {
  case not(MediaCondition)
  case and([MediaCondition])
  case or([MediaCondition])
  case feature(MediaFeature)
  /// `<general-enclosed>`: neither true nor false.
  case unknown

  /// Kleene's three-valued logic, unknown being nil. Media Queries 4 §3.1, *Evaluating media queries*.
  func evaluate(_ environment: MediaEnvironment) -> Bool? {
    switch self {
    case .not(let condition): return condition.evaluate(environment).map { !$0 }
    case .and(let conditions):
      var result: Bool? = true
      for condition in conditions {
        switch condition.evaluate(environment) {
        case .some(true): continue
        case .some(false): return false
        case nil: result = nil
        }
      }
      return result
    case .or(let conditions):
      var result: Bool? = false
      for condition in conditions {
        switch condition.evaluate(environment) {
        case .some(true): return true
        case .some(false): continue
        case nil: result = nil
        }
      }
      return result
    case .feature(let feature): return feature.matches(environment)
    case .unknown: return nil
    }
  }
}
