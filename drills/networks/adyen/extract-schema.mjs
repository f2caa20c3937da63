// Writes schema.json, the JSON Schema of the part of Adyen's API that we use, from the models of its official package, which are
// generated from its OpenAPI files. In an empty folder outside of the repository:
//   npm install @adyen/api-library@32.1.0 ts-json-schema-generator@2.4.0
//   node <repository>/drills/networks/adyen/extract-schema.mjs <that folder>
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2] ?? '.');
const require = createRequire(join(folder, 'x.js'));
const { createGenerator } = await import(
  pathToFileURL(require.resolve('ts-json-schema-generator')).href
);
const typings = join(folder, 'node_modules/@adyen/api-library/lib/src/typings');

const ROOTS = [
  'PaymentLinkRequest',
  'PaymentLinkResponse',
  'UpdatePaymentLinkRequest',
  'PaymentRequest',
  'PaymentResponse',
  'PaymentDetailsRequest',
  'PaymentDetailsResponse',
  'CreateCheckoutSessionRequest',
  'CreateCheckoutSessionResponse',
  'SessionResultResponse',
  'PaymentCaptureRequest',
  'PaymentCaptureResponse',
  'PaymentCancelRequest',
  'PaymentCancelResponse',
  'StandalonePaymentCancelRequest',
  'StandalonePaymentCancelResponse',
  'PaymentRefundRequest',
  'PaymentRefundResponse',
  'PaymentReversalRequest',
  'PaymentReversalResponse',
  'ApplePaySessionRequest',
  'ApplePaySessionResponse',
  'ServiceError',
  'Notification',
];
/** Of some fifty ways to pay, and what the payer can be asked to do, the ones that we know. */
const KEPT = {
  'PaymentRequest.paymentMethod': [
    'CardDetails',
    'StoredPaymentMethodDetails',
    'ApplePayDetails',
    'GooglePayDetails',
  ],
  'PaymentResponse.action': ['CheckoutRedirectAction'],
  'PaymentDetailsResponse.action': ['CheckoutRedirectAction'],
};
/** Parts of requests and answers that we never send and never read. */
const LEFT_OUT =
  /airline|lodging|carRental|enhancedSchemeData|agency|fundOrigin|fundRecipient|risk/iu;

writeFileSync(
  join(folder, 'roots.ts'),
  `export type { ${ROOTS.slice(0, -1).join(', ')} } from '${typings}/checkout/models';\n` +
    `export type { Notification } from '${typings}/notification/notification';\n`,
);
const { definitions } = createGenerator({
  path: join(folder, 'roots.ts'),
  type: '*',
  skipTypeCheck: true,
  additionalProperties: false,
  jsDoc: 'none',
}).createSchema('*');

for (const [name, schema] of Object.entries(definitions)) {
  for (const key of Object.keys(schema.properties ?? {})) {
    if (LEFT_OUT.test(key)) delete schema.properties[key];
    const kept = KEPT[`${name}.${key}`];
    if (kept) schema.properties[key] = { anyOf: kept.map((one) => ({ $ref: refTo(one) })) };
  }
}
// The types say `number` of what the OpenAPI files call int32 and int64: the models still know which they are.
for (const models of ['checkout/models.js', 'notification/models.js'])
  for (const [name, model] of Object.entries(require(join(typings, models))))
    for (const { baseName, format } of model.getAttributeTypeMap?.() ?? []) {
      const property = definitions[name]?.properties?.[baseName];
      if (property && format?.startsWith('int')) property.type = 'integer';
    }

const needed = new Map();
for (const root of ROOTS) keep(root);
const { version, license } = JSON.parse(
  readFileSync(join(folder, 'node_modules/@adyen/api-library/package.json'), 'utf8'),
);
const extract = {
  $comment: `Extract of the models of @adyen/api-library ${version} (Checkout API v72, standard webhooks v1), (c) 2020 Adyen, licence ${license}: LICENSE-ADYEN beside it. Made by extract-schema.mjs.`,
  definitions: Object.fromEntries([...needed].toSorted(([a], [b]) => (a < b ? -1 : 1))),
};
writeFileSync(new URL('schema.json', import.meta.url), `${JSON.stringify(extract)}\n`);

function keep(name) {
  if (needed.has(name)) return;
  const schema = definitions[name];
  needed.set(name, schema);
  for (const [, other] of JSON.stringify(schema).matchAll(/"#\/definitions\/([^"]+)"/gu))
    keep(decodeURIComponent(other));
}

function refTo(name) {
  return `#/definitions/${name}`;
}
