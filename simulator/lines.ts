import type { Account } from './accounts.ts';
import type { Dispute } from './dispute.ts';
import type { CallbackEvent, Delivery } from './events.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Operation } from './operation.ts';
import type { Payment } from './payment.ts';
import type { Token } from './tokens.ts';

/**
 * Everything that happened, one line for each thing that happened at once: a payment's move, its
 * money and its callback stand or fall together. None has a place for a card number or CVV.
 */
export type Line =
  | { readonly type: 'account'; readonly account: Account }
  | {
      readonly type: 'payment';
      readonly payment: Payment;
      readonly key: string;
      readonly fingerprint: string;
    }
  | {
      readonly type: 'move';
      readonly payment: Payment;
      readonly entry?: LedgerEntry;
      readonly event?: CallbackEvent;
      readonly token?: Token;
    }
  | { readonly type: 'token-removed'; readonly id: string }
  | {
      readonly type: 'operation';
      readonly operation: Operation;
      /** With the request that asked for it; not with a later decision. */
      readonly claim?: { readonly key: string; readonly fingerprint: string };
      readonly entry?: LedgerEntry;
      readonly event?: CallbackEvent;
    }
  | {
      readonly type: 'dispute';
      readonly dispute: Dispute;
      readonly entry?: LedgerEntry;
      readonly event: CallbackEvent;
    }
  | { readonly type: 'delivery'; readonly delivery: Delivery };
