@testable import PoseMotion
import Testing

struct IncreasingTimesTests {
  /// Times that rise by uneven steps, of counts from none on.
  static let recordings: [[Double]] = [0, 1, 2, 3, 10].map { count in
    (0..<count).map { place -> Double in Double(place * (place + 1)) / 8 }
  }

  @Test(arguments: recordings)
  func `the positions between two times are those of a look at every time`(times: [Double]) {
    let moments = stride(from: -1, through: 13, by: 0.125)
    for start in moments {
      for end in moments {
        let expected = times.indices.filter { times[$0] >= start && times[$0] <= end }
        #expect(Array(times.positions(from: start, to: end)) == expected)
      }
    }
  }

  @Test(arguments: recordings)
  func `the nearest time is that of a look at every time`(times: [Double]) {
    for moment in stride(from: -1, through: 13, by: 0.0625) {
      let expected = times.indices.min { abs(times[$0] - moment) < abs(times[$1] - moment) }
      #expect(times.nearestPosition(to: moment) == expected)
    }
  }
}
