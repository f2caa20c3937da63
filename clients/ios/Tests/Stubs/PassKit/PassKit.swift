// What CheckoutUI uses of Apple's PassKit, for machines without it: names and types as we know them from its documentation, and
// just enough behavior for the tests. It is no proof that Apple's PassKit agrees (clients/ios/README.md).

@_exported import Foundation
import UIKit

public struct PKPaymentNetwork: RawRepresentable, Equatable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let amex = PKPaymentNetwork(rawValue: "AmEx")
  public static let mada = PKPaymentNetwork(rawValue: "mada")
  public static let maestro = PKPaymentNetwork(rawValue: "Maestro")
  public static let masterCard = PKPaymentNetwork(rawValue: "MasterCard")
  public static let visa = PKPaymentNetwork(rawValue: "Visa")
}

public struct PKMerchantCapability: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let threeDSecure = PKMerchantCapability(rawValue: 1)
}

open class PKPaymentSummaryItem: NSObject {
  public let label: String
  public let amount: NSDecimalNumber

  public init(label: String, amount: NSDecimalNumber) {
    self.label = label
    self.amount = amount
  }
}

open class PKPaymentRequest: NSObject {
  public var merchantIdentifier = ""
  public var countryCode = ""
  public var currencyCode = ""
  public var supportedNetworks: [PKPaymentNetwork] = []
  public var merchantCapabilities: PKMerchantCapability = []
  public var paymentSummaryItems: [PKPaymentSummaryItem] = []

  public override init() {}
}

public enum PKPaymentMethodType: UInt, Sendable {
  case unknown, debit, credit, prepaid, store, eMoney
}

open class PKPaymentMethod: NSObject {
  public var displayName: String?
  public var network: PKPaymentNetwork?
  public var type = PKPaymentMethodType.unknown

  public override init() {}
}

open class PKPaymentToken: NSObject {
  public var paymentMethod = PKPaymentMethod()
  public var transactionIdentifier = ""
  public var paymentData = Data()

  public override init() {}
}

open class PKPayment: NSObject {
  public var token = PKPaymentToken()

  public override init() {}
}

public enum PKPaymentAuthorizationStatus: Int, Sendable { case success, failure }

open class PKPaymentAuthorizationResult: NSObject {
  public let status: PKPaymentAuthorizationStatus

  public init(status: PKPaymentAuthorizationStatus, errors: [Error]?) {
    self.status = status
  }
}

@MainActor
public protocol PKPaymentAuthorizationControllerDelegate: NSObjectProtocol {
  func paymentAuthorizationController(
    _ controller: PKPaymentAuthorizationController,
    didAuthorizePayment payment: PKPayment,
    handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
  )
  func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController)
}

open class PKPaymentAuthorizationController: NSObject {
  /// Whether the device knows Apple Pay, whether it has a card for it, and whether its sheet can be shown.
  public nonisolated(unsafe) static var isKnown = false
  public nonisolated(unsafe) static var hasCards = false
  public nonisolated(unsafe) static var canBeShown = true
  /// The one that is shown.
  public nonisolated(unsafe) static weak var shown: PKPaymentAuthorizationController?
  public let request: PKPaymentRequest
  public weak var delegate: PKPaymentAuthorizationControllerDelegate?

  public class func canMakePayments() -> Bool { isKnown }

  public class func canMakePayments(
    usingNetworks supportedNetworks: [PKPaymentNetwork],
    capabilities: PKMerchantCapability
  ) -> Bool {
    hasCards && !supportedNetworks.isEmpty && capabilities.contains(.threeDSecure)
  }

  public init(paymentRequest request: PKPaymentRequest) {
    self.request = request
  }

  open func present(completion: ((Bool) -> Void)? = nil) {
    let isShown = PKPaymentAuthorizationController.canBeShown
    if isShown { PKPaymentAuthorizationController.shown = self }
    completion?(isShown)
  }

  open func dismiss(completion: (() -> Void)? = nil) {
    PKPaymentAuthorizationController.shown = nil
    completion?()
  }
}

open class PKPassLibrary: NSObject {
  public nonisolated(unsafe) static var setUps = 0

  public override init() {}

  open func openPaymentSetup() { PKPassLibrary.setUps += 1 }
}

public enum PKPaymentButtonType: Int { case plain, buy, setUp }
public enum PKPaymentButtonStyle: Int { case white, whiteOutline, black, automatic }

@MainActor
open class PKPaymentButton: UIButton {
  public init(
    paymentButtonType type: PKPaymentButtonType, paymentButtonStyle style: PKPaymentButtonStyle
  ) {
    super.init(frame: .zero)
  }

  public required init?(coder: NSCoder) { return nil }
}
