import type { ReferenceNumber, SessionId } from '../ids.ts';
import { pluginOf, type PluginName } from '../plugins.ts';
import type { FieldErrors } from '../refusal.ts';
import { faultsOf } from '../transaction/check.ts';
import type { CheckContext, Proposal } from '../transaction/proposal.ts';
import { offeredBy, open, type GivenTerms } from '../transaction/open.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { Bulk } from './bulk.ts';
import { legacyFaults } from '../legacy.ts';

/** A row as it is kept: what the business checks of it, and the terms that follow. Its shape was found right. */
export interface RowRequest {
  readonly proposal: Proposal;
  readonly terms: GivenTerms;
}

/** A bulk asks for payments (contract/bulk#rows). */
export const BULK_TYPE = 'payment_request';

interface RowOpening {
  readonly sessionId: SessionId;
  /** Of the single attempt, where its result is told by a disclosure. */
  readonly referenceNumber?: ReferenceNumber;
  readonly context: CheckContext;
}

/**
 * The transaction of a row, by the rules of a request that comes by itself; or why there is none: settings and accounts may
 * have changed since the file was taken.
 */
export function openRow(
  { proposal, terms }: RowRequest,
  { id, initiator }: Pick<Bulk, 'id' | 'initiator'>,
  { sessionId, referenceNumber, context }: RowOpening,
): { readonly transaction: Transaction } | { readonly errors: FieldErrors } {
  const errors = {
    ...faultsOf(proposal, context),
    ...(referenceNumber && legacyFaults(terms, context)),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const transaction = open(
    {
      sessionId,
      type: BULK_TYPE,
      terms: { ...terms, ...(initiator && { initiator }) },
      now: context.now,
      ...(referenceNumber && { legacy: { referenceNumber } }),
    },
    context.merchant,
    offeredBy(terms.pgCodes, proposal, context),
  );
  return { transaction: { ...transaction, bulkId: id } };
}

/** Nothing of a bulk can be made at the moment: it waits. */
export function isHeldUp(merchant: CheckContext['merchant'], bulk: Pick<Bulk, 'legacy'>): boolean {
  const isOff = pluginsOf(bulk).some((name) => !pluginOf(merchant, name).enabled);
  return merchant.paused === true || isOff;
}

/** The plugins that a bulk needs. */
export function pluginsOf({ legacy }: Pick<Bulk, 'legacy'>): readonly PluginName[] {
  return ['bulk', BULK_TYPE, ...(legacy ? (['legacy'] as const) : [])];
}
