private let motion = StyleGroup<ComputedStyle.Motion>(shared: { $0.sharedMotion }, modify: { $1(&$0.motion) })

/// Transitions, animations and their timelines. A part of ``PropertyTable``.
package class MotionProperties: FlowRelativeProperties {
  let transitionProperty = StoredRow(
    motion, \.transitionProperty, .transitionProperties, .discrete, .transitions, also: [.webkit])
  let transitionDuration = StoredRow(
    motion, \.transitionDuration, .times(nonNegative: true), .discrete, .transitions, also: [.webkit])
  let transitionTimingFunction = StoredRow(
    motion, \.transitionTimingFunction, .timingFunctions, .discrete, .transitions, also: [.webkit])
  let transitionDelay = StoredRow(
    motion, \.transitionDelay, .times(nonNegative: false), .discrete, .transitions, also: [.webkit])
  let transitionBehavior = StoredRow(
    motion, \.transitionBehavior, .keywords(), .discrete, .transitions, also: [])
  let animationName = StoredRow(
    motion, \.animationName, .animationNames, .discrete, .animations, also: [.webkit])
  let animationDuration = StoredRow(
    motion, \.animationDuration, .animationDurations, .discrete, .animations, also: [.webkit])
  let animationTimingFunction = StoredRow(
    motion, \.animationTimingFunction, .timingFunctions, .discrete, .animations, also: [.webkit])
  let animationDelay = StoredRow(
    motion, \.animationDelay, .times(nonNegative: false), .discrete, .animations, also: [.webkit])
  let animationIterationCount = StoredRow(
    motion, \.animationIterationCount, .iterationCounts, .discrete, .animations, also: [.webkit])
  let animationDirection = StoredRow(
    motion, \.animationDirection, .keywords(), .discrete, .animations, also: [.webkit])
  let animationFillMode = StoredRow(
    motion, \.animationFillMode, .keywords(), .discrete, .animations, also: [.webkit])
  let animationPlayState = StoredRow(
    motion, \.animationPlayState, .keywords(), .discrete, .animations, also: [.webkit])
  let animationTimeline = StoredRow(
    motion, \.animationTimeline, .timelines, .discrete, .animations, also: [])
  let animationRangeStart = StoredRow(
    motion, \.animationRangeStart, .rangeEdges(isStart: true), .discrete, .animations, also: [])
  let animationRangeEnd = StoredRow(
    motion, \.animationRangeEnd, .rangeEdges(isStart: false), .discrete, .animations, also: [])
  let scrollTimelineName = StoredRow(
    motion, \.scrollTimelineName, .timelineNames(), .discrete, .animations, also: [])
  let scrollTimelineAxis = StoredRow(
    motion, \.scrollTimelineAxis, .keywords(), .discrete, .animations, also: [])
  let viewTimelineName = StoredRow(
    motion, \.viewTimelineName, .timelineNames(), .discrete, .animations, also: [])
  let viewTimelineAxis = StoredRow(
    motion, \.viewTimelineAxis, .keywords(), .discrete, .animations, also: [])
  let viewTimelineInset = StoredRow(
    motion, \.viewTimelineInset, .timelineInsets, .discrete, .animations, also: [])
  let timelineScope = StoredRow(
    motion, \.timelineScope, .timelineNames(or: "all"), .discrete, .animations, also: [])
}
