import { InvalidArgumentError, type Command } from 'commander';
import { pgCode, type PgCode } from '../../domain/ids.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import { grossOf } from '../../domain/ledger/compare.ts';
import { toDecimal, type Money } from '../../domain/money.ts';
import type { SettledRow } from '../../domain/settlement/settlement.ts';
import { examples } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { importSettlement } from '../settlements/import.ts';

/** `settlements`: what gateways say that they have paid out. */
export function settlementCommands(program: Command, commandContext: CommandContext): void {
  const { at, merchant, say } = commandContext;
  const settlements = program
    .command('settlements')
    .description('what gateways say that they have paid out');

  settlements
    .command('import')
    .description('compare a settlement file with the ledger, and keep it')
    .argument('<file>', 'CSV of the gateway')
    .requiredOption('--account <code>', 'whose file it is', code)
    .addHelpText(
      'after',
      `\nEvery line that is not simply matched is named. The exit code is 1 when there is one, 2 when a line is bad: then\nnothing was imported. The same file may be imported again.\n${examples(
        'settlements import settlement.csv --account sandbox',
      )}`,
    )
    .action((path: string, { account }: { readonly account: PgCode }) =>
      at(async (auditContext) => {
        const { rows, aside, results, isNew } = await importSettlement(auditContext, {
          merchantId: await merchant(auditContext),
          pgCode: account,
          path,
          tell: (found) => {
            const record = recordOf(found);
            say(Object.values(record).join(' '), record);
          },
          tellAside: ({ line, aside: what }) =>
            say(`aside line ${line}: ${what}`, { result: 'aside', line: `line ${line}`, what }),
          tellBad: ({ line, fault }) => commandContext.progress(`line ${line}: ${fault}`),
        });
        const { matched: _matched, ...others } = results;
        if (aside > 0 || Object.values(others).some((count) => count > 0)) commandContext.flag();
        return { one: { rows, ...results, aside, 'imported before': !isNew } };
      }),
    );

  settlements
    .command('list')
    .description('the files that were imported')
    .addHelpText('after', examples('settlements list --merchant pearl'))
    .action(() =>
      at(async (auditContext) => ({
        rows: (await auditContext.store.settlements.listImports(await merchant(auditContext))).map(
          ({ pgCode: account, name, importedAt, rows, results, who }) => ({
            account,
            name,
            imported: new Date(importedAt).toISOString(),
            by: who,
            rows,
            ...results,
          }),
        ),
      })),
    );
}

function recordOf(found: SettledRow | { readonly missing: LedgerEntry }) {
  if ('missing' in found) {
    const { sessionId, referenceNumber, event } = found.missing;
    const ledger = words(grossOf(found.missing));
    return { result: 'missing-there', event, sessionId, reference: referenceNumber, ledger };
  }
  const { row, result, entry } = found;
  return {
    result,
    line: `line ${row.line}`,
    event: row.kind,
    ...(entry && { sessionId: entry.sessionId }),
    reference: entry?.referenceNumber ?? row.operationReference ?? row.paymentReference,
    ...(result === 'payment-differs' && { gatewayPayment: row.gatewayPayment }),
    ...(row.gatewayReference !== undefined && { gatewayReference: row.gatewayReference }),
    file: words(row.amount),
    ledger: words(entry && grossOf(entry)),
  };
}

function words(amount: Money | undefined): string {
  return amount ? `${toDecimal(amount)} ${amount.currency}` : 'nothing';
}

function code(text: string): PgCode {
  const read = pgCode(text);
  if (!read) throw new InvalidArgumentError('Use the code of a gateway account.');
  return read;
}
