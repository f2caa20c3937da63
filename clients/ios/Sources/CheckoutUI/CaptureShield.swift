#if !os(macOS)
  import UIKit

  /// Keeps what is in it out of screenshots, where its place is empty, and of recordings, where it is blurred, while it is on.
  ///
  /// iOS has no name for this. It leaves out what a text field for passwords draws on, so the content is put there. Where a later
  /// iOS has no such layer the content stays visible in screenshots.
  final class CaptureShield: UIView {
    private let content: UIView
    private let secureField = UITextField()
    private let secureLayer: UIView?
    private let cover = UIVisualEffectView(effect: UIBlurEffect(style: .regular))
    private var observation: NSObjectProtocol?

    var isOn = false {
      didSet {
        if oldValue != isOn { place() }
      }
    }

    init(content: UIView, hiddenText: String) {
      self.content = content
      secureField.isSecureTextEntry = true
      secureLayer = secureField.subviews.first
      super.init(frame: .zero)
      secureLayer?.isUserInteractionEnabled = true
      let label = UILabel()
      label.text = hiddenText
      label.textAlignment = .center
      label.numberOfLines = 0
      cover.contentView.pin(label)
      place()
      observation = NotificationCenter.default.addObserver(
        forName: UIScreen.capturedDidChangeNotification,
        object: nil,
        queue: .main
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.hideFromRecordings() }
      }
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
      fatalError("A shield is made by code.")
    }

    deinit {
      if let observation { NotificationCenter.default.removeObserver(observation) }
    }

    private func place() {
      content.removeFromSuperview()
      secureLayer?.removeFromSuperview()
      if isOn, let secureLayer {
        pin(secureLayer)
        secureLayer.pin(content)
      } else {
        pin(content)
      }
      pin(cover)
      hideFromRecordings()
    }

    private func hideFromRecordings() {
      cover.isHidden = !isOn || !UIScreen.main.isCaptured
    }
  }
#endif
