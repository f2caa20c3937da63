import type { MerchantId } from './ids.ts';
import { defined } from './json.ts';
import type { Merchant } from './merchant.ts';
import type { PluginSettings } from './plugins.ts';
import type { Colour } from './theme.ts';

/** A part of a merchant, such as a branch, which transactions name by `unit_code`. */
export interface Unit {
  readonly merchantId: MerchantId;
  readonly code: string;
  readonly name: string;
  /** How it looks, in place of the merchant's (`domain/logo.ts`, `domain/theme.ts`). */
  readonly logo?: string;
  readonly favicon?: string;
  readonly accent?: Colour;
  /** What stands before the settings of the merchant's plugin when a request leaves it out. */
  readonly overrides: Partial<Omit<PluginSettings, 'enabled'>>;
}

/** The code of a unit: a slug of at most 50 characters (contract/access#units); undefined when it is anything else. */
export function unitCode(text: string): string | undefined {
  return /^[-a-zA-Z0-9_]{1,50}$/.test(text) ? text : undefined;
}

/** The merchant's settings as they hold for a unit. */
export function asUnit(merchant: Merchant, unit: Unit | undefined): Merchant {
  if (!unit) return merchant;
  const { e_commerce, payment_request, legacy } = merchant.plugins;
  const { overrides, logo, favicon, accent } = unit;
  return {
    ...merchant,
    ...defined({ logo, favicon, accent }),
    plugins: {
      ...merchant.plugins,
      e_commerce: { ...e_commerce, ...overrides },
      payment_request: { ...payment_request, ...overrides },
      ...(legacy && { legacy: { ...legacy, ...overrides } }),
    },
  };
}
