/** Wallets of a payer's device or browser: they hand over a payload that only a network can read. */
export const DEVICE_WALLETS = ['apple_pay', 'google_pay'] as const;
export type DeviceWallet = (typeof DEVICE_WALLETS)[number];
