import type { JsonObject } from './json.ts';
import { pluginOf } from './plugins.ts';
import type { FieldErrors } from './refusal.ts';
import type { CheckContext } from './transaction/proposal.ts';

/** What a row says of how its result comes back. */
interface Ways {
  readonly pgCodes: readonly string[];
  readonly webhookUrl?: string | undefined;
  readonly redirectUrl?: string | undefined;
  readonly extra?: JsonObject | undefined;
}

/** `extra` becomes the query of an address: not more than one can carry. */
export const MOST_EXTRA_BYTES = 2048;

/**
 * What is wrong with a row whose result is told by a disclosure, besides all that can be wrong with any row: a disclosure
 * needs both addresses, has no word for cash, and its `extra` is flat (contract/old-endpoints#request).
 */
export function legacyFaults(
  { pgCodes, webhookUrl, redirectUrl, extra = {} }: Ways,
  context: Pick<CheckContext, 'merchant' | 'accounts' | 'traitsOf'>,
): FieldErrors {
  const settings = pluginOf(context.merchant, 'legacy');
  const missing = ['This field is required.'];
  const cash = cashIn(pgCodes, context);
  const nested = nestedIn(extra);
  const bytes = new TextEncoder().encode(JSON.stringify(extra)).length;
  return {
    ...((webhookUrl ?? settings.webhookUrl) === undefined && { webhook_url: missing }),
    ...((redirectUrl ?? settings.redirectUrl) === undefined && { redirect_url: missing }),
    ...(nested !== undefined && { extra: [nested] }),
    ...(bytes > MOST_EXTRA_BYTES && {
      extra: [`Ensure this field has no more than ${MOST_EXTRA_BYTES} bytes.`],
    }),
    ...(cash.length > 0 && {
      pg_codes: cash.map((code) => `"${code}" is paid in cash, which a disclosure cannot report.`),
    }),
  };
}

/** What `extra` must not have to become a query, if it has it: an object, a list, or null. */
export function nestedIn(extra: JsonObject): string | undefined {
  const nested = Object.entries(extra).find(
    ([, inner]) => inner === null || typeof inner === 'object',
  );
  return nested && `Ensure that ${nested[0]} is a text, a number, true or false, and not null.`;
}

/** The codes that are paid in cash, which none of the results of a disclosure tells. */
export function cashIn(
  codes: readonly string[],
  { accounts, traitsOf }: Pick<CheckContext, 'accounts' | 'traitsOf'>,
): readonly string[] {
  return accounts
    .filter(({ code, gateway }) => codes.includes(code) && traitsOf(gateway).offline)
    .map(({ code }) => code);
}
