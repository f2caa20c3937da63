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

/**
 * What a person wrote after `npm test --`, as mocha's arguments: a directory means the tests below it, and without
 * any path all tests run. Options pass through.
 */
export function mochaArguments(given: readonly string[], settings: MochaSettings): string[] {
  const options: string[] = [];
  const paths: string[] = [];
  given.forEach((argument, index) => {
    const isValue = WITH_VALUE.has(given[index - 1] ?? '');
    if (isValue || argument.startsWith('-')) options.push(argument);
    else paths.push(...specsOf(argument, settings));
  });
  return [
    '--no-config',
    '--timeout',
    String(settings.timeout),
    ...options,
    ...(paths.length === 0 ? settings.spec : paths),
  ];
}

function specsOf(path: string, { spec }: MochaSettings): readonly string[] {
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isDirectory
    ? spec.map((glob) => glob.replace(/^test(?=\/)/, () => join(path, '.')))
    : [path];
}
