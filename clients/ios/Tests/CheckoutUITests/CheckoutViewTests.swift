import CheckoutCore
import PassKit
import UIKit
import WebKit
import XCTest

@testable import CheckoutUI

/// The views as they stand between our own stand-ins for UIKit and WebKit: what they do with what they are told. How it looks,
/// and whether Apple's modules do what they say, only a Mac can show.
@MainActor
final class CheckoutViewTests: XCTestCase {
  private let session = String(repeating: "0", count: 40)
  private let delegate = Listener()
  private let window = UIWindow(frame: .zero)

  func testTakesEveryParameterOfTheSpecification() async throws {
    XCTAssertNoThrow(
      try CheckoutView(
        merchantId: "pay.example.com",
        apiKey: "public-key",
        sessionId: session,
        formsOfPayment: [.applePay, .stcPay, .cardOnsite, .tokenPay, .redirect],
        setupPreload: nil,
        theme: CheckoutTheme(uiMode: .dark),
        displaySettings: PaymentOptionsDisplaySettings(mode: .list, visibleItemsCount: 3),
        delegate: delegate,
        verifyPayment: { _ in .success },
        payButtonText: PayButtonText(en: "Order", ar: "اطلب")
      )
    )
    XCTAssertThrowsError(try view(apiKey: "a.private"))
  }

  func testLoadsItsPageAsOneOfTheServerOnceItIsShown() async throws {
    let view = try view()
    XCTAssertEqual(web(view).documents.count, 0)
    show(view)
    let document = try XCTUnwrap(web(view).documents.first)
    XCTAssertEqual(document.baseURL?.absoluteString, "https://pay.example.com")
    XCTAssertTrue(document.html.contains("Checkout.init("))
    XCTAssertFalse(web(view).configuration.websiteDataStore.isPersistent)
    XCTAssertFalse(web(view).scrollView.isScrollEnabled)
    view.didMoveToWindow()
    XCTAssertEqual(web(view).documents.count, 1)
  }

