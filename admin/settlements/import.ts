import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import {
  keyOfEntry,
  needsSettlement,
  noSettlementResults,
  type SettledRow,
  type SettlementResult,
  type SettlementRow,
} from '../../domain/settlement/settlement.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { settlementRows, type AsideRow, type BadRow } from '../../gateways/settlement-file.ts';
import { type AuditContext, act } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { batches, comparedWithLedger, withForeignName, type ComparedAccount } from './known.ts';

export interface Importing extends ComparedAccount {
  readonly path: string;
  /** Told each line that is not simply matched, and each entry that no file has. */
  readonly tell: (found: SettledRow | { readonly missing: LedgerEntry }) => void;
  readonly tellAside: (aside: AsideRow) => void;
  readonly tellBad: (bad: BadRow) => void;
}

export interface Imported {
  readonly rows: number;
  /** Lines about payments of ours that no rule compares. */
  readonly aside: number;
  readonly results: Readonly<Record<SettlementResult, number>>;
  /** False when the same file was imported before. */
  readonly isNew: boolean;
}

/**
 * Imports a settlement file: all of it, or nothing when a line is bad, each of which is told. The same file again changes
 * nothing, and is compared with the ledger as it is now. Throws `not_found` without the account, `wrong` when we cannot
 * read its files or this one.
 */
export async function importSettlement(
  auditContext: AuditContext,
  importing: Importing,
): Promise<Imported> {
  const { store } = auditContext;
  const { merchantId, pgCode, path, tell } = importing;
  const account = (await store.gatewayAccounts.list(merchantId)).find(
    ({ code }) => code === pgCode,
  );
  if (!account) throw new CliError('not_found', `"${merchantId}" has no account "${pgCode}".`);
  const { gateway } = account;
  if (!gatewayFor(gateway).settlement)
    throw new CliError('wrong', `We do not know what settlement files of "${gateway}" look like.`);
  const digest = await digestOf(path);
  await refuseBadRows(gateway, importing);
  let aside = 0;
  const tellAside = (row: AsideRow) => {
    aside += 1;
    importing.tellAside(row);
  };
  const file = { merchantId, pgCode, digest };
  const subject = `${pgCode} ${basename(path)}`;
  return act(
    auditContext,
    { command: 'settlements import', merchantId, subject, change: { digest } },
    async () => {
      const results = noSettlementResults();
      const span = { from: Infinity, until: -Infinity };
      let rows = 0;
      for await (const batch of batches(goodRows(gateway, { ...importing, tellAside }))) {
        rows += batch.length;
        const before = await store.settlements.keepRows(file, batch);
        for (const settled of await comparedWithLedger(store, importing, batch, before)) {
          results[settled.result] += 1;
          if (settled.result !== 'matched') tell(settled);
          span.from = Math.min(span.from, settled.row.settledAt);
          // The moment of the last line belongs to the file.
          span.until = Math.max(span.until, settled.row.settledAt + 1);
        }
      }
      if (rows > 0) {
        // What came after the last line of the file before this one is in neither, if it is in none.
        const from = (await store.settlements.lastBefore(file, span.from)) ?? span.from;
        const until = (await store.settlements.firstAfter(file, span.until)) ?? span.until;
        const compared = { merchantId, pgCode, from, until };
        for await (const batch of batches(store.ledger.span(compared)))
          for (const missing of await unsettled(batch)) {
            results['missing-there'] += 1;
            tell({ missing });
          }
      }
      const importedAt = Date.now();
      const name = basename(path);
      const done = {
        ...file,
        name,
        who: auditContext.who,
        importedAt,
        rows,
        results,
      };
      return { rows, aside, results, ...(await store.settlements.keepImport(done)) };
    },
  );

  async function unsettled(batch: readonly LedgerEntry[]): Promise<readonly LedgerEntry[]> {
    const wanted = batch.filter(needsSettlement);
    const there = await store.settlements.settledKeys(file, wanted.map(keyOfEntry));
    return wanted.filter((entry) => !there.has(keyOfEntry(entry)));
  }
}

async function refuseBadRows(gateway: string, { path, tellBad }: Importing): Promise<void> {
  let count = 0;
  for await (const row of settlementRows(gateway, path))
    if ('fault' in row) {
      count += 1;
      tellBad(row);
    }
  if (count > 0)
    throw new CliError(
      'wrong',
      `${count} lines cannot be read; nothing was imported. Correct the file.`,
    );
}

async function* goodRows(
  gateway: string,
  { path, tellAside, ...account }: Importing,
): AsyncGenerator<SettlementRow> {
  for await (const row of settlementRows(gateway, path)) {
    if ('fault' in row) throw new Error(`Line ${row.line} has changed while the file was read.`);
    if ('aside' in row) {
      tellAside(row);
      continue;
    }
    yield withForeignName(account, row);
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(path)) hash.update(part);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError('wrong', `The file cannot be read: ${why}.`);
  }
  return hash.digest('hex');
}
