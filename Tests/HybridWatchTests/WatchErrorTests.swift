@testable import HybridWatch
