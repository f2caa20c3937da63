import { InvalidArgumentError, type Command } from 'commander';
import { defined } from '../../domain/json.ts';
import type { Colour } from '../../domain/theme.ts';
import { unitCode } from '../../domain/unit.ts';
import { putUnit, unitOf } from '../acts/units.ts';
import { accentColour, durationArgument, examples, httpUrl, shortText } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import { textOptions, textsIn, type TextOptions } from './plugins.ts';

interface UnitOptions extends TextOptions {
  readonly name: string;
  readonly webhookUrl?: string;
  readonly redirectUrl?: string;
  readonly expiration?: number;
  readonly accent?: Colour;
}

/** `units`: parts of a merchant, such as branches. */
export function unitCommands(program: Command, { at, merchant }: CommandContext): void {
  const units = program.command('units').description('parts of a merchant, such as branches');

  textOptions(units.command('put'))
    .description('make a unit, or replace it')
    .argument('<code>', 'the unit_code of requests', code)
    .requiredOption('--name <name>', 'as people know it', shortText)
    .option('--webhook-url <url>', "in place of the plugin's own", httpUrl)
    .option('--redirect-url <url>', "in place of the plugin's own", httpUrl)
    .option(
      '--expiration <duration>',
      'in place of the plugin\'s own, "[days ]HH:MM:SS"',
      durationArgument,
    )
    .option(
      '--accent <#rrggbb>',
      "the colour of buttons, links and headings, in place of the merchant's",
      accentColour,
    )
    .addHelpText('after', examples('units put salmiya --name "Salmiya branch" --merchant pearl'))
    .action((given: string, options: UnitOptions) =>
      at(async (auditContext) => {
        const merchantId = await merchant(auditContext);
        const { name, webhookUrl, redirectUrl, expiration, accent, ...texts } = options;
        // Pictures are set by a command of their own.
        const unit = await putUnit(auditContext, { merchantId, code: given }, (known) => ({
          name,
          ...defined({ logo: known?.logo, favicon: known?.favicon, accent }),
          overrides: {
            ...(webhookUrl !== undefined && { webhookUrl }),
            ...(redirectUrl !== undefined && { redirectUrl }),
            ...(expiration !== undefined && { expirationSeconds: expiration }),
            ...textsIn({}, texts),
          },
        }));
        return { one: unit };
      }),
    );

  units
    .command('list')
    .description('all units of a merchant')
    .addHelpText('after', examples('units list --merchant pearl'))
    .action(() =>
      at(async (auditContext) => {
        const all = await auditContext.store.units.list(await merchant(auditContext));
        return {
          rows: all.map(({ code: one, name, overrides }) => ({ code: one, name, ...overrides })),
        };
      }),
    );

  units
    .command('show')
    .description('one unit')
    .argument('<code>', 'its code', code)
    .addHelpText('after', examples('units show salmiya --merchant pearl'))
    .action((given: string) =>
      at(async (auditContext) => ({
        one: await unitOf(auditContext, await merchant(auditContext), given),
      })),
    );
}

function code(text: string): string {
  const read = unitCode(text);
  if (read === undefined)
    throw new InvalidArgumentError('Use 1 to 50 letters, digits, hyphens and underscores.');
  return read;
}
