// What CheckoutUI uses of Apple's UIKit, for machines without it: names and types as we know them from its documentation, and
// just enough behavior for the tests. It is no proof that Apple's UIKit agrees (clients/ios/README.md).

@_exported import Foundation

@MainActor
open class UIResponder: NSObject {}

public enum UISemanticContentAttribute: Int {
  case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft
}

public enum UIContentSizeCategory {
  public static let didChangeNotification = Notification.Name("content size")
}

public final class UIFont: NSObject {
  public struct Weight: Equatable, Sendable {
    let rawValue: CGFloat
    public static let regular = Weight(rawValue: 0)
    public static let medium = Weight(rawValue: 0.23)
    public static let semibold = Weight(rawValue: 0.3)
    public static let bold = Weight(rawValue: 0.4)
  }
  public let fontName: String
  public let pointSize: CGFloat

  /// The device has one family besides its own.
  public init?(name fontName: String, size: CGFloat) {
    guard fontName == "Avenir" else { return nil }
    self.fontName = fontName
    pointSize = size
  }

  init(system size: CGFloat) {
    fontName = "system"
    pointSize = size
  }

  public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(system: size)
  }
}

public final class UIFontMetrics: NSObject {
  public nonisolated(unsafe) static let `default` = UIFontMetrics()
  /// As the payer has set it.
  public nonisolated(unsafe) static var scale: CGFloat = 1

  public func scaledValue(
    for value: CGFloat,
    compatibleWith traits: UITraitCollection?
  ) -> CGFloat {
    value * UIFontMetrics.scale
  }

  public func scaledFont(for font: UIFont) -> UIFont {
    let size = font.pointSize * UIFontMetrics.scale
    return UIFont(name: font.fontName, size: size) ?? UIFont(system: size)
  }
}

public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

@MainActor
open class UIView: UIResponder {
  public nonisolated static let noIntrinsicMetric: CGFloat = -1
  public private(set) var subviews: [UIView] = []
  public private(set) weak var superview: UIView?
  public var window: UIWindow? { (self as? UIWindow) ?? superview?.window }
  public var backgroundColor: UIColor?
  public var tintColor: UIColor?
  public var isHidden = false
  public var isOpaque = true
  public var isUserInteractionEnabled = true
  public var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  public var translatesAutoresizingMaskIntoConstraints = true
  public var semanticContentAttribute = UISemanticContentAttribute.unspecified
  public var traitCollection: UITraitCollection { UITraitCollection(userInterfaceStyle: .light) }
  public let topAnchor = NSLayoutYAxisAnchor()
  public let bottomAnchor = NSLayoutYAxisAnchor()
  public let leadingAnchor = NSLayoutXAxisAnchor()
  public let trailingAnchor = NSLayoutXAxisAnchor()
  public let leftAnchor = NSLayoutXAxisAnchor()
  public let rightAnchor = NSLayoutXAxisAnchor()
  public let heightAnchor = NSLayoutDimension()
  public private(set) var invalidations = 0

  public init(frame: CGRect) {
    super.init()
  }

  public required init?(coder: NSCoder) {
    return nil
  }

  open var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }
  open func invalidateIntrinsicContentSize() { invalidations += 1 }
  open func didMoveToWindow() {}

  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
    view.tellOfWindow()
  }

  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  private func tellOfWindow() {
    didMoveToWindow()
    for view in subviews { view.tellOfWindow() }
  }
}

@MainActor
open class UIWindow: UIView {
  public var rootViewController: UIViewController?
}

@MainActor
public final class NSLayoutXAxisAnchor: NSObject {
  public func constraint(equalTo anchor: NSLayoutXAxisAnchor) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }

  public func constraint(
    equalTo anchor: NSLayoutXAxisAnchor,
    constant: CGFloat
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(constant: constant)
  }
}

@MainActor
public final class NSLayoutYAxisAnchor: NSObject {
  public func constraint(equalTo anchor: NSLayoutYAxisAnchor) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }

  public func constraint(
    equalTo anchor: NSLayoutYAxisAnchor,
    constant: CGFloat
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(constant: constant)
  }
}

