extension ComputedStyle {
  /// Backgrounds, opacity, shadows, transforms, decorations.
  package struct Visual: Hashable, Sendable {
    package var backgroundColor = ColorValue.rgba(.transparent)
    /// One image for each layer, the topmost first. The other lists repeat to this length (CSS Backgrounds 3
    /// §2.1).
    package var backgroundImage: [Image<LengthPercentage>] = [.none]
    package var backgroundPositionX: [LengthPercentage] = [.percent(0)]
    package var backgroundPositionY: [LengthPercentage] = [.percent(0)]
    package var backgroundSize: [BackgroundSize<LengthPercentage>] = [.size(nil, nil)]
    /// Horizontal and vertical, in turn.
    package var backgroundRepeat: [BackgroundRepeat] = [.repeat, .repeat]
    package var backgroundAttachment: [BackgroundAttachment] = [.scroll]
    package var backgroundOrigin: [BackgroundBox] = [.paddingBox]
    package var backgroundClip: [BackgroundBox] = [.borderBox]
    /// 0 to 1.
    package var opacity = 1.0
    /// The topmost first.
    package var boxShadow: [ShadowValue<Double>] = []
    package var transform: [TransformFunction<LengthPercentage>] = []
    package var transformOrigin = PositionValue<LengthPercentage>(x: .percent(50), y: .percent(50))
    package var textDecorationLine: TextDecorationLine = []
    package var textOverflow = TextOverflow.clip
    /// The maximum number of lines to show; nil: all.
    package var lineClamp: Int?

    init() {}
  }

  /// Transitions and animations; lists repeat to the length of the first (CSS Animations 1 §3).
  package struct Motion: Hashable, Sendable {
    /// Property names, or `all`; empty for `none`.
    package var transitionProperty: [String] = ["all"]
    /// Seconds.
    package var transitionDuration: [Double] = [0]
    package var transitionTimingFunction: [TimingFunction] = [.ease]
    /// Seconds.
    package var transitionDelay: [Double] = [0]
    package var transitionBehavior: [TransitionBehavior] = [.normal]
    /// Names of `@keyframes`, each empty for `none`; no names for `none` alone.
    package var animationName: [String] = []
    /// Seconds.
    package var animationDuration: [Double] = [0]
    package var animationTimingFunction: [TimingFunction] = [.ease]
    /// Seconds.
    package var animationDelay: [Double] = [0]
    /// Infinity is `infinite`.
    package var animationIterationCount: [Double] = [1]
    package var animationDirection: [AnimationDirection] = [.normal]
    package var animationFillMode: [AnimationFillMode] = [.none]
    package var animationPlayState: [AnimationPlayState] = [.running]
    package var animationTimeline: [AnimationTimeline] = [.auto]
    package var animationRangeStart = [TimelineRangeEdge.normal]
    package var animationRangeEnd = [TimelineRangeEdge.normal]
    /// The timelines that the element names, each with its axis; empty names for `none`.
    package var scrollTimelineName = [""]
    package var scrollTimelineAxis: [TimelineAxis] = [.block]
    package var viewTimelineName = [""]
    package var viewTimelineAxis: [TimelineAxis] = [.block]
    package var viewTimelineInset = [TimelineInset.auto]
    /// The names that elements outside of its descendants see, too.
    package var timelineScope = [""]

    init() {}
  }
}
