/// Told how the payment ended: one of the three, once for each checkout. The data has the fields of `CallbackData`.
///
/// Afterwards the checkout is spent: make a new one, of the same session after a cancellation, of a new one after an error.
/// Whether you were paid, your server learns by its verified webhook.
@MainActor
public protocol CheckoutDelegate: AnyObject {
  /// Paid, held, or to be paid in cash.
  func successCallback(data: [String: Any]?)
  /// Declined or canceled; the payment can be made by a new checkout, unless the payer has canceled it as a whole.
  func cancelCallback(data: [String: Any]?)
  /// It cannot be paid here, or the gateway is in trouble.
  func errorCallback(data: [String: Any]?)
}

/// Asked after the payer has pressed the button and before anything is sent: with a saved card, it as JSON text (`number`
/// masked, `expiry_month`, `expiry_year`, `brand`, `scheme`), else nothing.
public typealias VerifyPaymentDelegate = @MainActor (String?) async -> CardVerificationResult

public enum CardVerificationResult: Equatable, Sendable {
  case success
  /// The payment is stopped, and the payer reads the message.
  case failure(message: String)
}
