/// How a payer can pay. Names are those of the specification.
public enum FormOfPayment: String, CaseIterable, Sendable {
  /// The wallet of the device.
  case applePay
  /// A wallet that asks for the phone number and a code.
  case stcPay
  case urPay
  /// A saved card.
  case tokenPay
  /// A card form in the gateway's frame.
  case cardOnsite
  /// A card form on the gateway's page.
  case hostedCard
  /// The gateway's page.
  case redirect
  /// Paying in parts.
  case flex
  /// The customer's balance with the merchant.
  case wallet
}
