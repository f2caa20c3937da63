import Foundation

/// What the checkout's page tells the app.
package enum BridgeMessage: Equatable, Sendable {
  /// How high it is, in points.
  case height(Double)
  /// The payment was read: what is to be paid, which attempt was the last one, and what wallets of the device are to be asked
  /// with.
  case transaction(
    amount: Amount, lastReference: String?, services: [TransactionDetails.PaymentService] = [])
  /// Whether something for the security code of a card is shown.
  case secure(Bool)
  /// The payer wants to see all methods.
  case choose([MethodOption])
  /// The payer has pressed the button; with a saved card, what it is.
  case verify(card: JSONValue?)
  case outcome(CallbackData)
  /// The web side did not come.
  case unavailable

  /// Nothing for what another frame has posted, such as the gateway's, and for what the page never says.
  package init?(body: Any, isMainFrame: Bool, origin: Origin?, base: URL) {
    guard isMainFrame, let origin, origin == Origin(base), let text = body as? String,
      let fields = try? JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8)),
      let message = BridgeMessage(fields)
    else { return nil }
    self = message
  }

  private init?(_ fields: [String: JSONValue]) {
    switch fields["type"]?.text {
    case "height":
      guard case .number(let height)? = fields["height"], height >= 0, height < 100_000
      else { return nil }
      self = .height(height)
    case "transaction":
      guard let value = fields["value"]?.text, let currency = fields["currency"]?.text,
        let amount = Amount(value: value, currency: currency)
      else { return nil }
      self = .transaction(
        amount: amount,
        lastReference: fields["reference"]?.text,
        services: services(in: fields["services"])
      )
    case "secure":
      guard case .bool(let isShown)? = fields["isShown"] else { return nil }
      self = .secure(isShown)
    case "choose":
      guard case .array(let given)? = fields["options"] else { return nil }
      let options = given.compactMap(MethodOption.init)
      guard options.count == given.count else { return nil }
      self = .choose(options)
    case "verify":
      let card = fields["card"] ?? .null
      self = .verify(card: card == .null ? nil : card)
    case "outcome":
      guard let data = (fields["data"]?.object).flatMap(CallbackData.init) else { return nil }
      self = .outcome(data)
    case "unavailable":
      self = .unavailable
    default: return nil
    }
  }
}

/// Those that can be read; what else a later server may offer is left out.
private func services(in given: JSONValue?) -> [TransactionDetails.PaymentService] {
  guard case .array(let all)? = given else { return [] }
  return all.compactMap {
    try? JSONDecoder.ofServer.decode(
      TransactionDetails.PaymentService.self, from: Data($0.json.utf8))
  }
}

/// One row of the sheet with all methods.
package struct MethodOption: Equatable, Sendable {
  package let title: String
  /// The fee, or until when a card is good.
  package let detail: String
  package let isSelected: Bool
  package let isEnabled: Bool

  package init?(_ value: JSONValue) {
    guard let fields = value.object, let title = fields["title"]?.text,
      let detail = fields["detail"]?.text, case .bool(let isSelected)? = fields["isSelected"],
      case .bool(let isEnabled)? = fields["isEnabled"]
    else { return nil }
    self.title = title
    self.detail = detail
    self.isSelected = isSelected
    self.isEnabled = isEnabled
  }
}

/// What the app answers.
package enum BridgeReply: Equatable, Sendable {
  case none
  /// The row that was chosen.
  case chosen(Int)
  /// The app's own check has stopped the payment, and says why.
  case stopped(String)

  /// As the page gets it.
  package var foundation: Any? {
    switch self {
    case .none: return nil
    case .chosen(let index): return index
    case .stopped(let message): return message
    }
  }
}
