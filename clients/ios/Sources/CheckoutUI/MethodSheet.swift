#if !os(macOS)
  import CheckoutCore
  import UIKit

  /// All methods in a sheet from below.
  final class MethodSheet: UITableViewController {
    private let options: [MethodOption]
    private let words: Words
    private let theme: CheckoutTheme
    /// Called once, when the sheet is gone.
    private var done: ((Int?) -> Void)?
    private var chosen: Int?

    init(
      _ options: [MethodOption],
      words: Words,
      theme: CheckoutTheme,
      done: @escaping (Int?) -> Void
    ) {
      self.options = options
      self.words = words
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
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      done?(chosen)
      done = nil
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      options.count
    }

    override func tableView(
      _ tableView: UITableView,
      titleForHeaderInSection section: Int
    ) -> String? {
      words.select
    }

    override func tableView(
      _ tableView: UITableView,
      cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let option = options[indexPath.row]
      let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
      cell.backgroundColor = .clear
      cell.textLabel?.text = option.title
      cell.textLabel?.numberOfLines = 0
      cell.textLabel?.textColor = UIColor(labelColor(\.title))
      cell.detailTextLabel?.text = option.detail
      cell.detailTextLabel?.numberOfLines = 0
      cell.detailTextLabel?.textColor = UIColor(labelColor(\.subtitle))
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

    private func labelColor(_ field: KeyPath<CheckoutTheme, LabelComponent?>) -> CheckoutColor {
      theme[keyPath: field]?.color ?? CheckoutTheme.defaults[keyPath: field]?.color ?? .clear
    }
  }
#endif
