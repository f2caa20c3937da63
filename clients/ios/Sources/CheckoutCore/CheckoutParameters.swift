import Foundation

/// What a checkout is made of. Each value is good, or the initializer has thrown.
package struct CheckoutParameters: Sendable {
  /// The address of the merchant's Sarraf, without a path.
  package let base: URL
  package let apiKey: String
  package let sessionId: String
  package let formsOfPayment: [FormOfPayment]
  package let setupPreload: TransactionDetails?
  package let theme: CheckoutTheme
  package let displaySettings: PaymentOptionsDisplaySettings
  package let payButtonText: PayButtonText?
  package let language: CheckoutLanguage

  /// - Throws: `CheckoutInitializationError`, with a sentence that names the parameter and the way out.
  package init(
    merchantId: String,
    apiKey: String,
    sessionId: String,
    formsOfPayment: [FormOfPayment] = FormOfPayment.allCases,
    setupPreload: TransactionDetails? = nil,
    theme: CheckoutTheme = CheckoutTheme(),
    displaySettings: PaymentOptionsDisplaySettings = PaymentOptionsDisplaySettings(),
    payButtonText: PayButtonText? = nil,
    language: CheckoutLanguage = .ofDevice()
  ) throws {
    let key = apiKey.trimmingCharacters(in: .whitespacesAndNewlines)
    if key.isEmpty { throw CheckoutInitializationError.missingApiKey }
    // A private key is eight characters, a dot and the secret; a public one has no dot.
    if key.contains(".") { throw CheckoutInitializationError.privateKey }
    let session = sessionId.trimmingCharacters(in: .whitespacesAndNewlines)
    guard matches(session, "[0-9a-f]{40}") else {
      throw CheckoutInitializationError.invalidSessionId
    }
    if formsOfPayment.isEmpty { throw CheckoutInitializationError.noFormsOfPayment }
    if displaySettings.visibleItemsCount == 0 {
      throw CheckoutInitializationError.invalidVisibleItemsCount
    }
    if let texts = payButtonText, isBlank(texts.en) || isBlank(texts.ar) {
      throw CheckoutInitializationError.invalidPayButtonText
    }
    self.base = try baseOf(merchantId)
    self.apiKey = key
    self.sessionId = session
    self.formsOfPayment = formsOfPayment
    self.setupPreload = setupPreload
    self.theme = theme
    self.displaySettings = displaySettings
    self.payButtonText = payButtonText
    self.language = language
  }
}

/// Only a machine's own addresses are asked without TLS.
private func baseOf(_ merchantId: String) throws -> URL {
  let host = merchantId.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
  let isOwn = matches(host, "(localhost|127\\.0\\.0\\.1|([a-z0-9-]+\\.)+localhost)(:[0-9]{1,5})?")
  guard matches(host, "[a-z0-9-]+(\\.[a-z0-9-]+)*(:[0-9]{1,5})?"),
    let url = URL(string: "\(isOwn ? "http" : "https")://\(host)")
  else { throw CheckoutInitializationError.invalidMerchantId(merchantId) }
  return url
}

private func matches(_ text: String, _ pattern: String) -> Bool {
  text.range(of: "\\A(?:\(pattern))\\z", options: .regularExpression) != nil
}

private func isBlank(_ text: String) -> Bool {
  text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
}
