import { sharedEnv, storeKeysIn, temporalSettings } from '../config/env.ts';
import { openStore } from '../store/index.ts';
import { resealAll } from './reseal-all.ts';
import { resealSchedules } from './reseal-schedules.ts';

// Encrypts with the first of the payload keys what Schedules start, seals every secret in the database with the first of the
// storage keys, and has payments and invoices found by the first of the search keys. Afterwards another key is needed by
// histories alone. What no key opens stays as it is; it is named at the end, which is then an error.
const WHAT_IS_LEFT =
  'These stay as they are, because no key that is given here opens them; all others are done. Take no key out yet: put the one that ' +
  'is missing back, behind the first one, and run this again. Where it is lost for good, docs/operators.md says what to do about each, under ' +
  '"A storage key that is lost for good" and "A payload key that is lost for good"; none of them keeps another key from being taken out.';

const env = sharedEnv(process.env);
const schedules = await resealSchedules(temporalSettings(env), env.SARRAF_PAYLOAD_KEYS);
console.log(
  `Encrypted with the key "${env.SARRAF_PAYLOAD_KEYS[0].id}": ${schedules.count} Schedules of agreements and reports.`,
);
const store = await openStore(env.MONGODB_URI, storeKeysIn(env));
try {
  const { counts, left } = await resealAll(store);
  const sealed = Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
  console.log(`Sealed with the key "${env.SARRAF_STORAGE_KEYS[0].id}": ${sealed}.`);
  const found = await store.search.markAnew('all', (done) => {
    console.log(`${done} payments are found by the key "${env.SARRAF_SEARCH_KEYS[0].id}" …`);
  });
  const invoices = await store.invoiceSearch.markAnew('all');
  console.log(
    `Found by the key "${env.SARRAF_SEARCH_KEYS[0].id}": ${found} payments and ${invoices} invoices were by another one.`,
  );
  const unopenable = [...schedules.left, ...left];
  if (unopenable.length > 0) {
    console.error(`\n${unopenable.join('\n')}\n\n${WHAT_IS_LEFT}`);
    process.exitCode = 1;
  }
} finally {
  await store.close();
}
