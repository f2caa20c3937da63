/// How the checkout looks. Every field may be left out, and every field of a component, too: then the default applies.
public struct CheckoutTheme: Equatable, Sendable {
  public enum UIMode: String, Sendable {
    /// As the device has it.
    case system
    case light
    case dark
  }

  /// The heading "Payment details".
  public var mainTitle: LabelComponent?
  /// Names of methods, titles of sheets.
  public var title: LabelComponent?
  /// The second line: until when a card is good, descriptions.
  public var subtitle: LabelComponent?
  public var feesTitle: LabelComponent?
  public var feesSubtitle: LabelComponent?
  public var dataLabel: LabelComponent?
  public var dataValue: LabelComponent?
  public var errorMessageText: LabelComponent?
  public var selectPaymentMethodTitleLabel: LabelComponent?
  public var selectPaymentMethodDescriptionTextColor: CheckoutColor?
  public var selectPaymentMethodTitleBackgroundColor: CheckoutColor?
  public var selectPaymentMethodBorderColor: CheckoutColor?
  public var selectPaymentMethodBorderWidth: Double?
  public var selectPaymentMethodCornerRadius: Double?
  public var paymentItemBackgroundColor: CheckoutColor?
  public var inputTextField: TextFieldComponent?
  /// Pay and confirm.
  public var button: ButtonComponent?
  /// Choose and change a method, cancel, close.
  public var selectorButton: ButtonComponent?
  public var backgroundColor: CheckoutColor?
  /// Of sheets and windows.
  public var backgroundColorModal: CheckoutColor?
  public var iconColor: CheckoutColor?
  public var switchOnTintColor: CheckoutColor?
  public var margins: Margins?
  /// The table with amount, fee and total.
  public var showPaymentDetails: Bool
  public var uiMode: UIMode

  public init(
    mainTitle: LabelComponent? = nil,
    title: LabelComponent? = nil,
    subtitle: LabelComponent? = nil,
    feesTitle: LabelComponent? = nil,
    feesSubtitle: LabelComponent? = nil,
    dataLabel: LabelComponent? = nil,
    dataValue: LabelComponent? = nil,
    errorMessageText: LabelComponent? = nil,
    selectPaymentMethodTitleLabel: LabelComponent? = nil,
    selectPaymentMethodDescriptionTextColor: CheckoutColor? = nil,
    selectPaymentMethodTitleBackgroundColor: CheckoutColor? = nil,
    selectPaymentMethodBorderColor: CheckoutColor? = nil,
    selectPaymentMethodBorderWidth: Double? = nil,
    selectPaymentMethodCornerRadius: Double? = nil,
    paymentItemBackgroundColor: CheckoutColor? = nil,
    inputTextField: TextFieldComponent? = nil,
    button: ButtonComponent? = nil,
    selectorButton: ButtonComponent? = nil,
    backgroundColor: CheckoutColor? = nil,
    backgroundColorModal: CheckoutColor? = nil,
    iconColor: CheckoutColor? = nil,
    switchOnTintColor: CheckoutColor? = nil,
    margins: Margins? = nil,
    showPaymentDetails: Bool = true,
    uiMode: UIMode = .system
  ) {
    self.mainTitle = mainTitle
    self.title = title
    self.subtitle = subtitle
    self.feesTitle = feesTitle
    self.feesSubtitle = feesSubtitle
    self.dataLabel = dataLabel
    self.dataValue = dataValue
    self.errorMessageText = errorMessageText
    self.selectPaymentMethodTitleLabel = selectPaymentMethodTitleLabel
    self.selectPaymentMethodDescriptionTextColor = selectPaymentMethodDescriptionTextColor
    self.selectPaymentMethodTitleBackgroundColor = selectPaymentMethodTitleBackgroundColor
    self.selectPaymentMethodBorderColor = selectPaymentMethodBorderColor
    self.selectPaymentMethodBorderWidth = selectPaymentMethodBorderWidth
    self.selectPaymentMethodCornerRadius = selectPaymentMethodCornerRadius
    self.paymentItemBackgroundColor = paymentItemBackgroundColor
    self.inputTextField = inputTextField
    self.button = button
    self.selectorButton = selectorButton
    self.backgroundColor = backgroundColor
    self.backgroundColorModal = backgroundColorModal
    self.iconColor = iconColor
    self.switchOnTintColor = switchOnTintColor
    self.margins = margins
    self.showPaymentDetails = showPaymentDetails
    self.uiMode = uiMode
  }
}

public struct CheckoutFont: Equatable, Sendable {
  public enum Weight: Int, Sendable {
    case regular = 400
    case medium = 500
    case semibold = 600
    case bold = 700
  }

  /// In points.
  public let size: Double
  public let weight: Weight

  public init(size: Double, weight: Weight = .regular) {
    self.size = size
    self.weight = weight
  }
}

public struct LabelComponent: Equatable, Sendable {
  public var color: CheckoutColor?
  public var font: CheckoutFont?
  /// A font that the device has, or the app brings.
  public var fontFamily: String?

  public init(color: CheckoutColor? = nil, font: CheckoutFont? = nil, fontFamily: String? = nil) {
    self.color = color
    self.font = font
    self.fontFamily = fontFamily
  }
}

