/**
 * Texts that have the letters of an address, and to which nobody can go (WHATWG URL). A label of wrong Punycode is not among them:
 * by the newest standard it is one.
 */
export const NO_URLS = [
  'https://shop.example.test:99999/',
  'https://shop.example.test:65536/done?a=b',
  'https://a%00b.example.test/',
  'https://a%2Fb.example.test/',
  'https://1.2.3.4.5/',
  'https://256.1.1.1/',
  'https://0x100000000/',
  'https://[::1::2]/',
  'https://[v1.fe80]/',
  'https://%20/',
  'https:///',
  'http://:80/',
] as const;
