import XCTest

@testable import CheckoutCore

final class CheckoutPageTests: XCTestCase {
  func testIsADocumentOfTheServerWithItsWebSDKAndAPolicyThatLetsInNothingElse() throws {
    let html = try CheckoutPage(sampleParameters(language: .ar), verifies: false)
      .html(now: now, nonce: "N0NCE")
    XCTAssertTrue(html.contains(#"<html lang="ar" dir="rtl">"#))
    XCTAssertTrue(
      html.contains(
        "default-src 'none'; base-uri 'none'; script-src 'nonce-N0NCE' https://pay.example.com; "
          + "style-src 'nonce-N0NCE'; connect-src https://pay.example.com; "
          + "img-src https://pay.example.com; frame-src https:"
      )
    )
    XCTAssertTrue(html.contains("window.Checkout.init("))
    XCTAssertTrue(html.contains("body .sarraf__pay-button"))
    XCTAssertNil(html.range(of: "\\{\\{[a-z]+\\}\\}", options: .regularExpression))
    let local = try CheckoutPage(sampleParameters(merchantId: "localhost:80"), verifies: false)
    XCTAssertTrue(try local.html(now: now).contains("frame-src http: https:"))
  }

  func testHasAnotherNonceEachTime() throws {
    let page = try CheckoutPage(sampleParameters(), verifies: false)
    XCTAssertNotEqual(try page.html(now: now), try page.html(now: now))
  }

  func testMakesNoMarkupOfWhatItIsGiven() throws {
    let hostile = "</script><script>alert(1)</script>{{script}}"
    let page = try CheckoutPage(
      sampleParameters(
        displaySettings: PaymentOptionsDisplaySettings(defaultSelectedPgCode: hostile),
        payButtonText: PayButtonText(en: hostile, ar: hostile)
      ),
      verifies: false
    )
    let html = try page.html(now: now)
    XCTAssertEqual(html.components(separatedBy: "</script>").count, 3)
    XCTAssertFalse(html.contains("<script>alert"))
    let settings = try decoded(page)
    XCTAssertEqual(settings["payButtonText"]?.text, hostile)
  }

  func testGivesThePayloadOnUnchangedWhileItIsGood() throws {
    let preload = try TransactionDetails(json: samplePayload())
    let page = try CheckoutPage(sampleParameters(setupPreload: preload), verifies: false)
    let sent = try JSONDecoder().decode(JSONValue.self, from: samplePayload())
    XCTAssertEqual(try decoded(page)["config"]?.object?["setupPreload"], sent)
    XCTAssertFalse(try page.html(now: now, usesPreload: false).contains("cancel_url"))
  }

  func testHasTextOfTheSizeThatThePayerHasSetUpToTwice() throws {
    for (wanted, scale) in [(0.8, 1.0), (1.25, 1.25), (3.1, 2.0)] {
      XCTAssertEqual(CheckoutPage.textScale(wanted), scale)
    }
    let page = try CheckoutPage(sampleParameters(), verifies: false)
    XCTAssertTrue(try page.html(now: now, textScale: 1.25).contains(#""textScale":1.25"#))
  }

  func testLeavesOutAPayloadOfAnotherSessionOrServerOrOneThatIsOver() throws {
    let changes: [[String: Any?]] = [
      ["session_id": String(repeating: "1", count: 40)],
      ["cancel_url": "https://evil.example/"], ["state": "paid"],
      ["expiration_time": "2001-01-01T00:00:00Z"],
    ]
    for change in changes {
      let preload = try TransactionDetails(json: samplePayload(change))
      let page = try CheckoutPage(sampleParameters(setupPreload: preload), verifies: false)
      XCTAssertNil(try decoded(page)["config"]?.object?["setupPreload"], "\(change)")
    }
  }

  /// The tests of the page in a browser (test/clients/ios) have these settings from here. After a change: `UPDATE=1 npm run test:ios`.
  func testHasTheSettingsThatTheBrowserTestsUse() throws {
    let list = try CheckoutPage(
      sampleParameters(
        formsOfPayment: [.tokenPay, .redirect],
        theme: CheckoutTheme(
          button: ButtonComponent(enabledBackgroundColor: CheckoutColor(0x0F5C5C))),
        displaySettings: PaymentOptionsDisplaySettings(
          mode: .list,
          visibleItemsCount: 1,
          defaultSelectedPgCode: "cash"
        ),
        payButtonText: PayButtonText(en: "Place order", ar: "اطلب الآن")
      ),
      verifies: true
    )
    let theme = CheckoutTheme(
      button: ButtonComponent(enabledBackgroundColor: CheckoutColor(0x0F5C5C)))
    let sheet = try CheckoutPage(sampleParameters(language: .ar), verifies: false)
    let made: JSONValue = .object([
      "list": .object([
        "settings": .object(try decoded(list)), "style": .string(styleSheet(of: theme)),
      ]),
      "sheet": .object([
        "settings": .object(try decoded(sheet)), "style": .string(styleSheet(of: CheckoutTheme())),
      ]),
    ])
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../fixtures/pages.json").standardized
    if ProcessInfo.processInfo.environment["UPDATE"] != nil {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      try encoder.encode(made).write(to: file)
    }
    let kept = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: file))
    XCTAssertEqual(made, kept, "The settings have changed: UPDATE=1 npm run test:ios")
  }

  private func decoded(_ page: CheckoutPage) throws -> [String: JSONValue] {
    let json = try page.settings(now: now)
    return try JSONDecoder().decode([String: JSONValue].self, from: Data(json.utf8))
  }
}
