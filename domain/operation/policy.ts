import type { CurrencyCode } from '../currencies.ts';
import type { PgCode } from '../ids.ts';
import { money, type Money } from '../money.ts';
import { permits, type PermissionHolder } from '../permission.ts';
import type { Initiator } from '../initiator.ts';
import type { Operation, OperationKind, Approval } from './operation.ts';

export const HOUR_MS = 60 * 60 * 1000;

/** What can be made to wait for a second person; a capture never does (contract/operations#approval). */
export const APPROVABLE = ['refund', 'void'] as const satisfies readonly OperationKind[];
export type Approvable = (typeof APPROVABLE)[number];

/** What a merchant wants a second person to agree to. It decides, not the channel by which somebody asks. */
export interface ApprovalPolicy {
  readonly enabled: boolean;
  readonly operations: readonly Approvable[];
  /**
   * From which sum on, in minor units by currency: what all operations of the kind have taken of a payment, the new one
   * included, so that nobody gets past it in small steps. Of a currency that is not here, any sum.
   */
  readonly from: Readonly<Record<string, number>>;
  /** The gateway accounts that it is about; all where none is named. */
  readonly pgCodes: readonly PgCode[];
  /** How many people must say yes. */
  readonly checkers: number;
  /**
   * Whether who may approve needs nobody else for what they do themselves. It counts only where one checker is enough: of
   * two that are needed they are one at most.
   */
  readonly checkersActDirectly: boolean;
  /** Users who need nobody. */
  readonly whitelistedUserIds: readonly number[];
  /** Whether what programs ask for with a private key waits, too. */
  readonly apiKeys: boolean;
  /** After how many hours a request that nobody has decided is canceled. */
  readonly pendingHours: number;
  /** After how many hours one that needs a hand, and that nobody lends, is expired. */
  readonly manualHours: number;
  /** Whether the maker is told, too, when it is done. */
  readonly bccInitiator: boolean;
  /**
   * From which sum on a person shows once more who they are before they refund, capture, void or approve, in minor units by
   * currency; of a currency that is not here, never. What counts is the sum of the kind, as with `from`, and it holds whether
   * anything waits for a second person or not.
   */
  readonly stepUpFrom?: Readonly<Record<string, number>>;
  /** People say why they refund, capture or void, whether anything waits for a second person or not. */
  readonly reasonRequired?: boolean;
}

/** What holds for a merchant that has decided nothing, and what a policy begins with. */
export const NO_APPROVAL: ApprovalPolicy = {
  enabled: false,
  operations: APPROVABLE,
  from: {},
  pgCodes: [],
  checkers: 1,
  checkersActDirectly: true,
  whitelistedUserIds: [],
  apiKeys: false,
  pendingHours: 48,
  manualHours: 48,
  bccInitiator: false,
};

/** Who asks: a program with a key, or a user. */
export type Asker =
  | { readonly kind: 'key' | 'public' }
  | { readonly kind: 'user'; readonly user: PermissionHolder & Pick<Initiator, 'id'> };

