import type { Command } from 'commander';
import { merchantId, type MerchantId } from '../domain/ids.ts';
import { findMerchant } from './acts/merchants.ts';
import type { AuditContext } from './audit-context.ts';
import { CliError } from './cli-error.ts';
import type { Terminal } from './terminal.ts';
import { viewText, type View } from './view.ts';

/** What every command takes besides its own. */
export interface GlobalOptions {
  readonly json?: true;
  readonly yes?: true;
  readonly as?: string;
  readonly data: string;
  readonly merchant?: string;
}

/** What the commands work on. */
export interface CommandEnvironment {
  readonly open: (options: GlobalOptions) => Promise<AuditContext>;
  readonly terminal: Terminal;
  /** Makes the exit code 1. */
  readonly flag: () => void;
}

/** Where the commands get what they need. */
export interface CommandContext {
  /** Runs a piece of work under the audit log and shows what comes of it. */
  readonly at: (work: (auditContext: AuditContext) => Promise<View>) => Promise<void>;
  /** A line of a long answer, at once; the view follows at its end. */
  readonly say: (line: string, record: object) => void;
  /** How far a long piece of work is, on standard error. */
  readonly progress: (line: string) => void;
  /** The command is done and answers, but found what is not right: the exit code is 1. */
  readonly flag: () => void;
  readonly terminal: Terminal;
  /** What every command was told. */
  readonly options: () => GlobalOptions;
  /** Of what cannot be taken back. Throws `unconfirmed` unless somebody says yes. */
  readonly confirm: (what: string) => Promise<void>;
  /** The merchant that `--merchant` names, or the only one there is. Throws `wrong` or `not_found`. */
  readonly merchant: (auditContext: AuditContext) => Promise<MerchantId>;
}

/** The context of a command. `open` connects, `AuditContext.store` is closed after each piece of work. */
export function commandContextOf(
  program: Command,
  { open, terminal, flag }: CommandEnvironment,
): CommandContext {
  const options = (): GlobalOptions => program.opts();
  return {
    at: async (work) => {
      const auditContext = await open(options());
      try {
        const view = await work(auditContext);
        terminal.out(`${viewText(view, options().json === true)}\n`);
      } finally {
        await auditContext.store.close();
      }
    },
    say: (line, record) => {
      terminal.out(`${options().json === true ? JSON.stringify(record) : line}\n`);
    },
    progress: (line) => {
      terminal.err(`${line}\n`);
    },
    flag,
    terminal,
    options,
    confirm: async (what) => {
      if (options().yes) return;
      if (!terminal.ask)
        throw new CliError('unconfirmed', `${what} Not interactive: confirm with --yes.`);
      const answer = await terminal.ask(`${what} Go on? [y/N] `).catch(noAnswer);
      if (!/^y(?:es)?$/i.test(answer.trim()))
        throw new CliError('unconfirmed', 'Nothing was changed.');
    },
    merchant: async (auditContext) => {
      const { merchant: given } = options();
      if (given !== undefined) {
        const id = merchantId(given);
        if (!id)
          throw new CliError('wrong', `"${given}" is no merchant's id: use a-z, 0-9 and hyphens.`);
        await findMerchant(auditContext, id);
        return id;
      }
      const [only, ...others] = await auditContext.store.merchants.list();
      if (!only)
        throw new CliError('not_found', 'There is no merchant yet: "merchants create" makes one.');
      if (others.length > 0)
        throw new CliError(
          'wrong',
          `Say which merchant: --merchant ${[only, ...others].map(({ id }) => id).join(' or ')}.`,
        );
      return only.id;
    },
  };
}

/** Ctrl-C and Ctrl-D in place of an answer are a no. */
function noAnswer(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return '';
  throw error;
}
