import { sharedEnv, storeKeysIn, temporalSettings } from '../config/env.ts';
import { openStore } from '../store/index.ts';
import { resealAll } from './reseal-all.ts';
import { resealSchedules } from './reseal-schedules.ts';

// Encrypts with the first of the payload keys what Schedules start, seals every secret in the database with the first of the
// storage keys, and has payments and invoices found by the first of the search keys. Afterwards another key is needed by
// histories alone.
const env = sharedEnv(process.env);
const schedules = await resealSchedules(temporalSettings(env), env.SARRAF_PAYLOAD_KEYS);
console.log(
  `Encrypted with the key "${env.SARRAF_PAYLOAD_KEYS[0].id}": ${schedules} Schedules of agreements and reports.`,
);
const store = await openStore(env.MONGODB_URI, storeKeysIn(env));
try {
  const counts = Object.entries(await resealAll(store));
  const sealed = counts.map(([what, count]) => `${count} ${what}`).join(', ');
  console.log(`Sealed with the key "${env.SARRAF_STORAGE_KEYS[0].id}": ${sealed}.`);
  const found = await store.search.markAnew('all', (done) => {
    console.log(`${done} payments are found by the key "${env.SARRAF_SEARCH_KEYS[0].id}" …`);
  });
  const invoices = await store.invoiceSearch.markAnew('all');
  console.log(
    `Found by the key "${env.SARRAF_SEARCH_KEYS[0].id}": ${found} payments and ${invoices} invoices were by another one.`,
  );
} finally {
  await store.close();
}
