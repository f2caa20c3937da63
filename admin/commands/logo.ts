import type { Command } from 'commander';
import type { MerchantId } from '../../domain/ids.ts';
import { setLogo } from '../acts/logos.ts';
import { examples, fileBytes, merchantIdOf as id } from '../arguments.ts';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';

interface LogoOptions {
  readonly unit?: string;
  readonly favicon?: true;
  readonly remove?: true;
}

/** `merchants logo`: the picture on pages, in mails, on invoices and receipts. */
export function logoCommand(merchants: Command, { at }: CommandContext): void {
  merchants
    .command('logo')
    .description('give a merchant or a unit its picture, for pages, mails, invoices and receipts')
    .argument('<id>', 'its id', id)
    .argument('[file]', 'a PNG or JPEG, at most 256 kB and 2000 pixels wide and high', fileBytes)
    .option('--unit <code>', "for this unit, in place of the merchant's")
    .option('--favicon', 'the small one in tabs of browsers, best a square; without it the logo')
    .option('--remove', 'have none')
    .addHelpText(
      'after',
      examples(
        'merchants logo demo logo.png',
        'merchants logo demo branch.png --unit salmiya',
        'merchants logo demo icon.png --favicon',
        'merchants logo demo branch-icon.png --favicon --unit salmiya',
        'merchants logo demo --remove',
      ),
    )
    .action(
      (given: MerchantId, bytes: Buffer | undefined, { unit, favicon, remove }: LogoOptions) =>
        at(async (auditContext) => {
          if ((bytes === undefined) === (remove === undefined))
            throw new CliError('wrong', 'Name a file, or say --remove.');
          return {
            one: await setLogo(auditContext, given, {
              ...(unit !== undefined && { unit }),
              ...(favicon && { favicon }),
              ...(bytes && { bytes }),
            }),
          };
        }),
    );
}
