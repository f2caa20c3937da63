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
