import type { MerchantId, SessionId } from '../ids.ts';
import { Refusal, type FieldErrors } from '../refusal.ts';
import type { Initiator } from '../initiator.ts';

/**
 * How a bulk stands (contract/bulk#states). `uploading`: its rows are not all here yet, nobody else sees it.
 * `unconfirmed`: all are here, and nothing is made of them until who has sent them says so. `scheduling`: accepted, no row was made yet.
 */
export const BULK_STATES = [
  'uploading',
  'unconfirmed',
  'scheduling',
  'dispatching',
  'paused',
  'done',
  'canceled',
] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** The states in which its rows are to be made, so that there has to be a run. */
export const BULK_UNDER_WAY = ['scheduling', 'dispatching'] as const satisfies readonly BulkState[];

/** Requests for payment that came in one file. Its id is the `transaction_log_id` of what is made of it. */
export interface Bulk {
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly name: string;
  readonly state: BulkState;
  /** How many rows are to be made. */
  readonly total: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly initiator?: Initiator;
  /** Of how many rows nothing was made, once it is done; left out where of none. */
  readonly failed?: number;
  /** Its payments are those of the old endpoints: a single attempt each, told by a disclosure (`domain/legacy.ts`). */
  readonly legacy?: true;
}

/** So long an upload is kept that nobody confirms, in milliseconds: it holds names and addresses. */
export const CONFIRM_MS = 60 * 60_000;

/** Whose bulk: no query goes without the merchant. */
export interface BulkRef {
  readonly merchantId: MerchantId;
  readonly id: string;
}

export const ROW_STATES = ['pending', 'dispatched', 'failed'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** What has become of a row. */
export interface RowResult {
  /** Counted from 1, without the line of names. */
  readonly row: number;
  readonly state: RowState;
  readonly orderNo?: string;
  /** Of the transaction that was made of it. */
  readonly sessionId?: SessionId;
  /** Why none was. */
  readonly errors?: FieldErrors;
}

/** The cells of a row as they came, by the names of their columns, without those that were empty. */
export type CellsOfRow = readonly (readonly [name: string, cell: string])[];

/** A row of which no payment was made, and why. */
export interface WrongRow {
  readonly row: number;
  /** It was at fault at the upload already, so that it is none of the rows to be made. */
  readonly isLeftOut?: true;
  /** Left out where they were not kept. */
  readonly cells?: CellsOfRow;
  readonly errors: FieldErrors;
}

/** How many rows have come to what. */
export type BulkProgress = Readonly<Record<RowState, number>>;

export const BULK_COMMANDS = ['pause', 'resume', 'cancel'] as const;
export type BulkCommand = (typeof BULK_COMMANDS)[number];

/** From where each command leads where; from anywhere else it is refused. Said twice it changes nothing. */
const COMMANDS: Readonly<
  Record<BulkCommand, { readonly from: readonly BulkState[]; readonly to: BulkState }>
> = {
  pause: { from: [...BULK_UNDER_WAY, 'paused'], to: 'paused' },
  resume: { from: [...BULK_UNDER_WAY, 'paused'], to: 'dispatching' },
  cancel: { from: [...BULK_UNDER_WAY, 'paused', 'canceled'], to: 'canceled' },
};

/** Where a command leads, and from where. */
export function movesOf(command: BulkCommand) {
  return COMMANDS[command];
}

/** Nothing is made of what was canceled: the refusal of a yes that comes too late. Said twice a yes changes nothing. */
export function refuseLateYes({ state }: Pick<Bulk, 'state'>): void {
  if (state === 'canceled')
    throw new Refusal(
      'invalid_state',
      'The bulk is canceled. Upload the file again to have its requests made.',
    );
}

/** Whether its rows are to be made. */
export function isBulkUnderWay({ state }: Pick<Bulk, 'state'>): boolean {
  return BULK_UNDER_WAY.some((one) => one === state);
}

/** The commands that change something of a bulk that stands so. */
export function commandsFor(bulk: Pick<Bulk, 'state'>): readonly BulkCommand[] {
  const { state } = bulk;
  return BULK_COMMANDS.filter(
    (command) =>
      COMMANDS[command].from.includes(state) &&
      COMMANDS[command].to !== state &&
      !(command === 'resume' && isBulkUnderWay(bulk)),
  );
}

/** The refusal of a command that the state does not allow. */
export function refusedCommand(command: BulkCommand, { state }: Pick<Bulk, 'state'>): Refusal {
  const { from } = COMMANDS[command];
  return new Refusal(
    'invalid_state',
    `The bulk is ${state}. To ${command} it, it has to be ${from.join(' or ')}.`,
  );
}
