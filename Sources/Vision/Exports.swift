// As with Apple's: `import Vision` alone is enough for `URL`, `CGPoint` and `simd_float4x4`. No other
// module of this package re-exports one.
@_exported public import Foundation
@_exported public import simd
