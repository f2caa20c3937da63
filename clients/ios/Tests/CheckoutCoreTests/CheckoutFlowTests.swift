import XCTest

@testable import CheckoutCore

@MainActor
final class CheckoutFlowTests: XCTestCase {
  private let screen = StandInScreen()
  private let delegate = StandInDelegate()
  private let bank = URL(string: "https://bank.example/pay")!

  func testTellsEachOutcomeToItsCallbackOnceWithTheServersOwnData() async throws {
    for (status, name) in [("success", "success"), ("canceled", "cancel"), ("error", "error")] {
      let (screen, delegate) = (StandInScreen(), StandInDelegate())
      let flow = try flow([], screen: screen, delegate: delegate)
      let given = sampleResponse(status)
      let data = try XCTUnwrap(CallbackData(given))
      _ = await flow.receive(.outcome(data))
      _ = await flow.receive(.outcome(data))
      _ = await flow.receive(.unavailable)
      XCTAssertEqual(delegate.told.map(\.name), [name])
      XCTAssertEqual(delegate.told[0].data as NSDictionary?, given as NSDictionary)
      XCTAssertTrue(flow.isSpent)
      XCTAssertEqual(screen.retired, 1)
    }
  }

  func testBringsHeightAndShieldToTheScreen() async throws {
    let flow = try flow([])
    _ = await flow.receive(.height(320))
    _ = await flow.receive(.secure(true))
    _ = await flow.receive(.secure(false))
    XCTAssertEqual(screen.heights, [320])
    XCTAssertEqual(screen.shields, [true, false])
  }

  func testAnswersWithTheRowThatWasChosen() async throws {
    let flow = try flow([])
    screen.choice = 1
    let chosen = await flow.receive(.choose([]))
    XCTAssertEqual(chosen, .chosen(1))
    screen.choice = nil
    let closed = await flow.receive(.choose([]))
    XCTAssertEqual(closed, .none)
  }

