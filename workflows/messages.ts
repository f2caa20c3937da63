import type { UpdateDefinition } from '@temporalio/common';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { CardChargeRequest } from '../domain/card/charge.ts';
import type { DeviceWallet } from '../domain/device-wallet/device-wallet.ts';
import type { DisputeReport } from '../domain/dispute/dispute.ts';
import type { PgCode, ReferenceNumber, SessionId } from '../domain/ids.ts';
import type { Money } from '../domain/money.ts';
import type { Decision } from '../domain/operation/approval.ts';
import type { Operation } from '../domain/operation/operation.ts';
import type { OperationReport } from '../domain/operation/report.ts';
import type { PromiseRequest } from '../domain/operation/promise.ts';
import type { RefusalNote } from '../domain/refusal.ts';
import type { Attaching } from '../domain/transaction/attach.ts';
import type { CashCommand } from '../domain/transaction/cash.ts';
import type { Edit } from '../domain/transaction/edit.ts';
import type { InquiryThrottle } from '../domain/transaction/inquiry-throttle.ts';
import type { AttemptReport } from '../domain/transaction/network.ts';
import type {
  PaymentChannel,
  DropOff,
  Transaction,
  TransactionRef,
} from '../domain/transaction/transaction.ts';
import type { Initiator } from '../domain/initiator.ts';
import type { WalletRequest } from '../domain/wallet/request.ts';
import type { Notice } from '../domain/transaction/change.ts';
import type { Language } from '../domain/language.ts';

/**
 * How a run of `transaction` begins: with the newly created document, or, for a command to a closed transaction, with
 * its name; then the document is loaded first (contract/engine#closed-runs).
 */
export type TransactionStart =
  | { readonly opened: Transaction; readonly resume?: never }
  | { readonly resume: TransactionRef; readonly opened?: never };