public struct ButtonComponent: Equatable, Sendable {
  public var enabledTitleColor: CheckoutColor?
  public var disabledTitleColor: CheckoutColor?
  public var font: CheckoutFont?
  public var fontFamily: String?
  public var enabledBackgroundColor: CheckoutColor?
  public var disabledBackgroundColor: CheckoutColor?
  public var cornerRadius: Double?
  public var borderColor: CheckoutColor?
  public var borderWidth: Double?

  public init(
    enabledTitleColor: CheckoutColor? = nil,
    disabledTitleColor: CheckoutColor? = nil,
    font: CheckoutFont? = nil,
    fontFamily: String? = nil,
    enabledBackgroundColor: CheckoutColor? = nil,
    disabledBackgroundColor: CheckoutColor? = nil,
    cornerRadius: Double? = nil,
    borderColor: CheckoutColor? = nil,
    borderWidth: Double? = nil
  ) {
    self.enabledTitleColor = enabledTitleColor
    self.disabledTitleColor = disabledTitleColor
    self.font = font
    self.fontFamily = fontFamily
    self.enabledBackgroundColor = enabledBackgroundColor
    self.disabledBackgroundColor = disabledBackgroundColor
    self.cornerRadius = cornerRadius
    self.borderColor = borderColor
    self.borderWidth = borderWidth
  }
}

public struct TextFieldComponent: Equatable, Sendable {
  public var label: LabelComponent?
  public var text: LabelComponent?
  public var backgroundColor: CheckoutColor?

  public init(
    label: LabelComponent? = nil,
    text: LabelComponent? = nil,
    backgroundColor: CheckoutColor? = nil
  ) {
    self.label = label
    self.text = text
    self.backgroundColor = backgroundColor
  }
}

/// Around the checkout, in points. Left and right stay where they are in Arabic.
public struct Margins: Equatable, Sendable {
  public let top: Int
  public let left: Int
  public let bottom: Int
  public let right: Int

  public init(top: Int = 12, left: Int = 12, bottom: Int = 12, right: Int = 12) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

extension CheckoutTheme {
  /// What applies where a theme says nothing.
  public static let defaults: CheckoutTheme = {
    let ink = CheckoutColor(0x222B45, dark: 0xF2F2F7)
    let quiet = CheckoutColor(0x5B6474, dark: 0xA1A1AA)
    let accent = CheckoutColor(0x2563EB, dark: 0x93B4F5)
    let white = CheckoutColor(0xFFFFFF)
    return CheckoutTheme(
      mainTitle: LabelComponent(
        color: CheckoutColor(0x222B45, dark: 0xFFFFFF),
        font: CheckoutFont(size: 17, weight: .semibold)
      ),
      title: LabelComponent(color: ink, font: CheckoutFont(size: 15, weight: .medium)),
      subtitle: LabelComponent(color: quiet, font: CheckoutFont(size: 13)),
      feesTitle: LabelComponent(color: quiet, font: CheckoutFont(size: 12)),
      feesSubtitle: LabelComponent(color: quiet, font: CheckoutFont(size: 12)),
      dataLabel: LabelComponent(color: quiet, font: CheckoutFont(size: 14)),
      dataValue: LabelComponent(color: ink, font: CheckoutFont(size: 14, weight: .semibold)),
      errorMessageText: LabelComponent(
        color: CheckoutColor(0xB42318, dark: 0xF97066),
        font: CheckoutFont(size: 13)
      ),
      selectPaymentMethodTitleLabel: LabelComponent(
        color: ink,
        font: CheckoutFont(size: 15, weight: .semibold)
      ),
      selectPaymentMethodTitleBackgroundColor: .clear,
      selectPaymentMethodBorderColor: CheckoutColor(0xE5E7EB, dark: 0x3A3A3C),
      selectPaymentMethodBorderWidth: 1,
      selectPaymentMethodCornerRadius: 10,
      paymentItemBackgroundColor: CheckoutColor(0xFFFFFF, dark: 0x1C1C1E),
      inputTextField: TextFieldComponent(
        label: LabelComponent(color: quiet, font: CheckoutFont(size: 13)),
        // Below 16 points iOS enlarges the page when the field is touched.
        text: LabelComponent(color: ink, font: CheckoutFont(size: 16)),
        backgroundColor: CheckoutColor(0xFFFFFF, dark: 0x1C1C1E)
      ),
      button: ButtonComponent(
        enabledTitleColor: white,
        disabledTitleColor: white,
        font: CheckoutFont(size: 16, weight: .semibold),
        enabledBackgroundColor: CheckoutColor(0x2563EB),
        disabledBackgroundColor: CheckoutColor(0x5D6B86),
        cornerRadius: 10
      ),
      selectorButton: ButtonComponent(
        enabledTitleColor: CheckoutColor(0x1D4ED8, dark: 0x93B4F5),
        disabledTitleColor: quiet,
        font: CheckoutFont(size: 15, weight: .medium),
        enabledBackgroundColor: .clear,
        disabledBackgroundColor: .clear,
        cornerRadius: 10
      ),
      backgroundColor: CheckoutColor(0xFFFFFF, dark: 0x000000),
      backgroundColorModal: CheckoutColor(0xFFFFFF, dark: 0x1C1C1E),
      iconColor: accent,
      switchOnTintColor: accent,
      margins: Margins()
    )
  }()
}
