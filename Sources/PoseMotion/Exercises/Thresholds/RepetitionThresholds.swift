/// The thresholds for finding repetitions in the curve of an angle, and for counting them.
struct RepetitionThresholds: Sendable {
  // MARK: The curve

  var spike = Threshold(
    0.07, .seconds, "a spike up to so long leaves no trace (half the running median's width)",
    .measured("RepetitionCycleTests: two frames at 30 a second"))
  var jitter = Threshold(
    0.03, .seconds, "one standard deviation of the Gaussian that smooths",
    .chosen("3 dB down at 4.4 Hz; gait needs 6 Hz (Winter), exercises are slower"))
  var longestGap = Threshold(
    2, .seconds, "the longest time without a value through which a curve is followed",
    .chosen("about one repetition"))

  // MARK: The sides

  var seenSide = Threshold(
    0.5, .fraction, "a side seen in a smaller share of the other's frames is left out",
    .chosen("more of it would be filled in than measured"))
  var movingSide = Threshold(
    0.4, .fraction, "a side that moves through a smaller share of the other's range is left out",
    .chosen("a mean of both would go less than 70 % as far as the one that works"))
  var outliers = Threshold(
    50, .count, "an angle's spread leaves out one in so many values at either end",
    .chosen("the 2nd and 98th percentile"))
  var alternating = Threshold(
    0.25, .fraction, "sides that correlate less alternate, where the exercise lets them",
    .chosen("together it is near 1, in turns below 0"))

  // MARK: Turning points

  var swing = Threshold(
    0.3, .fraction, "from a turning point the curve comes back by this share of the least range",
    .chosen("less is no movement of its own"))
  var minimumSwing = Threshold(
    5, .degrees, "but by this at least",
    .measured("RenderedSquatTests: single frames lifted from colour alone are off by 8°"))
  var bounce = Threshold(
    0.55, .fraction, "a return that makes up a smaller share of the way to rest is a bounce",
    .chosen("half of the way, and a little more"))
  var restQuantile = Threshold(
    4, .count, "rest, for that, is one in so many of the lowest points",
    .chosen("the quartile: a lower one may be before the set"))
  var restNeighbours = Threshold(
    2, .count, "rest at a time is the median of so many lowest points before and after it",
    .chosen("five points follow a drift and outvote two"))
  var restLevel = Threshold(
    0.3, .fraction, "rest was seen where the curve comes within this share of the lower side",
    .chosen("who doesn't return so far hasn't finished"))

  // MARK: Start, turning point and end

  var stay = Threshold(
    0.02, .fraction, "the stay at the turning point is within this share of the range",
    .chosen("2° of a squat"))
  var restMargin = Threshold(
    0.1, .seconds, "rest is read so long before the start and after the end",
    .chosen("movements begin slowly"))
  var restBand = Threshold(
    0.1, .fraction, "a stay at rest is within this share of the range",
    .chosen("sway, and errors of a joint"))
  var restStay = Threshold(
    0.5, .seconds, "the level of a stay longer than this is its median, else its lowest point",
    .chosen("a shorter pause has no level of its own"))
  var departureHigh = Threshold(
    0.3, .fraction, "the parabola of a start goes through this share of the range",
    .chosen("below, the curve is still a parabola"))
  var departureLow = Threshold(
    0.1, .fraction, "and through this", .chosen("above sway"))
  var departureStop = Threshold(
    0.02, .fraction, "and doesn't begin before the curve is so close to rest",
    .chosen("2° of a squat"))

  // MARK: What is listed and counts

  var listed = Threshold(
    0.5, .fraction, "listed from this share of the least range on", .chosen("less is sway"))
  var listedOfOwn = Threshold(
    0.35, .fraction, "and of the person's own full range", .chosen("half of what counts"))
  var countedOfOwn = Threshold(
    0.7, .fraction, "counted from this share of the person's own full range on",
    .chosen("half repetitions don't count, tired ones do"))
  var largeSet = Threshold(
    8, .count, "of so many the second largest range is the person's own",
    .chosen("one may be an error"))
  var shortestPeak = Threshold(
    0.12, .seconds, "what is beyond half of its range for a shorter time is a joint that jumped",
    .chosen("a repetition of 0.4 s is so for 0.2 s"))
  var shortest = Threshold(
    0.4, .seconds, "a shorter one is `tooFast`",
    .measured("RepetitionCountTests: 0.6 s counts, whatever the exercise"))
  var longest = Threshold(
    15, .seconds, "a longer one is `tooSlow`",
    .measured("RepetitionCountTests: 10 s counts, 18 s doesn't"))
  var unseen = Threshold(
    0.4, .fraction, "one that was unseen for a larger share of its time is `notSeen`",
    .chosen("most of it was measured"))
  var margin = Threshold(
    0.05, .fraction, "so near to a limit, as a share of it, one counts in part for recognition",
    .chosen("single joints are off by that; a limit then turns no answer over by itself"))
  var pause = Threshold(
    0.25, .fraction, "a stay at the turning point longer than this share is in neither half",
    .chosen("a cosine is within 2 % of its turn for 9 % of its time"))
  var ambiguity = Threshold(
    0.05, .fraction, "rest is where the angle is longer, if by more than this share of the time",
    .chosen("else where it begins"))

  // MARK: An angle that isn't an exercise's

  var ofSwept = Threshold(
    0.4, .fraction, "its least range is this share of all that it moves through",
    .chosen("smaller movements aren't what it was recorded for"))
  var minimumOfAny = Threshold(
    10, .degrees, "but this at least", .chosen("twice the least swing"))
  var sigmas = Threshold(
    5, .count, "and so many of its standard deviations",
    .chosen("noise of 300 frames reaches 3 of them either way"))
  var maximumBySigma = Threshold(
    30, .degrees, "of which no more than this is asked", .chosen("an uncertain angle still moves"))
}