  func testIsAsHighAsItsPage() async throws {
    let view = try view()
    await say(#"{"type":"height","height":417}"#, to: view)
    XCTAssertEqual(view.intrinsicContentSize, CGSize(width: UIView.noIntrinsicMetric, height: 417))
    XCTAssertEqual(view.invalidations, 1)
    await say(#"{"type":"height","height":417}"#, to: view)
    XCTAssertEqual(view.invalidations, 1)
  }

  func testTellsTheDelegateAndCanNotBeTouchedAfterwards() async throws {
    let view = try view()
    let data = #"{"status":"canceled","message":"No.","form_of_payment":"redirect"}"#
    await say(#"{"type":"outcome","data":\#(data)}"#, to: view, isMainFrame: false)
    XCTAssertEqual(delegate.told, [])
    await say(#"{"type":"outcome","data":\#(data)}"#, to: view)
    XCTAssertEqual(delegate.told, ["cancel"])
    XCTAssertFalse(view.isUserInteractionEnabled)
  }

  func testPutsCardFieldsBehindTheShield() async throws {
    let view = try view()
    XCTAssertTrue(web(view).superview is CaptureShield)
    await say(#"{"type":"secure","isShown":true}"#, to: view)
    let behind = try XCTUnwrap(web(view).superview)
    XCTAssertFalse(behind is CaptureShield)
    let shield = try XCTUnwrap(behind.superview)
    let cover = try XCTUnwrap(shield.subviews.last)
    XCTAssertTrue(cover.isHidden)
    UIScreen.main.isCaptured = true
    NotificationCenter.default.post(name: UIScreen.capturedDidChangeNotification, object: nil)
    XCTAssertFalse(cover.isHidden)
    await say(#"{"type":"secure","isShown":false}"#, to: view)
    XCTAssertTrue(cover.isHidden)
    XCTAssertTrue(web(view).superview is CaptureShield)
    UIScreen.main.isCaptured = false
  }

  func testOpensAGatewaysPageAboveTheAppAndStaysItself() async throws {
    let view = try view()
    show(view)
    let first = await policy(view, "https://pay.example.com/")
    XCTAssertEqual(first, .allow)
    let second = await policy(view, "https://bank.example/pay")
    XCTAssertEqual(second, .cancel)
    let navigation = window.rootViewController?.presentedViewController as? UINavigationController
    let page = try XCTUnwrap(navigation?.viewControllers.first as? PaymentPageController)
    XCTAssertEqual(navigation?.modalPresentationStyle, .fullScreen)
    XCTAssertNotNil(page.navigationItem.leftBarButtonItem?.accessibilityLabel)
    let frame = await policy(view, "https://gateway.example/cvv", isMainFrame: false)
    XCTAssertEqual(frame, .allow)
  }

  func testTellsHowItEndedOnceThePageAboveIsGone() async throws {
    let view = try view()
    show(view)
    _ = await policy(view, "https://pay.example.com/")
    _ = await policy(view, "https://bank.example/pay")
    let root = try XCTUnwrap(window.rootViewController)
    let page = try XCTUnwrap(root.presentedViewController)
    // It is still sliding in.
    page.isBeingPresented = true
    var isGone = false
    let closing = Task {
      await view.closePage()
      isGone = true
    }
    try await Task.sleep(nanoseconds: 20_000_000)
    XCTAssertTrue(root.presentedViewController === page)
    page.isBeingPresented = false
    page.isBeingDismissed = true
    try await Task.sleep(nanoseconds: 120_000_000)
    XCTAssertFalse(isGone)
    page.isBeingDismissed = false
    await closing.value
    XCTAssertNil(root.presentedViewController)
  }

  func testHasTextAsLargeAsThePayerHasSetIt() async throws {
    UIFontMetrics.scale = 1.5
    defer { UIFontMetrics.scale = 1 }
    let view = try view()
    show(view)
    XCTAssertTrue(try XCTUnwrap(web(view).documents.first).html.contains(#""textScale":1.5"#))
    UIFontMetrics.scale = 1.25
    NotificationCenter.default.post(name: UIContentSizeCategory.didChangeNotification, object: nil)
    var last: Double? { web(view).scripts.last?.arguments["scale"] as? Double }
    for _ in 1...1000 where last == nil { await Task.yield() }
    XCTAssertEqual(last, 1.25)
    let label = LabelComponent(font: CheckoutFont(size: 20), fontFamily: "Avenir")
    let row = try XCTUnwrap(
      MethodOption(
        .object([
          "title": .string("KNET"), "detail": .string("1881"), "isSelected": .bool(false),
          "isEnabled": .bool(true),
        ])))
    let sheet = MethodSheet([row], language: .ar, theme: CheckoutTheme(title: label)) { _ in }
    let cell = sheet.tableView(sheet.tableView, cellForRowAt: IndexPath(row: 0, section: 0))
    XCTAssertEqual(cell.textLabel?.font?.fontName, "Avenir")
    XCTAssertEqual(cell.textLabel?.font?.pointSize, 25)
    XCTAssertEqual(cell.detailTextLabel?.font?.pointSize, 16.25)
    // Also in an app that is not localized into Arabic.
    XCTAssertEqual(cell.contentView.semanticContentAttribute, .forceRightToLeft)
    XCTAssertEqual(cell.textLabel?.textAlignment, .right)
  }

  func testGivesTheChosenRowToThePage() async throws {
    let view = try view()
    show(view)
    let row = { (title: String) in
      #"{"title":"\#(title)","detail":"","isSelected":false,"isEnabled":true}"#
    }
    let body = #"{"type":"choose","options":[\#(row("KNET")),\#(row("Card"))]}"#
    var answer: Any?
    let asking = Task { answer = await reply(to: body, of: view) }
    for _ in 1...1000 where window.rootViewController?.presentedViewController == nil {
      await Task.yield()
    }
    let sheet = try XCTUnwrap(window.rootViewController?.presentedViewController as? MethodSheet)
    XCTAssertEqual(sheet.tableView(sheet.tableView, numberOfRowsInSection: 0), 2)
    let cell = sheet.tableView(sheet.tableView, cellForRowAt: IndexPath(row: 1, section: 0))
    XCTAssertEqual(cell.textLabel?.text, "Card")
    sheet.tableView(sheet.tableView, didSelectRowAt: IndexPath(row: 1, section: 0))
    await asking.value
    XCTAssertEqual(answer as? Int, 1)
  }

  func testHasRoomForTheButtonOfApplePayWhereThePaymentAndTheDeviceHaveIt() async throws {
    let view = try view()
    await say(#"{"type":"height","height":400}"#, to: view)
    await say(transaction(services: service), to: view)
    let button = try XCTUnwrap(button(of: view))
    XCTAssertTrue(button.isHidden)
    XCTAssertEqual(view.intrinsicContentSize.height, 400)
    XCTAssertEqual(toldOfApplePay(view), ["isShown": false, "isMissing": true])
    PKPaymentAuthorizationController.hasCards = true
    defer { PKPaymentAuthorizationController.hasCards = false }
    await say(transaction(services: service), to: view)
    XCTAssertFalse(button.isHidden)
    XCTAssertEqual(view.intrinsicContentSize.height, 460)
    XCTAssertEqual(toldOfApplePay(view), ["isShown": true, "isMissing": false])
    await say(transaction(services: ""), to: view)
    XCTAssertTrue(button.isHidden)
    XCTAssertEqual(view.intrinsicContentSize.height, 400)
    XCTAssertEqual(toldOfApplePay(view), ["isShown": false, "isMissing": false])
  }

  func testLetsThePayerAddACardWhereTheDeviceHasNoneAndSeesThatTheyHave() async throws {
    PKPaymentAuthorizationController.isKnown = true
    defer {
      PKPaymentAuthorizationController.isKnown = false
      PKPaymentAuthorizationController.hasCards = false
    }
    let view = try view()
    await say(#"{"type":"height","height":400}"#, to: view)
    await say(transaction(services: service), to: view)
    let buttons = view.subviews.compactMap { $0 as? PKPaymentButton }
    XCTAssertEqual(buttons.map(\.isHidden), [true, false])
    XCTAssertEqual(view.intrinsicContentSize.height, 460)
    let before = PKPassLibrary.setUps
    buttons[1].sendActions(for: .touchUpInside)
    XCTAssertEqual(PKPassLibrary.setUps, before + 1)
    PKPaymentAuthorizationController.hasCards = true
    NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
    for _ in 1...1000 where buttons[0].isHidden { await Task.yield() }
    XCTAssertEqual(buttons.map(\.isHidden), [false, true])
    XCTAssertEqual(view.intrinsicContentSize.height, 460)
    await say(transaction(services: ""), to: view)
    XCTAssertEqual(buttons.map(\.isHidden), [true, true])
  }

  func testShowsTheSheetWithWhatTheCoreSaysAndHandsOverWhatTheDeviceGives() async throws {
    let parameters = try CheckoutParameters(
      merchantId: "pay.example.com", apiKey: "public-key", sessionId: session)
    let services = try JSONDecoder.ofServer.decode(
      [TransactionDetails.PaymentService].self, from: Data("[\(service)]".utf8))
    let request = try XCTUnwrap(ApplePayRequest(services, parameters))
    var given: [ApplePayToken] = []
    let sheet = ApplePaySheet(request) { token in
      given.append(token)
      return given.count == 1
    }
    let shown = Task { await sheet.show() }
    for _ in 1...1000 where PKPaymentAuthorizationController.shown == nil { await Task.yield() }
    let controller = try XCTUnwrap(PKPaymentAuthorizationController.shown)
    XCTAssertEqual(controller.request.merchantIdentifier, "merchant.pearl")
    XCTAssertEqual(controller.request.countryCode, "KW")
    XCTAssertEqual(controller.request.currencyCode, "KWD")
    XCTAssertEqual(controller.request.merchantCapabilities, .threeDSecure)
    XCTAssertEqual(controller.request.supportedNetworks.count, 5)
    let total = try XCTUnwrap(controller.request.paymentSummaryItems.last)
    XCTAssertEqual(total.label, "Pearl")
    XCTAssertEqual(total.amount, NSDecimalNumber(mantissa: 12340, exponent: -3, isNegative: false))
    for expected in [PKPaymentAuthorizationStatus.success, .failure] {
      let status = await withCheckedContinuation { continuation in
        sheet.paymentAuthorizationController(controller, didAuthorizePayment: PKPayment()) {
          continuation.resume(returning: $0.status)
        }
      }
      XCTAssertEqual(status, expected)
    }
    sheet.paymentAuthorizationControllerDidFinish(controller)
    await shown.value
    XCTAssertNil(PKPaymentAuthorizationController.shown)
  }

  func testGoesOnWhereTheSheetCannotBeShown() async throws {
    PKPaymentAuthorizationController.canBeShown = false
    defer { PKPaymentAuthorizationController.canBeShown = true }
    let services = try JSONDecoder.ofServer.decode(
      [TransactionDetails.PaymentService].self, from: Data("[\(service)]".utf8))
    let parameters = try CheckoutParameters(
      merchantId: "pay.example.com", apiKey: "public-key", sessionId: session)
    let request = try XCTUnwrap(ApplePayRequest(services, parameters))
    await ApplePaySheet(request) { _ in true }.show()
  }

  func testAsksThePayerAboveTheApp() async throws {
    let view = try view()
    show(view)
    for (press, expected) in [("Wait", false), ("Go on", true)] {
      let asking = Task {
        await view.ask("Pay this way?", text: "One is open.", yes: "Go on", no: "Wait")
      }
      var alert: UIAlertController?
      for _ in 1...1000 where alert == nil {
        alert = window.rootViewController?.presentedViewController as? UIAlertController
        await Task.yield()
      }
      let action = try XCTUnwrap(alert?.actions.first { $0.title == press })
      alert?.dismiss(animated: false)
      action.handler?(action)
      let answer = await asking.value
      XCTAssertEqual(answer, expected)
    }
  }

  func testWarnsOnAModifiedDeviceAndGoesOn() async throws {
    UIApplication.shared.schemes = ["cydia"]
    defer { UIApplication.shared.schemes = [] }
    let view = try view()
    show(view)
    var alert: UIAlertController? {
      window.rootViewController?.presentedViewController as? UIAlertController
    }
    for _ in 1...1000 where alert == nil { await Task.yield() }
    XCTAssertEqual(alert?.actions.count, 1)
    XCTAssertEqual(web(view).documents.count, 1)
  }

  func testFollowsTheDeviceOrTheTheme() async throws {
    XCTAssertEqual(try view().overrideUserInterfaceStyle, .unspecified)
    XCTAssertEqual(try view(uiMode: .dark).overrideUserInterfaceStyle, .dark)
    XCTAssertEqual(try view(uiMode: .light).overrideUserInterfaceStyle, .light)
    let (red, blue) = (
      UIColor(red: 1, green: 0, blue: 0, alpha: 1), UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    )
    let both = UIColor { $0.userInterfaceStyle == .dark ? red : blue }
    let color = CheckoutColor(both)
    XCTAssertEqual([color.light.blue, color.dark.red], [1, 1])
    XCTAssertEqual(CheckoutColor(UIColor(color)), color)
  }

  func testIsAViewOfAControllerToo() async throws {
    let view = try view()
    XCTAssertTrue(view.paymentViewController().view.subviews.first === view)
  }

  private func view(
    apiKey: String = "public-key",
    uiMode: CheckoutTheme.UIMode = .system
  ) throws -> CheckoutView {
    try CheckoutView(
      merchantId: "pay.example.com",
      apiKey: apiKey,
      sessionId: session,
      theme: CheckoutTheme(uiMode: uiMode),
      delegate: delegate
    )
  }

  private var service: String {
    #"{"flow":"apple_pay","pg_code":"sandbox","currency_code":"KWD","amount":"12.340","country_code":"KW","#
      + #""merchant_id":"merchant.pearl","shop_name":"Pearl","payment_url":"https://pay.example.com/pay/"}"#
  }

  private func transaction(services: String) -> String {
    #"{"type":"transaction","value":"12.340","currency":"KWD","services":[\#(services)]}"#
  }

  /// What the page was told last of the button.
  private func toldOfApplePay(_ view: CheckoutView) -> [String: Bool]? {
    web(view).scripts.last { $0.body.contains("offerApplePay") }?.arguments as? [String: Bool]
  }

  private func button(of view: UIView) -> PKPaymentButton? {
    view.subviews.compactMap { $0 as? PKPaymentButton }.first
  }

  private func show(_ view: CheckoutView) {
    window.rootViewController = UIViewController()
    window.addSubview(view)
  }

  private func web(_ view: UIView) -> WKWebView {
    var views = [view]
    while let next = views.popLast() {
      if let web = next as? WKWebView { return web }
      views += next.subviews
    }
    fatalError("The view has no web view.")
  }

  private func say(_ body: String, to view: CheckoutView, isMainFrame: Bool = true) async {
    _ = await reply(to: body, of: view, isMainFrame: isMainFrame)
  }

  private func reply(
    to body: String,
    of view: CheckoutView,
    isMainFrame: Bool = true
  ) async -> Any? {
    let controller = web(view).configuration.userContentController
    let origin = WKSecurityOrigin(protocol: "https", host: "pay.example.com", port: 0)
    let frame = WKFrameInfo(isMainFrame: isMainFrame, securityOrigin: origin)
    let message = WKScriptMessage(body: body, frameInfo: frame)
    return await controller.handlers["checkout"]?
      .userContentController(controller, didReceive: message).0
  }

  private func policy(
    _ view: CheckoutView,
    _ address: String,
    isMainFrame: Bool = true
  ) async -> WKNavigationActionPolicy {
    let origin = WKSecurityOrigin(protocol: "https", host: "pay.example.com", port: 0)
    let frame = WKFrameInfo(isMainFrame: isMainFrame, securityOrigin: origin)
    let request = URLRequest(url: URL(string: address)!)
    let action = WKNavigationAction(request: request, targetFrame: frame)
    return await view.webView(web(view), decidePolicyFor: action)
  }
}

@MainActor
private final class Listener: CheckoutDelegate {
  var told: [String] = []

  func successCallback(data: [String: Any]?) { told.append("success") }
  func cancelCallback(data: [String: Any]?) { told.append("cancel") }
  func errorCallback(data: [String: Any]?) { told.append("error") }
}
