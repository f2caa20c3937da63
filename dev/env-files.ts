import type { Seeded } from './programs.ts';

/** What `keys.json` may hold beside the keys of merchants; all of it is for API and worker alone. */
export interface KeptKeys {
  readonly encryption?: { readonly payloads: string; readonly storage: string };
}

/** The variables that API and worker read from a file, because they were made here and are secret. */
export function serverFile({ encryption }: KeptKeys): string {
  return fileOf({
    ...(encryption && {
      SARRAF_PAYLOAD_KEYS: encryption.payloads,
      SARRAF_STORAGE_KEYS: encryption.storage,
    }),
  });
}

/** The same for the shop: its own two keys, and the methods that it may offer. */
export function shopFile({ keys, methodGroups }: Pick<Seeded, 'keys' | 'methodGroups'>): string {
  return fileOf({
    SARRAF_PRIVATE_KEY: keys.private,
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
