import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Options of mocha that take the next argument as their value, which is then no path. */
const WITH_VALUE = new Set(
  '-g --grep -f --fgrep -t --timeout -s --slow -j --jobs -u --ui -r --require --retries --ignore'.split(
    ' ',
  ),
);

/** The settings of `.mocharc.json` that matter here; mocha would mix its own reading with the paths given by hand. */
export interface MochaSettings {
  readonly spec: readonly string[];
  readonly timeout: number;
}

const LANES: readonly number[] = [0, 1, 2, 3, 4];

/**
 * Which lanes have what is dear to start, a cluster, a browser, a system or the time-skipping server with its workers, and what
 * would meet others in the one Temporal; any lane has the rest, also what lies among these and needs none of them.
 */
const SHARES: readonly {
  readonly what: RegExp;
  readonly lanes: readonly number[];
  /** Of those that as many lanes may have. */
  readonly isLast?: true;
}[] = [
  {
    what: /^test\/(?:journeys\/card-canary|clients\/node\/(?!real-api)|api\/(?:access|middleware)\/|api\/(?:long-work|stop)\.)/,
    lanes: LANES,
  },
  // Those of the cluster, one after the other, for it closes when no more come; suspension has a system. The last two leave programs
  // ended, or such as another suite would have started anew.
  { what: /^test\/servers\/(?:start-and-stop|versioned)\./, lanes: [1], isLast: true },
  { what: /^test\/servers\/(?!suspension\.)/, lanes: [1] },
  { what: /^test\/(?:clients|journeys)\/|in-chromium|\/openapi\./, lanes: [0, 2] },
  { what: /^test\/(?:api|servers)\//, lanes: [0, 1, 2] },
  { what: /^test\/(?:workflows|replay|worker|temporal)\//, lanes: [3] },
  { what: /^/, lanes: LANES },
];
const shareOf = (file: string) => SHARES.find(({ what }) => what.test(file));
const lanesFor = (file: string) => shareOf(file)?.lanes ?? [];
const isLast = (file: string) => shareOf(file)?.isLast ?? false;
/** What a file is taken to need that was never measured. Seconds. */
const UNMEASURED = 5;

/**
 * What each mocha may run of all tests, five side by side, each with databases of its own, three with a system, because most tests wait
 * more than they work: four leave two processors idle for 7 % of the time, five for 3 %. A fourth system makes it no faster: 7 % more
 * work, as systems also work while nobody asks. Each takes the next file of its list that no other has taken (mocha-lane.ts): first
 * those that fewest lanes may have, of these the longest, so that the last ones are short and any lane may have them.
 */
export function lanesOf(
  files: readonly string[],
  seconds: Readonly<Record<string, number>>,
): readonly (readonly string[])[] {
  const needs = (file: string) => seconds[file] ?? UNMEASURED;
  const inTurn = files.toSorted(
    (one, other) =>
      lanesFor(one).length - lanesFor(other).length ||
      Number(isLast(one)) - Number(isLast(other)) ||
      needs(other) - needs(one),
  );
  return LANES.map((lane) => inTurn.filter((file) => lanesFor(file).includes(lane)));
}

/**
 * What a person wrote after `npm test --`, as mocha's arguments: a directory means the tests below it, and without
 * any path all tests run. Options pass through.
 */
export function mochaArguments(given: readonly string[], settings: MochaSettings): string[] {
  const options: string[] = [];
  const paths: string[] = [];
  given.forEach((argument, index) => {
    if (isPath(argument, given[index - 1])) paths.push(...specsOf(argument, settings));
    else options.push(argument);
  });
  return [
    '--no-config',
    '--timeout',
    String(settings.timeout),
    ...options,
    ...(paths.length === 0 ? settings.spec : paths),
  ];
}

const isPath = (argument: string, before = '') =>
  !WITH_VALUE.has(before) && !argument.startsWith('-');

function specsOf(path: string, { spec }: MochaSettings): readonly string[] {
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isDirectory
    ? spec.map((glob) => glob.replace(/^test(?=\/)/, () => join(path, '.')))
    : [path];
}
