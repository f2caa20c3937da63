declare const brand: unique symbol;

/** An ISO 4217 code that this table knows. Minted by `currencyCode` only. */
export type CurrencyCode = string & { readonly [brand]: 'CurrencyCode' };

/** How many decimals a currency has. */
export type MinorUnits = 0 | 2 | 3 | 4;

/** Three upper-case letters that money can be counted in; undefined when the text is anything else. */
export function currencyCode(text: string): CurrencyCode | undefined {
  return MINOR_UNITS.has(text) ? (text as CurrencyCode) : undefined;
}

/** The decimals of a currency by ISO 4217 (contract/requests#amounts). Never ask `Intl`: it differs for 29 codes. */
export function minorUnits(code: CurrencyCode): MinorUnits {
  const units = MINOR_UNITS.get(code);
  if (units === undefined)
    throw new RangeError(`${code} is not in the currency table: add it to domain/currencies.ts.`);
  return units;
}

/**
 * ISO 4217 list one, without what nobody pays with: funds (BOV CHE CHW COU MXV USN), accounting units (XAD XDR XSU
 * XUA), bonds (XBA XBB XBC XBD), metals (XAG XAU XPD XPT) and codes for tests or nothing (XTS XXX). The indexed units
 * CLF, UYI and UYW stay, because merchants may ask for them.
 *
 * XCG took the place of ANG in 2025. BGN gave way to EUR in January 2026 and stays, so that what was paid in it can
 * still be read and refunded.
 */
const CODES: readonly (readonly [MinorUnits, string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC
     CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD
     KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO
     NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
     THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const MINOR_UNITS: ReadonlyMap<string, MinorUnits> = new Map(
  CODES.flatMap(([units, codes]) => codes.split(/\s+/).map((code) => [code, units] as const)),
);
