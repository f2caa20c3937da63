import type { Command } from 'commander';
import { cutText } from '../../domain/cut-text.ts';
import { isoUtc } from '../../domain/duration.ts';
import { createKeys, keysNamed, revokeKeys } from '../acts/keys.ts';
import { examples, futureTime, shortText } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';

interface NewKeys {
  readonly name: string;
  readonly expires?: number;
}

/** `keys`: with what a merchant's programs come in. */
export function keyCommands(program: Command, { at, confirm, merchant }: CommandContext): void {
  const keys = program.command('keys').description("a merchant's API keys, in pairs");

  keys
    .command('create')
    .description('make a private and a public key, and show them once')
    .requiredOption('--name <name>', 'what they are for, 50 characters at most', shortText)
    .option(
      '--expires <time>',
      'until when they are good, such as 2030-01-31T00:00:00Z',
      futureTime,
    )
    .addHelpText(
      'after',
      examples(
        'keys create --merchant pearl --name "web shop"',
        'keys create --merchant pearl --name "summer fair" --expires 2030-09-01T00:00:00Z',
      ),
    )
    .action(({ name, expires }: NewKeys) =>
      at(async (auditContext) => {
        const given = {
          name: cutText(name, 50),
          ...(expires !== undefined && { expiresAt: expires }),
        };
        return {
          one: await createKeys(auditContext, await merchant(auditContext), given),
          note: 'They are shown once: only hashes of them are kept. The private key is for servers.',
        };
      }),
    );

  keys
    .command('list')
    .description('all keys by their first characters, newest first')
    .addHelpText('after', examples('keys list --merchant pearl'))
    .action(() =>
      at(async (auditContext) => {
        const all = await auditContext.store.apiKeys.list(await merchant(auditContext));
        return {
          rows: all.map(({ prefix, kind, name, revoked, pair, ...times }) => ({
            prefix,
            kind,
            name,
            revoked,
            expires: moment(times.expiresAt),
            last_used: moment(times.lastUsedAt),
            pair,
          })),
        };
      }),
    );

  keys
    .command('revoke')
    .description('end a pair, or one key by its first characters, for good')
    .argument('<pair-or-prefix>', 'as "keys list" shows it')
    .addHelpText('after', examples('keys revoke 3f9c01ab --merchant pearl --yes'))
    .action((given: string) =>
      at(async (auditContext) => {
        const id = await merchant(auditContext);
        await keysNamed(auditContext, id, given);
        await confirm(
          `Programs of "${id}" that use ${given} get 401 at once, and it cannot be undone.`,
        );
        const count = await revokeKeys(auditContext, id, given);
        return { done: count === 0 ? 'They were revoked before.' : `Revoked: ${count}.` };
      }),
    );
}

function moment(at: number | undefined): string | undefined {
  return at === undefined ? undefined : isoUtc(at);
}
