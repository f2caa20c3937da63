import { InvalidArgumentError, type Command } from 'commander';
import { countryCode } from '../../domain/countries.ts';
import type { PlugSettings, TextChannel } from '../../domain/notification/plug.ts';
import { templateNamed } from '../../domain/notification/template-id.ts';
import { unitCode } from '../../domain/unit.ts';
import { putPlug, removePlug } from '../acts/plugs.ts';
import { examples, httpUrl, list, shortText } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';

interface PlugOptions {
  readonly unit?: string;
  readonly url: string;
  readonly from?: string;
  readonly country?: string;
  readonly namespace?: string;
  readonly approved?: Readonly<Record<string, string>>;
  readonly tokenEnv?: string;
}

/** `plugs`: where a merchant's SMS and WhatsApp messages are handed over. */
export function plugCommands(program: Command, { at, merchant, terminal }: CommandContext): void {
  const plugs = program
    .command('plugs')
    .description("where a merchant's SMS and WhatsApp messages are handed over");

  plugs
    .command('put')
    .description('make a plug, or replace it')
    .argument('<channel>', 'sms or whatsapp', channel)
    .requiredOption('--url <url>', 'where messages are posted', httpUrl)
    .option('--unit <code>', 'only for payments of this unit', code)
    .option('--from <sender>', 'who they come from: a number, or a name', shortText)
    .option('--country <code>', 'of numbers that come without one, such as KW', country)
    .option('--namespace <name>', 'of templates that WhatsApp has approved', shortText)
    .option('--approved <event=name,…>', 'their names, such as paid=payment_received', approved)
    .option('--token-env <VARIABLE>', 'the variable that holds the token', token(terminal.env))
    .addHelpText(
      'after',
      examples('plugs put sms --merchant pearl --url https://sms.example/v1 --token-env SMS_KEY') +
        '\nSecrets are never options: others on this machine see those.\n',
    )
    .action((given: TextChannel, { unit, url, tokenEnv, ...rest }: PlugOptions) =>
      at(async (auditContext) => {
        const merchantId = await merchant(auditContext);
        const key = { merchantId, channel: given, ...(unit !== undefined && { unitCode: unit }) };
        const settings: PlugSettings = { url, ...rest };
        await putPlug(auditContext, key, { settings, token: tokenEnv });
        return { one: { ...key, ...settings } };
      }),
    );

  plugs
    .command('list')
    .description('all plugs of a merchant, without their tokens')
    .addHelpText('after', examples('plugs list --merchant pearl'))
    .action(() =>
      at(async (auditContext) => {
        const all = await auditContext.store.plugs.list(await merchant(auditContext));
        return {
          rows: all.map(({ channel: one, unitCode: unit, settings }) => ({
            channel: one,
            unit,
            ...settings,
          })),
        };
      }),
    );

  plugs
    .command('remove')
    .description('take a plug away: that of the merchant, or of the installation, takes its place')
    .argument('<channel>', 'sms or whatsapp', channel)
    .option('--unit <code>', 'that of this unit', code)
    .addHelpText('after', examples('plugs remove sms --merchant pearl'))
    .action((given: TextChannel, { unit }: Pick<PlugOptions, 'unit'>) =>
      at(async (auditContext) => {
        const merchantId = await merchant(auditContext);
        const key = { merchantId, channel: given, ...(unit !== undefined && { unitCode: unit }) };
        await removePlug(auditContext, key);
        return { done: 'The plug is taken away.' };
      }),
    );
}

function channel(text: string): TextChannel {
  if (text !== 'sms' && text !== 'whatsapp') throw new InvalidArgumentError('Use sms or whatsapp.');
  return text;
}

function code(text: string): string {
  const read = unitCode(text);
  if (read === undefined) throw new InvalidArgumentError('Use the code of a unit.');
  return read;
}

function country(text: string): string {
  const read = countryCode(text);
  if (read === undefined)
    throw new InvalidArgumentError('Use a country of ISO 3166-1, such as KW.');
  return read;
}

function approved(text: string): Readonly<Record<string, string>> {
  const pairs = list(text).map((one) => {
    const [, event = '', name = ''] = /^([a-z]+)=([\w.-]{1,128})$/.exec(one) ?? [];
    if (!templateNamed(`${event}-whatsapp`))
      throw new InvalidArgumentError(`"${one}" is not like paid=payment_received.`);
    return [event, name] as const;
  });
  return Object.fromEntries(pairs);
}

/** A reader of a secret in the environment. */
function token(env: NodeJS.ProcessEnv) {
  return (variable: string): string => {
    const value = env[variable];
    if (value === undefined || value === '')
      throw new InvalidArgumentError(`The variable ${variable} is not set.`);
    return value;
  };
}
