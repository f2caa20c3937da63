import { pluginOf, type PluginsOfMerchant, type Translated } from '../plugins.ts';
import { missingDropOff } from './drop-off.ts';
import { settingsPlugin } from './open.ts';

/** What a payer has to read, agree to or say before anything can be paid (contract/checkout#before-paying). */
export interface AskedOfPayer {
  readonly disclaimer?: Translated;
  readonly terms?: { readonly text: Translated; readonly url?: string };
  /** Where it shall be delivered; only our own page can ask. */
  readonly delivery: boolean;
}

/** With the settings that hold for the transaction, which are its unit's before the merchant's. */
export function askedOfPayer(
  transaction: Parameters<typeof missingDropOff>[0] & Parameters<typeof settingsPlugin>[0],
  merchant: { readonly plugins: PluginsOfMerchant },
): AskedOfPayer {
  const { disclaimer, terms } = pluginOf(merchant, settingsPlugin(transaction));
  const { address, place } = missingDropOff(transaction);
  return {
    ...(disclaimer && { disclaimer }),
    ...(terms && { terms }),
    delivery: address || place,
  };
}

/** What still keeps the payer from paying, however they come; undefined: nothing. */
export function missingOfPayer(
  { terms, delivery }: AskedOfPayer,
  { acceptsTerms }: { readonly acceptsTerms: boolean },
): 'delivery' | 'terms' | undefined {
  if (delivery) return 'delivery';
  return terms && !acceptsTerms ? 'terms' : undefined;
}
