import { InvalidArgumentError, Option, type Command } from 'commander';
import { isTimeZone } from '../../domain/agreement/calendar.ts';
import { countryCode, type CountryCode } from '../../domain/countries.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { LegalDetails, Merchant } from '../../domain/merchant.ts';
import type { Language } from '../../domain/language.ts';
import {
  lacksSecondFactor,
  SECOND_FACTOR_RULES,
  type SecondFactorRule,
} from '../../domain/second-factor-rule.ts';
import type { Colour } from '../../domain/theme.ts';
import type { User } from '../../domain/user.ts';
import { e164 } from '../../domain/phone.ts';
import { changeMerchant, createMerchant, findMerchant, newMerchant } from '../acts/merchants.ts';
import { allowPasswords } from '../acts/single-sign-on.ts';
import {
  accentColour,
  currencies,
  emailArgument,
  examples,
  merchantIdOf as id,
  onOff,
  shortText,
  orNone,
} from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { shownMerchant } from '../shown-policies.ts';
import { approvalCommand } from './approval.ts';
import { logoCommand } from './logo.ts';
import { pluginChange, pluginOptions, type PluginOptions } from './plugins.ts';

interface Settings extends PluginOptions {
  readonly name?: string;
  readonly nameAr?: string;
  readonly supportEmail?: string;
  readonly supportPhone?: string;
  readonly staffLanguage?: Language;
  readonly currencies?: readonly string[];
  readonly expiresByTimer?: boolean;
  readonly paused?: boolean;
  readonly strictAgreements?: boolean;
  readonly secondSuccess?: 'refund' | 'alert';
  readonly secondFactor?: SecondFactorRule;
  readonly timeZone?: string;
  readonly accent?: Colour | '';
  readonly country?: CountryCode | '';
  readonly legalAddress?: readonly string[];
  readonly taxNumber?: string;
  readonly registrationNumber?: string;
  readonly invoiceMemo?: string;
}

