import type { Context } from 'koa';
import type { Merchant } from '../../domain/merchant.ts';
import { isOpenToPrograms, pluginOf, type PluginName } from '../../domain/plugins.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ApiDeps } from '../deps.ts';
import { RequestError } from '../middleware/errors.ts';
import { within } from '../networks.ts';

/**
 * Throws 404 when the merchant has not enabled the plugin or has closed it to programs: to them it does not exist
 * (contract/access#plugins). Throws 403 when it is open, but not to the address that the request comes from. Without a
 * name there is nothing to refuse; the validation says that it is missing.
 */
export function refusePlugin(
  { clientAddress }: Pick<ApiDeps, 'clientAddress'>,
  ctx: Context,
  { name, merchant }: { readonly name: PluginName | undefined; readonly merchant: Merchant },
): void {
  if (name === undefined) return;
  const plugin = pluginOf(merchant, name);
  if (!isOpenToPrograms(plugin))
    throw new Refusal('not_found', `The plugin ${name} is not enabled for this merchant.`);
  const { allowedNetworks = [] } = plugin;
  // The list of the old endpoints is in place of a key, and who has one needs no place in it
  // (contract/old-endpoints#access).
  if (
    name !== 'legacy' &&
    allowedNetworks.length > 0 &&
    !within(allowedNetworks)(clientAddress(ctx))
  )
    throw new RequestError(
      403,
      'permission_denied',
      `The plugin ${name} is closed to your address. Ask your administrator to add it to the plugin's list.`,
    );
}
