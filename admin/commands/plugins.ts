import { InvalidArgumentError, type Command } from 'commander';
import { defined } from '../../domain/json.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { pluginOf, type LegacySettings, type PluginName } from '../../domain/plugins.ts';
import {
  durationArgument,
  emailArgument,
  httpUrl,
  list,
  networks,
  onOff,
  oneCurrency,
  orNone,
  paragraph,
} from '../arguments.ts';
import { CliError } from '../cli-error.ts';

/** What payers read before they pay. */
export interface TextOptions {
  readonly disclaimer?: string;
  readonly disclaimerAr?: string;
  readonly terms?: string;
  readonly termsAr?: string;
  readonly termsUrl?: string;
}

export interface PluginOptions extends TextOptions {
  readonly plugin?: PluginName;
  readonly enabled?: boolean;
  readonly apiAccess?: boolean;
  readonly allowedNetworks?: readonly string[];
  readonly webhookUrl?: string;
  readonly pluginSupportEmail?: string;
  readonly redirectUrl?: string;
  readonly expiration?: number;
  readonly currency?: string;
  readonly amountEditable?: boolean;
  readonly receipts?: boolean;
  readonly asksForDelivery?: boolean;
  readonly customFields?: readonly string[];
}

type Texts = Pick<LegacySettings, 'disclaimer' | 'terms'>;

/** The options for one plugin of a merchant. */
export function pluginOptions(command: Command): Command {
  return textOptions(command)
    .option('--plugin <name>', `the plugin that those below are for: ${PLUGINS.join(', ')}`, plugin)
    .option('--enabled <on|off>', 'whether it can be used', onOff)
    .option('--api-access <on|off>', 'whether programs may use it', onOff)
    .option('--allowed-networks <list>', 'from where; commas between, "" for everywhere', networks)
    .option('--webhook-url <url>', 'where webhooks go when a request names none', httpUrl)
    .option(
      '--plugin-support-email <address>',
      'who is told of failed webhooks when webhooks set --emails names nobody (default: --support-email)',
      emailArgument,
    )
    .option('--redirect-url <url>', 'where customers go afterwards, likewise', httpUrl)
    .option(
      '--expiration <duration>',
      'how long payments wait, "[days ]HH:MM:SS"',
      durationArgument,
    )
    .option('--currency <code>', 'of a request that names none', oneCurrency)
    .option('--amount-editable <on|off>', 'whether payers may pay less', onOff)
    .option('--receipts <on|off>', 'whether payers can get a receipt (default: on)', onOff)
    .option('--asks-for-delivery <on|off>', 'legacy: whether pages ask for an address', onOff)
    .option('--custom-fields <names>', 'legacy: further fields, commas between', list);
}

/** The options for what payers read. */
export function textOptions(command: Command): Command {
  return command
    .option('--disclaimer <text>', 'above the Pay button; "" for none', orNone(paragraph))
    .option('--disclaimer-ar <text>', 'the same in Arabic; "" for none', orNone(paragraph))
    .option('--terms <text>', 'what payers have to agree to; "" for none', orNone(paragraph))
    .option('--terms-ar <text>', 'the same in Arabic; "" for none', orNone(paragraph))
    .option('--terms-url <url>', 'where they are in full; "" for nowhere', orNone(httpUrl));
}

/** The merchant with its plugin changed. Throws `wrong` when options do not say for which, or fit none. */
export function pluginChange(merchant: Merchant, options: PluginOptions): Merchant {
  const change = { ...settingsIn(options), ...legacyIn(options) };
  const { plugin: name } = options;
  const texts = [options.disclaimer, options.disclaimerAr, options.terms, options.termsAr];
  const isTextual = [...texts, options.termsUrl].some((text) => text !== undefined);
  if (Object.keys(change).length === 0 && !isTextual) return merchant;
  if (name === undefined)
    throw new CliError('wrong', `Say which plugin: --plugin ${PLUGINS.join(' or ')}.`);
  if (name !== 'legacy' && Object.keys(legacyIn(options)).length > 0)
    throw new CliError('wrong', 'Only the plugin legacy has these options.');
  const { disclaimer, terms, ...known }: LegacySettings = pluginOf(merchant, name);
  const said = textsIn(defined({ disclaimer, terms }), options);
  const changed = { ...known, ...change, ...said };
  return { ...merchant, plugins: { ...merchant.plugins, [name]: changed } };
}

function settingsIn(options: PluginOptions): Partial<LegacySettings> {
  const { enabled, apiAccess, allowedNetworks, webhookUrl, redirectUrl } = options;
  const { pluginSupportEmail, expiration, currency, amountEditable, receipts } = options;
  return {
    ...(enabled !== undefined && { enabled }),
    ...(apiAccess !== undefined && { apiAccess }),
    ...(allowedNetworks !== undefined && { allowedNetworks }),
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(pluginSupportEmail !== undefined && { supportEmail: pluginSupportEmail }),
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(expiration !== undefined && { expirationSeconds: expiration }),
    ...(currency !== undefined && { currency }),
    ...(amountEditable !== undefined && { amountEditable }),
    ...(receipts !== undefined && { receipts }),
  };
}

function legacyIn({ asksForDelivery, customFields }: PluginOptions): Partial<LegacySettings> {
  return {
    ...(asksForDelivery !== undefined && { asksForDelivery }),
    ...(customFields !== undefined && { customFields }),
  };
}

/** A text in one language stays when the other one is changed; with an empty English one there is none in Arabic. Throws `wrong` where the English one is missing. */
export function textsIn(known: Texts, options: TextOptions): Texts {
  const disclaimer = translated(known.disclaimer, options.disclaimer, options.disclaimerAr);
  const terms = translated(known.terms?.text, options.terms, options.termsAr);
  const url = options.termsUrl ?? known.terms?.url ?? '';
  if (options.termsUrl && !terms)
    throw new CliError('wrong', 'An address of terms needs the terms: --terms <text>.');
  return {
    ...(disclaimer && { disclaimer }),
    ...(terms && { terms: { text: terms, ...(url !== '' && { url }) } }),
  };
}

function translated(
  known: LegacySettings['disclaimer'],
  english: string | undefined,
  arabic: string | undefined,
): LegacySettings['disclaimer'] {
  const en = english ?? known?.en ?? '';
  const ar = arabic ?? (english === '' ? '' : (known?.ar ?? ''));
  if (en === '' && ar !== '')
    throw new CliError(
      'wrong',
      'A text needs its English form: it is shown where there is no other.',
    );
  return en === '' ? undefined : { en, ...(ar !== '' && { ar }) };
}

const PLUGINS = [
  'e_commerce',
  'payment_request',
  'invoice',
  'legacy',
  'bulk',
] as const satisfies readonly PluginName[];

function plugin(text: string): PluginName {
  const name = PLUGINS.find((known) => known === text);
  if (!name) throw new InvalidArgumentError(`There are ${PLUGINS.join(', ')}.`);
  return name;
}
