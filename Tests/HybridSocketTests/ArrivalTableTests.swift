import Testing

@testable import HybridSocket

struct ArrivalTableTests {
  private let start = ContinuousClock.now

  /// At most three connections of one address and five in total are allowed.
  private final class Table {
    private var arrivals: ArrivalTable<Int>
    init(most: Int = 8) {
      var limits = ServerLimits()
      limits.maximumConnectionsPerAddress = 3
      limits.maximumConnections = 5
      limits.maximumArrivals = most
      limits.arrivalTime = .seconds(2)
      arrivals = ArrivalTable(limits)
    }
    var count: Int { arrivals.count }
    var isOverLimits: Bool { arrivals.isOverLimits }
    func enter(_ arrival: Int, _ address: String, _ now: ContinuousClock.Instant) -> (
      number: Int, leaving: Int?
    )? {
      arrivals.enter(arrival, address: address, at: now)
    }
    func serve(_ number: Int) -> Bool { arrivals.serve(number) }
    func leave(_ number: Int) { arrivals.leave(number) }
    func takeExcess(_ now: ContinuousClock.Instant) -> [Int] { arrivals.takeExcess(at: now) }
  }

  @Test func theLongestWaitingOfACrowdGoOnceItHasArrived() throws {
    let table = Table()
    for arrival in 0..<5 { _ = table.enter(arrival, "a", start + .seconds(arrival)) }
    #expect(table.isOverLimits)
    #expect(table.takeExcess(start + .seconds(1)) == [])
    #expect(table.takeExcess(start + .seconds(2)) == [0])
    #expect(table.takeExcess(start + .seconds(9)) == [1])
    #expect(!table.isOverLimits && table.count == 3)
  }

  @Test func anAddressWithFewKeepsItsOwn() throws {
    let table = Table()
    _ = table.enter(100, "quiet", start)
    for arrival in 0..<4 { _ = table.enter(arrival, "loud", start) }
    #expect(table.takeExcess(start + .seconds(9)) == [0])
  }

  @Test func allTogetherAreCountedToo() throws {
    let table = Table()
    for arrival in 0..<7 { _ = table.enter(arrival, "\(arrival)", start) }
    #expect(table.takeExcess(start + .seconds(9)) == [0, 1])
  }

  @Test func newcomersComeInWhereTheOldestWaits() throws {
    let table = Table()
    var numbers: [Int] = []
    for arrival in 0..<8 {
      let entry = try #require(table.enter(arrival, "\(arrival)", start))
      numbers.append(entry.number)
      #expect(entry.leaving == nil)
    }
    #expect(table.serve(numbers[0]))
    #expect(try #require(table.enter(8, "new", start)).leaving == 1)
    table.leave(numbers[2])
    #expect(try #require(table.enter(9, "new", start)).leaving == nil)
    #expect(table.count == 8)
  }

  @Test func whoIsServedStaysAndTooManyAreNotServed() throws {
    let table = Table()
    let numbers = try (0..<5).map { try #require(table.enter($0, "a", start)).number }
    #expect(numbers.map { table.serve($0) } == [true, true, true, false, false])
    #expect(table.serve(numbers[0]))
    #expect(table.takeExcess(start + .seconds(9)) == [3, 4])
    table.leave(numbers[0])
    table.leave(numbers[0])
    let next = try #require(table.enter(5, "a", start)).number
    #expect(table.serve(next))
    #expect(table.count == 3)
  }

  @Test func aHouseFullOfThoseBeingServedTakesNobody() throws {
    let table = Table(most: 2)
    for arrival in 0..<2 {
      let number = try #require(table.enter(arrival, "\(arrival)", start)).number
      #expect(table.serve(number))
    }
    #expect(table.enter(2, "c", start) == nil)
  }
}
