// swift-tools-version:5.9
import PackageDescription

var targets: [Target] = [
  .target(
    name: "CheckoutCore",
    resources: [
      .copy("Resources/page.html"), .copy("Resources/page.css"), .copy("Resources/page.js"),
    ]
  ),
  .testTarget(name: "CheckoutCoreTests", dependencies: ["CheckoutCore"]),
]

#if os(Linux)
  // No Apple SDK is here, so the views are compiled against small modules of our own by these names. That finds what does not
  // fit together in our own code; whether Apple's modules agree only a Mac can show (verify-on-mac.sh).
  targets += [
    .target(name: "UIKit", path: "Tests/Stubs/UIKit"),
    .target(name: "WebKit", dependencies: ["UIKit"], path: "Tests/Stubs/WebKit"),
    .target(name: "PassKit", dependencies: ["UIKit"], path: "Tests/Stubs/PassKit"),
    .target(name: "CheckoutUI", dependencies: ["CheckoutCore", "UIKit", "WebKit", "PassKit"]),
    .testTarget(
      name: "CheckoutUITests", dependencies: ["CheckoutUI", "UIKit", "WebKit", "PassKit"]),
  ]
#else
  targets += [.target(name: "CheckoutUI", dependencies: ["CheckoutCore"])]
#endif

let package = Package(
  name: "SarrafCheckout",
  defaultLocalization: "en",
  // The core's tests run on a Mac by `swift test`, too; there CheckoutUI is empty.
  platforms: [.iOS(.v14), .macOS(.v11)],
  products: [.library(name: "CheckoutUI", targets: ["CheckoutUI", "CheckoutCore"])],
  targets: targets
)
