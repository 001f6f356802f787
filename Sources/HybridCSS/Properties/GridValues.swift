/// A track size. CSS Grid 2 §7.2.1.
package enum TrackSize<Length: Hashable & Sendable>: Hashable, Sendable {
  /// A fixed or intrinsic size.
  case breadth(TrackBreadth<Length>)
  /// At least the first, at most the second.
  case minmax(TrackBreadth<Length>, TrackBreadth<Length>)
  /// `fit-content()`
  case fitContent(Length)
}

/// One bound of a track size.
package enum TrackBreadth<Length: Hashable & Sendable>: Hashable, Sendable {
  /// A length or percentage.
  case length(Length)
  /// A fraction of the leftover space.
  case fraction(Double)
  /// `auto`
  case auto
  /// `min-content`
  case minContent
  /// `max-content`
  case maxContent
}

/// An entry of `grid-template-columns` or `-rows`. CSS Grid 2 §7.2.
package enum TrackListItem<Length: Hashable & Sendable>: Hashable, Sendable {
  /// Names of the line at this place.
  case names([String])
  /// One track.
  case track(TrackSize<Length>)
  /// `repeat()`
  case repetition(TrackRepetition, [TrackListItem<Length>])
  /// `subgrid`, the first entry of a list without tracks. CSS Grid 2 §9.
  case subgrid
}

/// The repetition count of `repeat()`.
package enum TrackRepetition: Hashable, Sendable {
  /// A fixed number of repetitions.
  case count(Int)
  /// As often as fits.
  case autoFill
  /// As often as fits, without empty tracks.
  case autoFit
}

/// The value of `grid-row-start` and the other grid placement properties. CSS Grid 2 §8.3.
package enum GridLine: Hashable, Sendable {
  /// `auto`
  case auto
  /// The line with that number, counted from the end when negative; with a name, the n-th line of that name.
  case line(Int, name: String?)
  /// An area or line by name alone.
  case named(String)
  /// A number of tracks, or up to the n-th line of that name.
  case span(Int, name: String?)
}
