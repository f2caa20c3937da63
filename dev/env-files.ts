import type { EncryptionKeys } from './keys.ts';
import { encryptionVariables, type SeedResult } from './programs.ts';

/** The variables that API and worker read from a file, because they were made here and are secret. */
export function serverFile(keys: EncryptionKeys): string {
  return fileOf(encryptionVariables(keys));
}

/** The same for the shop: its own keys, and the methods that it may offer. */
export function shopFile({
  keys,
  methodGroups,
}: Pick<SeedResult, 'keys' | 'methodGroups'>): string {
  return fileOf({
    SARRAF_PRIVATE_KEY: keys.private,
    SARRAF_PUBLIC_KEY: keys.public,
    SARRAF_WEBHOOK_KEY: keys.webhook,
    DEMO_PG_CODES: methodGroups.map((codes) => codes.join(',')).join('|'),
  });
}

/** One variable a line, as `node --env-file` reads them. */
function fileOf(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
