/// The known exercises. The raw value is the word in files and on the command line.
public enum Exercise: String, CaseIterable, Sendable {
  case squat
  case lunge
  case pushUp
  case sitUp
  case bicepsCurl
  case overheadPress
  case lateralRaise
  case jumpingJack
  case sitToStand
  case hipHinge
  case frontRaise
  case bentOverRow
  case pullUp
  case deadlift
  case dip
  case highKnees
  case legPress
}
