public import HybridRelease

/// What an app tells its update client once.
public struct UpdateSettings: Sendable {
  /// When a release that is whole and verified becomes the active one.
  public enum Application: Hashable, Sendable {
    /// At the next ``UpdateClient/start()``: what is on the screen stays what it is.
    case nextStart
    /// At once, when the release is mandatory for this app or the operator goes back; else at the next start.
    case mandatoryAtOnce
    /// At once: hot deployment.
    case atOnce
  }

  /// What is loaded while the network costs by the byte.
  public enum Metered: Hashable, Sendable {
    /// Everything.
    case everything
    /// Releases that are mandatory for this app, rollbacks, and files of the active release that are damaged.
    case mandatoryOnly
    /// Nothing beyond the check.
    case nothing
  }

  /// The bytes of the `keys/V.json` that the app was built with: the root of all trust.
  public var keys: [UInt8]
  /// Nothing of another channel is taken.
  public var channel: String
  /// What this installation is called in staged roll-outs: a random text that the app keeps. It is never
  /// sent.
  public var client: String
  /// The version of the runtime in this app.
  public var runtime: RuntimeVersion
  /// The native modules that this app has.
  public var modules: Set<String>
  /// The elements and components that this app can show; nil for every one that the runtime of this version
  /// knows.
  public var elements: Set<String>?
  /// The attributes that this app knows; nil as for ``elements``.
  public var attributes: Set<String>?
  /// The path of the `release.hybrid` in the app; nil for an app that comes without a release.
  public var preset: String?
  /// Hash every byte of the preset at each launch. Without it the first launch of an app version does, and
  /// later ones look at its size and a sample.
  public var hashesPresetAtEveryLaunch = false
  /// How often a release may be started without being confirmed.
  public var unconfirmedStarts = 2
  /// When a release becomes active.
  public var application = Application.mandatoryAtOnce
  /// What is loaded on a metered network.
  public var metered = Metered.everything
  /// Whether the network is one.
  public var isMetered: @Sendable () -> Bool = { false }
  /// How long a whole update may take.
  public var deadline = Duration.seconds(600)
  /// How long one request may take.
  public var requestTimeout = Duration.seconds(60)
  /// Files that are loaded at the same time.
  public var parallelDownloads = 4
  /// How often a request that failed for the network is tried again.
  public var retries = 4
  /// The first wait before that; each later one is twice as long, and each is cut by up to a half at random.
  public var firstRetryDelay = Duration.milliseconds(500)
  /// What those cuts are drawn from.
  public var random: @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
  /// The time.
  public var clock = UpdateClock.system

  /// Settings; all others have a default.
  public init(
    keys: [UInt8], channel: String = "production", client: String, runtime: RuntimeVersion,
    modules: Set<String> = [], elements: Set<String>? = nil, attributes: Set<String>? = nil,
    preset: String? = nil
  ) {
    (self.keys, self.channel, self.client, self.runtime) = (keys, channel, client, runtime)
    (self.modules, self.elements, self.attributes, self.preset) = (modules, elements, attributes, preset)
  }
}
