import XCTest

@testable import CheckoutCore

final class WordsTests: XCTestCase {
  func testAreThereInBothLanguages() {
    let english = texts(.en)
    let arabic = texts(.ar)
    XCTAssertEqual(english.map(\.name), arabic.map(\.name))
    for (one, other) in zip(english, arabic) {
      XCTAssertNotEqual(one.text, other.text, one.name)
      XCTAssertNil(one.text.range(of: "\\p{Arabic}", options: .regularExpression), one.name)
      XCTAssertNotNil(other.text.range(of: "\\p{Arabic}", options: .regularExpression), other.name)
      XCTAssertEqual(one.text.contains("{count}"), other.text.contains("{count}"), one.name)
    }
  }

  func testWriteAmountsAsTheServerDoes() throws {
    let amount = try XCTUnwrap(Amount(value: "1234567.500", currency: "KWD"))
    XCTAssertEqual(amount.text(in: .en), "KWD 1,234,567.500")
    XCTAssertEqual(amount.text(in: .ar), "1,234,567.500 د.ك")
    XCTAssertEqual(Amount(value: "999", currency: "JPY")?.text(in: .ar), "999 JPY")
    XCTAssertEqual(Amount(value: "0.01", currency: "USD")?.text(in: .en), "USD 0.01")
  }

  func testKeepEveryDigitOfAnAmount() {
    let long = "123456789012345678901234567890.12345"
    XCTAssertEqual(
      Amount(value: long, currency: "KWD")?.text(in: .en),
      "KWD 123,456,789,012,345,678,901,234,567,890.12345"
    )
  }

  func testKnowWhatIsNoAmount() {
    for value in ["", "-1", "1e3", "1,5", ".5", "1.", "١", "1 ", "NaN"] {
      XCTAssertNil(Amount(value: value, currency: "KWD"), value)
    }
    for currency in ["", "kwd", "KWDD", "د.ك"] {
      XCTAssertNil(Amount(value: "1.000", currency: currency), currency)
    }
  }

  private func texts(_ language: CheckoutLanguage) -> [(name: String, text: String)] {
    Mirror(reflecting: Words.of(language)).children.map {
      ($0.label ?? "", $0.value as? String ?? "")
    }
  }
}
