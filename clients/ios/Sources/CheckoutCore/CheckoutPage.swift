import Foundation

/// The page in the embedded web view: our web SDK, with a script between it and the app (Resources/page.js).
package struct CheckoutPage: Sendable {
  private let parameters: CheckoutParameters
  private let verifies: Bool

  /// - Parameter verifies: whether the app is asked before each payment.
  package init(_ parameters: CheckoutParameters, verifies: Bool) {
    self.parameters = parameters
    self.verifies = verifies
  }

  /// The page as a document of the merchant's own Sarraf, so that its script and its calls are of one origin.
  /// - Parameters:
  ///   - usesPreload: false for a page that is loaded once more, when the payload is old
  ///   - textScale: as `textScale(_:)` gives it
  package func html(
    now: Date,
    usesPreload: Bool = true,
    textScale: Double = 1,
    nonce: String = UUID().uuidString
  ) throws -> String {
    let language = parameters.language
    let base = parameters.base.absoluteString
    return filled(
      try resource("html"),
      with: [
        "lang": language.rawValue,
        "dir": language == .ar ? "rtl" : "ltr",
        "title": Words.of(language).title,
        "base": base,
        "frames": base.hasPrefix("http:") ? "http: https:" : "https:",
        "nonce": nonce,
        "style": try resource("css") + styleSheet(of: parameters.theme),
        "settings": try settings(now: now, usesPreload: usesPreload, textScale: textScale),
        "script": try resource("js"),
      ]
    )
  }

  /// What the script needs, as JSON that no markup can be made of.
  func settings(now: Date, usesPreload: Bool = true, textScale: Double = 1) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(
      decoding: try encoder.encode(
        values(usesPreload ? usablePreload(now: now) : nil, textScale: textScale)),
      as: UTF8.self)
    return json.replacingOccurrences(of: "<", with: "\\u003c")
  }

  /// How much larger than usual texts are, of how much the payer wants: up to twice, for which the page has room. Never smaller,
  /// because iOS enlarges a page whose fields are below 16 points when they are touched.
  package static func textScale(_ wanted: Double) -> Double {
    min(max(wanted, 1), 2)
  }

  private func values(_ preload: JSONValue?, textScale: Double) -> JSONValue {
    let words = Words.of(parameters.language)
    let display = parameters.displaySettings
    let isDefaultPort = parameters.base.port == nil
    let host = parameters.base.host ?? ""
    return .object([
      "base": .string(parameters.base.absoluteString),
      "config": object([
        "selector": .string("checkout"),
        "merchant_id": .string(isDefaultPort ? host : "\(host):\(parameters.base.port ?? 0)"),
        "apiKey": .string(parameters.apiKey),
        "session_id": .string(parameters.sessionId),
        "lang": .string(parameters.language.rawValue),
        "formsOfPayment": .array(parameters.formsOfPayment.map { .string($0.rawValue) }),
        "setupPreload": preload,
      ]),
      "display": object([
        "mode": .string(display.mode.rawValue),
        "visibleItemsCount": .number(Double(min(display.visibleItemsCount, 1000))),
        "defaultSelectedPgCode": display.defaultSelectedPgCode.map { .string($0) },
      ]),
      "payButtonText": .string(parameters.payButtonText?.text(in: parameters.language) ?? ""),
      "verifies": .bool(verifies),
      "textScale": .number(textScale),
      "words": .object([
        "more": .string(words.more), "less": .string(words.less),
        "select": .string(words.select), "change": .string(words.change),
        "noApplePay": .string(words.noApplePay),
      ]),
    ])
  }

  /// One of another session or server, or one that is over, is not used: the payment is read.
  private func usablePreload(now: Date) -> JSONValue? {
    guard let preload = parameters.setupPreload,
      preload.isGenuine(sessionId: parameters.sessionId, base: parameters.base),
      preload.isOpen, preload.expirationTime > now
    else { return nil }
    return preload.source
  }
}

private func object(_ fields: [String: JSONValue?]) -> JSONValue {
  .object(fields.compactMapValues { $0 })
}

private func resource(_ type: String) throws -> String {
  guard let url = Bundle.module.url(forResource: "page", withExtension: type) else {
    throw CocoaError(.fileNoSuchFile)
  }
  return try String(contentsOf: url, encoding: .utf8)
}

/// In one pass, so that a value which looks like a place is only a value.
private func filled(_ template: String, with values: [String: String]) -> String {
  let pieces = template.components(separatedBy: "{{")
  return pieces.dropFirst().reduce(into: pieces[0]) { page, piece in
    let halves = piece.components(separatedBy: "}}")
    page += (values[halves[0]] ?? "") + halves.dropFirst().joined(separator: "}}")
  }
}
