import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { addToCache, cacheDir } from './cache.ts';
import { onPath, run } from './command.ts';

/** The version whose schema the stand-in of Stripe holds requests to, too (`drills/networks/stripe/extract-schemas.ts`). */
const VERSION = '0.203.0';
const NAME = `stripe-mock-${VERSION}`;
const BUILD_MS = 5 * 60_000;

/**
 * Stripe's own mock server, which says whether a request is valid by its official schema: from the cache, or built with Go,
 * which takes most of a minute, once. Why there is none, in a sentence, where there is none; no part of the product asks it.
 */
export async function stripeMock(
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly path: string } | { readonly lacks: string }> {
  const directory = cacheDir(env);
  const kept = join(directory, NAME);
  if (existsSync(kept)) return { path: kept };
  const go = onPath('go', [env['PATH'] ?? '', '/usr/local/go/bin'].join(delimiter));
  if (go === undefined) return { lacks: 'Go is not installed' };
  try {
    const path = await addToCache(NAME, directory, async (workshop) => {
      await run(go, ['install', `github.com/stripe/stripe-mock@v${VERSION}`], {
        cwd: workshop,
        env: { ...env, GOBIN: workshop, GOOS: '', GOARCH: '', GOFLAGS: '' },
        timeoutMs: BUILD_MS,
      });
      return join(workshop, 'stripe-mock');
    });
    return { path };
  } catch (error) {
    return { lacks: `it could not be built: ${String(error)}` };
  }
}
