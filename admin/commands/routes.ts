import { randomUUID } from 'node:crypto';
import { InvalidArgumentError, type Command } from 'commander';
import { currencyCode, type CurrencyCode } from '../../domain/currencies.ts';
import { parseDateTime } from '../../domain/duration.ts';
import { pgCode, type PgCode } from '../../domain/ids.ts';
import { parseMoney } from '../../domain/money.ts';
import { moneySentence } from '../../domain/money-sentence.ts';
import { breakerStateOf } from '../../domain/routing/breaker.ts';
import { accountsOf } from '../../domain/routing/route.ts';
import { deleteRoute, putRoute, findRoute, tryRoute } from '../acts/routes.ts';
import { examples, fileObject, oneCurrency, shortText } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';

interface TrialOptions {
  readonly amount: string;
  readonly currency: string;
  readonly brand?: string;
  readonly bin?: string;
  readonly at?: number;
  readonly reference?: string;
}

/** `routes`: which account of a merchant an attempt goes to. */
export function routeCommands(
  program: Command,
  { at, confirm, merchant, terminal }: CommandContext,
): void {
  const routes = program
    .command('routes')
    .description('several accounts that payers see as one method');

  routes
    .command('put')
    .description('make a route or replace it')
    .requiredOption(
      '--file <path>',
      'JSON as in docs/operators.md; "-" is the standard input',
      fileObject(terminal),
    )
    .addHelpText('after', examples('routes put --merchant pearl --file route.json'))
    .action(({ file }: { readonly file: Readonly<Record<string, unknown>> }) =>
      at(async (auditContext) => ({
        one: await putRoute(auditContext, await merchant(auditContext), file),
      })),
    );

  routes
    .command('list')
    .description('all routes of a merchant')
    .addHelpText('after', examples('routes list --merchant pearl'))
    .action(() =>
      at(async (auditContext) => {
        const all = await auditContext.store.routes.list(await merchant(auditContext));
        return {
          rows: all.map((route) => ({
            code: route.code,
            name: route.name,
            active: route.active,
            rules: route.rules.map(({ name }) => name),
            accounts: accountsOf(route),
          })),
        };
      }),
    );

  routes
    .command('show')
    .description('one route')
    .argument('<code>', 'its code', code)
    .addHelpText('after', examples('routes show cards --merchant pearl'))
    .action((given: PgCode) =>
      at(async (auditContext) => ({
        one: await findRoute(auditContext, await merchant(auditContext), given),
      })),
    );

  routes
    .command('delete')
    .description('lead nobody by it any more; its accounts stay')
    .argument('<code>', 'its code', code)
    .addHelpText('after', examples('routes delete cards --merchant pearl --yes'))
    .action((given: PgCode) =>
      at(async (auditContext) => {
        const id = await merchant(auditContext);
        await findRoute(auditContext, id, given);
        await confirm(`Nobody can pay "${id}" with "${given}" any more.`);
        await deleteRoute(auditContext, id, given);
        return { done: `The route "${given}" is deleted.` };
      }),
    );

  routes
    .command('dry-run')
    .description('where a payment would go now, and why; nobody is asked')
    .argument('<code>', 'its code', code)
    .requiredOption('--amount <decimal>', 'what is paid')
    .requiredOption('--currency <code>', 'in which currency', oneCurrency)
    .option('--brand <name>', 'of the card', shortText)
    .option('--bin <digits>', 'the first six to eight digits of the card', firstDigits)
    .option('--at <time>', 'in place of now, such as 2030-01-31T08:00:00Z', time)
    .option('--reference <text>', 'from which turns of shares follow (default: a new one)')
    .addHelpText(
      'after',
      examples('routes dry-run cards --amount 12.500 --currency KWD --merchant pearl'),
    )
    .action((given: PgCode, options: TrialOptions) =>
      at(async (auditContext) => {
        const merchantId = await merchant(auditContext);
        const amount = amountOf(options);
        const { brand, bin, at: instant = Date.now(), reference = randomUUID() } = options;
        const decision = await tryRoute(auditContext, { merchantId, code: given }, (timeZone) => ({
          facts: {
            amount,
            at: instant,
            timeZone,
            ...(brand !== undefined && { brand }),
            ...(bin !== undefined && { bin }),
          },
          seed: reference,
        }));
        return { one: decision };
      }),
    );

  routes
    .command('health')
    .description('accounts that have given no answer lately, and whether they rest')
    .addHelpText('after', examples('routes health --merchant pearl'))
    .action(() =>
      at(async (auditContext) => {
        const known = await auditContext.store.breakers.list(await merchant(auditContext));
        const now = Date.now();
        return {
          rows: [...known].map(([account, breaker]) => ({
            account,
            state: breakerStateOf(breaker, now),
            faults: breaker.faults.length,
            opened: breaker.opened,
            since: breaker.openedAt === undefined ? '' : new Date(breaker.openedAt).toISOString(),
          })),
        };
      }),
    );
}

function amountOf({ amount, currency }: Pick<TrialOptions, 'amount' | 'currency'>) {
  const known: CurrencyCode | undefined = currencyCode(currency);
  const read = known && parseMoney(amount, known);
  if (!read) throw new InvalidArgumentError('Use one currency.');
  if ('fault' in read) throw new InvalidArgumentError(moneySentence(read.fault, known));
  return read;
}

function code(text: string): PgCode {
  const read = pgCode(text);
  if (!read)
    throw new InvalidArgumentError('Use 1 to 16 letters, digits, hyphens and underscores.');
  return read;
}

function firstDigits(text: string): string {
  if (!/^\d{6,8}$/.test(text)) throw new InvalidArgumentError('Use six to eight digits.');
  return text;
}

function time(text: string): number {
  const instant = parseDateTime(text);
  if (instant === undefined)
    throw new InvalidArgumentError('Use a time such as 2030-01-31T08:00:00Z.');
  return instant;
}
