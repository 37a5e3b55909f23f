/// Whether two sizes agree in their aspect ratio within 1 %.
package func haveSameAspect(_ a: (width: Int, height: Int), _ b: (width: Int, height: Int)) -> Bool
{
  let ratio = Double(a.width) * Double(b.height) / (Double(a.height) * Double(b.width))
  return abs(ratio - 1) <= 0.01
}
