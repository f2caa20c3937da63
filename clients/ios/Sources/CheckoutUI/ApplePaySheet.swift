#if !os(macOS)
  import CheckoutCore
  import PassKit

  /// The sheet of Apple Pay, once. What stands on it and what becomes of it the core decides.
  @MainActor
  final class ApplePaySheet: NSObject, PKPaymentAuthorizationControllerDelegate {
    typealias Pay = @MainActor @Sendable (ApplePayToken) async -> Bool

    private let controller: PKPaymentAuthorizationController
    private let pay: Pay
    private var done: CheckedContinuation<Void, Never>?

    enum Ability {
      /// The device has a card for it.
      case pay
      /// It has none yet, and can be given one.
      case setUp
      /// Device or owner do not allow it.
      case none
    }

    static var ability: Ability {
      let hasCard = PKPaymentAuthorizationController.canMakePayments(
        usingNetworks: ApplePayNetwork.allCases.map(\.network),
        capabilities: .threeDSecure
      )
      if hasCard { return .pay }
      return PKPaymentAuthorizationController.canMakePayments() ? .setUp : .none
    }

    init(_ request: ApplePayRequest, pay: @escaping Pay) {
      controller = PKPaymentAuthorizationController(paymentRequest: request.payment)
      self.pay = pay
      super.init()
      controller.delegate = self
    }

    /// Returns when it is gone, or could not be shown.
    func show() async {
      await withCheckedContinuation { continuation in
        done = continuation
        controller.present { [weak self] isShown in
          if !isShown { Task { @MainActor in self?.finish() } }
        }
      }
    }

    nonisolated func paymentAuthorizationController(
      _ controller: PKPaymentAuthorizationController,
      didAuthorizePayment payment: PKPayment,
      handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
      let token = ApplePayToken(payment.token)
      Task { @MainActor in
        let isGood = await pay(token)
        completion(PKPaymentAuthorizationResult(status: isGood ? .success : .failure, errors: nil))
      }
    }

    nonisolated func paymentAuthorizationControllerDidFinish(
      _ controller: PKPaymentAuthorizationController
    ) {
      controller.dismiss { Task { @MainActor in self.finish() } }
    }

    private func finish() {
      done?.resume()
      done = nil
    }
  }

  extension ApplePayNetwork {
    fileprivate var network: PKPaymentNetwork {
      switch self {
      case .amex: return .amex
      case .mada: return .mada
      case .maestro: return .maestro
      case .masterCard: return .masterCard
      case .visa: return .visa
      }
    }
  }

  extension ApplePayRequest {
    fileprivate var payment: PKPaymentRequest {
      let request = PKPaymentRequest()
      request.merchantIdentifier = merchantIdentifier
      request.countryCode = countryCode
      request.currencyCode = currencyCode
      request.supportedNetworks = networks.map(\.network)
      request.merchantCapabilities = .threeDSecure
      request.paymentSummaryItems = items.map { item in
        PKPaymentSummaryItem(label: item.label, amount: decimal(item.amount))
      }
      return request
    }
  }

  /// A dot is a dot wherever the device is.
  private func decimal(_ text: String) -> NSDecimalNumber {
    NSDecimalNumber(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  extension ApplePayToken {
    fileprivate init(_ token: PKPaymentToken) {
      self.init(
        paymentData: token.paymentData,
        displayName: token.paymentMethod.displayName,
        network: token.paymentMethod.network?.rawValue,
        type: name(of: token.paymentMethod.type),
        transactionIdentifier: token.transactionIdentifier
      )
    }
  }

  /// As Apple's own script for pages has them.
  private func name(of type: PKPaymentMethodType) -> String? {
    switch type {
    case .debit: return "debit"
    case .credit: return "credit"
    case .prepaid: return "prepaid"
    case .store: return "store"
    default: return nil
    }
  }
#endif
