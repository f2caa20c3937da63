import XCTest

@testable import CheckoutCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@MainActor
final class ApplePayTests: XCTestCase {
  private let screen = StandInScreen()
  private let delegate = StandInDelegate()

  func testShowsOnTheSheetWhatIsCharged() async throws {
    let request = try XCTUnwrap(request())
    XCTAssertEqual(request.merchantIdentifier, "merchant.pearl")
    XCTAssertEqual(request.countryCode, "KW")
    XCTAssertEqual(request.currencyCode, "KWD")
    XCTAssertEqual(request.items, [.init(label: "Pearl", amount: "12.340")])
    XCTAssertEqual(Set(request.networks), [.amex, .mada, .maestro, .masterCard, .visa])
  }

  func testShowsTheFeeApartWhereThereIsOneInTheCurrencyThatIsCharged() async throws {
    let fee = try XCTUnwrap(
      request(["amount": "12.590", "billing": billing("12.340", "0.250", total: "12.590")]))
    XCTAssertEqual(
      fee.items,
      [
        .init(label: "Amount", amount: "12.340"), .init(label: "Fee", amount: "0.250"),
        .init(label: "Pearl", amount: "12.590"),
      ])
    let abroad = try XCTUnwrap(
      request([
        "amount": "12.590", "billing": billing("150.00", "0.250", total: "12.590", of: "SAR"),
      ]))
    XCTAssertEqual(abroad.items, [.init(label: "Pearl", amount: "12.590")])
  }

  func testOffersNothingThatAppleCouldNotBeAskedWith() async throws {
    for change: [String: Any?] in [
      ["flow": "google_pay"], ["country_code": NSNull()], ["country_code": "KWT"],
      ["merchant_id": NSNull()], ["merchant_id": ""], ["amount": "12,340"], ["amount": NSNull()],
      ["currency_code": "kwd"], ["payment_url": NSNull()],
      ["payment_url": "https://evil.example/pay"],
    ] {
      XCTAssertNil(try request(change), "\(change)")
    }
    let forms = FormOfPayment.allCases.filter { $0 != .applePay }
    XCTAssertNil(try request(parameters: sampleParameters(formsOfPayment: forms)))
    XCTAssertNil(ApplePayRequest([], try sampleParameters()))
  }

