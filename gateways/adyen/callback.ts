import type { CallbackWord } from '../callback-word.ts';
import { GatewayFault, type RawCallback, type ReadCallback } from '../gateway.ts';
import { adyenDispute, whichOfDispute } from './dispute.ts';
import { isRecaptured, modificationReport, reversalReport } from './operation.ts';
import { readName, type AdyenName } from './names.ts';
import { tokenWord } from './token.ts';
import { hmacKeysOf, type AdyenSettings } from './settings.ts';
import { additionalText, readNotification, type AdyenItem } from './shapes.ts';
import { authorisationReport, leftReport, undoneReport, whichFailure } from './wire.ts';
import { parsedJson } from '../shapes.ts';
import { isSame, isSignedBy } from '../signature.ts';

/** Which operation a webhook is about. */
const OPERATIONS: ReadonlyMap<string, 'capture' | 'refund' | 'void'> = new Map([
  ['CAPTURE', 'capture'],
  ['CANCELLATION', 'void'],
  ['TECHNICAL_CANCEL', 'void'],
  ['REFUND', 'refund'],
  // The hold has run out.
  ['EXPIRE', 'void'],
]);

/** Which operation a webhook says the bank has undone. They come with success. */
const UNDONE: ReadonlyMap<string, 'capture' | 'refund'> = new Map([
  ['CAPTURE_FAILED', 'capture'],
  ['REFUND_FAILED', 'refund'],
  ['REFUNDED_REVERSED', 'refund'],
]);

/**
 * Believes a webhook by its user and password, its signature over eight of its fields, and the account that it names. Adyen signs
 * no time and not the rest of the body (docs/adyen.md).
 */
export function readWebhook(settings: AdyenSettings, callback: RawCallback): ReadCallback {
  if (!isUser(settings, callback.headers['authorization']))
    return { step: 'forged', reason: 'the user and password are not those of the webhook' };
  const token = tokenWord(settings, callback);
  if (token) return token;
  let item: AdyenItem;
  try {
    [{ NotificationRequestItem: item }] = readNotification(
      parsedJson(callback.body),
    ).notificationItems;
  } catch (fault) {
    if (!(fault instanceof GatewayFault)) throw fault;
    return { step: 'forged', reason: `no webhook: ${fault.message}` };
  }
  if (!isSigned(settings, item)) return { step: 'forged', reason: 'the signature is wrong' };
  if (item.merchantAccountCode !== settings.merchant_account)
    return { step: 'forged', reason: 'it is of another merchant account' };
  const { eventCode, pspReference, success } = item;
  // One payment may be refused and then authorised under one name, so the name alone is not the event's.
  const which = isRecaptured(item) ? 'again' : (whichFailure(item) ?? whichOfDispute(item));
  const names = [eventCode, pspReference, success, ...(which === undefined ? [] : [which])];
  const eventId = names.join(':').slice(0, 100);
  const name = readName(item.merchantReference);
  try {
    return { eventId, ...wordOf(item, name, callback.receivedAt) };
  } catch (fault) {
    if (!(fault instanceof GatewayFault)) throw fault;
    return { eventId, ...unclear(name, fault.message) };
  }
}

/** Throws a `GatewayFault` for words that we do not know. */
function wordOf(item: AdyenItem, name: AdyenName | undefined, now: number): CallbackWord {
  const { eventCode, originalReference } = item;
  if (eventCode === 'AUTHORISATION')
    return name
      ? { step: 'report', report: authorisationReport(name, item, now) }
      : { step: 'nothing', about: 'a payment that is not ours' };
  // A link may still be paid by another try.
  if (eventCode === 'OFFER_CLOSED' && name?.isCharge)
    return { step: 'report', report: leftReport(name, item) };
  const undoes = UNDONE.get(eventCode);
  if (undoes && name?.operation) {
    const { payment: paymentReference } = name;
    const report = reversalReport(undoes, name.operation, item);
    return { step: 'operation', report: { ...report, paymentReference } };
  }
  if (undoes)
    return name
      ? { step: 'report', report: undoneReport(name, item) }
      : { step: 'nothing', about: eventCode };
  const dispute = adyenDispute(item, name);
  if (dispute) return { step: 'dispute', report: dispute };
  const kind = OPERATIONS.get(eventCode) ?? eitherOf(item);
  if (!kind) return { step: 'nothing', about: eventCode };
  const report = modificationReport(kind, name, item);
  if (name) return { step: 'operation', report: { ...report, paymentReference: name.payment } };
  if (originalReference === undefined) return { step: 'nothing', about: eventCode };
  return { step: 'operation-there', gatewayPayment: originalReference, report };
}

/** A reversal is a cancel or a refund, whichever was possible. */
function eitherOf({ eventCode, additionalData }: AdyenItem): 'void' | 'refund' | undefined {
  if (eventCode !== 'CANCEL_OR_REFUND') return undefined;
  const action = additionalText(additionalData, 'modification.action');
  if (action === 'cancel') return 'void';
  if (action === 'refund') return 'refund';
  throw new GatewayFault('unknown', 'Adyen does not say what its reversal was.');
}

/** A person has to look. What is not ours is acknowledged: one that is refused keeps all that come after it waiting. */
function unclear(name: AdyenName | undefined, reason: string): CallbackWord {
  return name
    ? { step: 'unknown', referenceNumber: name.payment, reason }
    : { step: 'nothing', about: reason };
}

function isUser(settings: AdyenSettings, header: unknown): boolean {
  const { webhook_user: user, webhook_password: password } = settings;
  const right = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return isSame(right, typeof header === 'string' ? header : '');
}

function isSigned(settings: AdyenSettings, item: AdyenItem): boolean {
  const given = [additionalText(item.additionalData, 'hmacSignature') ?? ''];
  const { pspReference, originalReference, merchantAccountCode, merchantReference } = item;
  const { amount, eventCode, success } = item;
  const signed = [
    pspReference,
    originalReference ?? '',
    merchantAccountCode,
    merchantReference,
    amount.value,
    amount.currency,
    eventCode,
    success,
  ].join(':');
  return isSignedBy(hmacKeysOf(settings), signed, { given, as: 'base64' });
}
