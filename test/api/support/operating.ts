import assert from 'node:assert/strict';
import { currencyCode } from '../../../domain/currencies.ts';
import type { GatewayAccount } from '../../../domain/account.ts';
import { sessionId, type SessionId } from '../../../domain/ids.ts';
import type { System } from '../../support/system.ts';
import { send, textIn, type Answer, type Json, type MerchantClient } from '../../support/http.ts';
import { codeOf } from '../../support/builders.ts';
import { DEMO, ledgerOf, transactionOf, untilState } from './records.ts';
import { sandboxNetworkOf, paymentIdIn } from './network.ts';
import { goToNetwork } from './payer.ts';

export const OPERATION = '/b/pbl/v2/operation/';

/** What tests of operations do over and over: sales that were paid, and operations on them. */
export function operating(system: System, merchant: MerchantClient) {
  const network = sandboxNetworkOf(system);
  const paidBy = async (code: string, state: 'paid' | 'authorized', more: Json = {}) => {
    const id = await merchant.sale({ pg_codes: [code], ...more });
    await network.pay(paymentIdIn(await goToNetwork(system, id, code)));
    await untilState(system, id, state);
    return id;
  };
  const operate = (body: Json, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    merchant.post(OPERATION, body, headers);

  return {
    network,
    operate,
    /** A sale that was paid; 12.340 dinars unless it says otherwise. */
    paid: (more: Json = {}, code = 'sandbox') => paidBy(code, 'paid', more),
    /** A sale whose money is held. */
    held: (more: Json = {}, code = 'sandbox-hold') => paidBy(code, 'authorized', more),
    /** An operation that must be done; its body. */
    done: async (body: Json, headers: Readonly<Record<string, string>> = {}): Promise<Json> => {
      const answer = await operate(body, headers);
      assert.deepEqual([answer.status, answer.body['result']], [200, 'success'], answer.text);
      return answer.body;
    },
    /** What the database holds of the tries to pay it. */
    attempts: async (id: string) => (await transactionOf(system, id)).attempts,
    /** How the payment stands, as an inquiry tells it. */
    stands: async (id: string): Promise<Json> => {
      const answer = await merchant.call('POST', '/b/pbl/v2/inquiry/', { session_id: id });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    /** Runs what must change nothing: not the payment, not its operations, not the ledger, not the network's book. */
    unchanged: async (id: string, act: () => Promise<void>): Promise<void> => {
      const look = async () => ({
        transaction: await transactionOf(system, id),
        operations: await system.store.operations.ofPayment(DEMO, idOfSession(id)),
        ledger: await ledgerOf(system, id),
        moved: await network.moved(id),
      });
      const before = await look();
      await act();
      assert.deepEqual(await look(), before);
    },
  };
}

function idOfSession(text: string): SessionId {
  const id = sessionId(text);
  assert.ok(id, text);
  return id;
}

export type Operating = ReturnType<typeof operating>;

/** Sets an account of the seeded merchant up as a copy of another one, and gives its code. */
export async function anAccountLike(
  { store }: System,
  original: string,
  code: string,
  given: Partial<GatewayAccount>,
): Promise<string> {
  const opened = await store.gatewayAccounts.open(DEMO, codeOf(original));
  assert.ok(opened);
  await store.gatewayAccounts.put(
    { ...opened.account, ...given, code: codeOf(code) },
    { ...opened.settings },
  );
  return code;
}

/** The code of a currency; a text that is none fails the test. */
export function currencyCodeOf(code: string) {
  const currency = currencyCode(code);
  assert.ok(currency);
  return currency;
}

/** Posts an operation as somebody, by their header. */
export function operateAs(
  system: System,
  authorization: string,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return send(`${system.run.api}${OPERATION}`, {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** The session id of the child that an operation left. */
export function childIn(body: Json): string {
  const txn = body['txn'] as Json;
  return textIn(txn, 'session_id');
}
