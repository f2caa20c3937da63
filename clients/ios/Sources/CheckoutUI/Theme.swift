#if !os(macOS)
  import CheckoutCore
  import UIKit

  extension CheckoutColor {
    /// A color of the app, in the light and in the dark.
    public init(_ color: UIColor) {
      self.init(
        light: components(of: color, in: .light),
        dark: components(of: color, in: .dark)
      )
    }
  }

  extension UIColor {
    convenience init(_ color: CheckoutColor) {
      self.init { traits in
        let part = traits.userInterfaceStyle == .dark ? color.dark : color.light
        return UIColor(red: part.red, green: part.green, blue: part.blue, alpha: part.alpha)
      }
    }
  }

  extension UIFont {
    /// Of the size that the payer has set for all apps. A family that the device does not have is the system's.
    static func scaled(_ font: CheckoutFont, family: String?) -> UIFont {
      let size = CGFloat(min(max(font.size, 1), 1000))
      let named = family.flatMap { UIFont(name: $0, size: size) }
      let weight: UIFont.Weight
      switch font.weight {
      case .regular: weight = .regular
      case .medium: weight = .medium
      case .semibold: weight = .semibold
      case .bold: weight = .bold
      }
      return UIFontMetrics.default.scaledFont(
        for: named ?? .systemFont(ofSize: size, weight: weight))
    }
  }

  extension CheckoutTheme.UIMode {
    var interfaceStyle: UIUserInterfaceStyle {
      switch self {
      case .system: return .unspecified
      case .light: return .light
      case .dark: return .dark
      }
    }
  }

  private func components(
    of color: UIColor,
    in style: UIUserInterfaceStyle
  ) -> CheckoutColor.Components {
    let resolved = color.resolvedColor(with: UITraitCollection(userInterfaceStyle: style))
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    resolved.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    return CheckoutColor.Components(red: red, green: green, blue: blue, alpha: alpha)
  }
#endif
