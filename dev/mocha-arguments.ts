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

/** Shares of about one length, by what the tests of each took; what none of them names is in the last. */
const LANES = [/^test\/(?:api\/[a-l]|chaos\/|prove\/|servers\/)/, /^test\/(?:api|journeys)\//, /^/];

/**
 * The arguments of each mocha that runs: one for what a person has named, and three side by side for all tests, each
 * with servers and a house of its own, because most tests wait more than they work.
 */
export function lanesOf(
  given: readonly string[],
  settings: MochaSettings,
  files: readonly string[],
): readonly string[][] {
  if (given.some((one, index) => isPath(one, given[index - 1])))
    return [mochaArguments(given, settings)];
  const specs = LANES.map((): string[] => []);
  for (const file of files) specs[LANES.findIndex((share) => share.test(file))]?.push(file);
  return specs.map((spec) => mochaArguments(given, { ...settings, spec }));
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
