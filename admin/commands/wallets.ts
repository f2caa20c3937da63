import { InvalidArgumentError, type Command } from 'commander';
import { currencyCode } from '../../domain/currencies.ts';
import { isoUtc } from '../../domain/duration.ts';
import { parseMoney, shownMoney, type Money } from '../../domain/money.ts';
import {
  availableBalance,
  type WalletAccount,
  type WalletStatus,
} from '../../domain/wallet/account.ts';
import type { WalletPolicy } from '../../domain/wallet/policy.ts';
import { adjustWallet, setWalletPolicy, setWalletStatus, walletOf } from '../acts/wallets.ts';
import { currencies, examples, list, plainName, shortText } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { shownWalletPolicy } from '../shown-policies.ts';

interface Because {
  readonly reason: string;
}

interface AdjustmentOptions extends Because {
  readonly key?: string;
}

interface PolicyOptions {
  readonly currencies?: readonly string[];
  readonly highestCredit?: readonly Money[];
  readonly highestBalance?: readonly Money[];
}

const UNPOSTED =
  'The money has moved: do not type it again. The ledger has not confirmed its entry; if it is missing, "ledger verify --repair" posts it.';

const PAGE = { direction: 'forward', perPage: 50 } as const;

/** `wallets`: what customers have got back and not spent. */
export function walletCommands(program: Command, commandContext: CommandContext): void {
  const { at, merchant } = commandContext;
  const wallets = program
    .command('wallets')
    .description('what customers have got back and not spent');

  wallets
    .command('list')
    .description("a customer's wallets, the latest fifty")
    .requiredOption('--customer <id>', "the merchant's own customer_id", shortText)
    .addHelpText('after', examples('wallets list --customer 7 --merchant pearl'))
    .action(({ customer }: { readonly customer: string }) =>
      at(async (auditContext) => {
        const of = await merchant(auditContext);
        const page = await auditContext.store.wallets.listAccounts(
          of,
          { customerId: customer },
          PAGE,
        );
        return { rows: page.results.map(shown) };
      }),
    );

  wallets
    .command('show')
    .description('the latest fifty entries of a wallet')
    .argument('<id>', 'as the list has it', shortText)
    .addHelpText('after', examples('wallets show 7f4e0a52-0c77-4a3e-9b0e-2a7c3a1b5d10'))
    .action((id: string) =>
      at(async (auditContext) => {
        const wallet = await walletOf(auditContext, await merchant(auditContext), id);
        const { merchantId } = wallet;
        const page = await auditContext.store.wallets.listEntries(
          merchantId,
          { accountIds: [id] },
          PAGE,
        );
        return {
          rows: page.results.map((entry) => ({
            at: isoUtc(entry.createdAt),
            type: entry.type,
            amount: shownMoney(entry.amount),
            balance: shownMoney(entry.balance),
            operation: entry.operationId,
            payment: entry.sessionId,
          })),
        };
      }),
    );

  for (const [verb, status, what] of [
    ['suspend', 'suspended', 'nothing comes in and nothing is spent until it is reactivated'],
    ['reactivate', 'active', 'take a suspension back'],
    ['close', 'closed', 'for good; it must be empty'],
  ] as const)
    because(wallets.command(verb).description(what))
      .addHelpText('after', examples(`wallets ${verb} <id> --reason "..."`))
      .action((id: string, { reason }: Because) =>
        at(async (auditContext) => {
          if (status === 'closed')
            await commandContext.confirm(`The wallet ${id} is closed for good.`);
          const wallet = await walletOf(auditContext, await merchant(auditContext), id);
          const next: WalletStatus = status;
          return {
            one: shown(await setWalletStatus(auditContext, wallet, { status: next, reason, verb })),
          };
        }),
      );

  for (const [verb, what] of [
    ['credit', 'put money into a wallet by hand'],
    ['debit', 'take money out of a wallet by hand'],
  ] as const)
    because(wallets.command(verb).description(what))
      .argument('<amount>', 'in the currency of the wallet', shortText)
      .option('--key <key>', 'a name for it: however often it is typed, it moves once', plainName)
      .addHelpText(
        'after',
        examples(
          `wallets ${verb} <id> 5.000 --reason "..."`,
          `wallets ${verb} <id> 5.000 --reason "..." --key ticket-4711`,
        ),
      )
      .action((id: string, amount: string, options: AdjustmentOptions) =>
        at(async (auditContext) => {
          const wallet = await walletOf(auditContext, await merchant(auditContext), id);
          const adjustment = { verb, amount, ...options };
          const { operation, isPosted } = await adjustWallet(auditContext, wallet, adjustment);
          const one = {
            operation: operation.id,
            amount: shownMoney(operation.amount),
            balance: shownMoney(operation.balance),
          };
          return isPosted ? { one } : { one, note: UNPOSTED };
        }),
      );

  wallets
    .command('policy')
    .description("what a merchant's wallets may hold; what is not named stays")
    .option('--currencies <codes>', 'the only ones, commas between; "" for all', currencies)
    .option('--highest-credit <sums>', 'at once, "KWD 100, USD 300"; "" for any', sums)
    .option('--highest-balance <sums>', 'in one wallet, "KWD 500"; "" for any', sums)
    .addHelpText('after', examples('wallets policy --highest-credit "KWD 100" --merchant pearl'))
    .action((options: PolicyOptions) =>
      at(async (auditContext) => {
        const of = await merchant(auditContext);
        const policy = await setWalletPolicy(auditContext, of, changeOf(options));
        return {
          one: shownWalletPolicy(policy),
        };
      }),
    );
}

function because(command: Command): Command {
  return command
    .argument('<id>', 'of the wallet', shortText)
    .requiredOption('--reason <text>', 'why, for the audit log', shortText);
}

function shown(wallet: WalletAccount): object {
  const { id, customerId, status, balance, sandbox } = wallet;
  return {
    id,
    customer: customerId,
    status,
    balance: shownMoney(balance),
    available: shownMoney(availableBalance(wallet)),
    sandbox,
  };
}

function changeOf({ currencies: some, ...limits }: PolicyOptions): WalletPolicy {
  const codes = some?.flatMap((code) => currencyCode(code) ?? []);
  return { ...(codes && { currencies: codes }), ...limits };
}

function sums(text: string): readonly Money[] {
  const read = list(text).map((one) => {
    const [code = '', amount = '', ...more] = one.split(/\s+/);
    const currency = currencyCode(code);
    const sum = currency && parseMoney(amount, currency);
    if (!sum || 'fault' in sum || more.length > 0)
      throw new InvalidArgumentError(`"${one}" is no sum such as "KWD 1000".`);
    return sum;
  });
  // Which of two sums of a currency is meant, nobody can say.
  if (new Set(read.map(({ currency }) => currency)).size < read.length)
    throw new InvalidArgumentError('Name each currency once.');
  return read;
}
