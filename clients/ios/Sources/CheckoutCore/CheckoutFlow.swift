import Foundation

/// What shows the checkout. It decides nothing.
@MainActor
package protocol CheckoutScreen: AnyObject {
  /// In points.
  func setHeight(_ height: Double)
  /// Shows a gateway's or bank's page above the app.
  func showPage(_ url: URL, title: String)
  func closePage()
  /// Whether screenshots and recordings must not have what is shown.
  func shield(_ isOn: Bool)
  /// The row that was chosen in a sheet with all of them; nothing when it was closed.
  func choose(from options: [MethodOption]) async -> Int?
  /// Has the page read the payment again and draw it; the notice is said above it.
  func reload(notice: String?)
  /// From now on nothing can be touched.
  func retire()
}

/// One checkout from its first drawing to the callback that tells how it ended.
@MainActor
package final class CheckoutFlow {
  package enum PageEnd: Equatable, Sendable {
    /// It came to the address that says so.
    case finished
    /// By the payer's hand.
    case closed
  }

  private enum PageState {
    case none
    case open
    /// It is closed, and the server is asked what came of it.
    case asking
  }

  /// The server has waited for a minute before it sends the payer back.
  private static let patienceSeconds = 60.0

  package let policy: NavigationPolicy
  private let parameters: CheckoutParameters
  private let reader: TransactionReader
  private let verify: VerifyPaymentDelegate?
  package weak var screen: CheckoutScreen?
  private weak var delegate: CheckoutDelegate?
  private var amount: Amount?
  private var lastReference: String?
  private var page = PageState.none
  /// Whether somebody was told how it ended.
  package private(set) var isSpent = false

  package init(
    _ parameters: CheckoutParameters,
    delegate: CheckoutDelegate,
    verify: VerifyPaymentDelegate? = nil,
    reader: TransactionReader
  ) {
    self.parameters = parameters
    self.policy = NavigationPolicy(base: parameters.base)
    self.delegate = delegate
    self.verify = verify
    self.reader = reader
  }

  /// Does what the checkout's page says, and gives the answer for it.
  package func receive(_ message: BridgeMessage) async -> BridgeReply {
    switch message {
    case .height(let height):
      screen?.setHeight(height)
    case .secure(let isShown):
      screen?.shield(isShown)
    case .transaction(let amount, let lastReference):
      self.amount = amount
      // Once the payer has left for a gateway, what was the last attempt before stays as it was.
      if page == .none { self.lastReference = lastReference }
    case .choose(let options):
      let chosen = await screen?.choose(from: options)
      return chosen.map { .chosen($0) } ?? .none
    case .verify(let card):
      return await verification(of: card)
    case .outcome(let data):
      tell(data)
    case .unavailable:
      fail(words.offline)
    }
    return .none
  }

  /// Opens a page above the app, one at a time.
  package func open(_ url: URL) {
    if isSpent || page != .none { return }
    page = .open
    screen?.showPage(url, title: amount?.text(in: parameters.language) ?? "")
  }

  /// The page above is over: by now the server may know what came of the payment.
  package func pageEnded(_ how: PageEnd) async {
    if page != .open { return }
    page = .asking
    screen?.closePage()
    let isBack = how == .finished
    await askServer(
      forSeconds: isBack ? CheckoutFlow.patienceSeconds : 0,
      notice: isBack ? words.waiting : nil
    )
    page = .none
  }

  /// iOS has ended the web side, and with it what it was waiting for.
  package func crashed() async {
    if page == .none { await askServer(forSeconds: 0, notice: nil) }
  }

  private func askServer(forSeconds patience: Double, notice: String?) async {
    do {
      if let ended = try await reader.outcome(after: lastReference, forSeconds: patience) {
        tell(ended)
      } else if !isSpent {
        screen?.reload(notice: notice)
      }
    } catch {
      let failure = (error as? ReadingFailure) ?? .unavailable
      // The payer may have paid: where nobody answers, nobody knows.
      fail(failure.isPassing ? words.unknown : failure.message(words))
    }
  }

  private var words: Words { Words.of(parameters.language) }

  private func verification(of card: JSONValue?) async -> BridgeReply {
    if isSpent { return .stopped(words.late) }
    guard let verify else { return .none }
    switch await verify(card.map(text(of:))) {
    case .success: return .none
    case .failure(let message): return .stopped(message.isEmpty ? words.fault : message)
    }
  }

  private func text(of value: JSONValue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func fail(_ message: String) {
    tell(CallbackData(ownError: message, sessionId: parameters.sessionId))
  }

  /// The one place that tells the app, and it tells once: the page and the reading of the payment may both find the end.
  private func tell(_ data: CallbackData) {
    if isSpent { return }
    isSpent = true
    screen?.retire()
    switch data.status {
    case .success: delegate?.successCallback(data: data.dictionary)
    case .canceled: delegate?.cancelCallback(data: data.dictionary)
    case .error: delegate?.errorCallback(data: data.dictionary)
    }
  }
}
