import assert from 'node:assert/strict';
import { NO_APPROVAL, type ApprovalPolicy } from '../../../../domain/operation/policy.ts';
import {
  ROLE_RIGHTS,
  type PersonRole,
  type Role,
} from '../../../../drills/concurrency/role-moves.ts';
import type { System } from '../../../support/system.ts';
import { part, send, textIn, type Answer, type Json } from '../../../support/http.ts';
import { sandboxNetworkOf, paymentIdIn } from '../../support/network.ts';
import { OPERATION } from '../../support/operating.ts';
import { goToNetwork } from '../../support/payer.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { transactionOf, untilState } from '../../support/records.ts';
import { aShop, copyAccount, type Shop } from '../../support/shop.ts';

export const REQUESTS = '/b/pbl/v2/operation-requests/';

type Headers = Readonly<Record<string, string>>;

/** A shop with a policy, everybody who works there, and its paying customers. */
export interface Staff {
  readonly shop: Shop;
  readonly people: Readonly<Record<PersonRole, Person>>;
  readonly ask: (
    who: Role,
    method: string,
    path: string,
    body?: Json,
    headers?: Headers,
  ) => Promise<Answer>;
  /** A payment of 12.340 dinars that was made; gives its session id. */
  readonly payment: (more?: Json, code?: string) => Promise<string>;
  /** The same that is only held. */
  readonly held: () => Promise<string>;
  readonly refund: (
    who: Role,
    id: string,
    amount?: string,
    more?: Json,
    headers?: Headers,
  ) => Promise<Answer>;
  /** A refund that waits; gives the id of the request. */
  readonly request: (who: Role, id: string, amount?: string, more?: Json) => Promise<string>;
  /** Who approves alone shows once more who they are, unless the headers are given. */
  readonly decide: (
    who: Role,
    request: string,
    verdict: string,
    body?: Json,
    headers?: Headers,
  ) => Promise<Answer>;
  readonly read: (request: string) => Promise<Json>;
  /** Has the network decline the next refund of a payment. */
  readonly declineNext: (id: string) => Promise<void>;
  /** What moved by the network's own book, in the order in which it did. */
  readonly moved: (id: string) => Promise<readonly string[]>;
  /** What went back to the customer by the network's own book, in the order in which it went. */
  readonly refunded: (id: string) => Promise<readonly string[]>;
  readonly policy: (policy: Partial<ApprovalPolicy>) => Promise<void>;
}

/** Opens the shop. The policy is on unless it says otherwise. */
export async function aStaff(system: System, given: Partial<ApprovalPolicy> = {}): Promise<Staff> {
  const on = { ...NO_APPROVAL, enabled: true };
  const shop = await aShop(system, {}, { operationsApproval: { ...on, ...given } });
  const people = {
    maker: await hired('maker'),
    colleague: await hired('colleague'),
    checker: await hired('checker'),
    second: await hired('second'),
    admin: await hired('admin'),
    clerk: await hired('clerk'),
  };
  const network = sandboxNetworkOf(system);

  function hired(role: PersonRole): Promise<Person> {
    return aPerson(system, { merchantId: shop.id, ...ROLE_RIGHTS[role] });
  }

  const ask: Staff['ask'] = (who, method, path, body, headers = {}) =>
    send(`${system.run.api}${path}`, {
      method,
      headers: {
        Authorization: who === 'key' ? `Api-Key ${shop.key}` : people[who].basic,
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const refund: Staff['refund'] = (who, id, amount, more = {}, headers = {}) => {
    const body = { operation: 'refund', session_id: id, ...(amount !== undefined && { amount }) };
    return ask(who, 'POST', OPERATION, { ...body, ...more }, headers);
  };

  async function paidBy(code: string, state: 'paid' | 'authorized', more: Json = {}) {
    const id = await shop.client.sale(more);
    await network.pay(paymentIdIn(await goToNetwork(system, id, code)));
    await untilState(system, id, state);
    return id;
  }

  return {
    shop,
    people,
    ask,
    refund,
    payment: (more = {}, code = 'sandbox') => paidBy(code, 'paid', more),
    held: async () => {
      await copyAccount(system, shop.id, 'sandbox-hold');
      return paidBy('sandbox-hold', 'authorized', { pg_codes: ['sandbox-hold'] });
    },
    declineNext: async (id) => {
      const { attempts } = await transactionOf(system, id);
      const payment = attempts[0]?.gatewayReference;
      assert.ok(payment);
      await network.order(payment, { fault: 'declined', on: ['refund'] });
    },
    moved: (id) => network.moved(id),
    request: async (who, id, amount, more) => {
      const answer = await refund(who, id, amount, more);
      assert.deepEqual([answer.status, answer.body['result']], [202, 'pending'], answer.text);
      return textIn(part(answer.body, 'approval'), 'id');
    },
    decide: (who, request, verdict, body, headers) => {
      const isAlone = body?.['break_glass'] === true && who !== 'key';
      const shown = isAlone ? { 'X-Step-Up': encodeURIComponent(people[who].password) } : {};
      return ask(who, 'POST', `${REQUESTS}${request}/${verdict}/`, body, headers ?? shown);
    },
    read: async (request) => {
      const answer = await ask('key', 'GET', `${REQUESTS}${request}/`);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    refunded: async (id) => {
      const moved = await network.moved(id);
      return moved.filter((entry) => entry.startsWith('refund '));
    },
    policy: (changed) => shop.set({ operationsApproval: { ...on, ...given, ...changed } }),
  };
}
