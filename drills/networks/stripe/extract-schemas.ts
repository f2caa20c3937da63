/**
 * Makes `schemas.json`: what the stand-in needs of Stripe's official OpenAPI file, closed everywhere, so that a name which is
 * not in it is refused. Run it again when the connector sends or reads another field, or for another version:
 *
 *   go mod download -json github.com/stripe/stripe-mock@v0.203.0
 *   node --import tsx drills/networks/stripe/extract-schemas.ts <Dir of that answer>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- A file of somebody else's shape.

const MODULE = 'github.com/stripe/stripe-mock@v0.203.0';

/** Each request with the parameters that are kept of it; the nested ones come with them. */
const REQUESTS: Readonly<Record<string, string>> = {
  'post /v1/checkout/sessions': `cancel_url client_reference_id currency customer_creation customer_email expand expires_at
    line_items locale metadata mode payment_intent_data payment_method_types setup_intent_data success_url`,
  'get /v1/checkout/sessions': 'created ending_before expand limit starting_after',
  'get /v1/checkout/sessions/{session}': 'expand',
  'post /v1/checkout/sessions/{session}/expire': 'expand',
  'post /v1/payment_intents': `amount capture_method confirm currency customer description expand metadata off_session
    payment_method payment_method_types return_url`,
  'get /v1/payment_intents': 'created customer expand limit starting_after',
  'get /v1/payment_intents/{intent}': 'expand',
  'post /v1/payment_intents/{intent}/capture': 'amount_to_capture expand final_capture metadata',
  'post /v1/payment_intents/{intent}/cancel': 'cancellation_reason expand',
  'post /v1/refunds': 'amount metadata payment_intent reason',
  'get /v1/refunds': 'limit payment_intent starting_after',
  'post /v1/payment_methods': 'billing_details card type',
  'get /v1/payment_methods/{payment_method}': 'expand',
  'post /v1/payment_methods/{payment_method}/detach': 'expand',
  'get /v1/events': 'created limit starting_after type',
  'get /v1/balance_transactions': 'created expand limit payout starting_after type',
};

/** Each object with the properties that are kept of it, besides those that it must have. */
const OBJECTS: Readonly<Record<string, string>> = {
  'checkout.session': `amount_total cancel_url client_reference_id currency customer metadata payment_intent setup_intent
    status success_url url`,
  payment_intent: `amount amount_capturable amount_received canceled_at cancellation_reason capture_method currency customer
    description last_payment_error latest_charge metadata next_action payment_method payment_method_types
    setup_future_usage`,
  setup_intent: 'customer last_setup_error metadata payment_method',
  charge: `balance_transaction customer failure_code outcome payment_intent payment_method payment_method_details`,
  refund: `balance_transaction charge failure_balance_transaction failure_reason metadata payment_intent reason status`,
  payment_method: 'card customer metadata',
  balance_transaction: 'description source',
  dispute: 'payment_intent',
  dispute_evidence: '',
  dispute_evidence_details: 'due_by',
  dispute_enhanced_eligibility: '',
  dispute_enhanced_evidence: '',
  event: 'api_version request',
  error: '',
  api_errors: `advice_code charge code decline_code message network_advice_code network_decline_code param payment_intent
    payment_method`,
  billing_details: 'email name',
  charge_outcome: 'advice_code network_advice_code network_decline_code network_status reason',
  notification_event_data: 'previous_attributes',
  notification_event_request: 'id idempotency_key',
  payment_intent_next_action: 'redirect_to_url',
  payment_intent_next_action_redirect_to_url: 'return_url url',
  payment_method_card: '',
  payment_method_details: 'card',
  payment_method_details_card: 'authorization_code brand funding last4 network three_d_secure',
  three_d_secure_details_charge: 'authentication_flow electronic_commerce_indicator result version',
  payment_pages_checkout_session_automatic_tax: '',
  payment_pages_checkout_session_custom_text: '',
};

const [, , folder = ''] = process.argv;
const spec: Json = JSON.parse(readFileSync(join(folder, 'embedded/openapi/spec3.json'), 'utf8'));
const components: Json = spec['components'].schemas;

const requests = Object.fromEntries(
  Object.entries(REQUESTS).map(([name, kept]) => {
    const [method = '', path = ''] = name.split(' ');
    const operation = spec['paths'][path][method];
    const schema =
      method === 'get'
        ? queryOf(operation.parameters)
        : operation.requestBody.content['application/x-www-form-urlencoded'].schema;
    return [name, closed(only(schema, kept))];
  }),
);
const objects = Object.fromEntries(
  Object.entries(OBJECTS).map(([name, kept]) => [name, closed(only(components[name], kept))]),
);
const about = {
  source: `${MODULE}, embedded/openapi/spec3.json`,
  version: spec['info'].version,
  licence: 'MIT, Copyright (c) 2014- Stripe, Inc. (LICENSE-STRIPE beside this file)',
};
writeFileSync(
  new URL('schemas.json', import.meta.url),
  `{ "about": ${JSON.stringify(about)},\n"requests": ${lines(requests)},\n"objects": ${lines(objects)} }\n`,
);

/** One schema a line, so that a difference can be read. */
function lines(schemas: Json): string {
  const each = Object.entries(schemas).map(([name, one]) => `"${name}": ${JSON.stringify(one)}`);
  return `{\n${each.join(',\n')}\n}`;
}

function queryOf(parameters: readonly Json[]): Json {
  const named = parameters.filter((one) => one['in'] === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((one) => [one['name'], one['schema']])),
    required: named.filter((one) => one['required']).map((one) => one['name']),
  };
}

/** The schema with these properties and those that it requires; one that it does not have is a fault of the list above. */
function only(schema: Json, kept: string): Json {
  const names = [...kept.split(/\s+/).filter(Boolean), ...(schema['required'] ?? [])];
  const properties = [...new Set<string>(names)].map((name) => {
    if (!schema['properties'][name]) throw new Error(`There is no property ${name}.`);
    return [name, schema['properties'][name]];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** As JSON Schema: no word for people, nothing that is not named, `nullable` as a type of its own. */
function closed(schema: Json): Json {
  // What is not kept cannot stand there: a list of it is empty.
  if (schema['$ref'])
    return nameIn(schema) in OBJECTS ? { $ref: `#/objects/${nameIn(schema)}` } : { not: {} };
  const { type, properties, items, anyOf, nullable, additionalProperties } = schema;
  const plain: Json = Object.fromEntries(
    ['type', 'enum', 'required', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems']
      .filter((key) => schema[key] !== undefined && `${schema[key]}` !== '')
      .map((key) => [key, schema[key]]),
  );
  if (properties) {
    plain['properties'] = Object.fromEntries(
      Object.entries<Json>(properties).map(([name, one]) => [name, closed(one)]),
    );
    plain['additionalProperties'] = false;
  } else if (type === 'object' && additionalProperties)
    plain['additionalProperties'] = closed(additionalProperties);
  if (items) plain['items'] = closed(items);
  // Of what may stand there expanded, what is not kept stands there by its name.
  if (anyOf)
    plain['anyOf'] = anyOf
      .filter((one: Json) => !one['$ref'] || nameIn(one) in OBJECTS)
      .map((one: Json) => closed(one));
  return nullable ? { anyOf: [plain, { type: 'null' }] } : plain;
}

function nameIn(schema: Json): string {
  return schema['$ref'].split('/').at(-1);
}
