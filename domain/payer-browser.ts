/** What is known of the browser in which a payer asks for a charge: banks weigh by it whether they ask them (EMV 3-D Secure). */
export interface PayerBrowser {
  /** Two headers, as the browser has sent them. */
  readonly userAgent: string;
  readonly accept: string;
  /** BCP 47. */
  readonly language: string;
  /** In CSS pixels, and in bits. */
  readonly screenWidth: number;
  readonly screenHeight: number;
  readonly colorDepth: number;
  /** Minutes from local time to UTC: -180 in Kuwait. */
  readonly timeZoneOffset: number;
}

/** From where a payer asks, for networks that want to know. */
export interface PayerDevice {
  /** An IP address. */
  readonly ip: string;
  /** Only where a program in the page has said it. */
  readonly browser?: PayerBrowser;
}
