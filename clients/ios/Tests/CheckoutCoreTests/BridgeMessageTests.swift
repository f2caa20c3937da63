import XCTest

@testable import CheckoutCore

final class BridgeMessageTests: XCTestCase {
  private let ours = Origin(scheme: "https", host: "pay.example.com", port: 0)

  func testSaysWhatThePageHasSaid() throws {
    XCTAssertEqual(read(#"{"type":"height","height":120.5}"#), .height(120.5))
    XCTAssertEqual(read(#"{"type":"secure","isShown":true}"#), .secure(true))
    XCTAssertEqual(read(#"{"type":"unavailable"}"#), .unavailable)
    XCTAssertEqual(read(#"{"type":"verify","card":null}"#), .verify(card: nil))
    XCTAssertEqual(
      read(#"{"type":"verify","card":{"brand":"VISA"}}"#),
      .verify(card: .object(["brand": .string("VISA")]))
    )
    let amount = try XCTUnwrap(Amount(value: "1.000", currency: "KWD"))
    XCTAssertEqual(
      read(#"{"type":"transaction","value":"1.000","currency":"KWD","reference":null}"#),
      .transaction(amount: amount, lastReference: nil)
    )
    XCTAssertEqual(
      read(#"{"type":"transaction","value":"1.000","currency":"KWD","reference":"R1"}"#),
      .transaction(amount: amount, lastReference: "R1")
    )
    let outcome = read(
      #"{"type":"outcome","data":{"status":"success","message":"m","form_of_payment":"redirect"}}"#
    )
    guard case .outcome(let data)? = outcome else { return XCTFail("no outcome") }
    XCTAssertEqual(data.status, .success)
  }

  func testHasTheRowsOfASheet() {
    let row = #"{"title":"Card","detail":"","isSelected":true,"isEnabled":true}"#
    guard case .choose(let options)? = read(#"{"type":"choose","options":[\#(row)]}"#) else {
      return XCTFail("no rows")
    }
    XCTAssertEqual(options.map(\.title), ["Card"])
    XCTAssertTrue(options[0].isSelected && options[0].isEnabled)
    // A row that is left out would shift the others.
    XCTAssertNil(read(#"{"type":"choose","options":[\#(row),{}]}"#))
  }

  func testIsNotHeardFromAnotherFrameOrOrigin() {
    let text =
      #"{"type":"outcome","data":{"status":"success","message":"m","form_of_payment":"x"}}"#
    XCTAssertNotNil(read(text))
    XCTAssertNil(BridgeMessage(body: text, isMainFrame: false, origin: ours, base: base))
    let others: [Origin?] = [
      nil, Origin(scheme: "https", host: "gateway.example", port: 0),
      Origin(scheme: "http", host: "pay.example.com", port: 0),
      Origin(scheme: "https", host: "pay.example.com", port: 8443),
    ]
    for origin in others {
      XCTAssertNil(BridgeMessage(body: text, isMainFrame: true, origin: origin, base: base))
    }
  }

  func testIsNothingElse() {
    let wrong = [
      "", "no JSON", "[]", "{}", #"{"type":"pay"}"#, #"{"type":"height"}"#,
      #"{"type":"height","height":-1}"#, #"{"type":"height","height":1e9}"#,
      #"{"type":"height","height":"9"}"#, #"{"type":"secure","isShown":1}"#,
      #"{"type":"outcome","data":{"status":"3DS"}}"#, #"{"type":"choose"}"#,
      #"{"type":"transaction","value":"1e3","currency":"KWD"}"#,
      #"{"type":"transaction","value":"1.000","currency":"<b>"}"#,
    ]
    for text in wrong { XCTAssertNil(read(text), text) }
    XCTAssertNil(BridgeMessage(body: 5, isMainFrame: true, origin: ours, base: base))
  }

  func testIsAnsweredWithARowASentenceOrNothing() {
    XCTAssertNil(BridgeReply.none.foundation)
    XCTAssertEqual(BridgeReply.chosen(2).foundation as? Int, 2)
    XCTAssertEqual(BridgeReply.stopped("No.").foundation as? String, "No.")
  }

  private func read(_ text: String) -> BridgeMessage? {
    BridgeMessage(body: text, isMainFrame: true, origin: ours, base: base)
  }
}
