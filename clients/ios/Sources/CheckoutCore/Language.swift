import Foundation

/// The languages of the checkout.
package enum CheckoutLanguage: String, CaseIterable, Sendable {
  case en
  case ar

  /// That of the device, where the checkout has it; else English.
  package static func ofDevice(preferred: [String] = Locale.preferredLanguages) -> CheckoutLanguage
  {
    let first = preferred.first?.split(whereSeparator: { $0 == "-" || $0 == "_" }).first
    return first.flatMap { CheckoutLanguage(rawValue: $0.lowercased()) } ?? .en
  }
}

/// The text of the button that pays, in both languages.
public struct PayButtonText: Equatable, Sendable {
  public let en: String
  public let ar: String

  public init(en: String, ar: String) {
    self.en = en
    self.ar = ar
  }

  func text(in language: CheckoutLanguage) -> String {
    language == .ar ? ar : en
  }
}
