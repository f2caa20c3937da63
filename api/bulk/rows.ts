import type { Context } from 'koa';
import { BULK_TYPE, type RowRequest } from '../../domain/bulk/row.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { pluginOf } from '../../domain/plugins.ts';
import { mergedFaults } from '../../domain/field-errors.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import { asUnit, type Unit } from '../../domain/unit.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { refuseGateways } from '../access/authorize.ts';
import type { ApiDeps } from '../deps.ts';
import { cardDataFaults } from '../middleware/card-data.ts';
import { RequestError } from '../middleware/errors.ts';
import { check, faultless } from '../middleware/validate.ts';
import {
  allFaults,
  disclosureFaults,
  normalizedForCreation,
  proposalOf,
  termsOf,
} from '../transactions/request.ts';
import { transactionBody } from '../transactions/schema.ts';

/** What is kept of a row, or all that is wrong with it. */
export type CheckedRow = { readonly request: RowRequest } | { readonly errors: FieldErrors };

/**
 * Checks rows as requests that come one by one are checked, in shape and in meaning; accounts and units are read once for
 * all of them.
 */
export async function rowChecker(
  { store }: Pick<ApiDeps, 'store'>,
  ctx: Context,
  { merchant, legacy }: { readonly merchant: Merchant; readonly legacy: boolean },
) {
  const accounts = await store.gatewayAccounts.list(merchant.id);
  const routes = await store.routes.list(merchant.id);
  const units = new Map<string, Unit>(
    (await store.units.list(merchant.id)).map((unit) => [unit.code, unit]),
  );
  const { currency = pluginOf(merchant, BULK_TYPE).currency } = pluginOf(
    merchant,
    legacy ? 'legacy' : BULK_TYPE,
  );
  const now = Date.now();

  return (fields: Readonly<Record<string, unknown>>): CheckedRow => {
    const given = {
      ...(currency !== undefined && { currency_code: currency }),
      ...normalizedForCreation(fields),
      type: BULK_TYPE,
    };
    const checked = check(transactionBody, given);
    const unit = units.get(checked.value.unit_code ?? '');
    const context = {
      merchant: asUnit(merchant, unit),
      accounts,
      routes,
      traitsOf: (slug: string) => gatewayFor(slug).traits,
      now,
      ...(unit && { unit }),
    };
    // What is said of other fields could repeat it.
    const cardData = cardDataFaults(fields);
    if (Object.keys(cardData).length > 0) return { errors: cardData };
    const errors = mergedFaults(gatewaysRefusedIn(ctx, checked.value.pg_codes), {
      ...(legacy && disclosureFaults(checked.value, context)),
      ...allFaults(checked, proposalOf(checked.value), context),
    });
    if (Object.keys(errors).length > 0) return { errors };
    const body = faultless(checked);
    return { request: { proposal: proposalOf(body), terms: termsOf(body) } };
  };
}

/** The gateways that the caller may not use, as a request is refused for them before its fields are looked at. */
function gatewaysRefusedIn(ctx: Context, codes: readonly string[] = []): FieldErrors {
  try {
    refuseGateways(ctx, codes);
    return {};
  } catch (error) {
    if (error instanceof RequestError) return { pg_codes: [error.message] };
    throw error;
  }
}
