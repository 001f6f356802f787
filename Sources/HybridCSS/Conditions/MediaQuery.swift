/// The environment that media queries test: the viewport and the user's preferences.
package struct MediaEnvironment: Hashable, Sendable {
  /// `prefers-color-scheme`.
  package enum ColorScheme: String, Hashable, Sendable {
    case light, dark
  }

  /// The viewport's width in CSS pixels.
  package var width: Double
  /// The viewport's height in CSS pixels.
  package var height: Double
  /// The preferred color scheme.
  package var colorScheme: ColorScheme
  /// `screen`, or another name in lower case.
  package var mediaType: String
  /// Device pixels in a CSS pixel.
  package var resolution: Double
  /// The factor by which the user enlarges text. It is a preference: lengths relative to the initial font
  /// follow it (Media Queries 4 §1.3), and so do font sizes and line heights given as absolute lengths.
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

/// A comma-separated list of media queries: true when one of them is true, or when the list is empty. Media
/// Queries 4 §2.
package struct MediaQueryList: Hashable, Sendable {
  /// In the order written.
  package var queries: [MediaQuery]
  /// The list as written; empty for an empty list.
  package var text = ""

  /// Whether the list holds.
  package func matches(_ environment: MediaEnvironment) -> Bool {
    queries.isEmpty || queries.contains { $0.matches(environment) }
  }
}

extension MediaQueryList {
  /// Whether the list holds on some screen with some setting; false for `print` and `(hover: hover)`.
  var canMatch: Bool {
    queries.isEmpty
      || queries.contains { query in
        let isScreen = query.type == nil || query.type == "all" || query.type == "screen"
        guard isScreen else { return query.isNegated }
        guard let condition = query.condition else { return !query.isNegated }
        return query.isNegated || condition.evaluate(unknown: false) { $0.constant } != false
      }
  }
}

/// One media query. Media Queries 4 §2.
package struct MediaQuery: Hashable, Sendable {
  /// Whether it began with `not` and a type.
  package var isNegated: Bool
  /// In lower case; nil for `all`.
  package var type: String?
  /// The condition after the type, or alone.
  package var condition: MediaCondition?

  /// The replacement for a malformed query. Media Queries 4 §3.2, *Error handling*.
  package static let notAll = MediaQuery(isNegated: true, type: nil, condition: nil)

  /// Whether the query holds; an unknown result counts as false.
  package func matches(_ environment: MediaEnvironment) -> Bool {
    let typeMatches = type == nil || type == environment.mediaType
    let holds = condition.map { $0.evaluate { $0.matches(environment) } } ?? true
    let result: Bool? = typeMatches ? holds : false
    return isNegated ? result == false : result == true
  }
}

/// Media features in brackets, and how they are combined. Media Queries 4 §2.5, *Combining media features*.
package typealias MediaCondition = FeatureCondition<MediaFeature>