@MainActor
public final class NSLayoutDimension: NSObject {
  public func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(constant: constant)
  }
}

@MainActor
public final class NSLayoutConstraint: NSObject {
  public var constant: CGFloat

  init(constant: CGFloat = 0) { self.constant = constant }

  public static func activate(_ constraints: [NSLayoutConstraint]) {}
}

public final class UITraitCollection: NSObject {
  public let userInterfaceStyle: UIUserInterfaceStyle

  public init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.userInterfaceStyle = userInterfaceStyle
  }
}

public class UIColor: NSObject {
  public static let clear = UIColor(red: 0, green: 0, blue: 0, alpha: 0)
  public static let systemBackground = UIColor { traits in
    traits.userInterfaceStyle == .dark
      ? UIColor(red: 0, green: 0, blue: 0, alpha: 1) : UIColor(red: 1, green: 1, blue: 1, alpha: 1)
  }
  private var parts: [CGFloat] = [0, 0, 0, 0]
  private var provider: ((UITraitCollection) -> UIColor)?

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    parts = [red, green, blue, alpha]
  }

  public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    provider = dynamicProvider
  }

  public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    provider?(traitCollection) ?? self
  }

  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?,
    green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    red?.pointee = parts[0]
    green?.pointee = parts[1]
    blue?.pointee = parts[2]
    alpha?.pointee = parts[3]
    return true
  }
}

public enum NSTextAlignment: Int { case left, center, right, justified, natural }

@MainActor
open class UILabel: UIView {
  public var text: String?
  public var textColor: UIColor?
  public var font: UIFont?
  public var numberOfLines = 1
  public var textAlignment = NSTextAlignment.natural
  public var isEnabled = true

  public convenience init() { self.init(frame: .zero) }
}

@MainActor
open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchUpInside = Event(rawValue: 1 << 6)
  }
  private var actions: [UIAction] = []

  open func addAction(_ action: UIAction, for controlEvents: Event) { actions.append(action) }
  open func sendActions(for controlEvents: Event) {
    for action in actions { action.handler(action) }
  }
}

@MainActor
open class UIButton: UIControl {}

@MainActor
open class UITextField: UIView {
  public var isSecureTextEntry = false

  public convenience init() {
    self.init(frame: .zero)
    addSubview(UIView(frame: .zero))
  }
}

@MainActor
open class UIVisualEffect: NSObject {}

@MainActor
public final class UIBlurEffect: UIVisualEffect {
  public enum Style: Int { case regular }
  public init(style: Style) {}
}

@MainActor
open class UIVisualEffectView: UIView {
  public let contentView = UIView(frame: .zero)

  public init(effect: UIVisualEffect?) {
    super.init(frame: .zero)
    addSubview(contentView)
  }

  public required init?(coder: NSCoder) { return nil }
}

@MainActor
public final class UIScreen: NSObject {
  public static let main = UIScreen()
  public nonisolated static let capturedDidChangeNotification = Notification.Name("captured")
  public var isCaptured = false
}

@MainActor
open class UIScrollView: UIView {
  public enum ContentInsetAdjustmentBehavior: Int { case automatic, scrollableAxes, never, always }
  public var isScrollEnabled = true
  public var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
}

public enum UIModalPresentationStyle: Int { case automatic, fullScreen, pageSheet }

@MainActor
open class UIViewController: UIResponder {
  public var title: String?
  public var modalPresentationStyle = UIModalPresentationStyle.automatic
  public var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  public let navigationItem = UINavigationItem()
  public private(set) var presentedViewController: UIViewController?
  public private(set) weak var presentingViewController: UIViewController?
  public var isBeingPresented = false
  public var isBeingDismissed = false
  public let sheetPresentationController: UISheetPresentationController? =
    UISheetPresentationController()
  private var loaded: UIView?

  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  public init(nibName: String?, bundle: Bundle?) {
    super.init()
  }

  public required init?(coder: NSCoder) { return nil }

  public var view: UIView {
    if let loaded { return loaded }
    let view = UIView(frame: .zero)
    loaded = view
    viewDidLoad()
    return view
  }

