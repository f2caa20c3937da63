#if !os(macOS)
  import CheckoutCore
  import UIKit
  import WebKit

  /// A gateway's or bank's page above the app. Cards are typed there, so it is never in a screenshot or recording.
  final class PaymentPageController: UIViewController {
    typealias Decide = @MainActor (URL, _ isMainFrame: Bool) -> WKNavigationActionPolicy

    private let url: URL
    private let words: Words
    private let decide: Decide
    private let close: () -> Void
    private let webView: WKWebView
    private let notice = UILabel()

    init(
      url: URL, title: String, words: Words, decide: @escaping Decide, close: @escaping () -> Void
    ) {
      self.url = url
      self.words = words
      self.decide = decide
      self.close = close
      let configuration = WKWebViewConfiguration()
      configuration.websiteDataStore = .nonPersistent()
      webView = WKWebView(frame: .zero, configuration: configuration)
      super.init(nibName: nil, bundle: nil)
      self.title = title
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
      fatalError("A payment page is made by code.")
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .systemBackground
      let shield = CaptureShield(content: webView, hiddenText: words.hidden)
      shield.isOn = true
      view.pin(shield)
      view.pin(notice)
      notice.numberOfLines = 0
      notice.textAlignment = .center
      notice.isHidden = true
      let button = UIBarButtonItem(
        systemItem: .close,
        primaryAction: UIAction { [weak self] _ in self?.close() }
      )
      button.accessibilityLabel = words.back
      navigationItem.leftBarButtonItem = button
      webView.navigationDelegate = self
      webView.uiDelegate = self
      webView.load(URLRequest(url: url))
    }
  }

  extension PaymentPageController: WKNavigationDelegate, WKUIDelegate {
    func webView(
      _ webView: WKWebView,
      decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      guard let url = navigationAction.request.url else { return .cancel }
      return decide(url, navigationAction.targetFrame?.isMainFrame ?? true)
    }

    /// What wants a window of its own gets this one.
    func webView(
      _ webView: WKWebView,
      createWebViewWith configuration: WKWebViewConfiguration,
      for navigationAction: WKNavigationAction,
      windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
      webView.load(navigationAction.request)
      return nil
    }

    func webView(
      _ webView: WKWebView,
      didFailProvisionalNavigation navigation: WKNavigation!,
      withError error: Error
    ) {
      // An address that we have refused ourselves fails, too.
      if (error as NSError).domain != NSURLErrorDomain
        || (error as NSError).code == NSURLErrorCancelled
      {
        return
      }
      notice.text = words.offline
      notice.isHidden = false
    }
  }
#endif
