import Testing

@testable import HybridSocket

struct GuestBookTests {
  private let start = ContinuousClock.now

  /// At most three connections of one address and five in total are allowed.
  private final class House {
    private var book: GuestBook<Int>
    init(arrivals: Int = 8) {
      var limits = ServerLimits()
      limits.maximumConnectionsPerAddress = 3
      limits.maximumConnections = 5
      limits.maximumArrivals = arrivals
      limits.arrivalTime = .seconds(2)
      book = GuestBook(limits)
    }
    var count: Int { book.count }
    var isCrowded: Bool { book.isCrowded }
    func enter(_ guest: Int, _ address: String, _ now: ContinuousClock.Instant) -> (
      number: Int, leaving: Int?
    )? {
      book.enter(guest, address: address, at: now)
    }
    func serve(_ number: Int) -> Bool { book.serve(number) }
    func leave(_ number: Int) { book.leave(number) }
    func takeCrowd(_ now: ContinuousClock.Instant) -> [Int] { book.takeCrowd(at: now) }
  }

  @Test func theLongestWaitingOfACrowdGoOnceItHasArrived() throws {
    let house = House()
    for guest in 0..<5 { _ = house.enter(guest, "a", start + .seconds(guest)) }
    #expect(house.isCrowded)
    #expect(house.takeCrowd(start + .seconds(1)) == [])
    #expect(house.takeCrowd(start + .seconds(2)) == [0])
    #expect(house.takeCrowd(start + .seconds(9)) == [1])
    #expect(!house.isCrowded && house.count == 3)
  }

  @Test func anAddressWithFewKeepsItsOwn() throws {
    let house = House()
    _ = house.enter(100, "quiet", start)
    for guest in 0..<4 { _ = house.enter(guest, "loud", start) }
    #expect(house.takeCrowd(start + .seconds(9)) == [0])
  }

  @Test func allTogetherAreCountedToo() throws {
    let house = House()
    for guest in 0..<7 { _ = house.enter(guest, "\(guest)", start) }
    #expect(house.takeCrowd(start + .seconds(9)) == [0, 1])
  }

  @Test func newcomersComeInWhereTheOldestWaits() throws {
    let house = House()
    var numbers: [Int] = []
    for guest in 0..<8 {
      let entry = try #require(house.enter(guest, "\(guest)", start))
      numbers.append(entry.number)
      #expect(entry.leaving == nil)
    }
    #expect(house.serve(numbers[0]))
    #expect(try #require(house.enter(8, "new", start)).leaving == 1)
    house.leave(numbers[2])
    #expect(try #require(house.enter(9, "new", start)).leaving == nil)
    #expect(house.count == 8)
  }

  @Test func whoIsServedStaysAndTooManyAreNotServed() throws {
    let house = House()
    let numbers = try (0..<5).map { try #require(house.enter($0, "a", start)).number }
    #expect(numbers.map { house.serve($0) } == [true, true, true, false, false])
    #expect(house.serve(numbers[0]))
    #expect(house.takeCrowd(start + .seconds(9)) == [3, 4])
    house.leave(numbers[0])
    house.leave(numbers[0])
    let next = try #require(house.enter(5, "a", start)).number
    #expect(house.serve(next))
    #expect(house.count == 3)
  }

  @Test func aHouseFullOfThoseBeingServedTakesNobody() throws {
    let house = House(arrivals: 2)
    for guest in 0..<2 {
      let number = try #require(house.enter(guest, "\(guest)", start)).number
      #expect(house.serve(number))
    }
    #expect(house.enter(2, "c", start) == nil)
  }
}