/** Somebody asks for an operation on the money that an account took. */
export interface Asking {
  readonly kind: OperationKind;
  readonly pgCode: PgCode;
  readonly currency: CurrencyCode;
  readonly asker: Asker;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What the policy adds to what was asked for. */
export interface ApprovalTerms {
  /** Given when somebody else must agree first. */
  readonly approval?: Approval;
  /** Only when the operations of the kind come to this sum with it; any sum where it is left out. */
  readonly approvalFrom?: Money;
  /** A checker acts directly: that takes the place of a request that waits. */
  readonly overrules?: true;
}

/**
 * Whether an operation waits for a second person, by the merchant's policy (contract/operations#approval). The sum is
 * compared where the money is set aside, by the one writer of the payment: two requests at once get past nobody.
 */
export function approvalFor(policy: ApprovalPolicy | undefined, asking: Asking): ApprovalTerms {
  const { enabled, from, checkers, pendingHours, manualHours } = policy ?? NO_APPROVAL;
  const { currency, asker, now } = asking;
  if (!policy || !enabled || !covers(policy, asking) || actsDirectly(policy, asker))
    return isApprovable(asking.kind) && mayCheck(asker) ? { overrules: true } : {};
  const approval: Approval = {
    state: 'pending',
    needed: checkers,
    votes: [],
    expiresAt: now + pendingHours * HOUR_MS,
    manualMs: manualHours * HOUR_MS,
  };
  const least = from[currency];
  return { approval, ...(least !== undefined && { approvalFrom: money(least, currency) }) };
}

/**
 * From which sum of the operations of its kind on, with it, what was declined has to be asked for anew, because more people must
 * agree than have: who has it tried again asks for it as who asked first did, and one of them is enough who needs nobody. Undefined
 * where it may be tried again whatever it comes to.
 */
export function retryFrom(
  policy: ApprovalPolicy | undefined,
  { kind, pgCode, amount, approval }: Pick<Operation, 'kind' | 'pgCode' | 'amount' | 'approval'>,
  { askers, now }: { readonly askers: readonly Asker[]; readonly now: number },
): Money | undefined {
  const { currency } = amount;
  const terms = askers.map((asker) => approvalFor(policy, { kind, pgCode, currency, asker, now }));
  const { votes = [] } = approval ?? {};
  const isAgreed = ({ approval: wanted }: ApprovalTerms) =>
    !wanted || votes.length >= wanted.needed || votes.some(({ breakGlass }) => breakGlass);
  if (terms.some(isAgreed)) return undefined;
  return terms[0]?.approvalFrom ?? money(0, currency);
}

/** From which sum on somebody shows once more who they are; undefined where no sum of the currency is that much. */
export function stepUpFrom(
  policy: Pick<ApprovalPolicy, 'stepUpFrom'> | undefined,
  currency: CurrencyCode,
): Money | undefined {
  const least = policy?.stepUpFrom?.[currency];
  return least === undefined ? undefined : money(least, currency);
}

/** May approve and reject what others ask for: has the permission, or is a superuser. */
export function mayCheck(asker: Asker): boolean {
  return asker.kind === 'user' && permits(asker.user, 'payment.approve');
}

function isApprovable(kind: OperationKind): kind is Approvable {
  return APPROVABLE.some((one) => one === kind);
}

function covers({ operations, pgCodes }: ApprovalPolicy, { kind, pgCode }: Asking): boolean {
  return (
    operations.some((one) => one === kind) && (pgCodes.length === 0 || pgCodes.includes(pgCode))
  );
}

function actsDirectly(policy: ApprovalPolicy, asker: Asker): boolean {
  if (asker.kind !== 'user') return !policy.apiKeys;
  const { whitelistedUserIds, checkersActDirectly, checkers } = policy;
  if (whitelistedUserIds.includes(asker.user.id)) return true;
  return checkersActDirectly && checkers === 1 && mayCheck(asker);
}

/** Everything that is wrong with a policy, a sentence each. */
export function policyFaults(policy: ApprovalPolicy): readonly string[] {
  const { operations, from, stepUpFrom: step = {}, checkers, pendingHours, manualHours } = policy;
  return [
    ...(operations.length === 0 ? ['Name an operation: refund, void or both.'] : []),
    ...sumFaults(from, 'any sum'),
    ...sumFaults(step, 'no sum, or name the least there is'),
    ...whole('Checkers', checkers, MOST_CHECKERS),
    ...whole('The hours of what nobody decides', pendingHours, MOST_HOURS),
    ...whole('The hours of what needs a hand', manualHours, MOST_HOURS),
  ];
}

function sumFaults(sums: Readonly<Record<string, number>>, none: string): readonly string[] {
  return Object.entries(sums).flatMap(([currency, minor]) =>
    Number.isSafeInteger(minor) && minor > 0
      ? []
      : [`The sum of ${currency} must be more than nothing; leave it out to mean ${none}.`],
  );
}

const MOST_CHECKERS = 9;
/** 90 days. */
const MOST_HOURS = 2160;

function whole(what: string, value: number, most: number): readonly string[] {
  return Number.isInteger(value) && value >= 1 && value <= most
    ? []
    : [`${what}: use a whole number from 1 to ${most}.`];
}
