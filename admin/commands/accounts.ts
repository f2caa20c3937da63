import { InvalidArgumentError, type Command } from 'commander';
import { pgCode, type PgCode } from '../../domain/ids.ts';
import { UnopenableError } from '../../store/sealed.ts';
import { accountOf, putAccount, switchAccount } from '../acts/accounts.ts';
import { currencies, examples, fileObject, list, shortText } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';

interface AccountOptions {
  readonly file?: Readonly<Record<string, unknown>>;
  readonly code?: PgCode;
  readonly gateway?: string;
  readonly name?: string;
  readonly nameAr?: string;
  readonly sandbox?: true;
  readonly live?: true;
  readonly currency?: string;
  readonly accepts?: readonly string[];
  readonly operation?: string;
  readonly settingEnv: Readonly<Record<string, string>>;
}

/** `accounts`: how a merchant takes payments at gateways. */
export function accountCommands(
  program: Command,
  { at, confirm, merchant, terminal }: CommandContext,
): void {
  const accounts = program.command('accounts').description("a merchant's accounts at gateways");

  accounts
    .command('put')
    .description(
      'make an account or replace it; without "settings" in the file they stay as they are, with it all are replaced',
    )
    .option(
      '--file <path>',
      'JSON as in docs/operators.md; "-" is the standard input',
      fileObject(terminal),
    )
    .option('--code <code>', 'the pg_code of requests', code)
    .option('--gateway <slug>', 'which connector serves it, such as sandbox or cash', shortText)
    .option('--name <name>', 'as customers see it', shortText)
    .option('--name-ar <name>', 'the name in Arabic', shortText)
    .option('--sandbox', 'no real money')
    .option('--live', 'real money')
    .option('--currency <code>', "the account's own currency", shortText)
    .option(
      '--accepts <codes>',
      'all currencies in which it charges (default: its own)',
      currencies,
    )
    .option('--operation <kind>', 'purchase or authorize', shortText)
    .option(
      '--setting-env <key=VARIABLE>',
      'a setting of the connector, from the environment, in place of that one alone; repeat it',
      setting(terminal.env),
      {},
    )
    .addHelpText(
      'after',
      examples(
        'accounts put --merchant pearl --file account.json',
        'accounts put --merchant pearl --code cash --gateway cash --name "Cash on delivery" --live --currency KWD',
        'accounts put --merchant pearl --code card --setting-env secret_key=GATEWAY_KEY --file card.json',
      ) +
        '\nOptions come before what the file says. Secrets are never options: others on this machine see those.\n',
    )
    .action((options: AccountOptions) =>
      at(async (auditContext) => {
        const account = await putAccount(
          auditContext,
          await merchant(auditContext),
          bodyOf(options),
          options.settingEnv,
        );
        return { one: account };
      }),
    );

  accounts
    .command('list')
    .description('all accounts of a merchant')
    .addHelpText('after', examples('accounts list --merchant pearl'))
    .action(() =>
      at(async (auditContext) => {
        const all = await auditContext.store.gatewayAccounts.list(await merchant(auditContext));
        return {
          rows: all.map((account) => ({
            code: account.code,
            name: account.name,
            gateway: account.gateway,
            active: account.active,
            sandbox: account.sandbox,
            operation: account.kind,
            currencies: account.currencies,
          })),
        };
      }),
    );

  accounts
    .command('show')
    .description('one account; of the settings only the names')
    .argument('<code>', 'its code', code)
    .addHelpText('after', examples('accounts show card --merchant pearl'))
    .action((given: PgCode) =>
      at(async (auditContext) => {
        const { account, settings } = await accountOf(
          auditContext,
          await merchant(auditContext),
          given,
        );
        return settings instanceof UnopenableError
          ? { one: { ...account, settingsFault: settings.message } }
          : { one: { ...account, settings } };
      }),
    );

  for (const [verb, active] of [
    ['deactivate', false],
    ['activate', true],
  ] as const)
    accounts
      .command(verb)
      .description(active ? 'offer an account again' : 'offer an account no more')
      .argument('<code>', 'its code', code)
      .addHelpText(
        'after',
        examples(`accounts ${verb} card --merchant pearl${active ? '' : ' --yes'}`),
      )
      .action((given: PgCode) =>
        at(async (auditContext) => {
          const id = await merchant(auditContext);
          if (!active) {
            await accountOf(auditContext, id, given);
            await confirm(`Nobody can pay "${id}" with "${given}" any more.`);
          }
          return { one: await switchAccount(auditContext, id, { code: given, active }) };
        }),
      );
}

/** In the words of admin/account-schema.ts, which checks it. */
function bodyOf(options: AccountOptions): Readonly<Record<string, unknown>> {
  const { file = {}, currency, accepts, operation } = options;
  if (options.sandbox && options.live)
    throw new InvalidArgumentError('An account is --sandbox or --live.');
  const own = {
    code: options.code,
    gateway: options.gateway,
    name: options.name,
    name_ar: options.nameAr,
    is_sandbox: options.sandbox ?? (options.live ? false : undefined),
    default_currency: currency,
    accepted_currencies: accepts ?? (currency === undefined ? undefined : list(currency)),
    operation,
  };
  return {
    ...file,
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
  };
}

function code(text: string): PgCode {
  const read = pgCode(text);
  if (!read)
    throw new InvalidArgumentError('Use 1 to 16 letters, digits, hyphens and underscores.');
  return read;
}

const setting =
  (env: NodeJS.ProcessEnv) =>
  (text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
    const [, key, variable] = /^([\w-]+)=(\w+)$/.exec(text) ?? [];
    if (key === undefined || variable === undefined)
      throw new InvalidArgumentError('Use key=VARIABLE.');
    const value = env[variable];
    if (value === undefined) throw new InvalidArgumentError(`The variable ${variable} is not set.`);
    return { ...before, [key]: value };
  };
