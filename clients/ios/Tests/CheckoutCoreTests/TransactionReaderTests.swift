import XCTest

@testable import CheckoutCore

final class TransactionReaderTests: XCTestCase {
  private let clock = StandInClock()

  func testAsksByThePublicKeyAndForNothingElse() async throws {
    let server = StandInServer([(200, samplePayload())])
    _ = try await reader(server).read()
    let request = try XCTUnwrap(server.requests.first)
    XCTAssertEqual(server.requests.count, 1)
    XCTAssertEqual(
      request.url?.absoluteString,
      "https://pay.example.com/b/checkout/api/sdk/v1/pymt-txn/submit/\(session)/"
    )
    XCTAssertEqual(request.httpMethod, "GET")
    XCTAssertEqual(request.value(forHTTPHeaderField: "Authorization"), "Api-Key public-key")
  }

  func testAsksOnceMoreWhenTheNetworkIsLost() async throws {
    let server = StandInServer([nil, (200, samplePayload())])
    _ = try await reader(server).read()
    XCTAssertEqual(server.requests.count, 2)
    let lost = StandInServer([nil])
    await assertFailure(.connectivity, lost)
    XCTAssertEqual(lost.requests.count, 2)
  }

  func testSaysWhyItCouldNotRead() async {
    let failures: [(Int, ReadingFailure)] = [
      (400, .badRequest), (401, .authentication), (403, .authentication), (404, .notFound),
      (429, .unavailable), (500, .unavailable), (503, .unavailable),
    ]
    for (status, failure) in failures {
      let server = StandInServer([(status, Data())])
      await assertFailure(failure, server)
      XCTAssertEqual(server.requests.count, 1, "\(status)")
    }
    await assertFailure(.invalidData, StandInServer([(200, Data("<html>".utf8))]))
    let foreign = samplePayload(["session_id": String(repeating: "1", count: 40)])
    await assertFailure(.invalidData, StandInServer([(200, foreign)]))
  }

  func testAsksEveryThreeSecondsUntilTheAttemptHasEnded() async throws {
    let server = StandInServer([
      answer([:]), nil, nil, (503, Data()), answer(["response": sampleResponse("success")]),
    ])
    let ended = try await reader(server).outcome(after: nil, forSeconds: 60)
    XCTAssertEqual(ended?.status, .success)
    XCTAssertEqual(clock.waited, 9)
  }

  func testGivesUpWhenThePatienceIsOver() async throws {
    let ended = try await reader(StandInServer([answer([:])])).outcome(after: nil, forSeconds: 60)
    XCTAssertNil(ended)
    XCTAssertEqual(clock.waited, 60)
    let once = StandInServer([answer([:])])
    let nothing = try await reader(once).outcome(after: nil, forSeconds: 0)
    XCTAssertNil(nothing)
    XCTAssertEqual(once.requests.count, 1)
  }

  func testTakesAnEarlierAttemptForNoAnswer() async throws {
    let before = answer(["response": sampleResponse("canceled", reference: "R1")])
    let after = answer(["response": sampleResponse("canceled", reference: "R2")])
    let server = StandInServer([before, after])
    let ended = try await reader(server).outcome(after: "R1", forSeconds: 60)
    XCTAssertEqual(ended?.referenceNumber, "R2")
  }

  func testTellsAPaymentThatIsOverWithoutAnAttempt() async throws {
    let server = StandInServer([answer(["state": "expired"])])
    let ended = try await reader(server).outcome(after: nil, forSeconds: 60)
    XCTAssertEqual(ended?.status, .error)
    XCTAssertEqual(ended?.message, Words.of(.en).late)
    // One that is over has ended as its last attempt has.
    let paid = StandInServer([answer(["state": "paid", "response": sampleResponse("success")])])
    let same = try await reader(paid).outcome(after: "R1", forSeconds: 60)
    XCTAssertEqual(same?.status, .success)
  }

  func testStopsWhereAskingAgainWouldNotHelp() async throws {
    let server = StandInServer([(404, Data())])
    do {
      _ = try await reader(server).outcome(after: nil, forSeconds: 60)
      XCTFail("It went on.")
    } catch { XCTAssertEqual(error as? ReadingFailure, .notFound) }
    XCTAssertEqual(server.requests.count, 1)
  }

  private func answer(_ changes: [String: Any?]) -> StandInServer.Answer {
    (200, samplePayload(changes))
  }

  private func reader(_ server: StandInServer) throws -> TransactionReader {
    let clock = self.clock
    return TransactionReader(
      try sampleParameters(),
      transport: server,
      pause: { clock.pause($0) }
    )
  }

  private func assertFailure(_ failure: ReadingFailure, _ server: StandInServer) async {
    do {
      _ = try await reader(server).read()
      XCTFail("It was read.")
    } catch { XCTAssertEqual(error as? ReadingFailure, failure) }
  }
}
