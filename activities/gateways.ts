import { activityInfo } from '@temporalio/activity';
import type { MerchantId, PgCode, ReferenceNumber, SessionId } from '../domain/ids.ts';
import type { Inquired, Opened } from '../domain/transaction/network.ts';
import {
  attemptOf,
  methodOf,
  type Attempt,
  type Language,
  type Transaction,
} from '../domain/transaction/transaction.ts';
import type { OpenRequest } from '../gateways/gateway.ts';
import type { Store } from '../store/index.ts';
import { gatewayCall, notThere } from './failures.ts';
import { plugs } from './plugs.ts';

type Stores = Pick<Store, 'transactions' | 'gatewayAccounts'>;

export interface OpenAttempt {
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly referenceNumber: ReferenceNumber;
  readonly publicUrl: string;
  readonly language: Language;
}

export interface InquireAttempt {
  readonly merchantId: MerchantId;
  readonly pgCode: PgCode;
  readonly referenceNumber: ReferenceNumber;
}

export function gatewayActivities({ transactions, gatewayAccounts }: Stores) {
  const plug = plugs(gatewayAccounts);
  return {
    /**
     * Asks the network for its page. The attempt and its idempotency key are saved before this is called, and the key
     * is the same on every try; after an unknown answer the network is asked what it knows before it is asked again.
     */
    async openAttempt(command: OpenAttempt): Promise<Opened> {
      const { transaction, attempt } = await attemptFor(command);
      const { gateway, settings } = await plug(command.merchantId, attempt.pgCode);
      return gatewayCall(async () => {
        if (activityInfo().attempt > 1) {
          const known = await gateway.inquire(settings, attempt.referenceNumber);
          if (known.step !== 'unheard-of') return known;
        }
        return gateway.open(settings, openRequest(transaction, attempt, command));
      });
    },

    /** What the network knows of an attempt. */
    async inquireAttempt({
      merchantId,
      pgCode,
      referenceNumber,
    }: InquireAttempt): Promise<Inquired> {
      const { gateway, settings } = await plug(merchantId, pgCode);
      return gatewayCall(() => gateway.inquire(settings, referenceNumber));
    },
  };

  async function attemptFor({ merchantId, sessionId, referenceNumber }: OpenAttempt) {
    const transaction = await transactions.find({ merchantId, sessionId });
    const attempt = transaction && attemptOf(transaction, referenceNumber);
    if (!attempt) throw notThere(`attempt ${referenceNumber}`);
    return { transaction, attempt };
  }
}

function openRequest(
  transaction: Transaction,
  attempt: Attempt,
  { publicUrl, language }: OpenAttempt,
): OpenRequest {
  const { referenceNumber, pgCode, idempotencyKey, total, savesCard } = attempt;
  const { merchantId, orderNo, kind } = transaction;
  const notifyUrl = new URL(`/b/gw/callback/${pgCode}/`, publicUrl);
  notifyUrl.searchParams.set('merchant', merchantId);
  const returnUrl = new URL(`/b/gw/return/${referenceNumber}/`, publicUrl);
  returnUrl.searchParams.set('lang', language);
  return {
    referenceNumber,
    idempotencyKey,
    total,
    kind: methodOf(transaction, pgCode)?.kind ?? kind,
    language,
    ...(orderNo !== undefined && { description: orderNo }),
    ...(savesCard && { saveCard: true }),
    returnUrl: returnUrl.href,
    notifyUrl: notifyUrl.href,
  };
}
