// Runs the stand-in for people: node --import tsx drills/networks/adyen/run.ts <address of the webhook>
import { AdyenStandIn } from './server.ts';

const SETTINGS = {
  apiKey: 'AQE-stand-in',
  merchantAccount: 'PearlShopECOM',
  hmacKey: '0123456789ABCDEF'.repeat(4),
  user: 'adyen',
  password: 'stand-in',
};

const standIn = new AdyenStandIn(SETTINGS);
standIn.webhooks.url = process.argv[2];
await standIn.start();
const { apiKey, merchantAccount, hmacKey, user, password } = SETTINGS;
const settings = {
  url: standIn.url,
  api_key: apiKey,
  merchant_account: merchantAccount,
  hmac_keys: [hmacKey],
  webhook_user: user,
  webhook_password: password,
};
console.log(`The settings of an account at this stand-in:\n${JSON.stringify(settings, null, 2)}`);
