import { InvalidArgumentError, type Command } from 'commander';
import type { WebhookEndpoint } from '../../domain/webhook/endpoint.ts';
import { OVERLAP_HOURS } from '../../domain/webhook/key.ts';
import { MOST_TIMEOUT_SECONDS, type WebhookSettings } from '../../domain/merchant.ts';
import { changeMerchant, findMerchant, rotateWebhookKey } from '../acts/merchants.ts';
import { enableEndpoint } from '../acts/endpoints.ts';
import { emailArguments, examples, headerText, httpUrl, onOff, wholeNumber } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { isoUtc } from '../../domain/duration.ts';
import { redactedUrl } from '../../domain/webhook/redact.ts';
import { pluginChange, pluginOptions, type PluginOptions } from './plugins.ts';

interface Options extends PluginOptions {
  readonly webhooks?: boolean;
  readonly scheme?: WebhookSettings['scheme'];
  readonly params?: WebhookSettings['pgParamsFormat'];
  readonly timeout?: number;
  readonly userAgent?: string;
  readonly notify?: boolean;
  readonly emails?: readonly string[];
  readonly operationsUrl?: string;
  readonly apiOperations?: boolean;
  readonly mit?: boolean;
}

/** `webhooks`: how a merchant is told. */
export function webhookCommands(program: Command, { at, confirm, merchant }: CommandContext): void {
  const webhooks = program.command('webhooks').description('how a merchant is told');

  webhooks
    .command('show')
    .description('settings and addresses; no key')
    .addHelpText('after', examples('webhooks show --merchant pearl'))
    .action(() =>
      at(async (auditContext) => {
        const { webhooks: settings, plugins } = await findMerchant(
          auditContext,
          await merchant(auditContext),
        );
        const addresses = Object.entries(plugins).map(([name, { webhookUrl }]) => [
          name,
          webhookUrl,
        ]);
        return { one: { ...settings, addresses: Object.fromEntries(addresses) } };
      }),
    );

  pluginOptions(webhooks.command('set'))
    .description('change settings; what is not named stays')
    .option('--webhooks <on|off>', 'whether webhooks are sent at all', onOff)
    .option('--scheme <name>', 'standard or subscription', oneOf('standard', 'subscription'))
    .option('--params <form>', 'pg_params labelled or flat', oneOf('labelled', 'flat'))
    .option(
      '--timeout <seconds>',
      `how long one call may take, 1 to ${MOST_TIMEOUT_SECONDS}`,
      wholeNumber(1, MOST_TIMEOUT_SECONDS),
    )
    .option('--user-agent <text>', 'the header of that name', headerText)
    .option('--notify <on|off>', 'whether somebody is told of webhooks that fail', onOff)
    .option(
      '--emails <addresses>',
      'who is told then, commas between; "" for the support addresses',
      emailArguments,
    )
    .option('--operations-url <url>', 'where refunds, captures and voids are told too', httpUrl)
    .option(
      '--api-operations <on|off>',
      'whether that includes those which a program asked for by an API key (default: on)',
      onOff,
    )
    .option('--mit <on|off>', 'whether charges are told that a program makes by itself', onOff)
    .addHelpText(
      'after',
      examples(
        'webhooks set --merchant pearl --plugin e_commerce --webhook-url https://pearl.example/hooks',
        'webhooks set --merchant pearl --timeout 10 --emails ops@pearl.example',
      ),
    )
    .action((options: Options) =>
      at(async (auditContext) => {
        const changed = await changeMerchant(auditContext, await merchant(auditContext), {
          command: 'webhooks set',
          change: (now) => ({
            ...pluginChange(now, options),
            webhooks: { ...now.webhooks, ...settingsIn(options) },
          }),
        });
        return { one: { webhooks: changed.webhooks, plugins: changed.plugins } };
      }),
    );

  webhooks
    .command('rotate-key')
    .description('another key for signatures, from the next call on; it is shown once')
    .option(
      '--overlap <hours>',
      'how long the key before signs beside it in the header of Standard Webhooks, 0 to 168; 24 by itself',
      wholeNumber(0, OVERLAP_HOURS.most),
      OVERLAP_HOURS.usual,
    )
    .addHelpText(
      'after',
      examples(
        'webhooks rotate-key --merchant pearl --yes',
        'webhooks rotate-key --merchant pearl --overlap 72 --yes',
      ),
    )
    .action(({ overlap }: { readonly overlap: number }) =>
      at(async (auditContext) => {
        const id = await merchant(auditContext);
        await confirm(
          `"${id}" cannot verify the signature in bodies any more until its programs have the new key.`,
        );
        return {
          one: { webhookKey: await rotateWebhookKey(auditContext, id, overlap) },
          note: 'It is shown once. Calls that failed are tried again, and signed with the new key then.',
        };
      }),
    );

  webhooks
    .command('endpoints')
    .description('registered endpoints, and addresses of payments that have failed')
    .addHelpText('after', examples('webhooks endpoints --merchant pearl'))
    .action(() =>
      at(async (auditContext) => ({
        rows: (await auditContext.store.webhookEndpoints.list(await merchant(auditContext))).map(
          row,
        ),
      })),
    );

  webhooks
    .command('enable <endpoint>')
    .description('call an endpoint again that was disabled; what was held waits to be sent again')
    .addHelpText('after', examples('webhooks enable whe_0c5cf6f1a9c34a3b7f2e9b1d --merchant pearl'))
    .action((id: string) =>
      at(async (auditContext) => ({
        one: row(await enableEndpoint(auditContext, await merchant(auditContext), id)),
      })),
    );
}

function row({ id, url, registered, events, failingSince, disabledAt }: WebhookEndpoint) {
  return {
    endpoint: id,
    url: redactedUrl(url),
    registered,
    events: events.length === 0 ? 'all' : events.join(' '),
    failing: timeOf(failingSince),
    disabled: timeOf(disabledAt),
  };
}

function timeOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : isoUtc(at);
}

function settingsIn(options: Options): Partial<WebhookSettings> {
  const { webhooks, scheme, params, timeout, userAgent, notify, emails } = options;
  const { operationsUrl, apiOperations, mit } = options;
  return {
    ...(webhooks !== undefined && { enabled: webhooks }),
    ...(scheme !== undefined && { scheme }),
    ...(params !== undefined && { pgParamsFormat: params }),
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
    ...(userAgent !== undefined && { userAgent }),
    ...(notify !== undefined && { notifyOnFailure: notify }),
    ...(emails !== undefined && { emails }),
    ...(operationsUrl !== undefined && { operationsUrl }),
    ...(apiOperations !== undefined && { notifyApiOperations: apiOperations }),
    ...(mit !== undefined && { mitWebhooks: mit }),
  };
}

function oneOf<T extends string>(...all: readonly T[]) {
  return (text: string): T => {
    const known = all.find((one) => one === text);
    if (known === undefined) throw new InvalidArgumentError(`Use ${all.join(' or ')}.`);
    return known;
  };
}
