import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { jsonSchemaOf } from '../../api/openapi/shapes.ts';
import { chargeAnswer, resultAnswer } from '../../api/payments/answer.ts';
import { chargeBody, resultBody } from '../../api/payments/result-body.ts';
import { aMerchant, anAttempt, aTransaction, CREATED_AT, kwd, SHOP } from '../support/builders.ts';

/** With every field that is told only where somebody has set it. */
const full = aTransaction({
  state: 'paid',
  orderNo: 'ORD-1',
  bulkId: 'b1',
  amountEditable: true,
  settledAmount: kwd('10'),
  paidAmount: kwd('10'),
  extra: { branch: 7 },
  captureDeliveryAddress: true,
  captureDeliveryLocation: true,
  dropOff: {
    address: {
      line1: 'Street 1',
      line2: '2',
      city: 'Salmiya',
      state: 'H',
      country: 'KW',
      postalCode: '1',
    },
    place: { latitude: 29.3, longitude: 48.1 },
  },
  customer: {
    id: 'c-1',
    firstName: 'Sara',
    lastName: 'Ali',
    email: 'sara@example.test',
    phone: '+96550001234',
    birthdate: '1990-01-31',
  },
  initiator: { id: 1, username: 'ops', email: 'ops@example.test' },
  agreement: { id: 'A-1', type: 'recurring', amountVariability: 'fixed', cycleIntervalDays: 30 },
  cardAcceptanceCriteria: { min_expiry_time: '30' },
  attempts: [
    anAttempt({
      state: 'success',
      sandbox: true,
      concludedAt: CREATED_AT + 1000,
      gatewayResponse: { code: '00' },
      message: 'Approved',
    }),
  ],
});

const signer = { settings: aMerchant({ id: SHOP }).webhooks, key: 'whk_key' };

describe('how a payment stands, with every field', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const isDescribed = (shape: typeof resultAnswer, body: unknown) => {
    const validate = ajv.compile(jsonSchemaOf(shape, { open: false }));
    assert.ok(validate(JSON.parse(JSON.stringify(body))), ajv.errorsText(validate.errors));
  };

  it('is what the description of the API and the catalogue of events say', () => {
    const body = resultBody(full, signer) as Record<string, unknown>;
    for (const field of ['transaction_log_id', 'capture_delivery_location', 'delivery_location'])
      assert.ok(body[field] !== undefined, field);
    isDescribed(resultAnswer, body);
  });

  it('has beside it, where a charge answers, what the gateway said', () => {
    const body = chargeBody(full, signer) as Record<string, unknown>;
    assert.deepEqual(body['pg_response'], { code: '00' });
    isDescribed(chargeAnswer, body);
    const plain = resultBody(full, signer) as Record<string, unknown>;
    // A second may have begun between the two.
    const { pg_response: _gateway, timestamp_utc: at, ...rest } = body;
    assert.deepEqual({ ...rest, timestamp_utc: plain['timestamp_utc'] }, plain);
    assert.match(String(at), /^\d{4}-\d{2}-\d{2}T[\d:]+Z$/u);
  });

  it('says that the gateway has said nothing where it has not', () => {
    const silent = { ...full, attempts: [anAttempt({ state: 'pending' })] };
    const body = chargeBody(silent, signer) as Record<string, unknown>;
    assert.deepEqual(body['pg_response'], {});
  });
});
