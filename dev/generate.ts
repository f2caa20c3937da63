import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  isSuccess,
  isUnpaid,
  next,
  TRANSACTION_STATES,
  TRANSITIONS,
  TRIGGERS,
  type TransactionState,
  type Trigger,
} from '../domain/transaction/states.ts';
import { clientTypes } from './client-types.ts';
import { sharedScriptModule } from './shared-script.ts';
import { asyncApiDocument } from '../api/asyncapi/document.ts';
import { openApiDocument } from '../api/openapi/document.ts';
import { ROUTES } from '../api/routes.ts';

/** A file that is written by this program from code, and kept in the repository so that people can read it. */
export interface GeneratedFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly content: string;
}

/** Every generated file, as it must be. */
export async function generatedFiles(): Promise<readonly GeneratedFile[]> {
  const [openApi, asyncApi] = [openApiFile(), asyncApiFile()];
  const documents = { openApi: JSON.parse(openApi), asyncApi: JSON.parse(asyncApi) };
  return [
    { path: 'docs/states.md', content: statesPage() },
    { path: 'docs/openapi.json', content: openApi },
    { path: 'docs/asyncapi.json', content: asyncApi },
    { path: 'clients/node/src/api.ts', content: await clientTypes(documents) },
    { path: 'render/pages/scripts/shared.ts', content: await sharedScriptModule() },
  ];
}

/** The paths of the files that are missing below `root` or differ from what the code says. */
export function driftedFiles(root: URL, files: readonly GeneratedFile[]): readonly string[] {
  return files
    .filter(({ path, content }) => {
      const file = new URL(path, root);
      return !existsSync(file) || readFileSync(file, 'utf8') !== content;
    })
    .map(({ path }) => path);
}

/** Writes every generated file below `root`. */
export function writeFiles(root: URL, files: readonly GeneratedFile[]): void {
  for (const { path, content } of files) {
    const file = new URL(path, root);
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** The API's description as every installation serves it, but for its own address. JSON. */
function openApiFile(): string {
  return `${JSON.stringify(openApiDocument(ROUTES, { serverUrl: '/', open: true }), null, 1)}\n`;
}

/** The catalogue of events as every installation serves it. JSON. */
function asyncApiFile(): string {
  return `${JSON.stringify(asyncApiDocument(), null, 1)}\n`;
}

/** The page about the state table: the diagram, the table, and what each trigger means. Markdown. */
export function statesPage(): string {
  return [
    '<!-- Generated from domain/transaction/states.ts. Do not edit: change the table, then run `npm run generate`. -->',
    '',
    '# The states of a transaction',
    '',
    'A transaction begins in `created`. An arrow from the edge of the box counts for every state in it, unless it names one.',
    '',
    '```mermaid',
    ...statesDiagram(),
    '```',
    '',
    '## The table',
    '',
    'A row is the state that the transaction is in, a column is what happens, the cell is the state that follows.',
    'Where the cell is empty the transaction stays as it is, and a command is refused.',
    '',
    ...table(['State', ...TRIGGERS.map(code)], TRANSACTION_STATES.map(rowOf)),
    '',
    '## What can happen',
    '',
    ...table(
      ['Trigger', 'Means'],
      TRIGGERS.map((trigger) => [code(trigger), MEANINGS[trigger]]),
    ),
    '',
    '## What a state says',
    '',
    ...table(
      ['State', 'The payer can still act', 'The payer has done their part', 'Nothing can follow'],
      TRANSACTION_STATES.map((state) => [
        code(state),
        yes(isUnpaid(state)),
        yes(isSuccess(state)),
        yes(Object.keys(TRANSITIONS[state]).length === 0),
      ]),
    ),
    '',
  ].join('\n');
}

/**
 * The table as a diagram in Mermaid, which hosts of Git draw. An arrow that leaves the box of the unpaid states counts for
 * all of them or names the one that it counts for: Mermaid places arrows badly that cross the edge of a box.
 */
function statesDiagram(): readonly string[] {
  const [first] = TRANSACTION_STATES;
  const unpaid = TRANSACTION_STATES.filter(isUnpaid);
  const others = TRANSACTION_STATES.filter((state) => !isUnpaid(state));
  const leaving = (to: TransactionState) =>
    TRIGGERS.flatMap((trigger) => {
      const from = unpaid.filter((state) => next(state, trigger) === to);
      if (from.length === 0) return [];
      return [from.length === unpaid.length ? trigger : `${trigger} (from ${from.join(' and ')})`];
    });
  return [
    'stateDiagram-v2',
    '  state "The payer can still act" as unpaid {',
    '    direction LR',
    `    [*] --> ${first}`,
    ...between(unpaid).map((line) => `  ${line}`),
    '  }',
    ...others.flatMap((to) => arrow('unpaid', to, leaving(to))),
    ...between(others),
  ];
}

function between(states: readonly TransactionState[]): readonly string[] {
  return states.flatMap((from) => states.flatMap((to) => arrow(from, to, triggersOf(from, to))));
}

function triggersOf(from: TransactionState, to: TransactionState): readonly Trigger[] {
  return TRIGGERS.filter((trigger) => next(from, trigger) === to);
}

function arrow(from: string, to: TransactionState, by: readonly string[]): readonly string[] {
  return by.length === 0 ? [] : [`  ${from} --> ${to} : ${by.join(', ')}`];
}

/** A new trigger cannot be forgotten here. */
const MEANINGS: Readonly<Record<Trigger, string>> = {
  view: 'A payer looks at the page for the first time.',
  begin: 'A payer chooses a method and presses Pay: a new attempt begins.',
  pay: 'A network reports that it charged the amount.',
  hold: 'A network reports that it holds the amount.',
  'pay-cash': 'The payer chooses to pay cash on delivery.',
  'attempt-over': 'An attempt ends without success, and another may follow.',
  fail: 'The only attempt that the method allows fails.',
  abandon: 'The only attempt that the method allows is canceled by the payer.',
  expire: 'The time to pay is over.',
  cancel: 'Nobody shall pay this any more.',
  invalidate: 'The transaction can no longer be paid, for another reason than its age.',
};

function rowOf(state: TransactionState): readonly string[] {
  return [code(state), ...TRIGGERS.map((trigger) => next(state, trigger) ?? '')];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

function code(text: string): string {
  return `\`${text}\``;
}

function yes(is: boolean): string {
  return is ? 'yes' : '';
}

/** The program: writes the files or, with `--check`, tells which ones differ. Gives the exit code. */
async function main(root: URL, isCheck: boolean): Promise<number> {
  const files = await generatedFiles();
  const drifted = driftedFiles(root, files);
  if (!isCheck) {
    writeFiles(root, files);
    console.log(drifted.length === 0 ? 'Nothing has changed.' : `Written: ${drifted.join(', ')}`);
    return 0;
  }
  for (const path of drifted)
    console.error(`${path} is not what the code says. Run \`npm run generate\` and commit it.`);
  return drifted.length === 0 ? 0 : 1;
}

// Tests import the functions above; only as a program does this file write anything.
const program = process.argv[1];
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url))
  process.exitCode = await main(new URL('../', import.meta.url), process.argv.includes('--check'));
