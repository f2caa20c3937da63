/// A theme as the style sheet of the checkout's page. Values are numbers, colors and names that have been looked at, so whatever
/// a theme says stays within its own declaration and loads nothing.
package func styleSheet(of theme: CheckoutTheme) -> String {
  var sheet = StyleSheet()
  sheet.add(.defaults)
  sheet.add(theme)
  if !theme.showPaymentDetails {
    sheet.light.append("\(parts("payment-details-heading", "amount-box")){display:none}")
  }
  let dark = ["@media (prefers-color-scheme:dark){"] + sheet.dark + ["}"]
  return (sheet.light + dark).joined(separator: "\n")
}

private struct StyleSheet {
  var light: [String] = []
  var dark: [String] = []

  mutating func add(_ theme: CheckoutTheme) {
    label(theme.mainTitle, at: parts("payment-details-heading"))
    label(theme.title, at: parts("payment-method-name", "card-number", "modal-overlay h2"))
    label(theme.subtitle, at: parts("card-expiry", "status", "modal-overlay p"))
    label(theme.feesTitle, at: parts("fees-label", "methods .sarraf__fees"))
    label(theme.feesSubtitle, at: "body dd.sarraf__fees")
    label(
      theme.dataLabel, at: "body dt.sarraf__amount-label," + parts("total-label", "checkbox-label"))
    label(theme.dataValue, at: "body dd.sarraf__amount")
    label(theme.errorMessageText, at: parts("notice p", "payment-error-message"))
    label(theme.selectPaymentMethodTitleLabel, at: parts("payment-methods-heading"))
    rule(
      at: parts("methods .sarraf__secondary-text"),
      ("color", theme.selectPaymentMethodDescriptionTextColor)
    )
    rule(
      at: parts("payment-methods-heading"),
      ("background-color", theme.selectPaymentMethodTitleBackgroundColor)
    )
    rule(
      at: parts("methods"),
      ("border-color", theme.selectPaymentMethodBorderColor),
      ("background-color", theme.paymentItemBackgroundColor),
      lengths: [
        ("border-width", theme.selectPaymentMethodBorderWidth),
        ("border-radius", theme.selectPaymentMethodCornerRadius),
      ]
    )
    label(theme.inputTextField?.label, at: "body label.sarraf__amount-label")
    label(theme.inputTextField?.text, at: parts("amount-input"))
    rule(at: parts("amount-input"), ("background-color", theme.inputTextField?.backgroundColor))
    button(theme.button, ["pay-button", "retry-button"])
    button(
      theme.selectorButton,
      ["reject-button", "keep-card-button", "popup-close-button", "selector-button"]
    )
    rule(at: "html," + parts("sdk-main"), ("background-color", theme.backgroundColor))
    rule(at: parts("modal-overlay>div"), ("background-color", theme.backgroundColorModal))
    rule(
      at: parts("methods input", "delete-card-logo"),
      ("color", theme.iconColor),
      ("accent-color", theme.iconColor)
    )
    rule(
      at: parts("selected-method"),
      ("border-color", theme.iconColor),
      ("outline-color", theme.iconColor)
    )
    rule(at: parts("checkbox-label input"), ("accent-color", theme.switchOnTintColor))
    if let margins = theme.margins {
      let sides = [margins.top, margins.right, margins.bottom, margins.left]
      write(
        "padding:" + sides.map { "\(min(max($0, 0), 1000))px" }.joined(separator: " "),
        at: parts("sdk-main"))
    }
  }

  private mutating func label(_ component: LabelComponent?, at selector: String) {
    guard let component else { return }
    rule(at: selector, ("color", component.color))
    font(component.font, component.fontFamily, at: selector)
  }

  private mutating func button(_ component: ButtonComponent?, _ names: [String]) {
    guard let component else { return }
    let enabled = parts(names)
    rule(
      at: enabled,
      ("color", component.enabledTitleColor),
      ("background-color", component.enabledBackgroundColor),
      ("border-color", component.borderColor),
      lengths: [
        ("border-width", component.borderWidth), ("border-radius", component.cornerRadius),
      ]
    )
    if component.borderWidth != nil { write("border-style:solid", at: enabled) }
    rule(
      at: parts(names.map { "\($0):disabled" }),
      ("color", component.disabledTitleColor),
      ("background-color", component.disabledBackgroundColor)
    )
    font(component.font, component.fontFamily, at: enabled)
  }

  private mutating func font(_ font: CheckoutFont?, _ family: String?, at selector: String) {
    if let font {
      // In units that go with the size of text that the payer has set; 16 points are one.
      if (0...1000).contains(font.size) { write("font-size:\(font.size / 16)rem", at: selector) }
      write("font-weight:\(font.weight.rawValue)", at: selector)
    }
    // A name has letters, digits, spaces and dashes; whatever else may belong to it could end the declaration.
    let name = (family ?? "").filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
    if !name.isEmpty { write("font-family:\"\(name.prefix(64))\",system-ui", at: selector) }
  }

  private mutating func rule(
    at selector: String,
    _ colors: (property: String, color: CheckoutColor?)...,
    lengths: [(property: String, points: Double?)] = []
  ) {
    for case (let property, let color?) in colors {
      light.append("\(selector){\(property):\(color.light.css)}")
      dark.append("\(selector){\(property):\(color.dark.css)}")
    }
    for case (let property, let points?) in lengths where (0...1000).contains(points) {
      write("\(property):\(points)px", at: selector)
    }
  }

  private mutating func write(_ declaration: String, at selector: String) {
    light.append("\(selector){\(declaration)}")
  }
}

/// Parts by the names of the web SDK. With `body` a rule weighs more than its own.
private func parts(_ names: String...) -> String {
  parts(names)
}

private func parts(_ names: [String]) -> String {
  names.map { "body .sarraf__\($0)" }.joined(separator: ",")
}
