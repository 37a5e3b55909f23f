import Testing
import Video

@Test func `a report begins with nothing wrong`() { #expect(VideoReport().corruptPackets == 0) }
