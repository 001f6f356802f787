import HybridEncoding
import Testing

@Suite struct CivilDateTests {
  @Test(arguments: [
    (0, "1970-01-01", 3), (-1, "1969-12-31", 2), (11_016, "2000-02-29", 1), (11_017, "2000-03-01", 2),
    (19_782, "2024-02-29", 3), (47_540, "2100-02-28", 6), (47_541, "2100-03-01", 0),
    (2_932_896, "9999-12-31", 4), (2_932_897, "10000-01-01", 5), (-719_162, "0001-01-01", 0),
  ])
  func daysAreDates(_ days: Int, _ text: String, _ weekday: Int) {
    let date = CivilDate(daysSince1970: days)
    #expect(date.text == text && date.daysSince1970 == days)
    #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
    #expect(CivilDate.weekday(days) == weekday)
  }

  @Test(arguments: [(2023, 2, 29), (2100, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0)])
  func monthsEnd(_ year: Int, _ month: Int, _ day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func yearsBeforeTheFirstHaveNoText() {
    #expect(CivilDate(daysSince1970: -719_163).text == nil)
  }

  @Test(arguments: [(0, 2, "00"), (7, 3, "007"), (123, 2, "123")])
  func numbersArePadded(_ number: Int, _ width: Int, _ text: String) {
    #expect(CivilDate.padded(number, width) == text)
  }
}
