import { createShop } from '../../../demo/app.ts';
import { listening } from './listen.ts';
import { fakeSarraf } from './fake-sarraf.ts';

export const WEBHOOK_KEY = 'whk_3f9c1d77a2b84e06';
export const PRIVATE_KEY = 'sk_test_1';
export const PUBLIC_KEY = 'pk_test_1';

export type RunningShop = Awaited<ReturnType<typeof runningShop>>;

/** A shop over real HTTP, with an API of its own to talk to. */
export async function runningShop() {
  const sarraf = await fakeSarraf();
  const log: Readonly<Record<string, unknown>>[] = [];
  const app = createShop(
    {
      port: 1,
      host: '127.0.0.1',
      publicUrl: 'https://shop.example.test',
      apiUrl: sarraf.url,
      privateKey: PRIVATE_KEY,
      publicKey: PUBLIC_KEY,
      webhookKey: WEBHOOK_KEY,
      pgGroups: [['sandbox', 'cash'], ['sandbox-hold'], ['sandbox-single']],
      temporalUiUrl: 'http://temporal.example.test:8233',
      formOrigins: [],
    },
    { log: (line) => void log.push(line), slowMs: 60 },
  );
  const shop = await listening(app.listen(0, '127.0.0.1'));
  return {
    url: shop.url,
    sarraf,
    log,
    close: async () => {
      await shop.close();
      await sarraf.close();
    },
    get: (path: string) => fetch(shop.url + path),
    post: (path: string, fields: Readonly<Record<string, string>>) =>
      fetch(shop.url + path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
  };
}
