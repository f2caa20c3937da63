import Foundation

/// A card network by which Apple Pay may pay. Names are Apple's own.
package enum ApplePayNetwork: String, CaseIterable, Sendable {
  case amex
  case mada
  case maestro
  case masterCard
  case visa
}

/// What the sheet of Apple Pay has to show for a payment. The server decides what it costs; nothing here counts.
package struct ApplePayRequest: Equatable, Sendable {
  package struct Item: Equatable, Sendable {
    package let label: String
    /// A decimal, with all digits of the currency.
    package let amount: String
  }

  /// As it is registered with Apple.
  package let merchantIdentifier: String
  package let countryCode: String
  package let currencyCode: String
  /// The last one is the total, which has the shop's name.
  package let items: [Item]
  package let networks: [ApplePayNetwork]
  let pgCode: String
  /// What is charged, as it stands on the sheet.
  let amount: String
  let paymentUrl: URL

  /// Nothing where the payment cannot be made by Apple Pay: none of its accounts takes it, the app has left it out, or Apple
  /// could not be asked, which needs the country of the merchant.
  package init?(_ services: [TransactionDetails.PaymentService], _ parameters: CheckoutParameters) {
    guard parameters.formsOfPayment.contains(.applePay),
      let service = services.first(where: { $0.flow == "apple_pay" }),
      let merchantIdentifier = service.merchantId, !merchantIdentifier.isEmpty,
      let country = service.countryCode, country.count == 2,
      let total = service.amount.flatMap({
        Amount(value: $0, currency: service.currencyCode)
      }),
      let url = service.paymentUrl, Origin(url) == Origin(parameters.base)
    else { return nil }
    self.merchantIdentifier = merchantIdentifier
    countryCode = country
    currencyCode = total.currency
    items =
      feeItems(service.billing, of: total)
      + [Item(label: service.shopName ?? merchantIdentifier, amount: total.value)]
    networks = ApplePayNetwork.allCases
    pgCode = service.pgCode
    amount = total.value
    paymentUrl = url
  }
}

/// The amount and its fee, where there is one in the currency that is charged.
private func feeItems(
  _ billing: TransactionDetails.Billing?,
  of total: Amount
) -> [ApplePayRequest.Item] {
  guard let billing else { return [] }
  let parts = [billing.subTotal, billing.fee].compactMap { figure in
    Amount(value: figure.value, currency: figure.currencyCode).map { (figure.label, $0) }
  }
  let isFree = billing.fee.value.allSatisfy { "0.".contains($0) }
  guard !isFree, parts.count == 2, parts.allSatisfy({ $0.1.currency == total.currency })
  else { return [] }
  return parts.map { ApplePayRequest.Item(label: $0.0, amount: $0.1.value) }
}

/// What the device hands over, as `PKPaymentToken` has it. As secret as a card: it is sent, and kept and written nowhere.
package struct ApplePayToken: Sendable {
  let paymentData: Data
  let displayName: String?
  let network: String?
  let type: String?
  let transactionIdentifier: String

  package init(
    paymentData: Data,
    displayName: String?,
    network: String?,
    type: String?,
    transactionIdentifier: String
  ) {
    self.paymentData = paymentData
    self.displayName = displayName
    self.network = network
    self.type = type
    self.transactionIdentifier = transactionIdentifier
  }

  /// As JSON. What is sealed for the gateway goes character by character as the device has given it; nothing where it has given
  /// nothing, as a simulator does.
  var json: String? {
    guard let text = String(data: paymentData, encoding: .utf8),
      let sealed = try? JSONDecoder().decode([String: JSONValue].self, from: paymentData),
      !sealed.isEmpty
    else { return nil }
    let method = [
      "displayName": displayName, "network": network, "type": type,
    ].compactMapValues { $0.map { JSONValue.string($0) } }
    let identifier = JSONValue.string(transactionIdentifier)
    return "{\"paymentData\":\(text),\"paymentMethod\":\(JSONValue.object(method).json)"
      + ",\"transactionIdentifier\":\(identifier.json)}"
  }
}
