import type { Command } from 'commander';
import { examples } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';

/** `documents`: what an older release has left in the database. */
export function documentsCommands(program: Command, { at }: CommandContext): void {
  const documents = program
    .command('documents')
    .description('what an older release has left in the database');

  documents
    .command('mark')
    .description(
      'let the reviver see operations and webhooks of releases before it; safe to repeat',
    )
    .addHelpText('after', examples('documents mark'))
    .action(() => at(async ({ store }) => ({ one: { ...(await store.olderMarks.set()) } })));
}
