import type { Command } from 'commander';
import type { PgCode } from '../../domain/ids.ts';
import { differencesIn } from '../../domain/settlement/settlement.ts';
import { accountCode, examples } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { importSettlement } from '../settlements/import.ts';
import { settledRecord } from '../settlements/words.ts';

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
    .requiredOption('--account <code>', 'whose file it is', accountCode)
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
            const record = settledRecord(found);
            say(Object.values(record).join(' '), record);
          },
          tellAside: ({ line, aside: what }) =>
            say(`aside line ${line}: ${what}`, { result: 'aside', line: `line ${line}`, what }),
          tellBad: ({ line, fault }) => commandContext.progress(`line ${line}: ${fault}`),
        });
        if (aside > 0 || differencesIn(results) > 0) commandContext.flag();
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
