/// How a payer can pay. Names are those of the specification.
public enum FormOfPayment: String, CaseIterable, Sendable {
  /// The wallet of the device.
  case applePay
  /// A wallet that asks for the phone number and a code. No gateway has it yet: nothing is drawn for it.
  case stcPay
  /// The same.
  case urPay
  /// A saved card.
  case tokenPay
  /// A card form in the gateway's frame.
  case cardOnsite
  /// A card form on the gateway's page.
  case hostedCard
  /// The gateway's page.
  case redirect
  /// Paying in parts. No gateway has it yet, either.
  case flex
  /// The customer's balance with the merchant.
  case wallet
}

extension FormOfPayment {
  /// A word for who names forms that no gateway has. None where all are offered, as by default.
  package static func note(on forms: [FormOfPayment]) -> String? {
    let idle = forms.filter { [.stcPay, .urPay, .flex].contains($0) }.map(\.rawValue)
    if idle.isEmpty || Set(forms) == Set(allCases) { return nil }
    return "Checkout: \(idle.joined(separator: ", ")) draws nothing, no gateway has it yet."
  }
}
