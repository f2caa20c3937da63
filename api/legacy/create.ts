import type { Context } from 'koa';
import { cashIn } from '../../domain/legacy.ts';
import { pluginOf, type LegacySettings } from '../../domain/plugins.ts';
import { Refusal, type FieldErrors } from '../../domain/refusal.ts';
import { faultsOf } from '../../domain/transaction/check.ts';
import type { CheckContext } from '../../domain/transaction/proposal.ts';
import { offeredBy, open } from '../../domain/transaction/open.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { createTransaction } from '../../engine/create-transaction.ts';
import { refuseGateways } from '../access/authorize.ts';
import { callerOf, merchantOf } from '../access/caller.ts';
import { refusePlugin } from '../access/plugin.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf } from '../middleware/body.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { check, faultless } from '../middleware/validate.ts';
import { mintReference } from '../payer.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { contextFor } from '../transactions/context.ts';
import {
  codesOf,
  inLegacyWords,
  legacyPartOf,
  legacyProposal,
  legacyTermsOf,
  missingFields,
  normalizedLegacy,
} from './request.ts';
import { legacySchema, type LegacyBody } from './schema.ts';
import type { TransactionType } from '../../domain/transaction/type.ts';

/** Makes a transaction of a single attempt from a body of the old endpoints (contract/old-endpoints#request). */
export async function createLegacy(
  deps: ApiDeps,
  ctx: Context,
  type: TransactionType,
): Promise<Transaction> {
  const merchant = await settingsOf(deps.store, ctx);
  if (!merchant) throw new Error(`The caller's merchant ${merchantOf(ctx)} has no settings.`);
  refusePlugin(deps, ctx, { name: 'legacy', merchant });
  if (!pluginOf(merchant, type).enabled)
    throw new Refusal('not_found', `The plugin ${type} is not enabled for this merchant.`);
  const settings = pluginOf(merchant, 'legacy');
  const custom = customOf(settings);
  const schema = legacySchema(type, settings, { custom, isUser: callerOf(ctx).kind === 'user' });
  const checked = check(schema, givenBy(ctx, settings));
  const context = await contextFor(deps, ctx, initiatorIn(checked.value));
  const codes = codesOf(checked.value, type, context);
  // The codes may be none that the request named, and a user may use only some.
  refuseGateways(ctx, codes);
  refuseFaults({
    ...inLegacyWords(faultsOf(legacyProposal(checked.value, { type, codes }), context)),
    ...codeFaults(codes, context),
    ...missingFields(checked.value, settings),
    ...checked.faults,
  });
  const body = faultless(checked);
  const referenceNumber = await mintReference(deps, merchant);
  const opening = {
    sessionId: claimedSessionId(ctx),
    type,
    terms: {
      ...legacyTermsOf(body, codes),
      ...(context.initiator && { initiator: context.initiator }),
    },
    now: context.now,
    legacy: legacyPartOf(body, { referenceNumber, custom }),
  };
  const proposal = legacyProposal(body, { type, codes });
  const transaction = open(opening, merchant, offeredBy(codes, proposal, context));
  return createTransaction(deps.store.transactions, deps.engine, transaction);
}

function initiatorIn({ initiator }: Partial<LegacyBody>): { readonly initiator_id?: number } {
  return initiator === undefined ? {} : { initiator_id: initiator };
}

/** `full_name` was a field of every shop; the others are the merchant's own. */
function customOf({ customFields = [] }: LegacySettings): readonly string[] {
  return ['full_name', ...customFields];
}

/** Where the pages ask for no delivery, a request that wants it to is not wrong: it means nothing. */
function givenBy(
  ctx: Context,
  { asksForDelivery = false, currency }: LegacySettings,
): Record<string, unknown> {
  const { capture_address, capture_delivery, initiator, ...body } = normalizedLegacy(bodyOf(ctx));
  return {
    ...(currency !== undefined && { currency_code: currency }),
    ...body,
    // The initiator is the user themselves, whatever they say.
    ...(callerOf(ctx).kind !== 'user' && initiator !== undefined && { initiator }),
    ...(asksForDelivery && capture_address !== undefined && { capture_address }),
    ...(asksForDelivery && capture_delivery !== undefined && { capture_delivery }),
  };
}

/** The results that a disclosure can tell know no cash; and a payment needs something to pay with. */
function codeFaults(
  codes: readonly string[],
  { accounts, traitsOf }: Pick<CheckContext, 'accounts' | 'traitsOf'>,
): FieldErrors {
  if (codes.length === 0)
    return { gateway_code: ['No account of yours takes this currency; name one that does.'] };
  const cash = cashIn(codes, { accounts, traitsOf });
  return cash.length === 0
    ? {}
    : {
        gateway_code: cash.map(
          (code) => `"${code}" is paid in cash, which this endpoint cannot report.`,
        ),
      };
}
