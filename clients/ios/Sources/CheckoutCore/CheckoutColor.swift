import Foundation

/// A color of a theme, in the light and in the dark.
public struct CheckoutColor: Equatable, Sendable {
  /// Each part from 0 to 1; what is outside is brought inside, and what is no number is 0.
  public struct Components: Equatable, Sendable {
    public let red: Double
    public let green: Double
    public let blue: Double
    public let alpha: Double

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      self.red = unit(red)
      self.green = unit(green)
      self.blue = unit(blue)
      self.alpha = unit(alpha)
    }

    /// `0x2563EB`.
    init(_ rgb: UInt32) {
      let part = { (shift: UInt32) in Double((rgb >> shift) & 0xFF) / 255 }
      self.init(red: part(16), green: part(8), blue: part(0))
    }

    var css: String {
      let byte = { (part: Double) in Int((part * 255).rounded()) }
      let percent = Int((alpha * 100).rounded())
      return "rgb(\(byte(red)) \(byte(green)) \(byte(blue)) / \(percent)%)"
    }
  }

  public let light: Components
  public let dark: Components

  public init(light: Components, dark: Components? = nil) {
    self.light = light
    self.dark = dark ?? light
  }

  /// `CheckoutColor(0x2563EB, dark: 0x93B4F5)`.
  public init(_ light: UInt32, dark: UInt32? = nil) {
    self.init(light: Components(light), dark: dark.map { Components($0) })
  }

  public static let clear = CheckoutColor(light: Components(red: 0, green: 0, blue: 0, alpha: 0))

}

private func unit(_ part: Double) -> Double {
  part.isFinite ? min(max(part, 0), 1) : 0
}