/** `merchants`: who takes payments here. */
export function merchantCommands(program: Command, commandContext: CommandContext): void {
  const { at, confirm } = commandContext;
  const merchants = program.command('merchants').description('who takes payments here');

  settingsOf(merchants.command('create').description('make a merchant, and show its webhook key'))
    .argument('<id>', 'short, for ever, in logs and addresses: a-z, 0-9 and hyphens', id)
    .requiredOption('--name <name>', 'as customers see it', shortText)
    .option(
      '--reference-prefix <text>',
      'begins every reference number (default: of the id)',
      prefix,
    )
    .addHelpText(
      'after',
      examples(
        'merchants create pearl --name "Pearl Shop" --support-email help@pearl.example',
        'merchants create pearl --name "Pearl Shop" --currencies KWD,USD --json',
      ),
    )
    .action((given: MerchantId, options: Settings & NewOptions) =>
      at(async (auditContext) => {
        const { name, referencePrefix } = options;
        const fresh = newMerchant(
          given,
          name,
          // Of who was there before it is not asked all at once.
          { secondFactor: 'required', ...(referencePrefix !== undefined && { referencePrefix }) },
        );
        const merchant = changed(fresh, options);
        const webhookKey = await createMerchant(auditContext, merchant);
        return {
          one: { ...shownMerchant(merchant), webhookKey },
          note: 'The webhook key is shown once. The next step: keys create.',
        };
      }),
    );

  merchants
    .command('list')
    .description('all merchants')
    .addHelpText('after', examples('merchants list'))
    .action(() =>
      at(async ({ store }) => ({
        rows: (await store.merchants.list()).map(
          ({ id: one, name, currencies: some, plugins }) => ({
            id: one,
            name,
            currencies: some.length === 0 ? 'all' : some,
            plugins: Object.entries(plugins).flatMap(([plugin, { enabled }]) =>
              enabled ? plugin : [],
            ),
          }),
        ),
      })),
    );

  merchants
    .command('show')
    .description('all settings of a merchant; no key')
    .argument('<id>', 'its id', id)
    .addHelpText('after', examples('merchants show demo', 'merchants show demo --json'))
    .action((given: MerchantId) =>
      at(async (auditContext) => ({
        one: shownMerchant(await findMerchant(auditContext, given)),
      })),
    );

  settingsOf(merchants.command('set').description('change settings; what is not named stays'))
    .argument('<id>', 'its id', id)
    .option('--name <name>', 'as customers see it', shortText)
    .option('--paused <on|off>', 'nothing is created and nothing can be paid', onOff)
    .option(
      '--strict-agreements <on|off>',
      'agreements are held to a fixed amount and to the days between cycles',
      onOff,
    )
    .addOption(
      new Option(
        '--second-success <what>',
        'what is done with the second payment of a customer who pays twice',
      ).choices(['refund', 'alert']),
    )
    .addHelpText(
      'after',
      examples(
        'merchants set demo --currencies KWD,USD',
        'merchants set demo --accent "#0c5049"',
        'merchants set demo --paused on',
        'merchants set demo --plugin payment_request --enabled on --expiration "7 00:00:00"',
      ),
    )
    .action((given: MerchantId, options: Settings) =>
      at(async (auditContext) => {
        const merchant = await changeMerchant(auditContext, given, {
          command: 'merchants set',
          change: (now) => changed(now, options),
        });
        const users = options.secondFactor ? await auditContext.store.users.list(given) : [];
        return { one: shownMerchant(merchant), ...lackingNote(merchant, users) };
      }),
    );

  merchants
    .command('allow-passwords')
    .description(
      'where single sign-on is required and lets nobody in: people come in by passwords, too',
    )
    .argument('<id>', 'its id', id)
    .addHelpText('after', examples('merchants allow-passwords pearl --yes'))
    .action((given: MerchantId) =>
      at(async (auditContext) => {
        const { id: merchantId } = await findMerchant(auditContext, given);
        await confirm(
          `Whoever has a password at "${merchantId}" comes in with it, until a superuser there requires single sign-on again.`,
        );
        await allowPasswords(auditContext, merchantId);
        return { done: 'Passwords let people in again, beside single sign-on.' };
      }),
    );

  approvalCommand(merchants, commandContext);
  logoCommand(merchants, commandContext);
}

interface NewOptions {
  readonly name: string;
  readonly referencePrefix?: string;
}

function settingsOf(command: Command): Command {
  return pluginOptions(
    command
      .option('--name-ar <name>', 'the name in Arabic', shortText)
      .option('--support-email <address>', 'where customers get help', emailArgument)
      .option('--support-phone <number>', 'the same by telephone, such as +96522000000', phone)
      .option('--staff-language <en|ar>', 'of mails to its people (default: en)', language)
      .option('--currencies <codes>', 'the active ones, commas between; "" for all', currencies)
      .option(
        '--accent <#rrggbb>',
        'the colour of buttons, links and headings; "" for ours',
        orNone(accentColour),
      )
      .option(
        '--country <code>',
        'where deliveries go unless the payer says otherwise, such as KW; "" for that of the currency',
        orNone(country),
      )
      .option(
        '--legal-address <lines>',
        'the seller on invoices, semicolons between lines; "" for none',
        addressLines,
      )
      .option('--tax-number <number>', 'the same; "" for none', printedText(64))
      .option(
        '--registration-number <number>',
        'of its entry in the register of companies, on invoices; "" for none',
        printedText(64),
      )
      .option(
        '--invoice-memo <text>',
        'below the sums of each invoice, such as terms of payment; "" for none',
        printedText(500),
      )
      .addOption(
        new Option(
          '--second-factor <of whom>',
          'asked for: of who may move money or administer (required), of all people, or of nobody (optional); a new merchant begins with required',
        ).choices([...SECOND_FACTOR_RULES]),
      )
      .option('--time-zone <name>', 'where its day begins, such as Asia/Kuwait', timeZone)
      .option(
        '--expires-by-timer <on|off>',
        'whether unpaid transactions expire by themselves',
        onOff,
      ),
  );
}

