import { InvalidArgumentError, type Command } from 'commander';
import { currencyCode, type CurrencyCode } from '../../domain/currencies.ts';
import { merchantId, pgCode, type MerchantId, type PgCode } from '../../domain/ids.ts';
import { parseMoney } from '../../domain/money.ts';
import {
  APPROVABLE,
  NO_APPROVAL,
  policyFaults,
  type ApprovalPolicy,
} from '../../domain/operation/policy.ts';
import { permits } from '../../domain/permission.ts';
import type { User } from '../../domain/user.ts';
import { changeMerchant } from '../acts/merchants.ts';
import { examples, list, onOff } from '../arguments.ts';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { shownApproval } from '../shown-policies.ts';

/** As somebody typed it. What depends on other things is read later, so that every fault can be named at once. */
interface Typed {
  readonly enabled?: boolean;
  readonly operations?: readonly string[];
  readonly from?: readonly string[];
  readonly accounts?: readonly string[];
  readonly checkers?: string;
  readonly checkersActDirectly?: boolean;
  readonly whitelist?: readonly string[];
  readonly apiKeys?: boolean;
  readonly pendingHours?: string;
  readonly manualHours?: string;
  readonly bccInitiator?: boolean;
  readonly stepUpFrom?: readonly string[];
  readonly reasonRequired?: boolean;
}

/** `merchants approval`: which refunds and voids a second person must agree to. */
export function approvalCommand(merchants: Command, { at }: CommandContext): void {
  merchants
    .command('approval')
    .description('which refunds and voids a second person must agree to; what is not named stays')
    .argument('<id>', 'of the merchant', id)
    .option('--enabled <on|off>', 'whether anything waits for a checker', onOff)
    .option('--operations <names>', 'refund, void; commas between', list)
    .option('--from <sums>', 'from which sums on, "KWD 100, USD 300"; "" for any', list)
    .option('--accounts <codes>', 'of which gateway accounts; "" for all', list)
    .option('--checkers <number>', 'how many must agree, 1 to 9')
    .option('--checkers-act-directly <on|off>', 'whether checkers need nobody for their own', onOff)
    .option('--whitelist <names>', 'users who need nobody, commas between; "" for none', list)
    .option('--api-keys <on|off>', 'whether programs with a key wait, too', onOff)
    .option('--pending-hours <number>', 'after which an undecided request is canceled')
    .option('--manual-hours <number>', 'after which one that needs a hand is expired')
    .option('--bcc-initiator <on|off>', 'whether the maker is told when it is done', onOff)
    .option(
      '--step-up-from <sums>',
      'from which sums on people show once more who they are, "KWD 500"; "" for never',
      list,
    )
    .option(
      '--reason-required <on|off>',
      'whether people say why they refund, capture or void',
      onOff,
    )
    .addHelpText(
      'after',
      examples(
        'merchants approval demo --enabled on --from "KWD 100, USD 300" --checkers 2',
        'merchants approval demo --operations refund --accounts card --api-keys on',
      ),
    )
    .action((given: MerchantId, typed: Typed) =>
      at(async (auditContext) => {
        const [accounts, users] = await Promise.all([
          auditContext.store.gatewayAccounts.list(given),
          auditContext.store.users.list(given),
        ]);
        const codes = accounts.map(({ code }) => code);
        const { operationsApproval: policy = NO_APPROVAL } = await changeMerchant(
          auditContext,
          given,
          {
            command: 'merchants approval',
            change: ({ operationsApproval: known = NO_APPROVAL, ...now }) => ({
              ...now,
              operationsApproval: policyOf(known, typed, { codes, users }),
            }),
          },
        );
        return { one: shown(policy, users), ...noteOn(policy, users) };
      }),
    );
}

/** With the names and sums that people know. */
function shown(policy: ApprovalPolicy, users: readonly User[]): object {
  const { whitelistedUserIds, ...rest } = policy;
  const whitelist = whitelistedUserIds.map(
    (one) => users.find((user) => user.id === one)?.username ?? String(one),
  );
  return { ...shownApproval(rest), whitelist };
}

