import Foundation

/// What shows the checkout. It decides nothing.
@MainActor
package protocol CheckoutScreen: AnyObject {
  /// In points.
  func setHeight(_ height: Double)
  /// Shows a gateway's or bank's page above the app.
  func showPage(_ url: URL, title: String)
  /// Returns when it is gone: what an app shows while something is still sliding away iOS drops.
  func closePage() async
  /// Whether screenshots and recordings must not have what is shown.
  func shield(_ isOn: Bool)
  /// The row that was chosen in a sheet with all of them; nothing when it was closed.
  func choose(from options: [MethodOption]) async -> Int?
  /// Has the page read the payment again and draw it; the notice is said above it.
  func reload(notice: String?)
  /// Whether the button of Apple Pay stands above the checkout. A device that cannot pay so has none all the same.
  func offerApplePay(_ isOffered: Bool)
  /// Shows the sheet of Apple Pay, and returns when it is gone. What the payer has agreed to is handed over once, and whether that
  /// went well ends the sheet.
  func showApplePay(
    _ request: ApplePayRequest,
    pay: @escaping @MainActor @Sendable (ApplePayToken) async -> Bool
  ) async
  /// Whether the payer has ticked the box of the page beside what they have to agree to, which is asked for where they have not;
  /// nothing where there is no such box.
  func termsAccepted() async -> Bool?
  /// Whether the payer goes on, asked above the app.
  func ask(_ question: String, text: String, yes: String, no: String) async -> Bool
  /// While a payment is under way nothing can be touched.
  func hold(_ isHeld: Bool)
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
  private let charge: ApplePayCharge
  private let verify: VerifyPaymentDelegate?
  package weak var screen: CheckoutScreen?
  private weak var delegate: CheckoutDelegate?
  private var amount: Amount?
  private var lastReference: String?
  private var page = PageState.none
  private var isPayingOnDevice = false
  /// Whether somebody was told how it ended.
  package private(set) var isSpent = false

  package init(
    _ parameters: CheckoutParameters,
    delegate: CheckoutDelegate,
    verify: VerifyPaymentDelegate? = nil,
    reader: TransactionReader,
    charge: ApplePayCharge
  ) {
    self.parameters = parameters
    self.policy = NavigationPolicy(base: parameters.base)
    self.delegate = delegate
    self.verify = verify
    self.reader = reader
    self.charge = charge
  }

  /// Does what the checkout's page says, and gives the answer for it.
  package func receive(_ message: BridgeMessage) async -> BridgeReply {
    switch message {
    case .height(let height):
      screen?.setHeight(height)
    case .secure(let isShown):
      screen?.shield(isShown)
    case .transaction(let amount, let lastReference, let services):
      screen?.offerApplePay(ApplePayRequest(services, parameters) != nil)
      self.amount = amount
      // Once the payer has left for a gateway, what was the last attempt before stays as it was.
      if page == .none, !isPayingOnDevice { self.lastReference = lastReference }
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
    screen?.hold(true)
    await screen?.closePage()
    let isBack = how == .finished
    await askServer(
      forSeconds: isBack ? CheckoutFlow.patienceSeconds : 0,
      notice: isBack ? words.waiting : nil
    )
    release()
    page = .none
  }

  /// The payer has pressed the button of Apple Pay. What it costs is read anew, because the app may have changed it when it was
  /// asked, and only what stands on the sheet is charged.
  package func payByApplePay() async {
    if isSpent || page != .none || isPayingOnDevice { return }
    isPayingOnDevice = true
    let termsAccepted = await screen?.termsAccepted() ?? nil
    if termsAccepted == false {
      isPayingOnDevice = false
      return
    }
    screen?.hold(true)
    await payOnDevice(termsAccepted: termsAccepted == true)
    isPayingOnDevice = false
    release()
  }

  private func payOnDevice(termsAccepted: Bool) async {
    if case .stopped(let message) = await verification(of: nil) {
      screen?.reload(notice: message)
      return
    }
    var replacesOpen = false
    while true {
      let answered = await answerOfSheet(
        termsAccepted: termsAccepted, replacesOpen: replacesOpen)
      guard let answer = answered else { return }
      guard case .pageOpen = answer else { return await follow(answer) }
      let goesOn = await screen?.ask(
        words.openQuestion, text: words.openText, yes: words.openYes, no: words.openNo)
      guard goesOn == true else { return }
      replacesOpen = true
    }
  }

  /// Nothing where the payer has closed the sheet, or there is nothing to show on it.
  private func answerOfSheet(
    termsAccepted: Bool,
    replacesOpen: Bool
  ) async -> ApplePayAnswer? {
    let details: TransactionDetails
    do {
      details = try await reader.read()
    } catch {
      // Nothing was sent by then.
      fail(((error as? ReadingFailure) ?? .unavailable).message(words))
      return nil
    }
    guard details.isOpen, let request = ApplePayRequest(details.paymentServices, parameters) else {
      // The page tells what became of it.
      screen?.reload(notice: nil)
      return nil
    }
    lastReference = details.response?.referenceNumber
    let charge = charge
    var paying: Task<ApplePayAnswer, Never>?
    await screen?.showApplePay(request) { token in
      let task = Task {
        await charge.pay(
          request, with: token, termsAccepted: termsAccepted, replacesOpen: replacesOpen)
      }
      paying = task
      return await task.value.isGood
    }
    // iOS closes a sheet that has waited for too long; what was sent is waited for all the same.
    return await paying?.value
  }

  private func follow(_ answer: ApplePayAnswer) async {
    switch answer {
    case .ended(let data): tell(data)
    case .page(let url): open(url)
    case .unsure:
      screen?.reload(notice: words.waiting)
      await askServer(forSeconds: CheckoutFlow.patienceSeconds, notice: words.waiting)
    case .pageOpen: break
    case .locked: screen?.reload(notice: words.locked)
    case .changed: screen?.reload(notice: words.changed)
    case .unusable: screen?.reload(notice: words.fault)
    case .refused(let failure): fail(failure.message(words))
    }
  }

  private func release() {
    if !isSpent { screen?.hold(false) }
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
    switch await verify(card?.json) {
    case .success: return .none
    case .failure(let message): return .stopped(message.isEmpty ? words.fault : message)
    }
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
