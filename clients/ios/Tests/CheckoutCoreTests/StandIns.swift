import Foundation

@testable import CheckoutCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that answers what it was told, the last answer again and again. Nothing: the network is lost.
final class StandInServer: CheckoutTransport, @unchecked Sendable {
  typealias Answer = (status: Int, body: Data)

  private let lock = NSLock()
  private var answers: [Answer?]
  private var asked: [URLRequest] = []

  init(_ answers: [Answer?]) {
    self.answers = answers
  }

  var requests: [URLRequest] { lock.withLock { asked } }

  func send(_ request: URLRequest) async throws -> (status: Int, body: Data) {
    let answer = lock.withLock {
      asked.append(request)
      return answers.count > 1 ? answers.removeFirst() : answers[0]
    }
    guard let answer else { throw URLError(.notConnectedToInternet) }
    return answer
  }
}

/// Time that goes by without anybody waiting.
final class StandInClock: @unchecked Sendable {
  private let lock = NSLock()
  private var seconds = 0.0

  var waited: Double { lock.withLock { seconds } }

  func pause(_ more: Double) {
    lock.withLock { seconds += more }
  }
}

@MainActor
final class StandInScreen: CheckoutScreen {
  var heights: [Double] = []
  var pages: [String] = []
  var closed = 0
  var shields: [Bool] = []
  var choice: Int?
  var offered: [MethodOption] = []
  var notices: [String?] = []
  var offers: [Bool] = []
  var sheets: [ApplePayRequest] = []
  /// What the payer agrees to, sheet after sheet; nothing: they close it.
  var tokens: [ApplePayToken?] = []
  var ticks: [Bool] = []
  /// Nothing: there are no terms.
  var terms: Bool?
  var questions: [String] = []
  var isYes = false
  var holds: [Bool] = []
  var retired = 0

  func setHeight(_ height: Double) { heights.append(height) }
  func showPage(_ url: URL, title: String) { pages.append("\(url.absoluteString) \(title)") }
  func closePage() async {
    // It slides away for a while.
    for _ in 1...20 { await Task.yield() }
    closed += 1
  }
  func shield(_ isOn: Bool) { shields.append(isOn) }
  func choose(from options: [MethodOption]) async -> Int? {
    offered = options
    return choice
  }
  func reload(notice: String?) { notices.append(notice) }
  func offerApplePay(_ isOffered: Bool) { offers.append(isOffered) }
  func showApplePay(
    _ request: ApplePayRequest,
    pay: @escaping @MainActor @Sendable (ApplePayToken) async -> Bool
  ) async {
    sheets.append(request)
    let agreed = tokens.isEmpty ? nil : tokens.removeFirst()
    if let agreed { ticks.append(await pay(agreed)) }
  }
  func termsAccepted() async -> Bool? { terms }
  func ask(_ question: String, text: String, yes: String, no: String) async -> Bool {
    questions.append(question)
    return isYes
  }
  func hold(_ isHeld: Bool) { holds.append(isHeld) }
  func retire() { retired += 1 }
}

@MainActor
final class StandInDelegate: CheckoutDelegate {
  var told: [(name: String, data: [String: Any]?)] = []
  /// Called while it is told.
  var onTold: () -> Void = {}

  func successCallback(data: [String: Any]?) { add("success", data) }
  func cancelCallback(data: [String: Any]?) { add("cancel", data) }
  func errorCallback(data: [String: Any]?) { add("error", data) }

  private func add(_ name: String, _ data: [String: Any]?) {
    told.append((name, data))
    onTold()
  }
}
