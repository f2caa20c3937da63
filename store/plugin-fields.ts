import type { PluginSettings, Translated } from '../domain/plugins.ts';
import { subdocument, type FieldsOf } from './fields.ts';

const text = { type: String };
const flag = { type: Boolean };
const translated = { type: subdocument<Translated>({ en: text, ar: text }) };

/** What a unit may have of its own. */
export const overrideFields = {
  apiAccess: flag,
  allowedNetworks: { type: [String], default: undefined },
  webhookUrl: text,
  supportEmail: text,
  redirectUrl: text,
  expirationSeconds: { type: Number },
  currency: text,
  amountEditable: flag,
  disclaimer: translated,
  terms: {
    type: subdocument<NonNullable<PluginSettings['terms']>>({ text: translated, url: text }),
  },
  receipts: flag,
} satisfies FieldsOf<Omit<PluginSettings, 'enabled'>>;

/** The settings of a plugin, as a merchant has them. */
export const pluginFields = {
  ...overrideFields,
  enabled: flag,
} satisfies FieldsOf<PluginSettings>;
