#if !os(macOS)
  import CheckoutCore
  import PassKit
  import UIKit
  import WebKit

  /// The checkout of one payment, for a view of the app. It is as high as what it shows and never scrolls by itself, so put it
  /// where the app scrolls. After its callback it is spent: make a new one.
  public final class CheckoutView: UIView {
    private static let buttonHeight: CGFloat = 48
    private let page: CheckoutPage
    private let base: URL
    private let flow: CheckoutFlow
    private let language: CheckoutLanguage
    private let theme: CheckoutTheme
    private let bridge: Bridge
    private let webView: WKWebView
    private let shieldView: CaptureShield
    private let applePayButton = PKPaymentButton(
      paymentButtonType: .plain,
      paymentButtonStyle: .automatic
    )
    /// In its place where the device has no card yet.
    private let setUpButton = PKPaymentButton(
      paymentButtonType: .setUp,
      paymentButtonStyle: .automatic
    )
    private var isApplePayOffered = false
    private var observers: [NSObjectProtocol] = []
    /// How far the page is below the top.
    private lazy var pageTop = shieldView.topAnchor.constraint(equalTo: topAnchor)
    private var height = 0.0
    private var wasLoaded = false
    /// The next address is that of the page itself.
    private var isLoading = false
    private var paymentPage: UIViewController?

    /// - Parameters:
    ///   - merchantId: the domain of your Sarraf, without a scheme
    ///   - apiKey: the **public** key; a private one is refused
    ///   - sessionId: of the payment that your server has created
    ///   - setupPreload: the payment's `sdk_setup_preload_payload`, which saves the first request
    ///   - delegate: told how the payment ended; not kept alive
    ///   - verifyPayment: asked before each payment
    /// - Throws: `CheckoutInitializationError`
    public init(
      merchantId: String,
      apiKey: String,
      sessionId: String,
      formsOfPayment: [FormOfPayment] = FormOfPayment.allCases,
      setupPreload: TransactionDetails? = nil,
      theme: CheckoutTheme = CheckoutTheme(),
      displaySettings: PaymentOptionsDisplaySettings = PaymentOptionsDisplaySettings(),
      delegate: CheckoutDelegate,
      verifyPayment: VerifyPaymentDelegate? = nil,
      payButtonText: PayButtonText? = nil
    ) throws {
      let parameters = try CheckoutParameters(
        merchantId: merchantId,
        apiKey: apiKey,
        sessionId: sessionId,
        formsOfPayment: formsOfPayment,
        setupPreload: setupPreload,
        theme: theme,
        displaySettings: displaySettings,
        payButtonText: payButtonText
      )
      page = CheckoutPage(parameters, verifies: verifyPayment != nil)
      base = parameters.base
      language = parameters.language
      self.theme = theme
      flow = CheckoutFlow(
        parameters,
        delegate: delegate,
        verify: verifyPayment,
        reader: TransactionReader(parameters),
        charge: ApplePayCharge(parameters)
      )
      bridge = Bridge(base: parameters.base)
      let configuration = WKWebViewConfiguration()
      configuration.websiteDataStore = .nonPersistent()
      configuration.userContentController.addScriptMessageHandler(
        bridge,
        contentWorld: .page,
        name: "checkout"
      )
      webView = WKWebView(frame: .zero, configuration: configuration)
      shieldView = CaptureShield(content: webView, hiddenText: Words.of(parameters.language).hidden)
      super.init(frame: .zero)
      flow.screen = self
      bridge.flow = flow
      overrideUserInterfaceStyle = theme.uiMode.interfaceStyle
      webView.navigationDelegate = self
      webView.uiDelegate = self
      backgroundColor = UIColor(
        theme.backgroundColor ?? CheckoutTheme.defaults.backgroundColor ?? .clear)
      webView.isOpaque = false
      webView.backgroundColor = .clear
      webView.scrollView.isScrollEnabled = false
      webView.scrollView.contentInsetAdjustmentBehavior = .never
      place()
      // The payer may have added a card meanwhile.
      on(UIApplication.didBecomeActiveNotification) { $0.showApplePayButton() }
      on(UIContentSizeCategory.didChangeNotification) { $0.scaleText() }
      if let note = FormOfPayment.note(on: formsOfPayment) { NSLog("%@", note) }
    }

    private func on(
      _ name: Notification.Name,
      _ act: @escaping @MainActor (CheckoutView) -> Void
    ) {
      observers.append(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
          [weak self] _ in
          MainActor.assumeIsolated {
            if let self { act(self) }
          }
        })
    }

    deinit {
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    @available(*, unavailable)
    public required init?(coder: NSCoder) {
      fatalError("A checkout is made by code.")
    }

    /// The page, and above it the button of Apple Pay, for which there is room while it is offered.
    private func place() {
      let margins = margins
      for view in [shieldView, applePayButton, setUpButton] {
        view.translatesAutoresizingMaskIntoConstraints = false
        addSubview(view)
      }
      NSLayoutConstraint.activate([
        pageTop,
        shieldView.leadingAnchor.constraint(equalTo: leadingAnchor),
        shieldView.trailingAnchor.constraint(equalTo: trailingAnchor),
        shieldView.bottomAnchor.constraint(equalTo: bottomAnchor),
      ])
      for button in [applePayButton, setUpButton] {
        NSLayoutConstraint.activate([
          button.topAnchor.constraint(equalTo: topAnchor, constant: margins.top),
          button.leftAnchor.constraint(equalTo: leftAnchor, constant: margins.left),
          button.rightAnchor.constraint(equalTo: rightAnchor, constant: -margins.right),
          button.heightAnchor.constraint(equalToConstant: CheckoutView.buttonHeight),
        ])
        button.isHidden = true
      }
      setUpButton.addAction(
        UIAction { _ in PKPassLibrary().openPaymentSetup() }, for: .touchUpInside)
      applePayButton.addAction(
        UIAction { [weak self] _ in
          guard let flow = self?.flow else { return }
          Task { await flow.payByApplePay() }
        },
        for: .touchUpInside
      )
    }

    private var margins: (top: CGFloat, left: CGFloat, right: CGFloat) {
      let given = theme.margins ?? Margins()
      // As the page has them.
      let points = { (margin: Int) in CGFloat(min(max(margin, 0), 1000)) }
      return (points(given.top), points(given.left), points(given.right))
    }

    /// The same in a controller of its own, for apps that embed controllers.
    public func paymentViewController() -> UIViewController {
      let controller = UIViewController()
      controller.view.pin(self)
      return controller
    }

    public override var intrinsicContentSize: CGSize {
      CGSize(width: UIView.noIntrinsicMetric, height: height + Double(pageTop.constant))
    }

    public override func didMoveToWindow() {
      super.didMoveToWindow()
      if window == nil || wasLoaded { return }
      load(usesPreload: true)
      Task { await warnOfModifiedDevice() }
    }

    /// As large as the payer has set it for all apps.
    private var textScale: Double {
      let scaled = UIFontMetrics.default.scaledValue(for: 16, compatibleWith: traitCollection)
      return CheckoutPage.textScale(Double(scaled) / 16)
    }

    private func scaleText() {
      webView.callAsyncJavaScript(
        "checkoutPage.scaleText(scale)",
        arguments: ["scale": textScale],
        in: nil,
        in: .page
      )
    }

    private func load(usesPreload: Bool) {
      guard let html = try? page.html(now: Date(), usesPreload: usesPreload, textScale: textScale)
      else {
        Task { _ = await flow.receive(.unavailable) }
        return
      }
      wasLoaded = true
      isLoading = true
      webView.loadHTMLString(html, baseURL: base)
    }

    private func warnOfModifiedDevice() async {
      let isModified = isModifiedDevice(
        canOpen: { UIApplication.shared.canOpenURL($0) },
        fileExists: { FileManager.default.fileExists(atPath: $0) }
      )
      if !isModified { return }
      let words = Words.of(language)
      let alert = UIAlertController(
        title: words.modifiedDevice,
        message: words.modifiedDeviceText,
        preferredStyle: .alert
      )
      alert.addAction(UIAlertAction(title: words.goOn, style: .default))
      alert.overrideUserInterfaceStyle = overrideUserInterfaceStyle
      await presenterAtRest()?.present(alert, animated: true)
    }

    /// The controller on top of those that show this view.
    private var presenter: UIViewController? {
      var controller = window?.rootViewController
      while let above = controller?.presentedViewController { controller = above }
      return controller
    }

    /// The same once nothing is on its way: while something is being presented or dismissed, iOS drops what is presented besides.
    private func presenterAtRest() async -> UIViewController? {
      if let presenter { await rest(presenter) }
      return presenter
    }

    /// Waits until a controller has come or gone, for two seconds at most.
    private func rest(_ controller: UIViewController) async {
      for _ in 1...40 where controller.isBeingPresented || controller.isBeingDismissed {
        try? await Task.sleep(nanoseconds: 50_000_000)
      }
    }

    private func perform(_ decision: NavigationDecision) -> WKNavigationActionPolicy {
      switch decision {
      case .allow: return .allow
      case .openPage(let url): flow.open(url)
      case .openExternally(let url): UIApplication.shared.open(url)
      case .finish: Task { await flow.pageEnded(.finished) }
      case .refuse: break
      }
      return .cancel
    }
  }

  extension CheckoutView: CheckoutScreen {
    package func setHeight(_ height: Double) {
      if self.height == height { return }
      self.height = height
      invalidateIntrinsicContentSize()
    }

    package func showPage(_ url: URL, title: String) {
      guard let presenter else {
        Task { await flow.pageEnded(.closed) }
        return
      }
      let controller = PaymentPageController(
        url: url,
        title: title,
        words: Words.of(language),
        decide: { [weak self] url, isMainFrame in
          guard let self else { return .cancel }
          return self.perform(self.flow.policy.onPage(url, isMainFrame: isMainFrame))
        },
        close: { [flow] in Task { await flow.pageEnded(.closed) } }
      )
      let navigation = UINavigationController(rootViewController: controller)
      navigation.modalPresentationStyle = .fullScreen
      navigation.overrideUserInterfaceStyle = overrideUserInterfaceStyle
      paymentPage = navigation
      presenter.present(navigation, animated: true)
    }

    package func closePage() async {
      guard let page = paymentPage else { return }
      paymentPage = nil
      await rest(page)
      // Of who has presented it: whatever the page itself has above it goes, too.
      page.presentingViewController?.dismiss(animated: true)
      await rest(page)
    }

    package func shield(_ isOn: Bool) {
      shieldView.isOn = isOn
    }

    package func choose(from options: [MethodOption]) async -> Int? {
      guard let presenter = await presenterAtRest() else { return nil }
      return await withCheckedContinuation { continuation in
        let sheet = MethodSheet(options, language: language, theme: theme) { index in
          continuation.resume(returning: index)
        }
        sheet.overrideUserInterfaceStyle = overrideUserInterfaceStyle
        presenter.present(sheet, animated: true)
        // Nobody closes what did not come.
        if sheet.presentingViewController == nil { sheet.end() }
      }
    }

    package func reload(notice: String?) {
      if !wasLoaded {
        load(usesPreload: false)
        return
      }
      webView.callAsyncJavaScript(
        "checkoutPage.reload(notice)",
        arguments: ["notice": notice ?? ""],
        in: nil,
        in: .page
      )
    }

    package func offerApplePay(_ isOffered: Bool) {
      isApplePayOffered = isOffered
      showApplePayButton()
    }

    private func showApplePayButton() {
      let ability = isApplePayOffered ? ApplePaySheet.ability : .none
      let isShown = ability != .none
      webView.callAsyncJavaScript(
        "checkoutPage.offerApplePay(isShown, isMissing)",
        arguments: ["isShown": isShown, "isMissing": isApplePayOffered && !isShown],
        in: nil,
        in: .page
      )
      applePayButton.isHidden = ability != .pay
      setUpButton.isHidden = ability != .setUp
      let top = isShown ? margins.top + CheckoutView.buttonHeight : 0
      if pageTop.constant == top { return }
      pageTop.constant = top
      invalidateIntrinsicContentSize()
    }

    package func showApplePay(
      _ request: ApplePayRequest,
      pay: @escaping @MainActor @Sendable (ApplePayToken) async -> Bool
    ) async {
      await ApplePaySheet(request, pay: pay).show()
    }

    package func termsAccepted() async -> Bool? {
      await withCheckedContinuation { continuation in
        webView.callAsyncJavaScript(
          "return checkoutPage.termsAccepted()",
          arguments: [:],
          in: nil,
          in: .page
        ) { result in
          continuation.resume(returning: (try? result.get()) as? Bool)
        }
      }
    }

    package func ask(_ question: String, text: String, yes: String, no: String) async -> Bool {
      guard let presenter = await presenterAtRest() else { return false }
      return await withCheckedContinuation { continuation in
        let alert = UIAlertController(title: question, message: text, preferredStyle: .alert)
        alert.addAction(
          UIAlertAction(title: no, style: .cancel) { _ in continuation.resume(returning: false) })
        alert.addAction(
          UIAlertAction(title: yes, style: .default) { _ in continuation.resume(returning: true) })
        alert.overrideUserInterfaceStyle = overrideUserInterfaceStyle
        presenter.present(alert, animated: true)
        if alert.presentingViewController == nil { continuation.resume(returning: false) }
      }
    }

    package func hold(_ isHeld: Bool) {
      isUserInteractionEnabled = !isHeld
    }

    package func retire() {
      isUserInteractionEnabled = false
    }
  }

  extension CheckoutView: WKNavigationDelegate, WKUIDelegate {
    public func webView(
      _ webView: WKWebView,
      decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      guard let url = navigationAction.request.url else { return .cancel }
      // Without a frame it is a new window: a page of its own.
      let isMainFrame = navigationAction.targetFrame?.isMainFrame ?? true
      let isFirst = isMainFrame && isLoading
      if isFirst { isLoading = false }
      return perform(flow.policy.inCheckout(url, isMainFrame: isMainFrame, isFirst: isFirst))
    }

    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      wasLoaded = false
      Task { await flow.crashed() }
    }
  }

  /// Between the page's script and the flow. Not the view itself: web views keep their handlers alive.
  @MainActor
  private final class Bridge: NSObject, WKScriptMessageHandlerWithReply {
    weak var flow: CheckoutFlow?
    private let base: URL

    init(base: URL) {
      self.base = base
    }

    func userContentController(
      _ userContentController: WKUserContentController,
      didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
      let frame = message.frameInfo
      let origin = Origin(
        scheme: frame.securityOrigin.protocol,
        host: frame.securityOrigin.host,
        port: frame.securityOrigin.port
      )
      let said = BridgeMessage(
        body: message.body,
        isMainFrame: frame.isMainFrame,
        origin: origin,
        base: base
      )
      guard let said, let flow else { return (nil, nil) }
      return (await flow.receive(said).foundation, nil)
    }
  }
#endif
