extension ComputedStyle {
  /// Backgrounds, opacity, shadows, transforms, decorations.
  package struct Visual: Hashable, Sendable {
    package var backgroundColor = ColorValue.rgba(.transparent)
    /// One image a layer, the first on top. The other lists repeat to as many (CSS Backgrounds 3 §2.1).
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
    /// The first on top.
    package var boxShadow: [Shadow<Double>] = []
    package var transform: [TransformFunction<LengthPercentage>] = []
    package var transformOrigin = PositionValue<LengthPercentage>(x: .percent(50), y: .percent(50))
    package var objectFit = ObjectFit.fill
    package var objectPosition = PositionValue<LengthPercentage>(x: .percent(50), y: .percent(50))
    package var textDecorationLine: TextDecorationLine = []
    package var textDecorationStyle = TextDecorationStyle.solid
    package var textDecorationColor = ColorValue.current
    /// Nil is `auto` or `from-font`; percentages are of the font size.
    package var textDecorationThickness: LengthPercentage?
    package var textOverflow = TextOverflow.clip
    /// The most lines to show; nil is all.
    package var lineClamp: Int?
    package var userSelect = UserSelect.auto
    package var content = Content.normal
    package var unicodeBidi = UnicodeBidi.normal

    init() {}
  }

  /// Transitions and animations; lists repeat to the length of the first (CSS Animations 1 §3).
  package struct Motion: Hashable, Sendable {
    /// Property names, `all` or nothing at all for `none`.
    package var transitionProperty: [String] = ["all"]
    /// Seconds.
    package var transitionDuration: [Double] = [0]
    package var transitionTimingFunction: [TimingFunction] = [.ease]
    /// Seconds.
    package var transitionDelay: [Double] = [0]
    /// Names of `@keyframes`; nothing at all for `none`.
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

    init() {}
  }
}

extension ComputedStyle.Visual {
  /// Takes one property from another element's group, or from the initial one.
  mutating func copy(_ property: PropertyID, from other: Self) {
    switch property {
    case .backgroundColor: backgroundColor = other.backgroundColor
    case .backgroundImage: backgroundImage = other.backgroundImage
    case .backgroundPositionX: backgroundPositionX = other.backgroundPositionX
    case .backgroundPositionY: backgroundPositionY = other.backgroundPositionY
    case .backgroundSize: backgroundSize = other.backgroundSize
    case .backgroundRepeat: backgroundRepeat = other.backgroundRepeat
    case .backgroundAttachment: backgroundAttachment = other.backgroundAttachment
    case .backgroundOrigin: backgroundOrigin = other.backgroundOrigin
    case .backgroundClip: backgroundClip = other.backgroundClip
    case .opacity: opacity = other.opacity
    case .boxShadow: boxShadow = other.boxShadow
    case .transform: transform = other.transform
    case .transformOrigin: transformOrigin = other.transformOrigin
    case .objectFit: objectFit = other.objectFit
    case .objectPosition: objectPosition = other.objectPosition
    case .textDecorationLine: textDecorationLine = other.textDecorationLine
    case .textDecorationStyle: textDecorationStyle = other.textDecorationStyle
    case .textDecorationColor: textDecorationColor = other.textDecorationColor
    case .textDecorationThickness: textDecorationThickness = other.textDecorationThickness
    case .textOverflow: textOverflow = other.textOverflow
    case .lineClamp: lineClamp = other.lineClamp
    case .userSelect: userSelect = other.userSelect
    case .content: content = other.content
    case .unicodeBidi: unicodeBidi = other.unicodeBidi
    default: preconditionFailure("\(property) is in another group")
    }
  }

  /// Sets one property to a computed form of `value`.
  mutating func set(_ property: PropertyID, to value: SpecifiedValue, in context: ComputationContext) {
    switch property {
    case .backgroundColor: backgroundColor = value.color
    case .backgroundImage: backgroundImage = value.elements.map { context.image($0) }
    case .backgroundPositionX: backgroundPositionX = value.elements.map { context.length($0) }
    case .backgroundPositionY: backgroundPositionY = value.elements.map { context.length($0) }
    case .backgroundSize: backgroundSize = value.elements.map { context.backgroundSize($0) }
    case .backgroundRepeat: backgroundRepeat = value.keywords()
    case .backgroundAttachment: backgroundAttachment = value.keywords()
    case .backgroundOrigin: backgroundOrigin = value.keywords()
    case .backgroundClip: backgroundClip = value.keywords()
    case .opacity: opacity = min(max(value.number ?? 1, 0), 1)
    case .boxShadow: boxShadow = context.shadows(value)
    case .transform: transform = context.transform(value)
    case .transformOrigin: transformOrigin = context.position(value)
    case .objectFit: objectFit = value.keyword()
    case .objectPosition: objectPosition = context.position(value)
    case .textDecorationLine: textDecorationLine = TextDecorationLine(rawValue: UInt8(value.number ?? 0))
    case .textDecorationStyle: textDecorationStyle = value.keyword()
    case .textDecorationColor: textDecorationColor = value.color
    case .textDecorationThickness:
      if case .length = value {
        textDecorationThickness = context.length(value)
      } else {
        textDecorationThickness = nil
      }
    case .textOverflow: textOverflow = value.keyword()
    case .lineClamp: lineClamp = value.number.map { Int($0) }
    case .userSelect: userSelect = value.keyword()
    case .content: content = value.content
    case .unicodeBidi: unicodeBidi = value.keyword()
    default: preconditionFailure("\(property) is in another group")
    }
  }
}

extension ComputedStyle.Motion {
  /// Takes one property from another element's group, or from the initial one.
  mutating func copy(_ property: PropertyID, from other: Self) {
    switch property {
    case .transitionProperty: transitionProperty = other.transitionProperty
    case .transitionDuration: transitionDuration = other.transitionDuration
    case .transitionTimingFunction: transitionTimingFunction = other.transitionTimingFunction
    case .transitionDelay: transitionDelay = other.transitionDelay
    case .animationName: animationName = other.animationName
    case .animationDuration: animationDuration = other.animationDuration
    case .animationTimingFunction: animationTimingFunction = other.animationTimingFunction
    case .animationDelay: animationDelay = other.animationDelay
    case .animationIterationCount: animationIterationCount = other.animationIterationCount
    case .animationDirection: animationDirection = other.animationDirection
    case .animationFillMode: animationFillMode = other.animationFillMode
    case .animationPlayState: animationPlayState = other.animationPlayState
    default: preconditionFailure("\(property) is in another group")
    }
  }

  /// Sets one property to a computed form of `value`.
  mutating func set(_ property: PropertyID, to value: SpecifiedValue) {
    switch property {
    case .transitionProperty: transitionProperty = value.texts
    case .transitionDuration: transitionDuration = value.numbers
    case .transitionTimingFunction: transitionTimingFunction = value.timingFunctions
    case .transitionDelay: transitionDelay = value.numbers
    case .animationName: animationName = value.texts
    case .animationDuration: animationDuration = value.numbers
    case .animationTimingFunction: animationTimingFunction = value.timingFunctions
    case .animationDelay: animationDelay = value.numbers
    case .animationIterationCount: animationIterationCount = value.numbers
    case .animationDirection: animationDirection = value.keywords()
    case .animationFillMode: animationFillMode = value.keywords()
    case .animationPlayState: animationPlayState = value.keywords()
    default: preconditionFailure("\(property) is in another group")
    }
  }
}
