import Foundation

/// What becomes of an address that a web view wants to go to.
package enum NavigationDecision: Equatable, Sendable {
  case allow
  case refuse
  /// In a page of its own above the app: the checkout itself stays as it is.
  case openPage(URL)
  /// The payer is back: the page is closed, and the server asked what came of the payment.
  case finish
  /// An app of a bank, a telephone number: for iOS.
  case openExternally(URL)
}

/// Where the two web views may go: the checkout, which is one page and stays it, and the page above it for gateways and banks.
package struct NavigationPolicy: Sendable {
  private let base: URL

  package init(base: URL) {
    self.base = base
  }

  /// In the checkout.
  package func inCheckout(_ url: URL, isMainFrame: Bool, isFirst: Bool) -> NavigationDecision {
    if !isMainFrame { return isFrameAddress(url) ? .allow : .refuse }
    if isFirst { return Origin(url) == Origin(base) ? .allow : .refuse }
    return isWeb(url) ? .openPage(url) : .refuse
  }

  /// On the page above it.
  package func onPage(_ url: URL, isMainFrame: Bool) -> NavigationDecision {
    if !isMainFrame { return isFrameAddress(url) ? .allow : .refuse }
    if isReturn(url) { return .finish }
    if isWeb(url) { return .allow }
    return mayLeave(url) ? .openExternally(url) : .refuse
  }

  /// The server sends the payers of apps to the first address, and those of its own links to the second.
  private func isReturn(_ url: URL) -> Bool {
    Origin(url) == Origin(base)
      && (url.path == "/b/gw/mobile-sdk-redirect" || url.path.hasPrefix("/b/checkout/result/"))
  }

  /// Without TLS only where the server itself is a machine's own.
  private func isWeb(_ url: URL) -> Bool {
    Origin(url).map { $0.scheme == "https" || base.scheme == "http" } ?? false
  }

  private func isFrameAddress(_ url: URL) -> Bool {
    isWeb(url) || ["about:blank", "about:srcdoc"].contains(url.absoluteString)
  }

  private func mayLeave(_ url: URL) -> Bool {
    let closed = ["about", "blob", "data", "file", "ftp", "http", "https", "javascript"]
    guard let scheme = url.scheme?.lowercased() else { return false }
    return !closed.contains(scheme)
  }
}
