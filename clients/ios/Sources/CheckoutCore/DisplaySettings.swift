/// How the payer chooses.
public struct PaymentOptionsDisplaySettings: Equatable, Sendable {
  public enum Mode: String, Sendable {
    /// One row with what is chosen; a tap opens a sheet with all.
    case bottomSheet
    /// All in a list inside of the app's own view.
    case list
  }

  public let mode: Mode
  /// Rows of the list before "+N more". 0 is refused when the checkout is made.
  public let visibleItemsCount: UInt
  /// The method that is chosen at first. Where the payment does not have it, the card that paid last, else what stands first.
  public let defaultSelectedPgCode: String?

  public init(
    mode: Mode = .bottomSheet,
    visibleItemsCount: UInt = 5,
    defaultSelectedPgCode: String? = nil
  ) {
    self.mode = mode
    self.visibleItemsCount = visibleItemsCount
    self.defaultSelectedPgCode = defaultSelectedPgCode
  }
}
