import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import type { DrillPatience } from '../chaos/patience.ts';
import { NO_APPROVAL } from '../../domain/operation/policy.ts';
import type { User } from '../../domain/user.ts';
import { objectIn, textIn, type Json } from '../answers.ts';
import { judgeRequests, type RequestFault } from './judge-requests.ts';
import type { Round } from './plan.ts';
import { ACCOUNTS, asAnotherMerchant, logsOf, type ConcurrencyEnvironment } from './environment.ts';
import {
  aSequence,
  ROLE_RIGHTS,
  played,
  POLICIES,
  type Office,
  type PersonRole,
  type Role,
} from './role-moves.ts';
import { documentOf, sellAndPay, type ConcurrencySale } from './sale.ts';

/** What every customer has paid. */
const FILS = 12_340;

/**
 * Makers, checkers, super users, clerks and keys press whatever they like in whatever order, under a policy of one checker
 * and one of two: nothing moves without its checkers, nobody is their own, and an emergency is seen by all.
 */
export async function proveRoles(
  environment: ConcurrencyEnvironment,
  patience: DrillPatience,
  { number, roles }: Round,
): Promise<{ readonly line: string; readonly faults: readonly RequestFault[] }> {
  const faults: RequestFault[] = [];
  const ends: string[] = [];
  for (const [nth, policy] of (['one', 'two'] as const).entries()) {
    const shop = await asAnotherMerchant(environment, ACCOUNTS.capture, {
      operationsApproval: { ...NO_APPROVAL, enabled: true, ...POLICIES[policy] },
    });
    const office = await openOffice(shop);
    const sequences = fc.sample(aSequence(roles.step), {
      seed: roles.seed + nth,
      numRuns: roles.sequences,
    });
    for (const [at, moves] of sequences.entries()) {
      const about = `roles-${number} ${policy}-${at + 1}`;
      const sale = await sellAndPay(shop, patience, { about, fils: FILS, how: 'capture' });
      const requests = await played({ office, policy }, sale.session, moves);
      const refunded = await refundsOf(shop, sale);
      faults.push(...judgeRequests({ about, requests, refunded }));
      ends.push(...requests.map(({ state }) => state));
    }
  }
  const done = ends.filter((state) => state === 'done').length;
  const line = `roles-${number}`.padEnd(14);
  return { line: `${line} ${ends.length} requests, ${done} of them done`, faults };
}

/** Everybody who works for the merchant, each with a password, and logged in: to compare a password is slow on purpose. */
async function openOffice(shop: ConcurrencyEnvironment): Promise<Office> {
  const { store, run } = shop;
  const people = {
    maker: await hire(shop, 'maker'),
    colleague: await hire(shop, 'colleague'),
    checker: await hire(shop, 'checker'),
    second: await hire(shop, 'second'),
    admin: await hire(shop, 'admin'),
    clerk: await hire(shop, 'clerk'),
  };

  async function ask(who: Role, method: string, path: string, body?: Json) {
    const isAlone = body?.['break_glass'] === true && who !== 'key';
    const response = await fetch(`${run.api}/b/pbl/v2/${path}`, {
      method,
      headers: {
        Authorization: who === 'key' ? `Api-Key ${run.keys.private}` : people[who].bearer,
        'Content-Type': 'application/json',
        ...(isAlone && { 'X-Step-Up': people[who].password }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: objectIn(text) };
  }

  return {
    people,
    store,
    logs: () => logsOf(shop),
    refund: (who, payment, amount) =>
      ask(who, 'POST', 'operation/', { operation: 'refund', session_id: payment, amount }),
    decide: (who, request, verdict, body) =>
      ask(who, 'POST', `operation-requests/${request}/${verdict}/`, body),
    read: async (request) => {
      const answer = await ask('key', 'GET', `operation-requests/${request}/`);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
  };
}

async function hire(
  { store, run, merchant: merchantId }: ConcurrencyEnvironment,
  role: PersonRole,
): Promise<{ readonly user: User; readonly bearer: string; readonly password: string }> {
  const username = `${role}-${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const user = await store.users.create({
    merchantId,
    username,
    password,
    email: `${username}@shop.example`,
    active: true,
    superuser: false,
    service: false,
    permissions: [],
    ...ROLE_RIGHTS[role],
  });
  assert.ok(user, `${username} is taken`);
  const login = await fetch(`${run.api}/auth/realms/${merchantId}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username,
      password,
      client_id: 'drill',
    }),
  });
  const text = await login.text();
  assert.equal(login.status, 200, text);
  return { user, bearer: `Bearer ${textIn(objectIn(text), 'access_token')}`, password };
}

/** What the network's own book has given back of a payment. */
async function refundsOf(
  shop: ConcurrencyEnvironment,
  sale: ConcurrencySale,
): Promise<readonly string[]> {
  const { attempts } = await documentOf(shop, sale);
  const references = new Set<string>(attempts.map(({ referenceNumber }) => referenceNumber));
  return (await shop.network.ledger(ACCOUNTS[sale.how]))
    .filter(({ entry, merchant_reference: of }) => entry === 'refund' && references.has(of))
    .map(({ entry, amount, currency }) => `${entry} ${amount} ${currency}`);
}
