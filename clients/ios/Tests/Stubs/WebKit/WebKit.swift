// What CheckoutUI uses of Apple's WebKit, for machines without it: see the module UIKit beside it.

@_exported import Foundation
import UIKit

#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif

@MainActor
public final class WKWebView: UIView {
  public let configuration: WKWebViewConfiguration
  public let scrollView = UIScrollView(frame: .zero)
  public weak var navigationDelegate: WKNavigationDelegate?
  public weak var uiDelegate: WKUIDelegate?
  /// What was loaded, in order.
  public private(set) var documents: [(html: String, baseURL: URL?)] = []
  public private(set) var requests: [URLRequest] = []
  /// What the next scripts return.
  public var scriptResult: Any = NSNull()
  public private(set) var scripts: [(body: String, arguments: [String: Any])] = []

  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    self.configuration = configuration
    super.init(frame: frame)
  }

  public required init?(coder: NSCoder) { return nil }

  @discardableResult
  public func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
    documents.append((string, baseURL))
    return nil
  }

  @discardableResult
  public func load(_ request: URLRequest) -> WKNavigation? {
    requests.append(request)
    return nil
  }

  public func callAsyncJavaScript(
    _ functionBody: String,
    arguments: [String: Any] = [:],
    in frame: WKFrameInfo? = nil,
    in contentWorld: WKContentWorld,
    completionHandler: ((Result<Any, Error>) -> Void)? = nil
  ) {
    scripts.append((functionBody, arguments))
    completionHandler?(.success(scriptResult))
  }
}

@MainActor
public final class WKWebViewConfiguration: NSObject {
  public var websiteDataStore = WKWebsiteDataStore.default()
  public let userContentController = WKUserContentController()
}

@MainActor
public final class WKWebsiteDataStore: NSObject {
  public let isPersistent: Bool

  private init(isPersistent: Bool) { self.isPersistent = isPersistent }

  public static func `default`() -> WKWebsiteDataStore { WKWebsiteDataStore(isPersistent: true) }
  public static func nonPersistent() -> WKWebsiteDataStore {
    WKWebsiteDataStore(isPersistent: false)
  }
}

@MainActor
public final class WKUserContentController: NSObject {
  public private(set) var handlers: [String: WKScriptMessageHandlerWithReply] = [:]

  public func addScriptMessageHandler(
    _ scriptMessageHandlerWithReply: WKScriptMessageHandlerWithReply,
    contentWorld: WKContentWorld,
    name: String
  ) {
    handlers[name] = scriptMessageHandlerWithReply
  }
}

@MainActor
public final class WKContentWorld: NSObject {
  public static let page = WKContentWorld()
}

@MainActor
public protocol WKScriptMessageHandlerWithReply: AnyObject {
  func userContentController(
    _ userContentController: WKUserContentController,
    didReceive message: WKScriptMessage
  ) async -> (Any?, String?)
}

@MainActor
public final class WKScriptMessage: NSObject {
  public let body: Any
  public let frameInfo: WKFrameInfo

  public init(body: Any, frameInfo: WKFrameInfo) {
    self.body = body
    self.frameInfo = frameInfo
  }
}

@MainActor
public final class WKFrameInfo: NSObject {
  public let isMainFrame: Bool
  public let securityOrigin: WKSecurityOrigin

  public init(isMainFrame: Bool, securityOrigin: WKSecurityOrigin) {
    self.isMainFrame = isMainFrame
    self.securityOrigin = securityOrigin
  }
}

@MainActor
public final class WKSecurityOrigin: NSObject {
  public let `protocol`: String
  public let host: String
  public let port: Int

  public init(protocol: String, host: String, port: Int) {
    self.protocol = `protocol`
    self.host = host
    self.port = port
  }
}

public final class WKNavigation: NSObject {}

@MainActor
public final class WKWindowFeatures: NSObject {}

public enum WKNavigationActionPolicy: Int, Sendable { case cancel, allow }

@MainActor
public final class WKNavigationAction: NSObject {
  public let request: URLRequest
  public let targetFrame: WKFrameInfo?

  public init(request: URLRequest, targetFrame: WKFrameInfo?) {
    self.request = request
    self.targetFrame = targetFrame
  }
}

/// Apple's have no duty in them. Here what both of our views do is one, so that a misspelt name is found.
@MainActor
public protocol WKNavigationDelegate: AnyObject {
  func webView(
    _ webView: WKWebView,
    decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
  func webView(
    _ webView: WKWebView,
    didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: Error
  )
}

extension WKNavigationDelegate {
  public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
  public func webView(
    _ webView: WKWebView,
    didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: Error
  ) {}
}

@MainActor
public protocol WKUIDelegate: AnyObject {
  func webView(
    _ webView: WKWebView,
    createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction,
    windowFeatures: WKWindowFeatures
  ) -> WKWebView?
}

extension WKUIDelegate {
  public func webView(
    _ webView: WKWebView,
    createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction,
    windowFeatures: WKWindowFeatures
  ) -> WKWebView? { nil }
}
