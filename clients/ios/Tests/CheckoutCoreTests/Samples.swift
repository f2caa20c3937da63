import Foundation

@testable import CheckoutCore

let session = String(repeating: "0", count: 40)
let base = URL(string: "https://pay.example.com")!
let now = Date(timeIntervalSince1970: 1_800_000_000)

func sampleParameters(
  merchantId: String = "pay.example.com",
  apiKey: String = "public-key",
  sessionId: String = session,
  formsOfPayment: [FormOfPayment] = FormOfPayment.allCases,
  setupPreload: TransactionDetails? = nil,
  theme: CheckoutTheme = CheckoutTheme(),
  displaySettings: PaymentOptionsDisplaySettings = PaymentOptionsDisplaySettings(),
  payButtonText: PayButtonText? = nil,
  language: CheckoutLanguage = .en
) throws -> CheckoutParameters {
  try CheckoutParameters(
    merchantId: merchantId,
    apiKey: apiKey,
    sessionId: sessionId,
    formsOfPayment: formsOfPayment,
    setupPreload: setupPreload,
    theme: theme,
    displaySettings: displaySettings,
    payButtonText: payButtonText,
    language: language
  )
}

/// A payload as the server makes it, with changes at its first level.
func samplePayload(_ changes: [String: Any?] = [:]) -> Data {
  let figure = [
    "display": "KWD 12.340", "value": "12.340", "currency_code": "KWD", "label": "Total",
  ]
  let billing = ["amount": figure, "sub_total": figure, "fee": figure]
  var fields: [String: Any] = [
    "session_id": session, "type": "e_commerce", "state": "pending", "operation": "purchase",
    "amount": "12.340", "currency_code": "KWD", "payment_type": "one_off", "language": "en",
    "expiration_time": "2030-01-01T00:00:00Z", "is_amount_editable": false, "billing": billing,
    "cards": [
      [
        "token": "t", "brand": NSNull(), "number": "**** 1019", "expiry_month": "01",
        "expiry_year": "31", "is_preferred": true, "is_expired": false, "cvv_required": true,
        "cvv_url": "https://gateway.example/cvv", "agreements": [] as [Any], "pg_code": "sandbox",
        "submit_url": "https://pay.example.com/b/checkout/api/sdk/v1/submit-token/",
        "delete_url": "https://pay.example.com/b/checkout/api/sdk/v1/card/t/",
      ] as [String: Any]
    ],
    "payment_methods": [
      [
        "code": "sandbox", "name": "Card", "fee_description": "", "flow": "redirect",
        "icon": "https://pay.example.com/static/methods/card.svg", "redirect_url": NSNull(),
        "can_save_card": false,
        "submit_url": "https://pay.example.com/b/checkout/api/sdk/v1/submit/\(session)/",
        "billing": billing,
      ] as [String: Any]
    ],
    "payment_services": [] as [Any], "flex_methods": [] as [Any], "wallets": [] as [Any],
    "sdk_studio": [String: Any](), "response": [String: Any](),
    "cancel_url": "https://pay.example.com/b/checkout/api/sdk/v1/cancel/\(session)/",
  ]
  for (name, value) in changes { fields[name] = value }
  return try! JSONSerialization.data(withJSONObject: fields)
}

/// Apple Pay as the server offers it, with changes.
func sampleService(_ changes: [String: Any?] = [:]) -> [String: Any] {
  var fields: [String: Any] = [
    "code": "apple_pay", "pg_code": "sandbox", "name": "Apple Pay", "flow": "apple_pay",
    "currency_code": "KWD", "fee": "0.000", "fee_description": "", "session_id": session,
    "amount": "12.340", "country_code": "KW", "domain": "pay.example.com",
    "merchant_id": "merchant.pearl", "shop_name": "Pearl",
    "payment_url": "https://pay.example.com/b/apay/pay/",
  ]
  for (name, value) in changes { fields[name] = value }
  return fields
}

func sampleResponse(_ status: String, reference: String? = "R1") -> [String: Any] {
  var fields: [String: Any] = [
    "status": status, "message": "It is over.", "form_of_payment": "redirect",
    "challenge_occurred": false, "session_id": session, "order_no": "A-1",
    "payment_gateway_info": [
      "pg_code": "knet", "pg_name": "kpay", "pg_response": ["result": "NOT CAPTURED", "code": 5],
    ] as [String: Any],
  ]
  fields["reference_number"] = reference
  return fields
}

/// A file that all client libraries are tested with (clients/fixtures): its entries with their names.
func sharedFixture(_ name: String) throws -> [(String, [String: JSONValue])] {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../fixtures/\(name).json").standardized
  let entries = try JSONDecoder().decode([[String: JSONValue]].self, from: Data(contentsOf: file))
  precondition(!entries.isEmpty)
  return entries.map { ($0["name"]?.text ?? "", $0) }
}
