import type { Merchant } from '../merchant.ts';
import type { PluginName } from '../plugins.ts';

/**
 * Who is told that a merchant's webhooks fail: those whom its settings name; when they name nobody, the support address of
 * the plugin that the payment was made with, else that of the merchant. Nobody where the settings say so.
 */
export function failureReceivers(
  { webhooks, plugins, supportEmail }: Pick<Merchant, 'webhooks' | 'plugins' | 'supportEmail'>,
  plugin: PluginName | undefined,
): readonly string[] {
  const { notifyOnFailure = true, emails = [] } = webhooks;
  if (!notifyOnFailure) return [];
  if (emails.length > 0) return emails;
  const support = (plugin && plugins[plugin]?.supportEmail) ?? supportEmail;
  return support === undefined ? [] : [support];
}
