import Foundation

/// Who serves an address: scheme, host and port. Two addresses are of one origin, or their prefixes merely look alike.
package struct Origin: Equatable, Sendable {
  package let scheme: String
  package let host: String
  package let port: Int

  /// Nothing for addresses that no web server has.
  package init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
      let host = url.host?.lowercased(), !host.isEmpty
    else { return nil }
    self.init(scheme: scheme, host: host, port: url.port ?? 0)
  }

  /// As web views tell it, where a port of 0 is the usual one.
  package init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port == 0 ? (scheme == "https" ? 443 : 80) : port
  }
}
