@testable import HybridSocket
