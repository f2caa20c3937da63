import XCTest

@testable import CheckoutCore

final class ModifiedDeviceTests: XCTestCase {
  func testIsKnownByItsStoresAndByItsFiles() {
    XCTAssertFalse(isModifiedDevice(canOpen: { _ in false }, fileExists: { _ in false }))
    for store in ["zbra", "cydia", "undecimus", "sileo", "filza", "activator"] {
      XCTAssertTrue(
        isModifiedDevice(canOpen: { $0.scheme == store }, fileExists: { _ in false }),
        store
      )
    }
    XCTAssertTrue(
      isModifiedDevice(canOpen: { _ in false }, fileExists: { $0 == "/Applications/Cydia.app" })
    )
  }
}
