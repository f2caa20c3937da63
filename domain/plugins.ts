import type { Language } from './language.ts';

/** What a merchant can switch on (contract/access#plugins). A transaction's type is the name of its plugin. */
export type PluginName = 'e_commerce' | 'payment_request' | 'invoice' | 'legacy' | 'bulk';

/** A text in the languages of our pages; where the Arabic one is missing, the English one is shown. */
export interface Translated {
  readonly en: string;
  readonly ar?: string;
}

/** The text as it is shown to who reads in that language. */
export function inWords({ en, ar }: Translated, language: Language): string {
  return language === 'ar' ? (ar ?? en) : en;
}

/** What a merchant decided once for all that is made with a plugin (contract/access#plugins). */
export interface PluginSettings {
  readonly enabled: boolean;
  /** Whether programs may use it; they may unless it says otherwise. */
  readonly apiAccess?: boolean;
  /** Addresses and networks from which programs may use it; from everywhere where there are none. */
  readonly allowedNetworks?: readonly string[];
  readonly webhookUrl?: string;
  /** Where the merchant's people are told of failed webhooks, when the settings of webhooks name nobody. */
  readonly supportEmail?: string;
  readonly redirectUrl?: string;
  readonly expirationSeconds?: number;
  /** The currency of a request that names none. */
  readonly currency?: string;
  /** The payer may choose to pay less than the amount. */
  readonly amountEditable?: boolean;
  /** Shown above the Pay button. */
  readonly disclaimer?: Translated;
  /** What the payer has to agree to before anything can be paid. */
  readonly terms?: { readonly text: Translated; readonly url?: string };
  /** Whether payers can get a receipt of what they paid; they can unless it says otherwise. */
  readonly receipts?: boolean;
}

/** The old endpoints need no key from an address that is allowed, and may have fields of the merchant's own. */
export interface LegacySettings extends PluginSettings {
  /** The pages ask for a delivery address and place: then a request has to say whether they shall. */
  readonly asksForDelivery?: boolean;
  /** Names of further fields that a request may have and the disclosure gives back. */
  readonly customFields?: readonly string[];
}

/** Those of a merchant that was stored before a plugin existed have it switched off. */
export interface PluginsOfMerchant {
  readonly e_commerce: PluginSettings;
  readonly payment_request: PluginSettings;
  readonly invoice?: PluginSettings;
  readonly legacy?: LegacySettings;
  readonly bulk?: PluginSettings;
}

/** A merchant's settings of a plugin; one that was never set is switched off. */
export function pluginOf<N extends PluginName>(
  { plugins }: { readonly plugins: PluginsOfMerchant },
  name: N,
): NonNullable<PluginsOfMerchant[N]> {
  return plugins[name] ?? OFF;
}

/** Whether programs may use it at all (contract/access#plugins). */
export function isOpenToPrograms({ enabled, apiAccess = true }: PluginSettings): boolean {
  return enabled && apiAccess;
}

const OFF = { enabled: false };
