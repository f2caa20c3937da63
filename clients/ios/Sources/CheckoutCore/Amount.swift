import Foundation

/// An exact amount, as text; nothing here counts with it.
package struct Amount: Equatable, Sendable {
  package let value: String
  package let currency: String

  /// Nothing for what is no amount.
  package init?(value: String, currency: String) {
    let isDecimal = value.range(of: "\\A[0-9]+(\\.[0-9]+)?\\z", options: .regularExpression) != nil
    let isCode = currency.range(of: "\\A[A-Z]{3}\\z", options: .regularExpression) != nil
    guard isDecimal, isCode else { return nil }
    self.value = value
    self.currency = currency
  }

  /// "KWD 1,234.500", in Arabic "1,234.500 د.ك". Every digit stays.
  package func text(in language: CheckoutLanguage) -> String {
    switch language {
    case .en: return "\(currency) \(grouped)"
    case .ar: return "\(grouped) \(arabicSigns[currency] ?? currency)"
    }
  }

  private var grouped: String {
    let parts = value.split(separator: ".", maxSplits: 1)
    var whole = ""
    for (index, digit) in parts[0].enumerated() {
      if index > 0, (parts[0].count - index) % 3 == 0 { whole.append(",") }
      whole.append(digit)
    }
    return parts.count > 1 ? "\(whole).\(parts[1])" : whole
  }
}

/// As shops of these countries write them, and as the pages of the server do.
private let arabicSigns = [
  "AED": "د.إ", "BHD": "د.ب", "DZD": "د.ج", "EGP": "ج.م", "IQD": "د.ع", "JOD": "د.أ",
  "KWD": "د.ك", "LBP": "ل.ل", "LYD": "د.ل", "MAD": "د.م", "MRU": "أ.م", "OMR": "ر.ع",
  "QAR": "ر.ق", "SAR": "ر.س", "SDG": "ج.س", "SYP": "ل.س", "TND": "د.ت", "YER": "ر.ي",
]
