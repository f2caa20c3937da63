import { activityInfo } from '@temporalio/activity';
import type { GatewayAccount } from '../domain/account.ts';
import type { MerchantId, PgCode, ReferenceNumber, SessionId } from '../domain/ids.ts';
import type { Inquired, Opened } from '../domain/transaction/network.ts';
import {
  attemptOf,
  methodOf,
  type Attempt,
  type Language,
  type Transaction,
} from '../domain/transaction/transaction.ts';
import type { AccountSettings, OpenRequest } from '../gateways/gateway.ts';
import { gatewayFor } from '../gateways/registry.ts';
import type { Store } from '../store/index.ts';
import { gatewayCall, notThere, wrongSettings } from './failures.ts';

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

  async function plug(merchantId: MerchantId, pgCode: PgCode) {
    const found = await gatewayAccounts.open(merchantId, pgCode);
    if (!found) throw notThere(`gateway account ${pgCode}`);
    const { account, settings } = found;
    return checked(account, settings);
  }
}

/** The plug of an account whose settings it can use. Fails for good, before anything is sent, when it cannot. */
function checked({ merchantId, code, gateway: slug }: GatewayAccount, settings: AccountSettings) {
  try {
    const gateway = gatewayFor(slug);
    gateway.checkSettings(settings);
    return { gateway, settings };
  } catch (error) {
    throw wrongSettings(`${code} of ${merchantId}`, error);
  }
}

function openRequest(
  transaction: Transaction,
  attempt: Attempt,
  { publicUrl, language }: OpenAttempt,
): OpenRequest {
  const { referenceNumber, pgCode, idempotencyKey, total } = attempt;
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
    returnUrl: returnUrl.href,
    notifyUrl: notifyUrl.href,
  };
}
