import Foundation

/// Why a checkout was not made. Nothing has been asked by then.
public enum CheckoutInitializationError: Error, Equatable, Sendable {
  case invalidVisibleItemsCount
  case invalidMerchantId(String)
  case missingApiKey
  /// The key is not in here, because errors are logged.
  case privateKey
  case invalidSessionId
  case noFormsOfPayment
  case invalidPayButtonText
  case invalidSetupPreload(String)
}

extension CheckoutInitializationError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .invalidVisibleItemsCount:
      return "displaySettings: visibleItemsCount is 0; show at least one method."
    case .invalidMerchantId(let given):
      return "merchantId is a domain without scheme or path, such as \"pay.example.com\", "
        + "not \"\(given.prefix(80))\"."
    case .missingApiKey:
      return "apiKey is required: give the public key."
    case .privateKey:
      return "apiKey is a private key. Whoever has this app can take it out of it: "
        + "revoke it now, make a new one, and put the public key here."
    case .invalidSessionId:
      return "sessionId is not one: it has 40 characters, 0-9 and a-f."
    case .noFormsOfPayment:
      return "formsOfPayment is empty; leave it out to offer all."
    case .invalidPayButtonText:
      return "payButtonText needs a text in English and one in Arabic."
    case .invalidSetupPreload(let fault):
      return "setupPreload is not the sdk_setup_preload_payload of a payment: \(fault)"
    }
  }
}