  func testAsksTheAppBeforeAPaymentAndStopsWhereItSaysNo() async throws {
    var asked: [String?] = []
    let flow = try flow(
      [],
      verify: { card in
        asked.append(card)
        return card == nil ? .success : .failure(message: "Not with this card.")
      }
    )
    let card: JSONValue = .object([
      "number": .string("401288XXXXXX1881"), "brand": .string("VISA"),
    ])
    let free = await flow.receive(.verify(card: nil))
    XCTAssertEqual(free, .none)
    let stopped = await flow.receive(.verify(card: card))
    XCTAssertEqual(stopped, .stopped("Not with this card."))
    XCTAssertEqual(asked, [nil, #"{"brand":"VISA","number":"401288XXXXXX1881"}"#])
    XCTAssertEqual(delegate.told.count, 0)
  }

  func testOpensOnePageAtATimeWithTheAmountAbove() async throws {
    let flow = try flow([])
    let amount = try XCTUnwrap(Amount(value: "1234.500", currency: "KWD"))
    _ = await flow.receive(.transaction(amount: amount, lastReference: nil))
    flow.open(bank)
    flow.open(bank)
    XCTAssertEqual(screen.pages, ["https://bank.example/pay KWD 1,234.500"])
  }

  func testReadsThePaymentWhenThePayerIsBackAndTellsHowItEnded() async throws {
    for (status, name) in [("success", "success"), ("canceled", "cancel"), ("error", "error")] {
      let (screen, delegate) = (StandInScreen(), StandInDelegate())
      let given = sampleResponse(status)
      let flow = try flow([[:], ["response": given]], screen: screen, delegate: delegate)
      // An app that shows something then finds nothing in its way.
      delegate.onTold = { XCTAssertEqual(screen.closed, 1) }
      flow.open(bank)
      await flow.pageEnded(.finished)
      XCTAssertEqual(screen.closed, 1)
      XCTAssertEqual(delegate.told.map(\.name), [name])
      XCTAssertEqual(delegate.told[0].data as NSDictionary?, given as NSDictionary)
      // What the page finds then is the same end.
      _ = await flow.receive(.outcome(try XCTUnwrap(CallbackData(given))))
      XCTAssertEqual(delegate.told.count, 1)
    }
  }

  func testStaysWithTheMethodsWhenThePayerHasClosedThePage() async throws {
    let flow = try flow([[:]])
    flow.open(bank)
    await flow.pageEnded(.closed)
    XCTAssertEqual(screen.notices, [nil])
    XCTAssertEqual(delegate.told.count, 0)
    // And pays again.
    flow.open(bank)
    XCTAssertEqual(screen.pages.count, 2)
  }

  func testTellsOfAPaymentThatWasMadeAlthoughThePageWasClosed() async throws {
    let flow = try flow([["state": "paid", "response": sampleResponse("success")]])
    flow.open(bank)
    await flow.pageEnded(.closed)
    XCTAssertEqual(delegate.told.map(\.name), ["success"])
  }

  func testSaysThatItIsStillCheckingWhenNobodyKnows() async throws {
    let flow = try flow([[:]])
    flow.open(bank)
    await flow.pageEnded(.finished)
    XCTAssertEqual(screen.notices, [Words.of(.en).waiting])
    XCTAssertEqual(delegate.told.count, 0)
  }

  func testDoesNotTakeTheLastDeclineForTheEndOfThisAttempt() async throws {
    let old = sampleResponse("canceled", reference: "R1")
    let flow = try flow([["response": old]])
    let amount = try XCTUnwrap(Amount(value: "1.000", currency: "KWD"))
    _ = await flow.receive(.transaction(amount: amount, lastReference: "R1"))
    flow.open(bank)
    await flow.pageEnded(.closed)
    XCTAssertEqual(delegate.told.count, 0)
    XCTAssertEqual(screen.notices, [nil])
  }

  func testTellsTheEndOfAnAttemptThatThePageHasReadWhileThePayerWasAway() async throws {
    let flow = try flow([["response": sampleResponse("canceled", reference: "R2")]])
    let amount = try XCTUnwrap(Amount(value: "1.000", currency: "KWD"))
    _ = await flow.receive(.transaction(amount: amount, lastReference: "R1"))
    flow.open(bank)
    _ = await flow.receive(.transaction(amount: amount, lastReference: "R2"))
    await flow.pageEnded(.closed)
    XCTAssertEqual(delegate.told.map(\.name), ["cancel"])
  }

  func testTellsAnErrorInWordsWhenThePaymentCannotBeRead() async throws {
    let answers: [(StandInServer.Answer?, String)] = [
      (nil, Words.of(.en).unknown), ((503, Data()), Words.of(.en).unknown),
      ((400, Data()), Words.of(.en).late),
      ((401, Data()), Words.of(.en).refused), ((404, Data()), Words.of(.en).notFound),
    ]
    for (answer, message) in answers {
      let (screen, delegate) = (StandInScreen(), StandInDelegate())
      let flow = try flow(server: StandInServer([answer]), screen: screen, delegate: delegate)
      flow.open(bank)
      await flow.pageEnded(.closed)
      XCTAssertEqual(delegate.told.map(\.name), ["error"])
      XCTAssertEqual(delegate.told[0].data?["message"] as? String, message)
      XCTAssertEqual(delegate.told[0].data?["session_id"] as? String, session)
    }
  }

  func testTellsAnErrorWhenTheWebSideDoesNotCome() async throws {
    let flow = try flow([])
    _ = await flow.receive(.unavailable)
    XCTAssertEqual(delegate.told.map(\.name), ["error"])
  }

  func testDrawsItAgainWhenIOSHasEndedTheWebSideAndNothingHasEnded() async throws {
    let flow = try flow([[:]])
    await flow.crashed()
    XCTAssertEqual(screen.notices, [nil])
    let (screen, delegate) = (StandInScreen(), StandInDelegate())
    let paid = try self.flow(
      [["response": sampleResponse("success")]],
      screen: screen,
      delegate: delegate
    )
    await paid.crashed()
    XCTAssertEqual(delegate.told.map(\.name), ["success"])
    XCTAssertEqual(screen.notices.count, 0)
  }

  func testPaysNothingMoreOnceItIsSpent() async throws {
    let flow = try flow([], verify: { _ in .success })
    _ = await flow.receive(.outcome(try XCTUnwrap(CallbackData(sampleResponse("canceled")))))
    let reply = await flow.receive(.verify(card: nil))
    XCTAssertNotEqual(reply, .none)
    flow.open(bank)
    XCTAssertEqual(screen.pages, [])
    await flow.pageEnded(.finished)
    XCTAssertEqual(delegate.told.count, 1)
  }

  func testKeepsTheDelegateNotAlive() async throws {
    var gone: StandInDelegate? = StandInDelegate()
    weak var watched = gone
    let flow = try flow([], screen: screen, delegate: try XCTUnwrap(gone))
    gone = nil
    XCTAssertNil(watched)
    _ = await flow.receive(.unavailable)
    XCTAssertTrue(flow.isSpent)
  }

  private func flow(
    _ answers: [[String: Any?]],
    screen: StandInScreen? = nil,
    delegate: StandInDelegate? = nil,
    verify: VerifyPaymentDelegate? = nil
  ) throws -> CheckoutFlow {
    let server = StandInServer(answers.isEmpty ? [nil] : answers.map { (200, samplePayload($0)) })
    return try flow(server: server, screen: screen, delegate: delegate, verify: verify)
  }

  private func flow(
    server: StandInServer,
    screen: StandInScreen? = nil,
    delegate: StandInDelegate? = nil,
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
