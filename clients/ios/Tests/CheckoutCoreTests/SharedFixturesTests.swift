import XCTest

@testable import CheckoutCore

/// The bodies and configurations that all client libraries are tested with (clients/fixtures).
@MainActor
final class SharedFixturesTests: XCTestCase {
  private let session = "0123456789abcdef0123456789abcdef01234567"

  func testReadEachPayloadAsTheServerHasMadeIt() async throws {
    for (name, entry) in try sharedFixture("preloads") {
      let payload = try XCTUnwrap(entry["payload"], name)
      let details = try TransactionDetails(json: JSONEncoder().encode(payload))
      XCTAssertTrue(details.isGenuine(sessionId: session, base: base), name)
      XCTAssertEqual(details.source, payload, name)
      let state = payload.object?["state"]?.text
      XCTAssertEqual(details.state, state, name)
      let response = payload.object?["response"]?.object ?? [:]
      XCTAssertEqual(details.response?.fields ?? [:], response, name)
      let language = try XCTUnwrap(CheckoutLanguage(rawValue: details.language), name)
      for method in details.paymentMethods {
        let figure = method.billing.amount
        let amount = Amount(value: figure.value, currency: figure.currencyCode)
        XCTAssertEqual(amount?.text(in: language), figure.display, name)
      }
      for service in details.paymentServices where service.flow == "apple_pay" {
        let parameters = try sampleParameters(sessionId: session)
        let request = try XCTUnwrap(ApplePayRequest([service], parameters), name)
        XCTAssertEqual(request.items.last?.amount, service.billing?.amount.value, name)
      }
    }
  }

  func testSayWhatStoodOnTheSheet() async throws {
    let payloads = Dictionary(uniqueKeysWithValues: try sharedFixture("preloads"))
    let presses = try sharedFixture("presses").filter { $0.1["by"]?.text == "apple_pay" }
    XCTAssertFalse(presses.isEmpty)
    for (name, entry) in presses {
      let payload = try XCTUnwrap(entry["payload"]?.text.flatMap { payloads[$0]?["payload"] }, name)
      let details = try TransactionDetails(json: JSONEncoder().encode(payload))
      let parameters = try sampleParameters(sessionId: session)
      let request = try XCTUnwrap(ApplePayRequest(details.paymentServices, parameters), name)
      let server = StandInServer([(423, Data())])
      let charge = ApplePayCharge(parameters, transport: server, pause: { _ in })
      let token = ApplePayToken(
        paymentData: Data("{\"a\":1}".utf8), displayName: nil, network: nil, type: nil,
        transactionIdentifier: "0C43")
      _ = await charge.pay(request, with: token, replacesOpen: false)
      let body = try XCTUnwrap(server.requests.first?.httpBody, name)
      let said = try JSONDecoder().decode([String: JSONValue].self, from: body)
      for (field, value) in try XCTUnwrap(entry["says"]?.object, name) {
        XCTAssertEqual(said[field], value, "\(name): \(field)")
      }
    }
  }

  func testTellEachEndToItsCallback() async throws {
    for (name, entry) in try sharedFixture("callbacks") {
      let delegate = StandInDelegate()
      let parameters = try sampleParameters(sessionId: session)
      let flow = CheckoutFlow(
        parameters,
        delegate: delegate,
        reader: TransactionReader(parameters, transport: StandInServer([nil])),
        charge: ApplePayCharge(parameters, transport: StandInServer([nil]))
      )
      let data = try XCTUnwrap(entry["data"], name)
      let json = try JSONEncoder().encode(data)
      let body = #"{"type":"outcome","data":\#(String(decoding: json, as: UTF8.self))}"#
      let origin = Origin(base)
      let message = BridgeMessage(body: body, isMainFrame: true, origin: origin, base: base)
      _ = await flow.receive(try XCTUnwrap(message, name))
      XCTAssertEqual(delegate.told.map(\.name), [entry["callback"]?.text], name)
      XCTAssertEqual(
        delegate.told.first?.data as NSDictionary?,
        data.foundation as? NSDictionary,
        name
      )
    }
  }

  func testAgreeOnWhichConfigurationsAreRight() async throws {
    for (name, entry) in try sharedFixture("configurations") {
      let given = try XCTUnwrap(entry["given"]?.object, name)
      var fault: String?
      do {
        // What no form of payment is cannot be written in Swift.
        let forms = try forms(given["formsOfPayment"])
        _ = try sampleParameters(
          merchantId: given["merchant_id"]?.text ?? "pay.example.com",
          apiKey: given["apiKey"]?.text ?? "public-key",
          sessionId: given["session_id"]?.text ?? session,
          formsOfPayment: forms
        )
      } catch let error as CheckoutInitializationError {
        switch error {
        case .invalidMerchantId: fault = "merchant_id"
        case .missingApiKey, .privateKey: fault = "apiKey"
        case .invalidSessionId: fault = "session_id"
        case .noFormsOfPayment: fault = "formsOfPayment"
        default: fault = "\(error)"
        }
      }
      XCTAssertEqual(fault, entry["fault"]?.text, name)
    }
  }

  func testAgreeOnWhichDisplaySettingsAreRight() async throws {
    for (name, entry) in try sharedFixture("display-settings")
    where entry["on"] == .string("mobile") {
      let given = try XCTUnwrap(entry["given"]?.object, name)
      guard case .number(let count)? = given["visibleItemsCount"], count >= 0,
        let mode = given["mode"]?.text.flatMap(PaymentOptionsDisplaySettings.Mode.init)
      else {
        // What Swift's own types refuse.
        XCTAssertNotNil(entry["fault"]?.text, name)
        continue
      }
      let settings = PaymentOptionsDisplaySettings(
        mode: mode,
        visibleItemsCount: UInt(count),
        defaultSelectedPgCode: given["defaultSelectedPgCode"]?.text
      )
      if let fault = entry["fault"]?.text {
        XCTAssertThrowsError(try sampleParameters(displaySettings: settings), name) {
          XCTAssertEqual("\($0)", fault, name)
        }
      } else {
        XCTAssertNoThrow(try sampleParameters(displaySettings: settings), name)
      }
    }
  }

  private func forms(_ given: JSONValue?) throws -> [FormOfPayment] {
    guard case .array(let names)? = given else { return FormOfPayment.allCases }
    let forms = names.compactMap { $0.text.flatMap(FormOfPayment.init) }
    if forms.count < names.count { throw CheckoutInitializationError.noFormsOfPayment }
    return forms
  }
}
