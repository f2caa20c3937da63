import type { DisputeMovement, DisputeState, DisputeWord } from '../../domain/dispute/dispute.ts';
import { GatewayFault } from '../gateway.ts';
import { moneyOfAmount } from './amounts.ts';
import type { AdyenName } from './names.ts';
import { additionalText, type AdyenItem } from './shapes.ts';

interface Stage {
  readonly state: DisputeState;
  readonly moves?: DisputeMovement['kind'];
}

/**
 * docs.adyen.com/risk-management/disputes-api/dispute-notifications: all events of a dispute have one `pspReference`. Before and in
 * arbitration no money moves: what is decided there is taken by a second chargeback.
 */
const STAGES: ReadonlyMap<string, Stage> = new Map([
  ['REQUEST_FOR_INFORMATION', { state: 'inquiry' }],
  ['NOTIFICATION_OF_CHARGEBACK', { state: 'open' }],
  // In place of that, where the chargeback came without one.
  ['DISPUTE_OPENED_WITH_CHARGEBACK', { state: 'open' }],
  ['CHARGEBACK', { state: 'open', moves: 'taken' }],
  ['INFORMATION_SUPPLIED', { state: 'review' }],
  // The merchant has not answered in time, or has accepted it.
  ['DISPUTE_DEFENSE_PERIOD_ENDED', { state: 'lost' }],
  // The bank has taken the answer, or has said nothing to it; the money has come back before.
  ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', { state: 'won' }],
  // Not the end: the bank may come again with a second chargeback.
  ['CHARGEBACK_REVERSED', { state: 'won', moves: 'returned' }],
  ['SECOND_CHARGEBACK', { state: 'lost', moves: 'taken' }],
  ['PREARBITRATION_OPEN', { state: 'open' }],
  ['PREARBITRATION_DECLINED', { state: 'review' }],
  ['PREARBITRATION_ACCEPTED', { state: 'lost' }],
  ['PREARBITRATION_ISSUER_WITHDRAWN', { state: 'won' }],
  ['PREARBITRATION_WON', { state: 'won' }],
  ['PREARBITRATION_LOST', { state: 'lost' }],
  ['SCHEME_ARBITRATION_WON', { state: 'won' }],
  ['SCHEME_ARBITRATION_LOST', { state: 'lost' }],
]);

/**
 * All events of a dispute have one name, and one may come twice, as where the time to answer ends for an inquiry and then for the
 * chargeback: only its date tells the two apart. Undefined where the webhook is of no dispute.
 */
export function whichOfDispute({ eventCode, eventDate }: AdyenItem): string | undefined {
  return STAGES.has(eventCode) ? eventDate : undefined;
}

/** What a webhook says of a dispute; undefined where it is about something else, or names no payment. */
export function adyenDispute(
  item: AdyenItem,
  name: AdyenName | undefined,
): DisputeWord | undefined {
  const { eventCode, pspReference, originalReference, reason, amount: told } = item;
  const stage = isUnanswered(item) ? INQUIRY : STAGES.get(eventCode);
  if (!stage || (!name && originalReference === undefined)) return undefined;
  if (item.success !== 'true')
    throw new GatewayFault('unknown', `Adyen reports ${eventCode} without success.`);
  const saidAt = Date.parse(item.eventDate ?? '');
  if (Number.isNaN(saidAt))
    throw new GatewayFault('unknown', `Adyen does not say when ${eventCode} was.`);
  const amount = moneyOfAmount(told);
  const { state, moves } = stage;
  const dueAt = Date.parse(additionalText(item.additionalData, 'defensePeriodEndsAt') ?? '');
  return {
    disputeId: pspReference,
    ...(name && { paymentReference: name.payment }),
    ...(originalReference !== undefined && {
      gatewayPayment: originalReference,
    }),
    state,
    amount,
    ...(reason !== undefined && { reason }),
    ...(!Number.isNaN(dueAt) && { dueAt }),
    saidAt,
    movements: moves ? [{ name: eventCode, kind: moves, amount, at: saidAt }] : [],
  };
}

const INQUIRY: Stage = { state: 'inquiry' };

/** The time to answer a request for information is over: nothing was taken, and nothing is claimed before a chargeback. */
function isUnanswered({ eventCode, additionalData }: AdyenItem): boolean {
  return (
    eventCode === 'DISPUTE_DEFENSE_PERIOD_ENDED' &&
    additionalText(additionalData, 'rfiReasonCode') !== undefined &&
    additionalText(additionalData, 'chargebackReasonCode') === undefined
  );
}
