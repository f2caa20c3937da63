import { officeLoginsOn } from '../../api/access/office-logins.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { Store } from '../../store/index.ts';

/** Who asks: a merchant by its key, by a person, and by a browser. */
export interface BenchAsker {
  readonly id: MerchantId;
  readonly headers: Readonly<
    Record<'key' | 'person' | 'browser', Readonly<Record<string, string>>>
  >;
}

/** Somebody of this merchant who may do anything, and a key of it. */
export async function anAsker(store: Store, id: MerchantId): Promise<BenchAsker> {
  const pair = await store.apiKeys.createPair(id, { name: 'bench' });
  const password = 'correct horse battery staple';
  const user = await store.users.create({
    merchantId: id,
    username: `person-${id}`,
    email: 'person@shop.example',
    active: true,
    superuser: true,
    service: false,
    permissions: [],
    password,
  });
  const found = user && (await store.users.findSecret(user.username));
  if (!found) throw new Error('Somebody was just made.');
  const cookie = await officeLoginsOn(store).begin(
    { ...found.user, passwordSince: found.passwordSince },
    { browser: 'bench', network: '127.0.0.1', language: 'en' },
  );
  const basic = Buffer.from(`${found.user.username}:${password}`).toString('base64');
  return {
    id,
    headers: {
      key: { Authorization: `Api-Key ${pair.private}` },
      person: { Authorization: `Basic ${basic}` },
      browser: { Cookie: `__Host-office=${cookie}` },
    },
  };
}
