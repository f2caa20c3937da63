import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why the payment could not be read.
package enum ReadingFailure: Error, Equatable, Sendable {
  /// Nothing came back.
  case connectivity
  /// What came back is no answer about this payment by this server.
  case invalidData
  /// It has expired, or can no longer be paid.
  case badRequest
  case authentication
  case notFound
  /// The server has trouble, or wants to be left alone for a moment.
  case unavailable

  func message(_ words: Words) -> String {
    switch self {
    case .connectivity: return words.offline
    case .badRequest: return words.late
    case .authentication: return words.refused
    case .notFound: return words.notFound
    case .invalidData, .unavailable: return words.fault
    }
  }

  /// Whether it may be otherwise in a moment.
  var isPassing: Bool {
    self == .connectivity || self == .unavailable
  }
}

/// What brings a request to the server. Throws when nothing came back.
package protocol CheckoutTransport: Sendable {
  func send(_ request: URLRequest) async throws -> (status: Int, body: Data)
}

/// Reads what the server knows of the payment, by the public key.
package struct TransactionReader: Sendable {
  private let parameters: CheckoutParameters
  private let transport: CheckoutTransport
  /// Seconds.
  private let pause: @Sendable (Double) async -> Void
  private let everySeconds = 3.0

  package init(
    _ parameters: CheckoutParameters,
    transport: CheckoutTransport = SessionTransport(),
    pause: @escaping @Sendable (Double) async -> Void = restFor
  ) {
    self.parameters = parameters
    self.transport = transport
    self.pause = pause
  }

  /// Asks once more in silence when the network is lost: this only reads.
  /// - Throws: `ReadingFailure`.
  package func read() async throws -> TransactionDetails {
    var answer = try? await transport.send(request)
    if answer == nil { answer = try? await transport.send(request) }
    guard let (status, body) = answer else { throw ReadingFailure.connectivity }
    switch status {
    case 200: break
    case 400: throw ReadingFailure.badRequest
    case 401, 403: throw ReadingFailure.authentication
    case 404: throw ReadingFailure.notFound
    default: throw ReadingFailure.unavailable
    }
    guard let details = try? TransactionDetails(json: body),
      details.isGenuine(sessionId: parameters.sessionId, base: parameters.base)
    else { throw ReadingFailure.invalidData }
    return details
  }

  /// How the attempt after that reference has ended: asked every three seconds for so many seconds, at least once. Nothing
  /// when it has not ended by then.
  /// - Throws: `ReadingFailure`, where asking again would not help.
  package func outcome(
    after lastReference: String?,
    forSeconds patience: Double
  ) async throws -> CallbackData? {
    var waited = 0.0
    while true {
      do {
        let details = try await read()
        if let ended = ended(details, after: lastReference) { return ended }
      } catch let failure as ReadingFailure where failure.isPassing && waited < patience {
        // The next turn asks again.
      }
      if waited >= patience || Task.isCancelled { return nil }
      await pause(everySeconds)
      waited += everySeconds
    }
  }

  private func ended(_ details: TransactionDetails, after lastReference: String?) -> CallbackData? {
    if let response = details.response,
      !details.isOpen || response.referenceNumber != lastReference
    {
      return response
    }
    if details.isOpen { return nil }
    let message = Words.of(parameters.language).late
    return CallbackData(ownError: message, sessionId: parameters.sessionId)
  }

  private var request: URLRequest {
    let path = "/b/checkout/api/sdk/v1/pymt-txn/submit/\(parameters.sessionId)/"
    return parameters.request(to: parameters.base.appendingPathComponent(path))
  }
}

extension CheckoutParameters {
  /// A request of this app by the public key.
  func request(to url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.setValue("Api-Key \(apiKey)", forHTTPHeaderField: "Authorization")
    request.setValue("mobile_sdk", forHTTPHeaderField: "Channel")
    request.timeoutInterval = 30
    request.cachePolicy = .reloadIgnoringLocalCacheData
    return request
  }
}

@Sendable
package func restFor(seconds: Double) async {
  try? await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
}

/// By a session of its own, which keeps no cookies and writes nothing to the device.
package struct SessionTransport: CheckoutTransport {
  private let session = URLSession(configuration: .ephemeral)

  package init() {}

  package func send(_ request: URLRequest) async throws -> (status: Int, body: Data) {
    // iOS 14 has no async form of this.
    try await withCheckedThrowingContinuation { continuation in
      let task = session.dataTask(with: request) { body, response, error in
        if let response = response as? HTTPURLResponse {
          continuation.resume(returning: (response.statusCode, body ?? Data()))
        } else {
          continuation.resume(throwing: error ?? URLError(.badServerResponse))
        }
      }
      task.resume()
    }
  }
}
