import HybridCSS
import HybridDOM
import HybridGeometry
import HybridViewTree

/// Which properties of which elements the client animates by itself: for those it needs no frames.
///
/// A class, because the builders of trees note them.
final class PlayedMotions {
  private var properties: [NodeID: Set<PropertyID>] = [:]

  /// Whether the client animates all of some properties of an element.
  func has(_ wanted: [PropertyID], of node: NodeID) -> Bool {
    guard let played = properties[node] else { return false }
    return wanted.allSatisfy { played.contains($0) }
  }

  /// Whether the client performs a transition.
  func has(_ transition: PageTransition, of node: NodeID) -> Bool {
    transition.longhand.map { has([$0], of: node) } ?? false
  }

  fileprivate func note(_ played: Set<PropertyID>, of node: NodeID) {
    if !played.isEmpty || !properties.isEmpty { properties[node] = played.isEmpty ? nil : played }
  }
}

/// The running animations of a page, for clients that play them.
struct MotionSource {
  private let keyframes: PageKeyframes
  private let transitions: PageTransitions
  /// The styles without animations and transitions.
  private let sheets: StyledDocument
  private let now: Double
  fileprivate let played: PlayedMotions

  init(_ page: LivePage, _ sheets: StyledDocument) {
    (keyframes, transitions, played) = (page.keyframes, page.transitions, page.played)
    (self.sheets, now) = (sheets, page.now)
  }

  /// The animated properties of an element; the track is nil for a property that only the engine can animate.
  fileprivate func tracks(of node: NodeID) -> [(property: PropertyID, track: ViewMotion.Track?)] {
    let running = transitions.running[node] ?? []
    let hidden = running.compactMap(\.longhand)
    let shown = keyframes.animations(of: node).filter { $0.shows(at: now) }
    var tracks = shown.flatMap { $0.tracks(at: now) }.filter { !hidden.contains($0.property) }
    guard !running.isEmpty else { return tracks }
    let style = sheets[node]
    // A loop: the optimizer of Swift 6.3.1 fails on the same as `compactMap`.
    for transition in running {
      guard let longhand = transition.longhand else { continue }
      tracks.append((longhand, transition.track(at: now, in: style)))
    }
    return tracks
  }

  /// The style of an element without its animations and transitions.
  fileprivate func rest(of node: NodeID) -> ComputedStyle { sheets[node] }
}

extension PropertyID {
  private static let playable = transforms.union([.opacity, .backgroundColor, .boxShadow])

  /// Whether a browser can animate it on the box of a node.
  var isPlayable: Bool { Self.playable.contains(self) }
}

extension TransitionValue {
  /// Whether a browser interpolates between both values as the engine does.
  func isPlayed(to other: TransitionValue?) -> Bool {
    guard let other, !hasPerspective, !other.hasPerspective else { return false }
    return mixed(with: other, at: 0.5, size: Size(width: 100, height: 100)) != nil
  }

  private var hasPerspective: Bool {
    guard case .transform(let functions) = self else { return false }
    return functions.contains {
      switch $0 {
      case .other: true
      case .matrix3D(let numbers): !numbers.isAffine
      default: false
      }
    }
  }
}

extension ViewTreeBuilder {
  /// The animations of a node that the client plays by itself.
  func motion(of node: NodeID, _ paint: ViewPaint, style: ComputedStyle, frame: Rect) -> ViewMotion? {
    guard let motions else { return nil }
    let found = motions.tracks(of: node)
    guard !found.isEmpty, let box = boxes.elements[node], node != root, pins[node] == nil else {
      motions.played.note([], of: node)
      return nil
    }
    let rest = motions.rest(of: node)
    var played = Set(found.map(\.property)).subtracting(found.filter { $0.track == nil }.map(\.property))
    let moved = Set(found.map(\.property)).intersection(PropertyID.transforms)
    switch rest[\.transformBox] {
    case .contentBox, .fillBox: played.subtract(moved)
    case .borderBox, .strokeBox, .viewBox: if !moved.isSubset(of: played) { played.subtract(moved) }
    }
    if rest[\.offsetPath] != .none || style[\.offsetPath] != .none { played.subtract(moved) }
    let isPlain =
      paint.fragments == nil && paint.effects?.ground == nil && paint.effects?.notch == nil
      && boxes.controls[node] == nil && style.text.visibility == .visible
      && document[node].elementName != .body && !isHiddenCell(node, style)
    if !isPlain { played.formIntersection(PropertyID.transforms.union([.opacity])) }
    motions.played.note(played, of: node)
    guard !played.isEmpty else { return nil }
    var motion = ViewMotion(tracks: found.filter { played.contains($0.property) }.compactMap(\.track))
    let isMoved = !moved.isDisjoint(with: played)
    if isMoved { motion.transforms = rest.transforms(in: frame) }
    let matrix =
      isMoved
      ? rest.transform(frame, content: boxes.contentBox(of: box)).flatMap {
        $0 == .identity ? nil : $0.numbers
      }
      : paint.transform
    motion.rest = ViewMotion.Rest(
      opacity: played.contains(.opacity)
        ? rest.visual.opacity < 1 ? max(rest.visual.opacity, 0) : nil : paint.opacity,
      transform: matrix,
      background: played.contains(.backgroundColor) ? background(of: rest) : paint.background,
      shadows: played.contains(.boxShadow) ? rest.shadows : paint.shadows)
    return motion
  }
}

extension ComputedStyle {
  /// The transforms as a client sets them.
  fileprivate func transforms(in frame: Rect) -> ViewMotion.Transforms {
    func text(_ property: PropertyID) -> String { usedText(of: property) ?? "none" }
    return ViewMotion.Transforms(
      origin: Point(
        x: visual.transformOrigin.x.resolved(against: frame.width),
        y: visual.transformOrigin.y.resolved(against: frame.height)),
      translate: text(.translate), rotate: text(.rotate), scale: text(.scale), transform: text(.transform))
  }
}
