import XCTest

@testable import CheckoutCore

final class CheckoutParametersTests: XCTestCase {
  func testHaveDefaultsForAllThatIsNotRequired() throws {
    let parameters = try CheckoutParameters(
      merchantId: " Pay.Example.com ",
      apiKey: "public-key\n",
      sessionId: session
    )
    XCTAssertEqual(parameters.base.absoluteString, "https://pay.example.com")
    XCTAssertEqual(parameters.apiKey, "public-key")
    XCTAssertEqual(parameters.formsOfPayment, FormOfPayment.allCases)
    XCTAssertEqual(parameters.displaySettings.mode, .bottomSheet)
    XCTAssertEqual(parameters.displaySettings.visibleItemsCount, 5)
    XCTAssertNil(parameters.displaySettings.defaultSelectedPgCode)
    XCTAssertEqual(parameters.theme, CheckoutTheme())
    XCTAssertNil(parameters.setupPreload)
  }

  func testRefuseAPrivateKeyWithAWordThatItMustBeRevokedAndWithoutTheKey() {
    XCTAssertThrowsError(try sampleParameters(apiKey: "a1b2c3d4.very-secret")) { error in
      XCTAssertEqual(error as? CheckoutInitializationError, .privateKey)
      XCTAssertTrue(error.localizedDescription.contains("revoke it now"))
      XCTAssertFalse("\(error) \(error.localizedDescription)".contains("secret"))
    }
  }

  func testHaveAWordForWhoNamesFormsThatNoGatewayHas() {
    XCTAssertNil(FormOfPayment.note(on: FormOfPayment.allCases))
    XCTAssertNil(FormOfPayment.note(on: [.tokenPay, .redirect]))
    let note = FormOfPayment.note(on: [.stcPay, .redirect, .flex])
    XCTAssertEqual(note, "Checkout: stcPay, flex draws nothing, no gateway has it yet.")
  }

  func testRefuseZeroVisibleItems() {
    let settings = PaymentOptionsDisplaySettings(mode: .list, visibleItemsCount: 0)
    XCTAssertThrowsError(try sampleParameters(displaySettings: settings)) { error in
      XCTAssertEqual(error as? CheckoutInitializationError, .invalidVisibleItemsCount)
      XCTAssertTrue(error.localizedDescription.contains("visibleItemsCount"))
    }
    XCTAssertNoThrow(
      try sampleParameters(
        displaySettings: PaymentOptionsDisplaySettings(mode: .list, visibleItemsCount: 1)
      )
    )
  }

  func testRefuseWhatIsNoDomain() {
    let wrong = [
      "", "https://pay.example.com", "pay.example.com/b", "pay example.com", "a@b.com",
      "pay.example.com\n.evil", "pay.example.com:port", "[::1", "pay..com", "<b>",
    ]
    for merchantId in wrong {
      XCTAssertThrowsError(try sampleParameters(merchantId: merchantId), merchantId) { error in
        XCTAssertEqual(
          error as? CheckoutInitializationError,
          .invalidMerchantId(merchantId)
        )
      }
    }
  }

  func testAskOnlyAMachinesOwnAddressesWithoutTLS() throws {
    for own in ["localhost:8080", "127.0.0.1:9", "shop.localhost"] {
      XCTAssertEqual(try sampleParameters(merchantId: own).base.scheme, "http", own)
    }
    for other in ["localhost.example.com", "127.0.0.10", "notlocalhost", "10.0.0.1:80"] {
      XCTAssertEqual(try sampleParameters(merchantId: other).base.scheme, "https", other)
    }
  }

  func testRefuseEachOtherFaultByItsName() {
    let texts = PayButtonText(en: "Order", ar: " ")
    let refused: [(CheckoutInitializationError, () throws -> CheckoutParameters)] = [
      (.missingApiKey, { try sampleParameters(apiKey: " ") }),
      (.invalidSessionId, { try sampleParameters(sessionId: "x") }),
      (.invalidSessionId, { try sampleParameters(sessionId: session.uppercased() + "0") }),
      (.noFormsOfPayment, { try sampleParameters(formsOfPayment: []) }),
      (.invalidPayButtonText, { try sampleParameters(payButtonText: texts) }),
    ]
    for (expected, make) in refused {
      XCTAssertThrowsError(try make()) { error in
        XCTAssertEqual(error as? CheckoutInitializationError, expected)
        XCTAssertTrue(error.localizedDescription.hasSuffix("."), error.localizedDescription)
      }
    }
  }

  func testSpeakTheLanguageOfTheDevice() {
    XCTAssertEqual(CheckoutLanguage.ofDevice(preferred: ["ar-KW", "en"]), .ar)
    XCTAssertEqual(CheckoutLanguage.ofDevice(preferred: ["AR"]), .ar)
    XCTAssertEqual(CheckoutLanguage.ofDevice(preferred: ["en_GB"]), .en)
    XCTAssertEqual(CheckoutLanguage.ofDevice(preferred: ["fr-FR", "ar"]), .en)
    XCTAssertEqual(CheckoutLanguage.ofDevice(preferred: []), .en)
  }
}
