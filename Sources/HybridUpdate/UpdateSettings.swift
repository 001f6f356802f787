public import HybridRelease

/// The settings of an app's update client.
public struct UpdateSettings: Sendable {
  /// When a complete and verified release becomes active.
  public enum Application: Hashable, Sendable {
    /// At the next ``UpdateClient/start()``; the shown release stays.
    case nextStart
    /// At once if the release is mandatory for this app or a rollback; else at the next launch.
    case mandatoryAtOnce
    /// At once: hot deployment.
    case atOnce
  }

  /// The downloads that are allowed on a metered network.
  public enum Metered: Hashable, Sendable {
    /// Everything.
    case everything
    /// Releases that are mandatory for this app, rollbacks, and damaged files of the active release.
    case mandatoryOnly
    /// Nothing except the check.
    case nothing
  }

  /// The bytes of the `keys/V.json` that the app was built with: the root of all trust.
  public var keys: [UInt8]
  /// The channel; releases of other channels are refused.
  public var channel: String
  /// The identifier of this installation in staged roll-outs: a random text that the app stores. It is never
  /// sent.
  public var client: String
  /// The version of the runtime in this app.
  public var runtime: RuntimeVersion
  /// The native modules of this app.
  public var modules: Set<String>
  /// The elements and components that this app can show; nil for all that this version of the runtime
  /// supports.
  public var elements: Set<String>?
  /// The attributes that this app supports; nil as in ``elements``.
  public var attributes: Set<String>?
  /// The path of the `release.hybrid` in the app; nil for an app without an embedded release.
  public var preset: String?
  /// Whether every byte of the preset is hashed at each launch. By default, only the first launch of an app
  /// version does so, and later ones check its size and a sample.
  public var hashesPresetAtEveryLaunch = false
  /// The maximum number of starts of a release without a confirmation.
  public var unconfirmedStarts = 2
  /// When a release is activated.
  public var application = Application.mandatoryAtOnce
  /// The downloads that are allowed on a metered network.
  public var metered = Metered.everything
  /// Whether the current network is metered.
  public var isMetered: @Sendable () -> Bool = { false }
  /// The maximum duration of a whole update.
  public var deadline = Duration.seconds(600)
  /// The maximum duration of one request.
  public var requestTimeout = Duration.seconds(60)
  /// The number of simultaneous downloads.
  public var parallelDownloads = 4
  /// The maximum number of repetitions of a request after a network failure.
  public var retries = 4
  /// The delay before the first repetition. It doubles each time, and is reduced by up to a half at random.
  public var firstRetryDelay = Duration.milliseconds(500)
  /// The source of these random reductions.
  public var random: @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
  /// The clock.
  public var clock = UpdateClock.system

  /// Creates settings; all other settings have defaults.
  public init(
    keys: [UInt8], channel: String = "production", client: String, runtime: RuntimeVersion,
    modules: Set<String> = [], elements: Set<String>? = nil, attributes: Set<String>? = nil,
    preset: String? = nil
  ) {
    (self.keys, self.channel, self.client, self.runtime) = (keys, channel, client, runtime)
    (self.modules, self.elements, self.attributes, self.preset) = (modules, elements, attributes, preset)
  }
}
