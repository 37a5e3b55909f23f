/// ONNX's own operators, by the inputs that they can't do without.
enum ONNXOperators {
  /// The names of the domain of these operators.
  static let domains: Set = ["", "ai.onnx"]

  /// The number of inputs without which an operator means nothing, which come first.
  ///
  /// - Parameters:
  ///   - operation: its name; one that isn't known needs an input.
  ///   - version: that of the operators, which changed some.
  static func requiredInputs(_ operation: String, version: Int) -> Int {
    if let changes = changing[operation] {
      return (changes.last { $0.since <= version } ?? changes.first)?.count ?? 0
    }
    return constant[operation] ?? 1
  }

  /// The operators of ONNX 1.23.2 (`onnx.defs`) whose number is another one than 1.
  private static let constant: [String: Int] = {
    var table: [String: Int] = [:]
    for (count, names) in byCount {
      for name in names.split(separator: " ") { table[String(name)] = count }
    }
    return table
  }()

  private static let byCount = [
    0: "Constant Loop Optional RandomNormal RandomUniform SequenceEmpty",
    2: "Add AffineGrid And BitShift BitwiseAnd BitwiseOr BitwiseXor CastLike CausalConvWithState "
      + "CenterCropPad Compress Conv ConvInteger ConvTranspose CumProd CumSum DequantizeLinear Div Equal "
      + "Expand Gather GatherElements GatherND Greater GreaterOrEqual GridSample LayerNormalization Less "
      + "LessOrEqual MatMul MatMulInteger MaxRoiPool MaxUnpool Mod Mul NegativeLogLikelihoodLoss "
      + "NonMaxSuppression Or PRelu Pow QuantizeLinear RMSNormalization ReverseSequence STFT SequenceAt "
      + "SequenceInsert SoftmaxCrossEntropyLoss StringConcat Sub SwiGLU TensorScatter Xor",
    3:
      "Attention Col2Im DeformConv GRU GroupNormalization InstanceNormalization LSTM LinearAttention "
      + "OneHot RNN Range RoiAlign RotaryEmbedding Scatter ScatterElements ScatterND Where",
    5: "BatchNormalization MelWeightMatrix", 8: "QLinearConv QLinearMatMul",
  ]

  /// The operators whose number a version changed, the earliest first.
  private static let changing: [String: [(since: Int, count: Int)]] = [
    "Gemm": [(1, 3), (11, 2)], "OptionalHasElement": [(15, 1), (18, 0)],
    "Pad": [(1, 1), (11, 2)], "Reshape": [(1, 1), (5, 2)],
    "Resize": [(10, 2), (11, 3), (13, 1)], "Scan": [(8, 0), (9, 1)], "Slice": [(1, 1), (10, 3)],
    "Tile": [(1, 3), (6, 2)], "TopK": [(1, 1), (10, 2)], "Unsqueeze": [(1, 1), (13, 2)],
    "Upsample": [(1, 1), (9, 2)],
  ]
}
