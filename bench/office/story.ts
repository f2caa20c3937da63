import type { Connection } from 'mongoose';
import type { MerchantId } from '../../domain/ids.ts';

/** Of each of two kinds; what the payment has by itself comes on top. */
const EACH = 248;

/**
 * Gives the newest payment of a merchant a long story: a network that has told the same many times, and a program that has asked for
 * something as often. Copies of what was kept of the first payment that was made.
 */
export async function aLongStory(
  database: Connection,
  merchantId: MerchantId,
): Promise<{ readonly session: string; readonly entries: number }> {
  const transactions = database.collection('transactions');
  const payment = await transactions.findOne(
    { merchantId, state: 'paid' },
    { sort: { createdAt: -1 } },
  );
  const callback = await database.collection('callback_inbox').findOne({});
  const audited = await database
    .collection<{ _id: number; at: unknown; action: object }>('audit')
    .findOne({ 'action.sessionId': { $exists: true } });
  if (!payment || !callback || !audited) throw new Error('One payment was made and paid.');
  const session = String(payment['sessionId']);
  const referenceNumber: unknown = payment['attempts'][0].referenceNumber;
  const nths = Array.from({ length: EACH }, (_one, nth) => nth);
  const { _id: _ofCallback, ...told } = callback;
  await database
    .collection('callback_inbox')
    .insertMany(
      nths.map((nth) => ({ ...told, merchantId, referenceNumber, gatewayEventId: `story-${nth}` })),
    );
  const { action } = audited;
  await database.collection<{ _id: number }>('audit').insertMany(
    nths.map((nth) => ({
      ...audited,
      _id: -1 - nth,
      action: { ...action, merchantId, sessionId: session },
    })),
  );
  return { session, entries: 2 * EACH };
}
