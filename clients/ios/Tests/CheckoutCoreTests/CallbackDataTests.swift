import XCTest

@testable import CheckoutCore

final class CallbackDataTests: XCTestCase {
  func testHasTheFieldsOfEachOutcomeAndGivesThemOnUnchanged() throws {
    for status in ["success", "canceled", "error"] {
      var given = sampleResponse(status)
      given["redirect_url"] = "https://shop.example/?a=b"
      given["told_later"] = [1, true, NSNull(), "text"] as [Any]
      let data = try XCTUnwrap(CallbackData(given))
      XCTAssertEqual(data.status.rawValue, status)
      XCTAssertEqual(data.message, "It is over.")
      XCTAssertEqual(data.formOfPayment, "redirect")
      XCTAssertFalse(data.challengeOccurred)
      XCTAssertEqual(data.sessionId, session)
      XCTAssertEqual(data.orderNo, "A-1")
      XCTAssertEqual(data.referenceNumber, "R1")
      XCTAssertEqual(data.redirectUrl, "https://shop.example/?a=b")
      XCTAssertEqual(data.paymentGatewayInfo?.pgCode, "knet")
      XCTAssertEqual(data.paymentGatewayInfo?.pgName, "kpay")
      XCTAssertEqual(data.paymentGatewayInfo?.pgResponse?["result"], .string("NOT CAPTURED"))
      XCTAssertEqual(data.paymentGatewayInfo?.pgResponse?["code"], .number(5))
      XCTAssertEqual(data.dictionary as NSDictionary, given as NSDictionary)
    }
  }

  func testLeavesOutWhatIsOptional() throws {
    let data = try XCTUnwrap(
      CallbackData(["status": "error", "message": "", "form_of_payment": "token_pay"])
    )
    XCTAssertNil(data.sessionId)
    XCTAssertNil(data.paymentGatewayInfo)
    XCTAssertFalse(data.challengeOccurred)
  }

  func testKnowsAChallenge() throws {
    var given = sampleResponse("success")
    given["challenge_occurred"] = true
    XCTAssertEqual(CallbackData(given)?.challengeOccurred, true)
  }

  func testIsNothingElse() {
    let none: [String: Any]? = nil
    XCTAssertNil(CallbackData(none))
    for status in ["3DS", "pending", "cancelled", ""] {
      XCTAssertNil(CallbackData(sampleResponse(status)), status)
    }
    XCTAssertNil(CallbackData(["status": "success", "message": 5, "form_of_payment": "redirect"]))
    XCTAssertNil(CallbackData(["status": "success", "message": "x"]))
    XCTAssertNil(CallbackData(["status": Date()]))
  }

  func testOfTheLibraryItselfHasWhatTheContractMakesMandatory() {
    let data = CallbackData(ownError: "No connection.", sessionId: session)
    XCTAssertEqual(CallbackData(data.dictionary), data)
    XCTAssertEqual(
      data.dictionary as NSDictionary,
      [
        "status": "error", "message": "No connection.", "form_of_payment": "redirect",
        "session_id": session,
      ] as NSDictionary
    )
  }
}
