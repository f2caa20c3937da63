#if !os(macOS)
  import CheckoutCore
  import UIKit

  /// All methods in a sheet from below.
  final class MethodSheet: UITableViewController {
    private let options: [MethodOption]
    private let language: CheckoutLanguage
    private let theme: CheckoutTheme
    /// Called once, when the sheet is gone.
    private var done: ((Int?) -> Void)?
    private var chosen: Int?

    init(
      _ options: [MethodOption],
      language: CheckoutLanguage,
      theme: CheckoutTheme,
      done: @escaping (Int?) -> Void
    ) {
      self.options = options
      self.language = language
      self.theme = theme
      self.done = done
      super.init(style: .plain)
      modalPresentationStyle = .pageSheet
      if #available(iOS 15, *) {
        sheetPresentationController?.detents = [.medium(), .large()]
        sheetPresentationController?.prefersGrabberVisible = true
      }
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
      fatalError("A sheet is made by code.")
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.backgroundColor = UIColor(themed(\.backgroundColorModal))
      tableView.tintColor = UIColor(themed(\.iconColor))
      tableView.semanticContentAttribute = direction
    }

    /// That of the language: an app that is not localized into Arabic stays left to right.
    private var direction: UISemanticContentAttribute {
      language == .ar ? .forceRightToLeft : .forceLeftToRight
    }

    /// Tells what was chosen, once.
    func end() {
      done?(chosen)
      done = nil
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      end()
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      options.count
    }

    override func tableView(
      _ tableView: UITableView,
      titleForHeaderInSection section: Int
    ) -> String? {
      Words.of(language).select
    }

    override func tableView(
      _ tableView: UITableView,
      cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let option = options[indexPath.row]
      let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
      cell.backgroundColor = .clear
      cell.semanticContentAttribute = direction
      cell.contentView.semanticContentAttribute = direction
      fill(cell.textLabel, with: option.title, as: \.title)
      fill(cell.detailTextLabel, with: option.detail, as: \.subtitle)
      cell.accessoryType = option.isSelected ? .checkmark : .none
      cell.isUserInteractionEnabled = option.isEnabled
      cell.textLabel?.isEnabled = option.isEnabled
      cell.detailTextLabel?.isEnabled = option.isEnabled
      return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      chosen = indexPath.row
      dismiss(animated: true)
    }

    private func themed(_ field: KeyPath<CheckoutTheme, CheckoutColor?>) -> CheckoutColor {
      theme[keyPath: field] ?? CheckoutTheme.defaults[keyPath: field] ?? .clear
    }

    private func fill(
      _ label: UILabel?,
      with text: String,
      as field: KeyPath<CheckoutTheme, LabelComponent?>
    ) {
      let (given, usual) = (theme[keyPath: field], CheckoutTheme.defaults[keyPath: field])
      label?.text = text
      label?.numberOfLines = 0
      label?.textAlignment = language == .ar ? .right : .left
      label?.textColor = UIColor(given?.color ?? usual?.color ?? .clear)
      if let font = given?.font ?? usual?.font {
        label?.font = UIFont.scaled(font, family: given?.fontFamily)
      }
    }
  }
#endif
