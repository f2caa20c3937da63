/** The families of browsers, in the order in which their names betray them: most say that they are others, too. */
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** What people call the browser: "Firefox, Windows". Anything can be claimed here, so nothing is decided by it. */
export function browserIn(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].map(
    (family) => family.find(([pattern]) => pattern.test(userAgent))?.[1],
  );
  return found.filter((name) => name !== undefined).join(', ') || '?';
}
