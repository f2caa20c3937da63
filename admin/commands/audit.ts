import { InvalidArgumentError, type Command } from 'commander';
import { checkChain, type BrokenAt, type Link } from '../../store/audit-chain.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { examples } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';

const TELL_EVERY_MS = 2000;

/** `audit`: the audit log. */
export function auditCommands(program: Command, { at, progress }: CommandContext): void {
  const audit = program.command('audit').description('the audit log: who did what');

  audit
    .command('verify')
    .description('check that the audit log is what was written, and show its head')
    .option('--head <number:hash>', 'a head that was noted before; it must be in the log', headIn)
    .addHelpText('after', examples('audit verify', `audit verify --head 1200:${'5f'.repeat(32)}`))
    .action(({ head: noted }: { readonly head?: Link }) =>
      at(async ({ store }) => {
        const { head, broken } = await checkChain(store.audit.entries(), {
          noted,
          tell: told(progress),
        });
        if (broken) throw new Error(`${sentence(broken)} Before it ${amount(head.seq)} right.`);
        return {
          one: { entries: head.seq, head: `${head.seq}:${head.hash}` },
          note: 'No entry was changed or removed. Write the head down outside of this database, and check it next time with --head.',
        };
      }),
    );
}

/** Says on standard error how far it is, so that the answer alone is on standard output. */
function told(progress: CommandContext['progress']): (checked: number) => void {
  let next = Date.now() + TELL_EVERY_MS;
  return (checked) => {
    if (Date.now() < next) return;
    next = Date.now() + TELL_EVERY_MS;
    progress(`${amount(checked)} right so far …`);
  };
}

function sentence({ how, entry }: BrokenAt): string {
  switch (how) {
    case 'missing':
      return `Entry ${entry} is missing: it was removed.`;
    case 'changed':
      return `Entry ${entry} was changed: its hash is not of what it says.`;
    case 'unlinked':
      return `Entry ${entry} does not follow from the one before: one of the two was replaced.`;
    case 'outside':
      return `The entry with the id ${entry} stands outside of the chain: Sarraf did not write it there.`;
    case 'rewritten':
      return `Entry ${entry} is not the noted head: it, or something before it, was written anew.`;
    case 'cut':
      return `Entry ${entry} and all after it are missing, up to the noted head: the end was cut off.`;
    default:
      return unreachable(how);
  }
}

function amount(entries: number): string {
  return entries === 1 ? '1 entry is' : `${entries} entries are`;
}

function headIn(text: string): Link {
  const [, seq = '', hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash === '')
    throw new InvalidArgumentError('It is a number, a colon and 64 hexadecimal digits.');
  return { seq: Number(seq), hash };
}
