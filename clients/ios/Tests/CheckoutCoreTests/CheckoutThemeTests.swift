import XCTest

@testable import CheckoutCore

final class CheckoutThemeTests: XCTestCase {
  func testHasADefaultForEachFieldThatOneCanLeaveOut() {
    let left = Mirror(reflecting: CheckoutTheme.defaults).children.filter { isNil($0.value) }
    // It is that of the second line.
    XCTAssertEqual(left.compactMap(\.label), ["selectPaymentMethodDescriptionTextColor"])
  }

  func testShowsEachFieldThatIsSet() {
    let color = CheckoutColor(0x010203, dark: 0x040506)
    let label = LabelComponent(
      color: color,
      font: CheckoutFont(size: 31, weight: .bold),
      fontFamily: "Avenir Next"
    )
    let button = ButtonComponent(
      enabledTitleColor: color,
      disabledTitleColor: color,
      font: CheckoutFont(size: 31, weight: .bold),
      fontFamily: "Avenir Next",
      enabledBackgroundColor: color,
      disabledBackgroundColor: color,
      cornerRadius: 31,
      borderColor: color,
      borderWidth: 31
    )
    let margins = Margins(top: 31, left: 32, bottom: 33, right: 34)
    let themes: [(field: String, theme: CheckoutTheme)] = [
      ("mainTitle", CheckoutTheme(mainTitle: label)),
      ("title", CheckoutTheme(title: label)),
      ("subtitle", CheckoutTheme(subtitle: label)),
      ("feesTitle", CheckoutTheme(feesTitle: label)),
      ("feesSubtitle", CheckoutTheme(feesSubtitle: label)),
      ("dataLabel", CheckoutTheme(dataLabel: label)),
      ("dataValue", CheckoutTheme(dataValue: label)),
      ("errorMessageText", CheckoutTheme(errorMessageText: label)),
      ("selectPaymentMethodTitleLabel", CheckoutTheme(selectPaymentMethodTitleLabel: label)),
      (
        "selectPaymentMethodDescriptionTextColor",
        CheckoutTheme(selectPaymentMethodDescriptionTextColor: color)
      ),
      (
        "selectPaymentMethodTitleBackgroundColor",
        CheckoutTheme(selectPaymentMethodTitleBackgroundColor: color)
      ),
      ("selectPaymentMethodBorderColor", CheckoutTheme(selectPaymentMethodBorderColor: color)),
      ("selectPaymentMethodBorderWidth", CheckoutTheme(selectPaymentMethodBorderWidth: 31)),
      ("selectPaymentMethodCornerRadius", CheckoutTheme(selectPaymentMethodCornerRadius: 31)),
      ("paymentItemBackgroundColor", CheckoutTheme(paymentItemBackgroundColor: color)),
      (
        "inputTextField",
        CheckoutTheme(
          inputTextField: TextFieldComponent(label: label, text: label, backgroundColor: color)
        )
      ),
      ("button", CheckoutTheme(button: button)),
      ("selectorButton", CheckoutTheme(selectorButton: button)),
      ("backgroundColor", CheckoutTheme(backgroundColor: color)),
      ("backgroundColorModal", CheckoutTheme(backgroundColorModal: color)),
      ("iconColor", CheckoutTheme(iconColor: color)),
      ("switchOnTintColor", CheckoutTheme(switchOnTintColor: color)),
      ("margins", CheckoutTheme(margins: margins)),
      ("showPaymentDetails", CheckoutTheme(showPaymentDetails: false)),
    ]
    let fields = Mirror(reflecting: CheckoutTheme()).children.compactMap(\.label)
    // How the device is told is the view's business.
    XCTAssertEqual(Set(themes.map(\.field)), Set(fields).subtracting(["uiMode"]))
    let usual = Set(styleSheet(of: CheckoutTheme()).split(separator: "\n"))
    for (field, theme) in themes {
      let added = styleSheet(of: theme).split(separator: "\n").filter { !usual.contains($0) }
      XCTAssertFalse(added.isEmpty, "\(field) changes nothing")
      let text = added.joined()
      let isColored = !["BorderWidth", "CornerRadius", "margins", "showPaymentDetails"].contains(
        where: field.hasSuffix
      )
      XCTAssertEqual(text.contains("rgb(1 2 3 / 100%)"), isColored, "\(field) in the light")
      XCTAssertEqual(text.contains("rgb(4 5 6 / 100%)"), isColored, "\(field) in the dark")
    }
    let buttonStyle = styleSheet(of: CheckoutTheme(button: button))
    for part in ["border-width:31.0px", "border-radius:31.0px", "border-style:solid", ":disabled"] {
      XCTAssertTrue(buttonStyle.contains(part), part)
    }
    XCTAssertTrue(
      styleSheet(of: CheckoutTheme(margins: margins)).contains("padding:31px 34px 33px 32px")
    )
    XCTAssertTrue(styleSheet(of: CheckoutTheme(title: label)).contains(#""Avenir Next""#))
  }

  func testLetsNoValueLeaveItsDeclaration() {
    let hostile = LabelComponent(
      font: CheckoutFont(size: .nan),
      fontFamily: "x\";} body{background:url(https://evil.example/)} </style><script>"
    )
    let sheet = styleSheet(
      of: CheckoutTheme(
        title: hostile,
        selectPaymentMethodBorderWidth: .infinity,
        selectPaymentMethodCornerRadius: -1,
        margins: Margins(top: -5, left: Int.max, bottom: 1, right: 1)
      )
    )
    let usual = styleSheet(of: CheckoutTheme())
    let count = { (text: String, of: Character) in text.filter { $0 == of }.count }
    for character in "<(:" where character != ":" {
      XCTAssertEqual(count(sheet, character), count(usual, character), "\(character)")
    }
    XCTAssertEqual(count(sheet, "{"), count(sheet, "}"))
    for word in ["url", "nan", "inf", "-1", "-5", "//", "</"] {
      XCTAssertFalse(sheet.contains("\(word)("), word)
      XCTAssertFalse(sheet.contains(":\(word)"), word)
    }
    XCTAssertTrue(sheet.contains("padding:0px 1px 1px 1000px"))
  }

  func testBringsColorsInsideTheirRange() {
    let color = CheckoutColor.Components(red: 2, green: -1, blue: .nan, alpha: .infinity)
    XCTAssertEqual(color, CheckoutColor.Components(red: 1, green: 0, blue: 0, alpha: 0))
    XCTAssertEqual(CheckoutColor(0x2563EB).light.css, "rgb(37 99 235 / 100%)")
    XCTAssertEqual(CheckoutColor(0x2563EB).dark, CheckoutColor(0x2563EB).light)
  }

  private func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}
