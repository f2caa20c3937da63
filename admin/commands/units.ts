import { InvalidArgumentError, type Command } from 'commander';
import { defined, withoutEmpty } from '../../domain/json.ts';
import type { Colour } from '../../domain/theme.ts';
import { unitCode, type Unit } from '../../domain/unit.ts';
import { putUnit, unitOf } from '../acts/units.ts';
import {
  accentColour,
  durationArgument,
  examples,
  httpUrl,
  orNone,
  shortText,
} from '../arguments.ts';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { textOptions, textsIn, type TextOptions } from './plugins.ts';

interface UnitOptions extends TextOptions {
  readonly name?: string;
  readonly webhookUrl?: string;
  readonly redirectUrl?: string;
  readonly expiration?: number | '';
  readonly accent?: Colour | '';
}

/** `units`: parts of a merchant, such as branches. */
export function unitCommands(program: Command, { at, merchant }: CommandContext): void {
  const units = program.command('units').description('parts of a merchant, such as branches');

  textOptions(units.command('put'))
    .description('make a unit, or change it; what is not named stays')
    .argument('<code>', 'the unit_code of requests', code)
    .option('--name <name>', 'as people know it; a new unit needs one', shortText)
    .option('--webhook-url <url>', 'in place of the plugin\'s own; "" for that', orNone(httpUrl))
    .option('--redirect-url <url>', 'in place of the plugin\'s own; "" for that', orNone(httpUrl))
    .option(
      '--expiration <duration>',
      'in place of the plugin\'s own, "[days ]HH:MM:SS"; "" for that',
      orNone(durationArgument),
    )
    .option(
      '--accent <#rrggbb>',
      'the colour of buttons, links and headings, in place of the merchant\'s; "" for that',
      orNone(accentColour),
    )
    .addHelpText(
      'after',
      examples(
        'units put salmiya --name "Salmiya branch" --merchant pearl',
        'units put salmiya --accent "#0c5049" --merchant pearl',
      ),
    )
    .action((given: string, options: UnitOptions) =>
      at(async (auditContext) => {
        const merchantId = await merchant(auditContext);
        const unit = await putUnit(auditContext, { merchantId, code: given }, (known) =>
          changed(known, options),
        );
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

/** Pictures are set by a command of their own. Throws `wrong` where a new unit has no name. */
function changed(
  known: Unit | undefined,
  { name = known?.name, accent = known?.accent, expiration, ...options }: UnitOptions,
): Omit<Unit, 'merchantId' | 'code'> {
  if (name === undefined) throw new CliError('wrong', 'A new unit needs a name: --name <name>.');
  const { disclaimer, terms, webhookUrl, redirectUrl, expirationSeconds, ...others } =
    known?.overrides ?? {};
  return {
    name,
    ...defined({ logo: known?.logo, favicon: known?.favicon }),
    ...(accent && { accent }),
    overrides: {
      ...others,
      ...withoutEmpty({
        webhookUrl: options.webhookUrl ?? webhookUrl,
        redirectUrl: options.redirectUrl ?? redirectUrl,
        expirationSeconds: expiration ?? expirationSeconds,
      }),
      ...textsIn(defined({ disclaimer, terms }), options),
    },
  };
}

function code(text: string): string {
  const read = unitCode(text);
  if (read === undefined)
    throw new InvalidArgumentError('Use 1 to 50 letters, digits, hyphens and underscores.');
  return read;
}
