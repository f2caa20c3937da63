import XCTest

@testable import CheckoutCore

final class NavigationPolicyTests: XCTestCase {
  private let policy = NavigationPolicy(base: base)

  func testLeavesTheCheckoutWhereItIs() {
    for address in ["https://bank.example/pay", "https://pay.example.com/checkout/x"] {
      XCTAssertEqual(inCheckout(address), .openPage(url(address)))
    }
    XCTAssertEqual(inCheckout("https://pay.example.com/", isFirst: true), .allow)
    XCTAssertEqual(inCheckout("https://evil.example/", isFirst: true), .refuse)
    for address in hostile + ["bank://app", "http://bank.example/"] {
      XCTAssertEqual(inCheckout(address), .refuse, address)
    }
  }

  func testLetsFramesShowGatewaysAndChallengesAndNothingElse() {
    for address in ["https://gateway.example/cvv", "about:srcdoc", "about:blank"] {
      XCTAssertEqual(inCheckout(address, isMainFrame: false), .allow, address)
      XCTAssertEqual(onPage(address, isMainFrame: false), .allow, address)
    }
    for address in hostile + ["bank://app", "http://gateway.example/cvv"]
    where address != "about:blank" {
      XCTAssertEqual(inCheckout(address, isMainFrame: false), .refuse, address)
      XCTAssertEqual(onPage(address, isMainFrame: false), .refuse, address)
    }
  }

  func testClosesThePageAtTheServersOwnAddresses() {
    let returns = [
      "https://pay.example.com/b/gw/mobile-sdk-redirect?session_id=\(session)",
      "https://PAY.example.com:443/b/gw/mobile-sdk-redirect",
      "https://pay.example.com/b/checkout/result/\(session)/?lang=ar",
    ]
    for address in returns { XCTAssertEqual(onPage(address), .finish, address) }
    let others = [
      "https://evil.example/b/gw/mobile-sdk-redirect",
      "https://pay.example.com.evil.example/b/gw/mobile-sdk-redirect",
      "https://pay.example.com:8443/b/gw/mobile-sdk-redirect",
      "https://pay.example.com/b/gw/return/R1",
      "https://evil.example/?to=https://pay.example.com/b/gw/mobile-sdk-redirect",
    ]
    for address in others { XCTAssertEqual(onPage(address), .allow, address) }
    // In a frame it is no return.
    XCTAssertEqual(onPage(returns[0], isMainFrame: false), .allow)
  }

  func testGivesOtherAppsWhatIsTheirsAndRefusesWhatCouldRunOrRead() {
    for address in ["mybank://confirm?x=1", "tel:+96512345678", "mailto:a@b.example"] {
      XCTAssertEqual(onPage(address), .openExternally(url(address)))
    }
    for address in hostile + ["http://bank.example/"] {
      XCTAssertEqual(onPage(address), .refuse, address)
    }
  }

  func testTakesPagesWithoutTLSWhereTheServerIsAMachinesOwn() throws {
    let local = NavigationPolicy(base: url("http://localhost:8080"))
    let network = url("http://localhost:9090/pay")
    XCTAssertEqual(
      local.inCheckout(network, isMainFrame: true, isFirst: false),
      .openPage(network)
    )
    XCTAssertEqual(local.onPage(network, isMainFrame: true), .allow)
  }

  private let hostile = [
    "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd",
    "blob:https://pay.example.com/1", "about:blank", "ftp://bank.example/",
  ]

  private func inCheckout(
    _ address: String,
    isMainFrame: Bool = true,
    isFirst: Bool = false
  ) -> NavigationDecision {
    policy.inCheckout(url(address), isMainFrame: isMainFrame, isFirst: isFirst)
  }

  private func onPage(_ address: String, isMainFrame: Bool = true) -> NavigationDecision {
    policy.onPage(url(address), isMainFrame: isMainFrame)
  }

  private func url(_ address: String) -> URL {
    URL(string: address)!
  }
}
