import assert from 'node:assert/strict';
import type { OpenRequest } from '../../gateways/gateway.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import type { TestAccount } from './environment.ts';

const API = 'https://api.stripe.com';
const GOOD_CARD = '4242424242424242';

/** A card that Stripe keeps: its own test card at Stripe itself, or one that is typed on the page of a stand-in. */
export async function chargeableCard(account: TestAccount, request: OpenRequest): Promise<string> {
  return account.isStandIn ? typedCard(account, request) : attachedCard(account);
}

/** Stripe has test cards by name, which a customer can be given without any page (docs.stripe.com/testing). */
async function attachedCard({ settings }: TestAccount): Promise<string> {
  const post = async (path: string, fields: Record<string, string>): Promise<string> => {
    const answer = await fetch(`${API}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${String(settings['secret_key'])}` },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(20_000),
    });
    const body = (await answer.json()) as { readonly id?: string };
    assert.ok(answer.ok && body.id !== undefined, `Stripe answered ${answer.status} to ${path}`);
    return body.id;
  };
  const customer = await post('/v1/customers', { description: 'npm run networks' });
  return post('/v1/payment_methods/pm_card_visa/attach', { customer });
}

async function typedCard({ gateway, settings }: TestAccount, request: OpenRequest) {
  const opened = await gatewayFor(gateway).open(settings, request);
  assert.ok(opened.step === 'page');
  const body = new URLSearchParams({ press: GOOD_CARD });
  await fetch(opened.pageUrl, { method: 'POST', body, redirect: 'manual' });
  const { gatewayReference } = opened;
  const asked = await gatewayFor(gateway).inquire(settings, { ...request, gatewayReference });
  assert.ok(asked.step === 'report' && asked.report.card, 'the stand-in has kept no card');
  return asked.report.card.token;
}
