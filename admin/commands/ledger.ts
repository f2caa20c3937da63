import type { Command } from 'commander';
import { isoUtc } from '../../domain/duration.ts';
import type { PgCode } from '../../domain/ids.ts';
import { shownMoney, toDecimal } from '../../domain/money.ts';
import { act } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { accountCode, examples, httpUrl, momentArgument } from '../arguments.ts';
import { verifyAgreements } from '../ledger/agreements.ts';
import { networkBook } from '../ledger/network-book.ts';
import { verify, type Repairs, type VerifiedCounts } from '../ledger/verify.ts';
import { verifyWallets } from '../ledger/wallets.ts';
import { differenceRecord, wordsOf } from '../ledger/words.ts';
import type { OperationCallback } from '../../store/callback-inbox.ts';
import { paymentNamed } from '../../store/payment-named.ts';
import type { CommandContext } from '../command-context.ts';
import { simulatorOf } from '../connection.ts';
import { reconcileBook } from '../settlements/reconcile.ts';
import { settledRecord } from '../settlements/words.ts';

interface ReconcileOptions {
  readonly account: PgCode;
  readonly from: number;
  readonly until: number;
}

interface VerifyOptions {
  readonly simulator?: string | false;
  readonly repair?: true;
}

/** After so long a person wants to know that something still happens. */
const PROGRESS_EVERY_MS = 2000;
const SETTLE_MS = 1000;
const MOST_UNPLACED = 1000;

/** `ledger`: what became of the money. */
export function ledgerCommands(program: Command, commandContext: CommandContext): void {
  const { at, merchant } = commandContext;
  const ledger = program.command('ledger').description('what became of the money');

  ledger
    .command('balances')
    .description(
      'what stands on each account, by gateway account and currency; debits are positive',
    )
    .addHelpText('after', examples('ledger balances --merchant pearl', 'ledger balances --json'))
    .action(() =>
      at(async (auditContext) => ({
        rows: (await auditContext.store.ledger.balances(await merchant(auditContext))).map(
          ({ pgCode, account, amount, entries }) => ({
            pgCode,
            account,
            currency: amount.currency,
            balance: toDecimal(amount),
            entries,
          }),
        ),
      })),
    );

  ledger
    .command('verify')
    .description(
      'compare the ledger, the transactions, the operations, the wallets, the agreements and the network of the sandbox',
    )
    .option(
      '--simulator <url>',
      'whose book is compared (default: of the system in --data)',
      httpUrl,
    )
    .option('--no-simulator', 'compare only what is kept here')
    .option('--repair', 'post what transactions imply and the ledger lacks')
    .addHelpText(
      'after',
      `\nEvery difference is a line of its own. The exit code is 1 when there is one.\n${examples(
        'ledger verify',
        'ledger verify --simulator http://127.0.0.1:3002',
        'ledger verify --no-simulator --repair',
      )}`,
    )
    .action((options: VerifyOptions) =>
      at(async (auditContext) => {
        const { store } = auditContext;
        const repairs: Repairs = ({ merchantId, sessionId }, missing) =>
          act(
            auditContext,
            {
              command: 'ledger verify',
              merchantId,
              subject: sessionId,
              change: { entries: missing.map(({ id }) => id) },
            },
            () => store.ledger.post(missing),
          );
        const url = bookAddress(options, commandContext);
        const progress = slowly(commandContext.progress, await store.ledger.estimate());
        const counts = await verify({
          books: store,
          settleMs: SETTLE_MS,
          tell: (difference) =>
            commandContext.say(wordsOf(difference), differenceRecord(difference)),
          progress,
          ...(url !== undefined && { network: networkBook(url) }),
          ...(options.repair && { repairs }),
        });
        const wallets = await verifyWallets({
          books: store,
          settleMs: SETTLE_MS,
          tell: (difference) =>
            commandContext.say(wordsOf(difference), differenceRecord(difference)),
          ...(options.repair && { repairs }),
        });
        const agreements = await verifyAgreements({
          books: store,
          settleMs: SETTLE_MS,
          tell: (difference) =>
            commandContext.say(wordsOf(difference), differenceRecord(difference)),
        });
        const posted = counts.posted + wallets.posted;
        const differences = counts.differences + wallets.differences + agreements;
        if (differences > 0) commandContext.flag();
        return { one: { ...counts, posted, differences, network: url ?? 'not compared' } };
      }),
    );

  ledger
    .command('unplaced')
    .description('refunds, captures and voids that gateways have told of, and no payment has heard')
    .addHelpText(
      'after',
      `\nThe latest ${MOST_UNPLACED}, the newest first. Another program may share the account: then they are none of ours.\n${examples(
        'ledger unplaced --merchant pearl',
      )}`,
    )
    .action(() =>
      at(async (auditContext) => {
        const merchantId = await merchant(auditContext);
        const { inbox, ...stores } = auditContext.store;
        const rows = [];
        for (const word of await inbox.unplacedOperations(merchantId, MOST_UNPLACED))
          if (!(await isOfOtherAccount(stores, word))) rows.push(unplacedRow(word));
        return { rows };
      }),
    );

  ledger
    .command('reconcile')
    .description("compare what a gateway's own book has of a span of time with the ledger")
    .requiredOption('--account <code>', 'the account at the gateway', accountCode)
    .requiredOption(
      '--from <time>',
      'the first moment, such as 2026-11-01T00:00:00Z',
      momentArgument,
    )
    .requiredOption('--until <time>', 'the first moment that is not compared', momentArgument)
    .addHelpText(
      'after',
      `\nWhat is not simply matched is named, by the words of settlements import. Nothing is kept. The exit code is 1 when there is\nsomething. A gateway without a book that can be asked gives settlement files.\n${examples(
        'ledger reconcile --account stripe --from 2026-11-01T00:00:00Z --until 2026-11-08T00:00:00Z',
      )}`,
    )
    .action(({ account: pgCode, ...span }: ReconcileOptions) => {
      if (span.until <= span.from)
        throw new CliError(
          'wrong',
          'Give --until a later time than --from: between these two there is nothing to compare.',
        );
      return at(async (auditContext) => {
        const { lines, results, aside } = await reconcileBook(auditContext.store, {
          merchantId: await merchant(auditContext),
          pgCode,
          span,
          tell: (found) => {
            const record = settledRecord(found);
            commandContext.say(Object.values(record).join(' '), record);
          },
          tellAside: (what) => commandContext.say(`aside ${what}`, { result: 'aside', what }),
        });
        const { matched, ...others } = results;
        if (lines + aside > matched || Object.values(others).some((count) => count > 0))
          commandContext.flag();
        return { one: { lines, ...results, aside } };
      });
    });
}

