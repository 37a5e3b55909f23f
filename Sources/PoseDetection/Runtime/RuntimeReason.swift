/// The reason why a call of OpenVINO's failed, without the lines of source code in OpenVINO's
/// texts.
struct RuntimeReason {
  /// Whether there wasn't enough memory.
  let isOutOfMemory: Bool
  /// Whether the system refused a thread.
  let isOutOfThreads: Bool
  /// The rest of the text; "no reason given" when nothing is left.
  let words: String

  /// The recovery suggestion for too little memory.
  static let memoryRemedy = "close other programs, or raise the limit of memory (ulimit -v)"

  /// The reason in a text such as "ov_core_compile_model: general error: Exception from
  /// src/inference/src/cpp/core.cpp:132: Check 'false' failed at src/frontends/frontend.cpp:53:
  /// Converting input model std::bad_alloc".
  init(_ text: String) {
    let memory = [
      "bad_alloc", "allocate memory", "out of memory", "not enough memory", "can't alloc",
    ]
    isOutOfMemory = memory.contains { text.lowercased().contains($0) }
    isOutOfThreads = text.contains("Resource temporarily unavailable")
    // The end of the last mention of a place: what follows is the sentence.
    var rest = Substring(text)
    for pattern in [
      #/Exception from \S+:\d+:\s*/#, #/Check '.*?' failed at \S+:\d+:\s*/#,
      #/^\w+: general error:\s*/#, #/^ov_\w+:\s*/#,
    ] {
      if let last = rest.matches(of: pattern).last { rest = rest[last.range.upperBound...] }
    }
    // A file is named by the caller; what formats OpenVINO has is of no use here.
    let sentence = rest.split(separator: " Please check that ").first ?? rest
    let plain = sentence.replacing(#/: "[^"]*"/#, with: "")
    let ended = String(plain).trimmingSuffix { " .:".contains($0) }
    words = ended.isEmpty ? "no reason given" : ended
  }
}

extension String {
  /// The text without the characters at its end that a condition holds for.
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> String {
    String(reversed().drop(while: condition).reversed())
  }
}