/** How a run of `invoice` begins; the rest of it stays in the database. */
export interface InvoiceStart extends TransactionRef {
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

/** An update's answer: refusals travel as values, because an error thrown in a handler would be retried for ever. */
export type UpdateAnswer<T> =
  | { readonly ok: T; readonly refused?: never }
  | { readonly refused: RefusalNote; readonly ok?: never };

/** Nothing was done, and nothing will be: it came after the moment until which it might begin. */
export const wasRefusedAsLate = ({ refused }: UpdateAnswer<unknown>): boolean =>
  refused?.code === 'too_late';

/** Names and values of the address to which a network has sent the payer's browser. */
export type Brought = Readonly<Record<string, string>>;

/** The payer chose a method and pressed Pay. */
export interface Submission {
  readonly pgCode: PgCode;
  /** Becomes the attempt's id when a new attempt is made. */
  readonly referenceNumber: ReferenceNumber;
  /** Where the API can be reached from outside; return and callback URLs are built from it. */
  readonly publicUrl: string;
  /** The language in which the payer reads, which may not be the transaction's. */
  readonly language: Language;
  readonly channel?: PaymentChannel;
  /** A further number of the payer; empty takes away the one there is. */
  readonly customerPhone2?: string;
  /** What the payer wants to pay, where that is theirs to choose. */
  readonly amount?: Money;
  /** What they were shown to pay with this method, its fee included. Nothing is begun where that has changed. */
  readonly total?: Money;
  /** What the wallet of the customer pays of it. */
  readonly wallet?: WalletRequest;
  /** The payer agrees that the card is kept. */
  readonly saveCard?: true;
  /** It is paid with a saved card of the customer. */
  readonly charge?: CardChargeRequest;
  /** The network's one-time word for the card that was typed in its frame. */
  readonly cardReference?: string;
  /** It is paid with a wallet of the payer's device, whose payload is kept under the reference and never told here. */
  readonly deviceWallet?: DeviceWallet;
  /** The payer knows that the page of an older attempt is still open, and that it must not be paid as well. */
  readonly replacesOpen?: true;
}

/** Where the payer goes: the network's page, or our own pages when the attempt ended at once (cash, no page). */
export type Submitted =
  | { readonly to: 'gateway'; readonly pageUrl: string; readonly referenceNumber: ReferenceNumber }
  | { readonly to: 'result'; readonly referenceNumber: ReferenceNumber };

export type Edited = { readonly edited: Transaction } | { readonly stale: true };

/** Somebody asks how the payment stands. */
export interface Question {
  /** Given when the merchant's own call asks, which is not answered as often as it comes. */
  readonly throttle?: InquiryThrottle;
  /** The merchant is told by webhook whatever is found, also when it is nothing new. */
  readonly tell: boolean;
  /** Where to, in place of the transaction's own webhook URL. */
  readonly webhookUrl?: string;
}

/**
 * How it stands now; or when, in whole seconds from now, gateways will be asked again. `openPages` are the attempts of which a gateway has
 * said just now that nothing was paid on their page, which is still open; older workers leave it out.
 */
export type InquiryAnswer =
  | { readonly transaction: Transaction; readonly openPages?: readonly ReferenceNumber[] }
  | { readonly waitSeconds: number };

/** What was told, and of which transaction. */
export interface Retold {
  readonly transaction: Transaction;
  readonly notice: Notice;
}

/** Whether a transaction is gone for good, or archived and can be restored. */
export interface Removed {
  readonly isRemoved: boolean;
}

/**
 * A command of a caller who waits for its answer. Its last argument is the moment (epoch milliseconds) until which it may
 * begin: afterwards the caller has been told that nothing was done, and may have sent it again
 * (contract/requests#unavailable); and so of a charge of the engine's own, whose step another worker may have been given.
 * Without one, as in all other commands of the worker, it may begin at any time.
 */
export type Command<T, A extends unknown[]> = UpdateDefinition<
  UpdateAnswer<T>,
  [...A, beginBy: number | undefined]
>;

const defineCommand = <T, A extends unknown[] = []>(name: string): Command<T, A> =>
  defineUpdate<UpdateAnswer<T>, [...A, beginBy: number | undefined]>(name);

export const submitUpdate = defineCommand<Submitted, [Submission]>('submit');
export const editUpdate = defineCommand<Edited, [Edit]>('edit');
export const attachUpdate = defineCommand<Transaction, [Attaching]>('attach');
export const cancelUpdate = defineCommand<
  Transaction,
  [{ readonly referenceNumber: ReferenceNumber; readonly whileProcessing?: true }]
>('cancel');

export const askUpdate = defineCommand<InquiryAnswer, [Question]>('ask');
export const retellUpdate = defineCommand<Retold>('retell');
export const deleteUpdate = defineCommand<Transaction>('delete');
/** It shall not be there any more: archived where money moved, removed for good where none did. */
export const removeUpdate = defineCommand<Removed, [{ readonly by?: Initiator | undefined }]>(
  'remove',
);
/** It shall not be paid any more. */
export const expireUpdate = defineCommand<Transaction>('expire');
export const restoreUpdate = defineCommand<Transaction>('restore');
export const cashUpdate = defineCommand<Transaction, [Omit<CashCommand, 'now'>]>('cash');

/** A refund, capture or void is wanted. Answers as soon as its money is set aside; its own run begins with the answer. */
export const operateUpdate = defineCommand<
  { readonly operation: SessionId },
  [Omit<PromiseRequest, 'now'>]
>('operate');
/**
 * An operation tells its payment how it stands now; the payment keeps both, and answers when they are kept, with the version as
 * which the operation is kept. What a command has changed carries the moment of the command.
 */
export const operationChangedUpdate = defineUpdate<
  UpdateAnswer<number>,
  [Operation, beginBy?: number]
>('operationChanged');

/** To an operation: a person decides about it (contract/operations#approval). */
export const decideUpdate = defineCommand<Operation, [Decision]>('decide');
/** To an operation: the gateway's verified word on it. May come twice or late. */
export const operationReportedSignal = defineSignal<[OperationReport]>('operationReported');

/** A payer came and no method can be used any more; the argument says why. */
export const unusableSignal = defineSignal<[string]>('unusable');
/** Where the payer wants it delivered, when the merchant asks for that. */
export const dropOffUpdate = defineCommand<Transaction, [DropOff]>('dropOff');

/** A payer has looked at the page for the first time. */
export const viewedSignal = defineSignal('viewed');
/** A network's verified word on an attempt (callback). May come twice, late, or out of order. */
export const reportedSignal = defineSignal<[AttemptReport]>('reported');
/** A network's verified word on a dispute. May come twice, late, or out of order. */
export const disputedSignal = defineSignal<[DisputeReport]>('disputed');
/** The payer's browser came back from the network: never evidence, only a reason to inquire. */
/** With what the browser has brought back, where the network needs that to go on. */
export const returnedSignal = defineSignal<[ReferenceNumber, Brought?]>('returned');

/** To an invoice: its transaction was paid or canceled, so its status must be looked at. */
export const settledSignal = defineSignal('settled');

/**
 * To a cycle: something of its agreement has changed. `ahead`: how far the test clock of the merchant is, in milliseconds;
 * `asked`: by a caller of the API, who does not wait behind everything that is due.
 */
export const nudgeSignal =
  defineSignal<[{ readonly ahead: number; readonly asked?: boolean }]>('nudge');

/** To a delivery: somebody wants the event to be sent now, and by the calendar again when that fails. */
export const redeliverSignal = defineSignal('redeliver');
/** To a bulk: it was paused, resumed or canceled, which its document says. */
export const bulkChangedSignal = defineSignal('bulkChanged');

export const transactionQuery = defineQuery<Transaction | undefined>('transaction');