/** Two accounts may be one at the gateway: then both are told, and the one that has the payment has heard. */
async function isOfOtherAccount(
  stores: Parameters<typeof paymentNamed>[0],
  word: OperationCallback,
): Promise<boolean> {
  const { gatewayPayment } = word.operation;
  if (gatewayPayment === undefined) return false;
  const found = await paymentNamed(stores, word, gatewayPayment);
  return found !== undefined && found.pgCode !== word.pgCode;
}

/** A refund, capture or void at a gateway, for people and programs. */
function unplacedRow({ pgCode, gatewayEventId, receivedAt, operation }: OperationCallback) {
  const { kind, result, amount, gatewayReference, gatewayPayment, paymentReference } = operation;
  return {
    account: pgCode,
    operation: kind,
    result,
    amount: amount ? shownMoney(amount) : '',
    'at the gateway': gatewayReference,
    payment: paymentReference ?? gatewayPayment ?? '',
    event: gatewayEventId,
    received: isoUtc(receivedAt),
  };
}

function bookAddress(
  { simulator }: VerifyOptions,
  { options, terminal }: CommandContext,
): string | undefined {
  if (simulator === false) return undefined;
  const found =
    typeof simulator === 'string' ? simulator : simulatorOf(terminal.env, options().data);
  return found?.replace(/\/$/, '');
}

function slowly(progress: (line: string) => void, whole: number): (sofar: VerifiedCounts) => void {
  let last = Date.now();
  return ({ sessions, entries, movements, differences }) => {
    if (Date.now() - last < PROGRESS_EVERY_MS) return;
    last = Date.now();
    progress(
      `${entries} of about ${whole} entries, ${sessions} sessions, ${movements} lines of the network, ${differences} differences`,
    );
  };
}
