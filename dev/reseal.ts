import { storeEnv } from '../config/env.ts';
import { openStore } from '../store/index.ts';

// Seals every secret in the database with the first of the storage keys. Afterwards no other key is needed.
const env = storeEnv(process.env);
const store = await openStore(env.MONGODB_URI, env.SARRAF_STORAGE_KEYS);
try {
  const merchants = await store.merchants.reseal();
  const accounts = await store.gatewayAccounts.reseal();
  const endpoints = await store.webhookEndpoints.reseal();
  const signingKeys = await store.signingKeys.reseal();
  const plugs = await store.plugs.reseal();
  console.log(
    `Sealed with the key "${env.SARRAF_STORAGE_KEYS[0].id}": ${merchants} merchants, ${accounts} gateway accounts, ` +
      `${endpoints} webhook endpoints, ${signingKeys} signing keys, ${plugs} plugs of messages.`,
  );
} finally {
  await store.close();
}
