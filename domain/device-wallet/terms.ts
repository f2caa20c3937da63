/** What a payer's program has to know to ask a wallet for a payload that the network can read. */
export interface DeviceWalletTerms {
  readonly apple_pay?: {
    /** As it is registered with Apple. */
    readonly merchantIdentifier: string;
    /** Under which browsers know the wallet, where a network plays it itself; Apple's own where left out. */
    readonly method?: string;
  };
  readonly google_pay?: {
    readonly environment: 'TEST' | 'PRODUCTION';
    /** As it is registered with Google; no test needs one. */
    readonly merchantId?: string;
    /** The names of the network and of its account, in Google's words. */
    readonly gateway: string;
    readonly gatewayMerchantId: string;
    /** `tokenizationSpecification.parameters` as Google wants them for this network. */
    readonly parameters: Readonly<Record<string, string>>;
    /** As above; Google's own where left out. */
    readonly method?: string;
  };
}
