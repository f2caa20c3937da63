import Foundation

/// How a payment ended, as the server says it. The callbacks of the delegate have the same as a dictionary.
public struct CallbackData: Equatable, Sendable {
  public enum Status: String, Sendable {
    case success
    /// Canceled or declined: the payment can still be made, by a new checkout of the same session.
    case canceled
    case error
  }

  public struct PaymentGatewayInfo: Equatable, Sendable {
    public let pgCode: String
    public let pgName: String
    /// The gateway's own answer. KNET (`kpay`) obliges the app to show it after each payment that failed.
    public let pgResponse: [String: JSONValue]?
  }

  public let status: Status
  /// In the language of the payment.
  public let message: String
  public let formOfPayment: String
  public let challengeOccurred: Bool
  public let sessionId: String?
  public let orderNo: String?
  public let referenceNumber: String?
  public let redirectUrl: String?
  public let paymentGatewayInfo: PaymentGatewayInfo?
  /// All that the server said, with what a later version may say besides.
  public let fields: [String: JSONValue]

  /// Nothing where this is not how a payment ended.
  public init?(_ fields: [String: JSONValue]) {
    guard let status = fields["status"]?.text.flatMap(Status.init(rawValue:)),
      let message = fields["message"]?.text,
      let form = fields["form_of_payment"]?.text
    else { return nil }
    self.status = status
    self.message = message
    self.formOfPayment = form
    self.challengeOccurred = fields["challenge_occurred"] == .bool(true)
    self.sessionId = fields["session_id"]?.text
    self.orderNo = fields["order_no"]?.text
    self.referenceNumber = fields["reference_number"]?.text
    self.redirectUrl = fields["redirect_url"]?.text
    self.paymentGatewayInfo = fields["payment_gateway_info"]?.object.flatMap(
      PaymentGatewayInfo.init)
    self.fields = fields
  }

  /// Reads what a callback of the delegate was given.
  public init?(_ data: [String: Any]?) {
    guard let data, JSONSerialization.isValidJSONObject(data),
      let json = try? JSONSerialization.data(withJSONObject: data),
      let fields = try? JSONDecoder().decode([String: JSONValue].self, from: json)
    else { return nil }
    self.init(fields)
  }

  /// What a callback of the delegate is given.
  public var dictionary: [String: Any] {
    fields.mapValues { $0.foundation }
  }

  /// What the library says itself, where the server has said nothing.
  init(ownError message: String, sessionId: String) {
    self.status = .error
    self.message = message
    self.formOfPayment = "redirect"
    self.challengeOccurred = false
    self.sessionId = sessionId
    self.orderNo = nil
    self.referenceNumber = nil
    self.redirectUrl = nil
    self.paymentGatewayInfo = nil
    self.fields = [
      "status": .string(Status.error.rawValue), "message": .string(message),
      "form_of_payment": .string("redirect"), "session_id": .string(sessionId),
    ]
  }
}

extension CallbackData.PaymentGatewayInfo {
  init?(_ fields: [String: JSONValue]) {
    guard let code = fields["pg_code"]?.text, let name = fields["pg_name"]?.text else { return nil }
    self.init(pgCode: code, pgName: name, pgResponse: fields["pg_response"]?.object)
  }
}