/** Too few checkers are no fault, because the next command may make one, but nothing would ever be decided. */
function noteOn({ enabled, checkers }: ApprovalPolicy, users: readonly User[]) {
  const able = users.filter((user) => user.active && permits(user, 'payment.approve')).length;
  if (!enabled || able >= checkers) return {};
  return {
    note: `Only ${able} active users may approve, and ${checkers} must agree: give others payment.approve (users set-permissions).`,
  };
}

interface Known {
  readonly codes: readonly PgCode[];
  readonly users: readonly User[];
}

/** The policy as it shall be. Throws `wrong` with everything that is wrong with it. */
function policyOf(now: ApprovalPolicy, typed: Typed, { codes, users }: Known): ApprovalPolicy {
  const faults: string[] = [];
  const read = <T>(texts: readonly string[], reader: (text: string) => T | string): T[] =>
    texts.flatMap((text) => {
      const value = reader(text);
      if (typeof value !== 'string') return [value];
      faults.push(value);
      return [];
    });
  const { operations, from, accounts, whitelist, checkers, pendingHours, manualHours } = typed;
  const { enabled, checkersActDirectly, apiKeys, bccInitiator, stepUpFrom, reasonRequired } = typed;
  const policy: ApprovalPolicy = {
    ...now,
    ...(enabled !== undefined && { enabled }),
    ...(operations && { operations: read(operations, operation).map(({ name }) => name) }),
    ...(from && { from: sums(read(from, sumFrom), faults) }),
    ...(accounts && { pgCodes: read(accounts, accountIn(codes)).map(({ code }) => code) }),
    ...(checkers !== undefined && { checkers: digits(checkers) }),
    ...(checkersActDirectly !== undefined && { checkersActDirectly }),
    ...(whitelist && { whitelistedUserIds: read(whitelist, userIn(users)) }),
    ...(apiKeys !== undefined && { apiKeys }),
    ...(pendingHours !== undefined && { pendingHours: digits(pendingHours) }),
    ...(manualHours !== undefined && { manualHours: digits(manualHours) }),
    ...(bccInitiator !== undefined && { bccInitiator }),
    ...(reasonRequired !== undefined && { reasonRequired }),
    ...(stepUpFrom && { stepUpFrom: sums(read(stepUpFrom, sumFrom), faults) }),
  };
  // What could not be read is told once, not as a list that is empty now.
  const known = operations && policy.operations.length === 0 && operations.length > 0;
  faults.push(...policyFaults(known ? { ...policy, operations: APPROVABLE } : policy));
  if (faults.length > 0) throw new CliError('wrong', faults.join('\n'));
  return policy;
}

/** Not a number where it is none: then it is a fault like any other number that is out of place. */
function digits(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
}

function operation(text: string) {
  const name = APPROVABLE.find((one) => one === text);
  return name ? { name } : `"${text}" is no operation that can wait: refund and void can.`;
}

function sumFrom(text: string): readonly [CurrencyCode, number] | string {
  const [code = '', decimal = '', ...more] = text.split(/\s+/);
  const currency = currencyCode(code);
  if (!currency) return `"${text}": ${code} is no currency of ISO 4217.`;
  const sum = more.length === 0 ? parseMoney(decimal, currency) : { fault: 'format' };
  return 'fault' in sum
    ? `"${text}" is no sum: write it as "KWD 100.000", with the decimals of the currency.`
    : [currency, sum.minor];
}

/** Which of two sums of a currency is meant, nobody can say. */
function sums(read: readonly (readonly [CurrencyCode, number])[], faults: string[]) {
  const known = new Map(read);
  if (known.size < read.length) faults.push('A currency has one sum: name each of them once.');
  return Object.fromEntries(known);
}

function accountIn(codes: readonly PgCode[]) {
  return (text: string) => {
    const code = pgCode(text);
    return code && codes.includes(code) ? { code } : `There is no gateway account "${text}".`;
  };
}

function userIn(users: readonly User[]) {
  return (text: string): number | string =>
    users.find(({ username }) => username === text)?.id ?? `There is no user "${text}".`;
}

function id(text: string): MerchantId {
  const read = merchantId(text);
  if (!read) throw new InvalidArgumentError('Use 1 to 40 of a-z, 0-9 and hyphens.');
  return read;
}
