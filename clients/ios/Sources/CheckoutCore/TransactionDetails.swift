import Foundation

/// A payment as the server shows it to its payer: `sdk_setup_preload_payload`, and the answer of the first call.
public struct TransactionDetails: Equatable, Sendable {
  public let sessionId: String
  public let state: String
  public let amount: String
  public let currencyCode: String
  public let paymentType: String
  /// That of the texts which come from the server.
  public let language: String
  public let expirationTime: Date
  public let isAmountEditable: Bool
  public let billing: Billing
  public let cards: [Card]
  public let paymentMethods: [PaymentMethod]
  public let paymentServices: [PaymentService]
  public let wallets: [Wallet]
  /// How the last attempt ended; nothing while none has.
  public let response: CallbackData?
  public let cancelUrl: URL
  /// As it came. The web side reads it once more by itself.
  let source: JSONValue

  public struct Figure: Decodable, Equatable, Sendable {
    /// For people: "KWD 12.340".
    public let display: String
    public let value: String
    public let currencyCode: String
    public let label: String
  }

  public struct Billing: Decodable, Equatable, Sendable {
    /// What the payer pays, with the fee.
    public let amount: Figure
    public let subTotal: Figure
    public let fee: Figure
  }

  public struct Card: Decodable, Equatable, Sendable {
    public let token: String
    public let brand: String?
    /// Masked.
    public let number: String
    public let expiryMonth: String
    public let expiryYear: String
    public let isPreferred: Bool
    public let isExpired: Bool
    public let cvvRequired: Bool
    public let pgCode: String
    public let submitUrl: URL
    public let deleteUrl: URL
  }

  public struct PaymentMethod: Decodable, Equatable, Sendable {
    public let code: String
    public let name: String
    public let flow: String
    public let canSaveCard: Bool
    public let submitUrl: URL
    /// The gateway's own frame for a new card, where it has one.
    public let cardUrl: URL?
    public let billing: Billing
  }

  /// A wallet of a device by which the payment can be made. What has no value here another service needs.
  public struct PaymentService: Decodable, Equatable, Sendable {
    /// `apple_pay`.
    public let flow: String
    public let pgCode: String
    public let currencyCode: String
    /// With the fee: what is charged.
    public let amount: String?
    /// As it is registered with Apple.
    public let merchantId: String?
    public let shopName: String?
    public let countryCode: String?
    public let paymentUrl: URL?
    public let billing: Billing?
  }

  public struct Wallet: Decodable, Equatable, Sendable {
    public let name: String
    public let balance: String
    public let currencyCode: String
    public let applicableAmount: String
    public let pgCode: String
  }

  /// Reads the `sdk_setup_preload_payload` that the app has from its server.
  /// - Throws: `CheckoutInitializationError.invalidSetupPreload`, which names the field.
  public init(json: Data) throws {
    do {
      let fields = try JSONDecoder.ofServer.decode(Fields.self, from: json)
      // Keys of any depth as they came.
      try self.init(fields, source: JSONDecoder().decode(JSONValue.self, from: json))
    } catch let error as DecodingError {
      throw CheckoutInitializationError.invalidSetupPreload(sentence(error))
    }
  }

  private init(_ fields: Fields, source: JSONValue) throws {
    sessionId = fields.sessionId
    state = fields.state
    amount = fields.amount
    currencyCode = fields.currencyCode
    paymentType = fields.paymentType
    language = fields.language
    expirationTime = fields.expirationTime
    isAmountEditable = fields.isAmountEditable
    billing = fields.billing
    cards = fields.cards
    paymentMethods = fields.paymentMethods
    paymentServices = fields.paymentServices
    wallets = fields.wallets
    cancelUrl = fields.cancelUrl
    response = (source.object?["response"]?.object).flatMap(CallbackData.init)
    self.source = source
  }

  /// Whether it can still be paid.
  public var isOpen: Bool {
    ["created", "pending", "attempted"].contains(state)
  }

  /// Whether it is about this session, by this server: the key is sent to the addresses in it, so a payload that somebody
  /// has changed on its way can lead nowhere else.
  public func isGenuine(sessionId: String, base: URL) -> Bool {
    let urls =
      [cancelUrl] + cards.flatMap { [$0.submitUrl, $0.deleteUrl] } + paymentMethods.map(\.submitUrl)
      + paymentServices.compactMap(\.paymentUrl)
    return self.sessionId == sessionId && urls.allSatisfy { Origin($0) == Origin(base) }
  }

  /// The fields of which each has one type. `response` may be empty, so it is read apart.
  private struct Fields: Decodable {
    let sessionId: String
    let state: String
    let amount: String
    let currencyCode: String
    let paymentType: String
    let language: String
    let expirationTime: Date
    let isAmountEditable: Bool
    let billing: Billing
    let cards: [Card]
    let paymentMethods: [PaymentMethod]
    let paymentServices: [PaymentService]
    let wallets: [Wallet]
    let cancelUrl: URL
  }
}

extension JSONDecoder {
  /// Names and dates as the server writes them.
  package static var ofServer: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .custom(dateTime)
    return decoder
  }
}

private func dateTime(_ decoder: Decoder) throws -> Date {
  let container = try decoder.singleValueContainer()
  let text = try container.decode(String.self)
  let format = ISO8601DateFormatter()
  if let date = format.date(from: text) { return date }
  format.formatOptions.insert(.withFractionalSeconds)
  if let date = format.date(from: text) { return date }
  throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date-time")
}

private func sentence(_ error: DecodingError) -> String {
  let name = { (path: [CodingKey]) in path.map(\.stringValue).joined(separator: ".") }
  switch error {
  case .keyNotFound(let key, let context): return "\(name(context.codingPath + [key])) is missing."
  case .typeMismatch(_, let context), .valueNotFound(_, let context):
    return "\(name(context.codingPath)) has another type."
  case .dataCorrupted(let context) where !context.codingPath.isEmpty:
    return "\(name(context.codingPath)) cannot be read."
  default: return "it is no JSON."
  }
}