  open func viewDidLoad() {}
  open func viewDidDisappear(_ animated: Bool) {}

  open func present(_ controller: UIViewController, animated: Bool) {
    presentedViewController = controller
    controller.presentingViewController = self
    _ = controller.view
  }

  open func dismiss(animated: Bool) {
    let gone = presentedViewController ?? self
    gone.presentingViewController?.presentedViewController = nil
    gone.viewDidDisappear(animated)
  }
}

@MainActor
public final class UISheetPresentationController: NSObject {
  @MainActor
  public final class Detent: NSObject {
    public static func medium() -> Detent { Detent() }
    public static func large() -> Detent { Detent() }
  }
  public var detents: [Detent] = []
  public var prefersGrabberVisible = false
}

@MainActor
open class UINavigationController: UIViewController {
  public private(set) var viewControllers: [UIViewController] = []

  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    viewControllers = [rootViewController]
  }

  public required init?(coder: NSCoder) { return nil }

  open override func viewDidLoad() {
    super.viewDidLoad()
    for controller in viewControllers { _ = controller.view }
  }
}

@MainActor
public final class UINavigationItem: NSObject {
  public var leftBarButtonItem: UIBarButtonItem?
}

@MainActor
public final class UIBarButtonItem: NSObject {
  public enum SystemItem: Int { case close }
  public var accessibilityLabel: String?
  public let primaryAction: UIAction?

  public init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
    self.primaryAction = primaryAction
  }
}

@MainActor
public final class UIAction: NSObject {
  public let handler: (UIAction) -> Void

  public init(title: String = "", handler: @escaping (UIAction) -> Void) {
    self.handler = handler
  }
}

@MainActor
public final class UIAlertController: UIViewController {
  public enum Style: Int { case actionSheet, alert }
  public private(set) var actions: [UIAlertAction] = []

  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    self.title = title
  }

  public func addAction(_ action: UIAlertAction) { actions.append(action) }
}

@MainActor
public final class UIAlertAction: NSObject {
  public enum Style: Int { case `default`, cancel, destructive }

  public let title: String?
  public let handler: ((UIAlertAction) -> Void)?

  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.title = title
    self.handler = handler
  }
}

@MainActor
public final class UIApplication: NSObject {
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {}
  public static let shared = UIApplication()
  public nonisolated static let didBecomeActiveNotification = Notification.Name("active")
  public private(set) var opened: [URL] = []
  /// Which schemes the device has apps for.
  public var schemes: Set<String> = []

  public func canOpenURL(_ url: URL) -> Bool { schemes.contains(url.scheme ?? "") }

  public func open(
    _ url: URL,
    options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: ((Bool) -> Void)? = nil
  ) {
    opened.append(url)
  }
}

@MainActor
open class UITableViewController: UIViewController {
  public let tableView = UITableView(frame: .zero)

  public init(style: UITableView.Style) { super.init(nibName: nil, bundle: nil) }

  public required init?(coder: NSCoder) { return nil }

  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
  open func tableView(
    _ tableView: UITableView,
    titleForHeaderInSection section: Int
  ) -> String? { nil }
  open func tableView(
    _ tableView: UITableView,
    cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell { UITableViewCell(style: .default, reuseIdentifier: nil) }
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}

@MainActor
public final class UITableView: UIScrollView {
  public enum Style: Int { case plain, grouped }
}

@MainActor
open class UITableViewCell: UIView {
  public enum CellStyle: Int { case `default`, value1, value2, subtitle }
  public enum AccessoryType: Int {
    case none, disclosureIndicator, detailDisclosureButton, checkmark
  }
  public let contentView = UIView(frame: .zero)
  public let textLabel: UILabel? = UILabel()
  public let detailTextLabel: UILabel? = UILabel()
  public var accessoryType = AccessoryType.none

  public init(style: CellStyle, reuseIdentifier: String?) { super.init(frame: .zero) }

  public required init?(coder: NSCoder) { return nil }
}

extension IndexPath {
  public init(row: Int, section: Int) { self = [section, row] }
  public var row: Int { self[1] }
}
