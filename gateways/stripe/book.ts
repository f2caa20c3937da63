import { referenceNumber } from '../../domain/ids.ts';
import { defined } from '../../domain/json.ts';
import type { BookLine, TimeSpan } from '../gateway.ts';
import { GatewayFault } from '../gateway.ts';
import { STRIPE_AMOUNTS } from './amounts.ts';
import { accepted, get } from './client.ts';
import { balanceLinesIn, expanded, type BookedLine } from './shapes.ts';
import type { StripeSettings } from './settings.ts';

const PAGE = 100;
/** What moved, with its payment, which has our names. */
const EXPAND = ['data.source.payment_intent'];
/** Of captures in parts Stripe books the whole and then the rest back; a charge says itself what of it was captured. */
const TOLD_BY_CHARGE = 'partial_capture_reversal';

/**
 * What Stripe has booked of our payments in a span of time, in whole seconds, page by page and the newest first: the balance
 * transactions (docs.stripe.com/api/balance_transactions/list). A `GatewayFault` where it cannot be read.
 */
export async function* stripeBook(
  settings: StripeSettings,
  { from, until }: TimeSpan,
): AsyncGenerator<readonly BookLine[]> {
  const created = { gte: Math.floor(from / 1000), lt: Math.ceil(until / 1000) };
  for (let after: string | undefined; ;) {
    const answer = await get(settings, '/v1/balance_transactions', {
      created,
      expand: EXPAND,
      limit: PAGE,
      starting_after: after,
    });
    const { data, has_more } = balanceLinesIn(accepted(answer, 'its book'));
    yield data.flatMap((line) => bookLine(line) ?? []);
    after = data.at(-1)?.id;
    if (!has_more || after === undefined) return;
  }
}

/** Undefined for a fee, a payout, and a payment of another program. */
function bookLine({ id, created, reporting_category, ...line }: BookedLine): BookLine | undefined {
  const source = expanded(line.source);
  const payment = expanded(source?.payment_intent);
  const paymentReference = referenceNumber(payment?.metadata.reference ?? '');
  if (!source || !payment || !paymentReference || reporting_category === TOLD_BY_CHARGE)
    return undefined;
  const kind = ({ charge: 'capture', refund: 'refund' } as const)[reporting_category];
  if (!kind)
    return {
      aside: `${id} is a ${reporting_category} of ${paymentReference}: compare it by hand.`,
      at: created * 1000,
    };
  const units = kind === 'capture' ? source.amount_captured : source.amount;
  if (units === undefined || units < 0 || source.currency === undefined)
    throw new GatewayFault('unknown', `Stripe does not say how much the ${kind} ${id} moved.`);
  const named = kind === 'refund' ? source.metadata?.reference : payment.metadata.capture;
  return {
    kind,
    identity: `${kind}/${id}`,
    paymentReference,
    gatewayPayment: payment.id,
    ...defined({ operationReference: referenceNumber(named ?? '') }),
    // A capture is called as its line, as the webhook tells of it (`moved`).
    gatewayReference: kind === 'refund' ? source.id : id,
    amount: STRIPE_AMOUNTS.moneyOf(units, source.currency),
    settledAt: created * 1000,
  };
}
