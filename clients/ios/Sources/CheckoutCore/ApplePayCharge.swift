import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the server has said of a payment by Apple Pay.
package enum ApplePayAnswer: Equatable, Sendable {
  case ended(CallbackData)
  /// The payer's bank asks them something there.
  case page(URL)
  /// It may have been charged, and nobody knows yet.
  case unsure
  /// Nothing was charged: a page that was opened before may be paid.
  case pageOpen
  /// Nothing was charged: another attempt is undecided, or payments are paused.
  case locked
  /// Nothing was charged: it is not what stood on the sheet, or is over.
  case changed
  /// The device has handed over nothing that a gateway could read.
  case unusable
  case refused(ReadingFailure)

  /// What the sheet is told. Only what was certainly not charged is a failure: who reads that pays again.
  package var isGood: Bool {
    switch self {
    case .ended(let data): return data.status == .success
    case .page, .unsure: return true
    case .pageOpen, .locked, .changed, .unusable, .refused: return false
    }
  }

  init(status: Int, body: Data) {
    let fields = (try? JSONDecoder().decode([String: JSONValue].self, from: body)) ?? [:]
    switch status {
    case 200: self = ApplePayAnswer(accepted: fields)
    case 400: self = .changed
    case 401, 403: self = .refused(.authentication)
    case 404: self = .refused(.notFound)
    case 423: self = fields["code"]?.text == "page_open" ? .pageOpen : .locked
    // 202 says so; 409 is a payload that has paid or is being charged; of all else nobody knows what was done before it.
    default: self = .unsure
    }
  }

  private init(accepted fields: [String: JSONValue]) {
    if let data = (fields["callback_payload"]?.object).flatMap(CallbackData.init) {
      self = .ended(data)
    } else if fields["status"]?.text == "3DS",
      let url = (fields["redirect_url"]?.text).flatMap(URL.init(string:))
    {
      self = .page(url)
    } else {
      self = .unsure
    }
  }
}

/// Posts what Apple Pay has handed over, by the public key.
package struct ApplePayCharge: Sendable {
  private let parameters: CheckoutParameters
  private let transport: CheckoutTransport
  /// Seconds.
  private let pause: @Sendable (Double) async -> Void
  private let tries = 3
  private let everySeconds = 2.0

  package init(
    _ parameters: CheckoutParameters,
    transport: CheckoutTransport = SessionTransport(),
    pause: @escaping @Sendable (Double) async -> Void = restFor
  ) {
    self.parameters = parameters
    self.transport = transport
    self.pause = pause
  }

  /// Where the answer is lost, or was that of a server in trouble, the same is asked again by the same key: however often it
  /// arrives, it pays once.
  /// - Parameters:
  ///   - termsAccepted: the payer has ticked the box beside what they have to agree to
  ///   - replacesOpen: the payer was told that an earlier page is still open, and goes on
  package func pay(
    _ request: ApplePayRequest,
    with token: ApplePayToken,
    termsAccepted: Bool = false,
    replacesOpen: Bool
  ) async -> ApplePayAnswer {
    guard let payload = token.json else { return .unusable }
    var post = parameters.request(to: request.paymentUrl)
    post.httpMethod = "POST"
    post.setValue("application/json", forHTTPHeaderField: "Content-Type")
    post.setValue(newKey(), forHTTPHeaderField: "Idempotency-Key")
    var said: [String] = []
    if termsAccepted { said.append("terms_accepted") }
    if replacesOpen { said.append("replace_attempt") }
    post.httpBody = body(of: request, payload: payload, said: said)
    var mayBeMade = false
    for made in 1...tries {
      let answer = try? await transport.send(post)
      if let (status, body) = answer, !isPassing(status, body) {
        let answered = ApplePayAnswer(status: status, body: body)
        // A later refusal is of that try alone, and says nothing of an earlier one. But who has begun
        // anything by this key is not asked about the page of another attempt.
        return mayBeMade && status >= 400 && answered != .pageOpen ? .unsure : answered
      }
      // Who asks too often was not heard.
      if answer?.status != 429 { mayBeMade = true }
      if made < tries { await pause(everySeconds) }
    }
    return .unsure
  }

  /// The payload is put in as it is: written anew it could be another one to the gateway.
  private func body(of request: ApplePayRequest, payload: String, said: [String]) -> Data {
    var fields: [String: JSONValue] = [
      "session_id": .string(parameters.sessionId), "code": .string(request.pgCode),
      "amount": .string(request.amount), "currency_code": .string(request.currencyCode),
      "channel": .string("mobile_sdk"),
    ]
    for name in said { fields[name] = .bool(true) }
    let known = JSONValue.object(fields).json.dropLast()
    return Data("\(known),\"apple_pay_payload\":{\"token\":\(payload)}}".utf8)
  }

  private func isPassing(_ status: Int, _ body: Data) -> Bool {
    if status == 429 || status >= 500 { return true }
    let fields = try? JSONDecoder().decode([String: JSONValue].self, from: body)
    return status == 409 && fields?["code"]?.text == "tracking_in_progress"
  }

  /// Of letters alone: nothing in it can pass for a card number.
  private func newKey() -> String {
    String((0..<32).map { _ in "abcdefghijklmnop".randomElement() ?? "a" })
  }
}
