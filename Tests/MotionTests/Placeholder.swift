import Motion
import Testing

@Test func `ten exercises are known`() { #expect(Exercise.allCases.count == 10) }
