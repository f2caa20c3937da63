import XCTest

@testable import CheckoutCore

final class TransactionDetailsTests: XCTestCase {
  func testHaveWhatTheServerHasSaid() throws {
    let details = try TransactionDetails(json: samplePayload())
    XCTAssertEqual(details.sessionId, session)
    XCTAssertEqual(details.billing.amount.display, "KWD 12.340")
    XCTAssertEqual(details.cards.map(\.number), ["**** 1019"])
    XCTAssertNil(details.cards[0].brand)
    XCTAssertEqual(details.paymentMethods.map(\.code), ["sandbox"])
    XCTAssertEqual(
      details.expirationTime, ISO8601DateFormatter().date(from: "2030-01-01T00:00:00Z"))
    XCTAssertNil(details.response)
    XCTAssertTrue(details.isGenuine(sessionId: session, base: base))
  }

  func testCanBePaidWhileTheyAreOpen() throws {
    for state in ["created", "pending", "attempted"] {
      XCTAssertTrue(try TransactionDetails(json: samplePayload(["state": state])).isOpen, state)
    }
    for state in ["paid", "authorized", "cod", "failed", "canceled", "expired", "invalided", "?"] {
      XCTAssertFalse(try TransactionDetails(json: samplePayload(["state": state])).isOpen, state)
    }
  }

  func testReadDatesWithFractions() throws {
    let payload = samplePayload(["expiration_time": "2030-01-01T00:00:00.500Z"])
    XCTAssertEqual(
      try TransactionDetails(json: payload).expirationTime.timeIntervalSince1970,
      1_893_456_000.5
    )
  }

  func testNameWhatIsWrong() {
    let wrong: [(changes: [String: Any?], named: String)] = [
      (["amount": 12.34], "amount has another type."),
      (["cards": ["token": "t"]], "cards has another type."),
      (["cards": [["token": "t"]]], "cards.Index 0.brand"),
      (["expiration_time": "tomorrow"], "expirationTime cannot be read."),
      (["cancel_url": NSNull()], "cancelUrl has another type."),
    ]
    for (changes, named) in wrong {
      XCTAssertThrowsError(try TransactionDetails(json: samplePayload(changes))) { error in
        guard case CheckoutInitializationError.invalidSetupPreload(let fault) = error else {
          return XCTFail("\(error)")
        }
        let isNamed = fault == named || fault.hasPrefix("cards.")
        XCTAssertTrue(isNamed, "\(fault) is not: \(named)")
      }
    }
    for text in ["", "no JSON", "[]", "null", "{}"] {
      XCTAssertThrowsError(try TransactionDetails(json: Data(text.utf8)), text)
    }
  }

  func testAreNotBelievedWithAnotherSessionOrOrigin() throws {
    let changes: [[String: Any?]] = [
      ["session_id": String(repeating: "1", count: 40)],
      ["cancel_url": "https://evil.example/cancel"],
      ["cancel_url": "http://pay.example.com/cancel"],
      ["cancel_url": "https://pay.example.com.evil.example/"],
      ["cancel_url": "https://pay.example.com:444/"],
      ["cancel_url": "https://pay.example.com@evil.example/"],
      ["cancel_url": "javascript:alert(1)"],
    ]
    for change in changes {
      let details = try TransactionDetails(json: samplePayload(change))
      XCTAssertFalse(details.isGenuine(sessionId: session, base: base), "\(change)")
    }
    for (list, field) in [
      ("cards", "submit_url"), ("cards", "delete_url"), ("payment_methods", "submit_url"),
      ("payment_services", "payment_url"),
    ] {
      let sample = samplePayload(["payment_services": [sampleService()]])
      var payload = try XCTUnwrap(
        JSONSerialization.jsonObject(with: sample) as? [String: Any]
      )
      var items = try XCTUnwrap(payload[list] as? [[String: Any]])
      items[0][field] = "https://evil.example/"
      payload[list] = items
      let json = try JSONSerialization.data(withJSONObject: payload)
      let details = try TransactionDetails(json: json)
      XCTAssertFalse(details.isGenuine(sessionId: session, base: base), "\(list).\(field)")
    }
  }

  func testSayHowTheLastAttemptEnded() throws {
    let payload = samplePayload(["response": sampleResponse("canceled")])
    XCTAssertEqual(try TransactionDetails(json: payload).response?.status, .canceled)
  }
}
