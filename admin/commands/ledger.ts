import type { Command } from 'commander';
import { toDecimal } from '../../domain/money.ts';
import { examples, httpUrl } from '../arguments.ts';
import { verifyAgreements } from '../ledger/agreements.ts';
import { networkBook } from '../ledger/network-book.ts';
import { verify, type VerifiedCounts } from '../ledger/verify.ts';
import { verifyWallets } from '../ledger/wallets.ts';
import { differenceRecord, wordsOf } from '../ledger/words.ts';
import type { CommandContext } from '../command-context.ts';
import { simulatorOf } from '../connection.ts';

interface VerifyOptions {
  readonly simulator?: string | false;
  readonly repair?: true;
}

/** After so long a person wants to know that something still happens. */
const PROGRESS_EVERY_MS = 2000;
const SETTLE_MS = 1000;

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
      at(async ({ store }) => {
        const url = bookAddress(options, commandContext);
        const progress = slowly(commandContext.progress, await store.ledger.estimate());
        const counts = await verify({
          books: store,
          settleMs: SETTLE_MS,
          tell: (difference) =>
            commandContext.say(wordsOf(difference), differenceRecord(difference)),
          progress,
          ...(url !== undefined && { network: networkBook(url) }),
          ...(options.repair && { repairs: true }),
        });
        const wallets = await verifyWallets({
          books: store,
          settleMs: SETTLE_MS,
          tell: (difference) =>
            commandContext.say(wordsOf(difference), differenceRecord(difference)),
          ...(options.repair && { repairs: true }),
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
