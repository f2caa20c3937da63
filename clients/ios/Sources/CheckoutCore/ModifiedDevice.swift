import Foundation

/// Whether the device's own protection was taken out ("jailbreak"). No proof: who wants to hide it can.
package func isModifiedDevice(canOpen: (URL) -> Bool, fileExists: (String) -> Bool) -> Bool {
  // The app's Info.plist has to name these schemes in LSApplicationQueriesSchemes; of others iOS says no.
  let stores = ["zbra", "cydia", "undecimus", "sileo", "filza", "activator"]
  let traces = [
    "/Applications/Cydia.app", "/Applications/Sileo.app", "/var/jb",
    "/Library/MobileSubstrate/MobileSubstrate.dylib",
  ]
  return stores.contains { name in URL(string: "\(name)://").map(canOpen) ?? false }
    || traces.contains(where: fileExists)
}