function changed(merchant: Merchant, options: Settings): Merchant {
  const { name, nameAr, supportEmail, supportPhone, currencies: some } = options;
  const { staffLanguage, expiresByTimer, paused, strictAgreements, timeZone: zone } = options;
  const { accent: named, country: place, secondSuccess, secondFactor } = options;
  const { accent: accentBefore, country: countryBefore, legal: legalBefore, ...rest } = merchant;
  const legal = legalChange(legalBefore, options);
  const accentNow = named ?? accentBefore;
  const countryNow = place ?? countryBefore;
  return {
    ...pluginChange(rest, options),
    ...(name !== undefined && { name }),
    ...(nameAr !== undefined && { nameAr }),
    ...(supportEmail !== undefined && { supportEmail }),
    ...(supportPhone !== undefined && { supportPhone }),
    ...(staffLanguage !== undefined && { staffLanguage }),
    ...(some !== undefined && { currencies: some }),
    ...(expiresByTimer !== undefined && { expiresByTimer }),
    ...(paused !== undefined && { paused }),
    ...(strictAgreements !== undefined && { strictAgreements }),
    ...(secondSuccess !== undefined && { secondSuccess }),
    ...(secondFactor !== undefined && { secondFactor }),
    ...(zone !== undefined && { timeZone: zone }),
    ...(accentNow && { accent: accentNow }),
    ...(countryNow && { country: countryNow }),
    ...(legal && { legal }),
  };
}

/** Who has none yet is let in by a password alone no more. */
function lackingNote({ secondFactor }: Merchant, users: readonly User[]) {
  const lacking = users.filter((user) => user.active && lacksSecondFactor(secondFactor, user));
  if (lacking.length === 0) return {};
  return {
    note: `${lacking.length} active users have no second factor: they set one up when they log in next, and until then Basic and tokens by a password are refused to them.`,
  };
}

/** What was emptied is left out, and all of it where nothing is left. */
function legalChange(
  before: LegalDetails = {},
  { legalAddress, taxNumber, registrationNumber, invoiceMemo }: Settings,
): LegalDetails | undefined {
  const {
    address = [],
    taxNumber: tax = '',
    registrationNumber: registration = '',
    memo = '',
  } = {
    ...before,
    ...(legalAddress && { address: legalAddress }),
    ...(taxNumber !== undefined && { taxNumber }),
    ...(registrationNumber !== undefined && { registrationNumber }),
    ...(invoiceMemo !== undefined && { memo: invoiceMemo }),
  };
  const legal = {
    ...(address.length > 0 && { address }),
    ...(tax !== '' && { taxNumber: tax }),
    ...(registration !== '' && { registrationNumber: registration }),
    ...(memo !== '' && { memo }),
  };
  return Object.keys(legal).length > 0 ? legal : undefined;
}

const printedText =
  (most: number) =>
  (text: string): string => {
    if (text.length > most || /[\p{Cc}\p{Cs}]/u.test(text))
      throw new InvalidArgumentError(`Use at most ${most} characters, in one line.`);
    return text.trim();
  };

function addressLines(text: string): readonly string[] {
  const lines = printedText(400)(text)
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > 6) throw new InvalidArgumentError('Use at most six lines.');
  return lines;
}

function timeZone(text: string): string {
  if (isTimeZone(text)) return text;
  throw new InvalidArgumentError('Use a name of the IANA list, such as Asia/Kuwait.');
}

function country(text: string): CountryCode {
  const code = countryCode(text);
  if (code === undefined)
    throw new InvalidArgumentError('Use the two letters of ISO 3166-1, such as KW.');
  return code;
}

function language(text: string): Language {
  if (text === 'en' || text === 'ar') return text;
  throw new InvalidArgumentError('Use en or ar.');
}

function prefix(text: string): string {
  if (!/^[A-Za-z0-9]{1,8}$/.test(text))
    throw new InvalidArgumentError('Use 1 to 8 letters and digits.');
  return text;
}

function phone(text: string): string {
  const number = e164(text);
  if (number === undefined)
    throw new InvalidArgumentError('Use a telephone number with its country: +96522000000.');
  return number;
}
