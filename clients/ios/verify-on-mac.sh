#!/usr/bin/env bash
# What only a Mac with Xcode can show of the iOS library: that Apple's own UIKit, WebKit and PassKit agree with the views, for a device and for a
# simulator, and that the core's tests pass with Apple's Foundation. What a person has to look at is printed at the end.
set -euo pipefail
cd "$(dirname "$0")"

if [ "$(uname)" != Darwin ]; then
  echo "This needs a Mac with Xcode. Elsewhere: npm run test:ios" >&2
  exit 1
fi
if ! xcodebuild -version; then
  echo "Install Xcode and choose it: sudo xcode-select -s /Applications/Xcode.app" >&2
  exit 1
fi

build="${TMPDIR:-/tmp}/sarraf-checkout-build"
# On a Mac the package's tests run in the simulator: the Mac itself has no UIKit.
scheme=SarrafCheckout-Package
xcodebuild -list | grep -q "$scheme" || scheme="$(xcodebuild -list | awk '/Schemes:/ { getline; print $1 }')"

echo "== CheckoutUI for a device"
xcodebuild build -quiet -scheme CheckoutUI -destination 'generic/platform=iOS' -derivedDataPath "$build" \
  CODE_SIGNING_ALLOWED=NO
echo "== CheckoutUI for a simulator"
xcodebuild build -quiet -scheme CheckoutUI -destination 'generic/platform=iOS Simulator' -derivedDataPath "$build"

phone="$(xcrun simctl list devices available | grep -o 'iPhone [^(]*' | tail -1 | sed 's/ *$//')"
if [ -z "$phone" ]; then
  echo "No simulator of an iPhone is installed: Xcode, Settings, Components." >&2
  exit 1
fi
echo "== Tests of CheckoutCore, in the simulator ($phone)"
xcodebuild test -quiet -scheme "$scheme" -destination "platform=iOS Simulator,name=$phone" -derivedDataPath "$build"

cat <<'LIST'
== Built and tested. To be looked at by a person, on a device:
 1. A payment of the sandbox by redirect: the page opens above the app, closes by itself, and one callback comes.
 2. Closing that page by hand leads back to the methods, and no callback comes.
 3. A screenshot while a security code or the gateway's page is shown has an empty place there.
 4. A screen recording, and mirroring to a television, has it blurred.
 5. Light and dark, and a change of the device's setting while the checkout is shown; Arabic from right to left.
 6. The view grows and shrinks with its content, in a scroll view of the app, and does not scroll by itself.
 7. The sheet with all methods, also in Arabic in an app that is not localized into it; VoiceOver through the list, the sheet and the page; text at its
    largest, and changed while the checkout is shown.
 8. An app of a bank that a page opens, and the way back from it.
 9. A new card in the gateway's frame: the keyboard, autofill, the height, and that a screenshot has it empty.
10. Apple Pay, in an app with its capability and an account that takes it: the button in light and dark; on a device without a
    card for it the one that sets Apple Pay up, and the other once a card is added, back in the app; the sheet with amount and fee; paid, declined, and closed by hand.
11. All of it on the oldest iOS that you can get: 14 is what it is made for.
12. What your app presents from a callback comes, also after a gateway's page that has closed at once.
LIST
