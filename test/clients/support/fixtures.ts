import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { RunInfo } from '../../../dev/run-file.ts';

/** What the API answers, and what is given to a client. */
export type AnswerFixtures = 'preloads' | 'callbacks' | 'answers' | 'apple-pay';
type FixtureFile = AnswerFixtures | 'presses' | 'configurations' | 'display-settings';

const fileOf = (name: FixtureFile) =>
  new URL(`../../../clients/fixtures/${name}.json`, import.meta.url);

/** A fixture as it is kept. */
export function fixture(name: FixtureFile): readonly Fixture[] {
  return JSON.parse(readFileSync(fileOf(name), 'utf8'));
}

export interface Fixture {
  readonly name: string;
  readonly [key: string]: unknown;
}

/**
 * Fails when the API answers something else than the file has. With WRITE_FIXTURES it is written instead: look at the
 * difference before you commit it, because programs of merchants read these bodies.
 */
export function compare(name: AnswerFixtures, found: unknown): void {
  if (process.env['WRITE_FIXTURES'])
    writeFileSync(fileOf(name), `${JSON.stringify(found, null, 2)}\n`);
  assert.deepEqual(found, fixture(name));
}

/** The same without what differs from run to run: addresses, ids, times and what the network has drawn. */
export function anonymous(found: readonly object[], { api, simulator }: RunInfo): unknown {
  const plain = JSON.stringify(found)
    .replaceAll(api, 'https://pay.example.com')
    .replaceAll(simulator, 'https://network.example.com')
    .replaceAll(/[0-9a-f]{40}/g, '0123456789abcdef0123456789abcdef01234567')
    .replaceAll(/\b(demo|shop)[2-9A-HJ-NP-Z]{8}\b/g, '$123456789')
    .replaceAll(/\bpay_\w+/g, 'pay_1')
    .replaceAll(/\b(?:c|customer)-[0-9a-f-]{8,36}/g, 'customer-1')
    .replaceAll(/"(rrn|auth_code)":"\w+"/g, '"$1":"123456"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"2098-01-01T00:00:00Z"');
  return JSON.parse(plain);
}
