/** What a merchant does to the money of a payment afterwards. */
export interface Operation {
  readonly id: string;
  readonly kind: OperationKind;
  readonly account: string;
  readonly paymentId: string;
  /** The merchant's own name for it, by which it can be found when its answer was lost. */
  readonly merchantReference: string;
  readonly amount: string;
  readonly currency: string;
  /** QUEUED keeps its amount reserved until the network decides. */
  readonly status: 'DONE' | 'DECLINED' | 'QUEUED';
  /** Why it was declined, when a request asked for it. */
  readonly reason?: { readonly code: string; readonly message: string };
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type OperationKind = 'capture' | 'void' | 'refund';

/** The operation as merchants read it. */
export function presentOperation(operation: Operation) {
  const { status } = operation;
  return {
    id: operation.id,
    kind: operation.kind,
    payment_id: operation.paymentId,
    merchant_reference: operation.merchantReference,
    status,
    amount: operation.amount,
    currency: operation.currency,
    ...(status === 'DECLINED' && (operation.reason ?? DECLINED)),
    created_at: operation.createdAt,
    updated_at: operation.updatedAt,
  };
}

const DECLINED = { code: 'declined', message: 'The network declined' };
