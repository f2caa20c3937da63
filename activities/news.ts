import type { MerchantId, PgCode, SessionId } from '../domain/ids.ts';
import { toDecimal } from '../domain/money.ts';
import type { News } from '../domain/operation/news.ts';
import type { Operation, OperationKind } from '../domain/operation/operation.ts';
import type { ReasonCode } from '../domain/operation/reason.ts';
import { requestReceivers } from '../domain/staff-receivers.ts';
import type { Store } from '../store/index.ts';

/** What people are told of a request. Names, e-mail addresses and amounts are for them, and for no log. */
export interface PeopleNews {
  readonly news: News;
  readonly merchantId: MerchantId;
  /** The id of the request, which is the session id of the operation. */
  readonly requestId: SessionId;
  /** Which change of the request it is. */
  readonly version: number;
  /** The session id of the payment. */
  readonly sessionId: SessionId;
  readonly operation: OperationKind;
  readonly pgCode: PgCode;
  /** With its currency: "KWD 12.500". */
  readonly amount: string;
  readonly orderNo?: string;
  /** Who asked; who decided, or said yes for all. Usernames. */
  readonly maker?: string;
  readonly checker?: string;
  readonly reason?: string;
  /** Why it was asked for. */
  readonly why?: ReasonCode;
  readonly lastError?: string;
  /** The e-mail addresses of those who are told. */
  readonly emails: readonly string[];
}

/** Tells people of a request; worker/deps.ts gives it. */
export type TellPeople = (news: PeopleNews) => Promise<void>;

export interface OperationNews {
  readonly operation: Operation;
  readonly news: News;
}

type Stores = Pick<Store, 'merchants' | 'users'> & {
  readonly transactions: Pick<Store['transactions'], 'typesOf'>;
};

export function newsActivities(
  { merchants, users: people, transactions }: Stores,
  tell: TellPeople,
) {
  return {
    /** Tells those whom it concerns (`requestReceivers`). Repeating it tells again. */
    async tellOfOperation({ operation, news }: OperationNews): Promise<void> {
      const emails = await receivers(operation, news);
      if (emails) await tell({ ...factsOf(operation, news), emails });
    },
  };

  async function receivers({ merchantId, parentId, initiator }: Operation, news: News) {
    const [users, merchant, types] = await Promise.all([
      people.list(merchantId),
      news === 'done' ? merchants.find(merchantId) : undefined,
      news === 'break-glass' ? transactions.typesOf(merchantId, [parentId]) : undefined,
    ]);
    return requestReceivers(news, initiator, { users, merchant, type: types?.get(parentId) });
  }
}

function factsOf(operation: Operation, news: News): Omit<PeopleNews, 'emails'> {
  const { merchantId, sessionId, version, parentId, kind, pgCode, amount } = operation;
  const { parentOrderNo: orderNo, initiator, approval, reasonCode: why } = operation;
  const emergency = approval?.votes.find(({ breakGlass }) => breakGlass)?.by;
  const checker = news === 'break-glass' ? emergency : approval?.decidedBy;
  return {
    news,
    merchantId,
    requestId: sessionId,
    version,
    sessionId: parentId,
    operation: kind,
    pgCode,
    amount: `${amount.currency} ${toDecimal(amount)}`,
    ...(orderNo !== undefined && { orderNo }),
    ...(initiator && { maker: initiator.username }),
    ...(checker && { checker: checker.username }),
    ...(why && { why }),
    ...(approval?.reason !== undefined && { reason: approval.reason }),
    ...(approval?.lastError !== undefined && { lastError: approval.lastError }),
  };
}