  func testTellsTheScreenWhetherTheButtonBelongsThere() async throws {
    let flow = try flow([])
    for services in [[sampleService()], []] {
      let fields: [String: Any] = [
        "type": "transaction", "value": "12.340", "currency": "KWD", "services": services,
      ]
      let body = String(
        decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
      let message = BridgeMessage(body: body, isMainFrame: true, origin: Origin(base), base: base)
      _ = await flow.receive(try XCTUnwrap(message))
    }
    XCTAssertEqual(screen.offers, [true, false])
  }

  func testUnderstandsEachAnswerOfTheServer() async throws {
    for (name, entry) in try sharedFixture("apple-pay") {
      guard case .number(let status)? = entry["status"] else { return XCTFail(name) }
      let body = Data(try XCTUnwrap(entry["body"], name).json.utf8)
      let answer = ApplePayAnswer(status: Int(status), body: body)
      XCTAssertEqual(meaning(of: answer), entry["means"]?.text, name)
    }
    let others: [(Int, String, ApplePayAnswer)] = [
      (202, #"{"status":"pending"}"#, .unsure), (409, #"{"code":"duplicate_request"}"#, .unsure),
      (500, "", .unsure), (200, "no JSON", .unsure), (200, #"{"status":"3DS"}"#, .unsure),
      (423, #"{"code":"locked"}"#, .locked), (401, "", .refused(.authentication)),
      (403, "", .refused(.authentication)), (404, "", .refused(.notFound)),
    ]
    for (status, body, answer) in others {
      XCTAssertEqual(ApplePayAnswer(status: status, body: Data(body.utf8)), answer, "\(status)")
    }
  }

  func testCallsNothingAFailureThatMayHaveBeenCharged() async throws {
    let page = try XCTUnwrap(URL(string: "https://bank.example/"))
    for answer in [ApplePayAnswer.unsure, .page(page)] { XCTAssertTrue(answer.isGood) }
    for answer in [ApplePayAnswer.pageOpen, .locked, .changed, .unusable, .refused(.notFound)] {
      XCTAssertFalse(answer.isGood)
    }
  }

  func testSendsWhatTheDeviceHasSealedCharacterByCharacter() async throws {
    // Spaces, the order and the way to write a number would all be lost by writing it anew.
    let sealed = #"{ "version":"EC_v1", "data":"a/b\/c=", "count":1.0, "a":"\u00e9" }"#
    let server = StandInServer([(200, Data(#"{"status":"3DS","redirect_url":"https://b"}"#.utf8))])
    let parameters = try sampleParameters()
    let charge = ApplePayCharge(parameters, transport: server, pause: { _ in })
    let answer = await charge.pay(
      try XCTUnwrap(request()), with: token(sealed), replacesOpen: false)
    XCTAssertEqual(answer, .page(try XCTUnwrap(URL(string: "https://b"))))
    let post = try XCTUnwrap(server.requests.first)
    XCTAssertEqual(post.httpMethod, "POST")
    XCTAssertEqual(post.url?.absoluteString, "https://pay.example.com/b/apay/pay/")
    XCTAssertEqual(post.value(forHTTPHeaderField: "Authorization"), "Api-Key public-key")
    XCTAssertEqual(post.value(forHTTPHeaderField: "Content-Type"), "application/json")
    XCTAssertEqual(post.value(forHTTPHeaderField: "Channel"), "mobile_sdk")
    let body = try XCTUnwrap(post.httpBody)
    XCTAssertTrue(String(decoding: body, as: UTF8.self).contains(#""paymentData":\#(sealed),"#))
    let fields = try JSONDecoder().decode([String: JSONValue].self, from: body)
    XCTAssertEqual(fields["session_id"]?.text, session)
    XCTAssertEqual(fields["amount"]?.text, "12.340")
    XCTAssertEqual(fields["code"]?.text, "sandbox")
    XCTAssertNil(fields["replace_attempt"])
    XCTAssertNil(fields["terms_accepted"])
    let sent = fields["apple_pay_payload"]?.object?["token"]?.object
    XCTAssertEqual(
      sent?["paymentMethod"],
      .object([
        "displayName": .string("Visa \"4242\""), "network": .string("Visa"),
        "type": .string("debit"),
      ]))
    XCTAssertEqual(sent?["transactionIdentifier"]?.text, "0C43")
  }

  func testSendsNothingOfASimulatorsEmptyToken() async throws {
    for sealed in ["", "{}", "[]", "null", "\u{0}"] {
      let server = StandInServer([nil])
      let charge = ApplePayCharge(try sampleParameters(), transport: server, pause: { _ in })
      let answer = await charge.pay(
        try XCTUnwrap(request()), with: token(sealed), replacesOpen: false)
      XCTAssertEqual(answer, .unusable, sealed)
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  func testAsksTheSameAgainByTheSameKeyWhereTheAnswerIsLost() async throws {
    let paid = (200, try approved("success"))
    let passing: [[StandInServer.Answer?]] = [
      [nil, paid], [(503, Data()), paid], [nil, (500, Data()), paid], [(429, Data()), paid],
      [(409, Data(#"{"code":"tracking_in_progress"}"#.utf8)), paid],
    ]
    for answers in passing {
      let server = StandInServer(answers)
      let charge = ApplePayCharge(try sampleParameters(), transport: server, pause: { _ in })
      let answer = await charge.pay(
        try XCTUnwrap(request()), with: token("{\"a\":1}"), replacesOpen: false)
      XCTAssertEqual(meaning(of: answer), "success")
      XCTAssertEqual(server.requests.count, answers.count)
      let keys = Set(server.requests.map { $0.value(forHTTPHeaderField: "Idempotency-Key") })
      XCTAssertEqual(keys.count, 1)
      let key = try XCTUnwrap(keys.first.flatMap { $0 })
      XCTAssertNotNil(key.range(of: "\\A[a-p]{32}\\z", options: .regularExpression), key)
      XCTAssertEqual(Set(server.requests.map(\.httpBody)).count, 1)
    }
    let server = StandInServer([nil])
    let charge = ApplePayCharge(try sampleParameters(), transport: server, pause: { _ in })
    let lost = await charge.pay(
      try XCTUnwrap(request()), with: token("{\"a\":1}"), replacesOpen: false)
    XCTAssertEqual(lost, .unsure)
    XCTAssertEqual(server.requests.count, 3)
  }

  func testTakesNoLaterRefusalForAWordOnATryWhoseAnswerWasLost() async throws {
    let refusals: [(Int, String)] = [
      (400, #"{"code":"invalid_state"}"#), (401, ""), (403, ""), (404, ""),
      (423, #"{"code":"locked"}"#),
    ]
    let first: [(StandInServer.Answer?, Bool)] = [
      (nil, true), ((503, Data()), true),
      ((409, Data(#"{"code":"tracking_in_progress"}"#.utf8)), true), ((429, Data()), false),
    ]
    for (lost, mayBeMade) in first {
      for (status, body) in refusals {
        let refusal: StandInServer.Answer = (status, Data(body.utf8))
        let server = StandInServer([lost, refusal])
        let charge = ApplePayCharge(try sampleParameters(), transport: server, pause: { _ in })
        let answer = await charge.pay(
          try XCTUnwrap(request()), with: token("{\"a\":1}"), replacesOpen: false)
        let own = ApplePayAnswer(status: status, body: refusal.body)
        XCTAssertEqual(answer, mayBeMade ? .unsure : own, "\(status) \(body)")
        XCTAssertEqual(answer.isGood, mayBeMade)
        XCTAssertEqual(server.requests.count, 2)
      }
    }
  }

  func testAsksAboutAPageThatIsOpenAlsoWhereTheFirstAnswerWasLost() async throws {
    let open: StandInServer.Answer = (423, Data(#"{"code":"page_open"}"#.utf8))
    let lost: [StandInServer.Answer?] = [nil, (503, Data())]
    for first in lost {
      let server = StandInServer([first, open])
      let charge = ApplePayCharge(try sampleParameters(), transport: server, pause: { _ in })
      let answer = await charge.pay(
        try XCTUnwrap(request()), with: token("{\"a\":1}"), replacesOpen: false)
      XCTAssertEqual(answer, .pageOpen)
      XCTAssertEqual(server.requests.count, 2)
    }
  }

  func testTellsTheEndOnceAndTellsTheSheetWhetherItWentWell() async throws {
    for (status, name, tick) in [("success", "success", true), ("canceled", "cancel", false)] {
      let (screen, delegate) = (StandInScreen(), StandInDelegate())
      screen.tokens = [token()]
      let flow = try flow([payload(), (200, try approved(status))], screen, delegate)
      await flow.payByApplePay()
      XCTAssertEqual(screen.sheets.map(\.items.last?.amount), ["12.340"])
      XCTAssertEqual(screen.ticks, [tick])
      XCTAssertEqual(delegate.told.map(\.name), [name])
      XCTAssertEqual(screen.retired, 1)
      XCTAssertEqual(screen.holds, [true])
    }
  }

  func testPaysNothingWhereThePayerClosesTheSheet() async throws {
    let server = StandInServer([payload()])
    let flow = try flow(server)
    await flow.payByApplePay()
    XCTAssertEqual(screen.sheets.count, 1)
    XCTAssertEqual(server.requests.map(\.httpMethod), ["GET"])
    XCTAssertEqual(screen.holds, [true, false])
    XCTAssertEqual(delegate.told.count, 0)
    screen.tokens = [nil]
    await flow.payByApplePay()
    XCTAssertEqual(screen.sheets.count, 2)
  }

  func testShowsNoSheetBeforeThePayerHasAcceptedTheTerms() async throws {
    let server = StandInServer([payload(), (200, try approved("success"))])
    let flow = try flow(server)
    screen.tokens = [token()]
    screen.terms = false
    await flow.payByApplePay()
    XCTAssertEqual(screen.sheets, [])
    XCTAssertEqual(screen.holds, [])
    XCTAssertEqual(server.requests.count, 0)
    screen.terms = true
    await flow.payByApplePay()
    let body = try XCTUnwrap(server.requests.last?.httpBody)
    let fields = try JSONDecoder().decode([String: JSONValue].self, from: body)
    XCTAssertEqual(fields["terms_accepted"], .bool(true))
    XCTAssertEqual(delegate.told.map(\.name), ["success"])
  }

  func testAsksTheAppBeforeTheSheet() async throws {
    let server = StandInServer([payload()])
    var asked: [String?] = []
    let flow = try flow(
      server,
      verify: { card in
        asked.append(card)
        return .failure(message: "Out of stock.")
      })
    await flow.payByApplePay()
    XCTAssertEqual(asked, [nil])
    XCTAssertEqual(screen.sheets, [])
    XCTAssertEqual(screen.notices, ["Out of stock."])
    XCTAssertEqual(server.requests.count, 0)
    XCTAssertEqual(screen.holds, [true, false])
  }

  func testShowsWhatItCostsNowAndNoSheetWhereItCanBePaidSoNoMore() async throws {
    for changes: [String: Any?] in [["state": "paid"], ["payment_services": [] as [Any]]] {
      let screen = StandInScreen()
      let flow = try flow([payload(changes)], screen, delegate)
      await flow.payByApplePay()
      XCTAssertEqual(screen.sheets, [])
      XCTAssertEqual(screen.notices, [nil])
    }
    let flow = try flow([(404, Data())])
    await flow.payByApplePay()
    XCTAssertEqual(delegate.told.map(\.name), ["error"])
  }

  func testOpensTheBanksPageAndReadsWhatCameOfIt() async throws {
    let challenge = #"{"status":"3DS","redirect_url":"https://bank.example/ask"}"#
    let ended: [String: Any?] = ["response": sampleResponse("success", reference: "R2")]
    screen.tokens = [token()]
    let flow = try flow([payload(), (200, Data(challenge.utf8)), payload(ended)])
    await flow.payByApplePay()
    XCTAssertEqual(screen.ticks, [true])
    XCTAssertEqual(screen.pages, ["https://bank.example/ask "])
    await flow.pageEnded(.finished)
    XCTAssertEqual(delegate.told.map(\.name), ["success"])
  }

  func testWaitsForWhatNobodyKnowsAndSaysSo() async throws {
    let old = sampleResponse("canceled", reference: "R1")
    let undecided: StandInServer.Answer = (202, Data(#"{"status":"pending"}"#.utf8))
    screen.tokens = [token()]
    let flow = try flow([
      payload(["response": old]), undecided, payload(["response": old]),
      payload(["state": "paid", "response": sampleResponse("success", reference: "R2")]),
    ])
    await flow.payByApplePay()
    XCTAssertEqual(screen.ticks, [true])
    XCTAssertEqual(screen.notices, [Words.of(.en).waiting])
    XCTAssertEqual(delegate.told.map(\.name), ["success"])
    XCTAssertEqual(delegate.told[0].data?["reference_number"] as? String, "R2")
  }

  func testAsksBeforeItPaysInPlaceOfAPageThatIsOpen() async throws {
    let open: StandInServer.Answer = (423, Data(#"{"code":"page_open"}"#.utf8))
    screen.tokens = [token(), token()]
    let first = StandInServer([payload(), open])
    await (try flow(first)).payByApplePay()
    XCTAssertEqual(screen.questions, [Words.of(.en).openQuestion])
    XCTAssertEqual(screen.ticks, [false])
    XCTAssertEqual(first.requests.count, 2)

    let (screen, delegate) = (StandInScreen(), StandInDelegate())
    screen.tokens = [token(), token()]
    screen.isYes = true
    let server = StandInServer([payload(), open, payload(), (200, try approved("success"))])
    await (try flow(server, screen, delegate)).payByApplePay()
    // What is charged the payer has agreed to once more.
    XCTAssertEqual(screen.sheets.count, 2)
    let posts = server.requests.filter { $0.httpMethod == "POST" }
    let replaces = try posts.map { post in
      try JSONDecoder().decode(
        [String: JSONValue].self, from: XCTUnwrap(post.httpBody))["replace_attempt"]
    }
    XCTAssertEqual(replaces, [nil, .bool(true)])
    XCTAssertEqual(delegate.told.map(\.name), ["success"])
  }

  func testSaysWhyNothingWasCharged() async throws {
    let words = Words.of(.en)
    for (answer, notice): (StandInServer.Answer, String) in [
      ((400, Data()), words.changed), ((423, Data(#"{"code":"locked"}"#.utf8)), words.locked),
    ] {
      let screen = StandInScreen()
      screen.tokens = [token()]
      await (try flow(StandInServer([payload(), answer]), screen, delegate)).payByApplePay()
      XCTAssertEqual(screen.notices, [notice])
      XCTAssertEqual(screen.ticks, [false])
      XCTAssertEqual(screen.holds, [true, false])
    }
    XCTAssertEqual(delegate.told.count, 0)
    screen.tokens = [token()]
    await (try flow([payload(), (401, Data())])).payByApplePay()
    XCTAssertEqual(delegate.told[0].data?["message"] as? String, words.refused)
  }

  func testPaysOnceHoweverOftenItIsPressed() async throws {
    let flow = try flow([payload(), (200, try approved("success"))])
    screen.tokens = [token(), token()]
    async let first: Void = flow.payByApplePay()
    async let second: Void = flow.payByApplePay()
    _ = await (first, second)
    await flow.payByApplePay()
    XCTAssertEqual(screen.sheets.count, 1)
    XCTAssertEqual(delegate.told.count, 1)
  }

  private func request(
    _ changes: [String: Any?] = [:],
    parameters: CheckoutParameters? = nil
  ) throws -> ApplePayRequest? {
    let json = samplePayload(["payment_services": [sampleService(changes)]])
    return try ApplePayRequest(
      TransactionDetails(json: json).paymentServices, parameters ?? sampleParameters())
  }

  private func payload(_ changes: [String: Any?] = [:]) -> StandInServer.Answer {
    (200, samplePayload(["payment_services": [sampleService()]].merging(changes) { $1 }))
  }

  private func billing(
    _ amount: String, _ fee: String, total: String, of currency: String = "KWD"
  ) -> [String: Any] {
    let figure = { (value: String, label: String, currency: String) in
      [
        "display": "\(currency) \(value)", "value": value, "currency_code": currency,
        "label": label,
      ]
    }
    return [
      "amount": figure(total, "Total", "KWD"), "sub_total": figure(amount, "Amount", currency),
      "fee": figure(fee, "Fee", "KWD"),
    ]
  }

  private func token(_ sealed: String = #"{"version":"EC_v1","data":"x"}"#) -> ApplePayToken {
    ApplePayToken(
      paymentData: Data(sealed.utf8),
      displayName: "Visa \"4242\"",
      network: "Visa",
      type: "debit",
      transactionIdentifier: "0C43"
    )
  }

  private func approved(_ status: String) throws -> Data {
    try JSONSerialization.data(withJSONObject: [
      "approved": status == "success", "message": "It is over.",
      "callback_payload": sampleResponse(status),
    ])
  }

  private func meaning(of answer: ApplePayAnswer) -> String {
    switch answer {
    case .ended(let data): return data.status.rawValue
    case .page: return "page"
    case .unsure: return "unsure"
    case .pageOpen: return "page open"
    case .changed: return "changed"
    case .locked, .unusable, .refused: return "\(answer)"
    }
  }

  private func flow(
    _ answers: [StandInServer.Answer?],
    _ screen: StandInScreen? = nil,
    _ delegate: StandInDelegate? = nil
  ) throws -> CheckoutFlow {
    try flow(StandInServer(answers.isEmpty ? [nil] : answers), screen, delegate)
  }

  private func flow(
    _ server: StandInServer,
    _ screen: StandInScreen? = nil,
    _ delegate: StandInDelegate? = nil,
    verify: VerifyPaymentDelegate? = nil
  ) throws -> CheckoutFlow {
    let parameters = try sampleParameters()
    let flow = CheckoutFlow(
      parameters,
      delegate: delegate ?? self.delegate,
      verify: verify,
      reader: TransactionReader(parameters, transport: server, pause: { _ in }),
      charge: ApplePayCharge(parameters, transport: server, pause: { _ in })
    )
    flow.screen = screen ?? self.screen
    return flow
  }
}
