import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { returnUrl } from '../../../gateways/return-url.ts';
import type { System } from '../../support/system.ts';
import { send, unlessAway, type Answer } from '../../support/http.ts';
import { transactionOf } from './records.ts';

/** Reads the checkout page as a browser does, and gives the form's own number. */
export async function formOf({ run }: System, sessionId: string): Promise<string> {
  const page = await send(`${run.api}/checkout/${sessionId}`);
  assert.equal(page.status, 200, page.text.slice(0, 200));
  const [, formId] = /name="form_id" value="([0-9a-f]+)"/.exec(page.text) ?? [];
  assert.ok(formId, 'the page has no form');
  return formId;
}

/** What a form says that the payer has seen, as it sends it. */
interface Seen {
  readonly asked: string;
  readonly totals: string;
}

/** The same, and gives the amount that the form asks for, and what each method costs. */
export async function formAsking(
  { run }: System,
  sessionId: string,
): Promise<Seen & { readonly formId: string }> {
  const { text } = await send(`${run.api}/checkout/${sessionId}`);
  const valueOf = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`, 'u').exec(text);
  const [formId, asked, totals] = ['form_id', 'asked', 'totals'].map((name) => valueOf(name)?.[1]);
  assert.ok(formId && asked && totals, 'the page does not say what it asks for');
  return { formId, asked, totals };
}

/**
 * Presses Pay in a form that was read before, or in one that nobody has had rendered, since hundreds of payments begin so; without
 * what it asked for, as programs do that have seen no page.
 */
export function pressPayButton(
  { run }: System,
  sessionId: string,
  {
    formId = aFormId(),
    code = 'sandbox',
    ...seen
  }: Partial<Seen> & {
    readonly formId?: string;
    readonly code?: string;
    readonly replace_attempt?: 'yes';
    /** As the script of the page says it. */
    readonly browser?: string;
  },
): Promise<Answer> {
  const form = { form_id: formId, pg_code: code, ...seen };
  return send(`${run.api}/checkout/${sessionId}/pay/`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
}

/**
 * Chooses a method and goes to the network: gives the address of its page. With `replaces` also where the page of another method is
 * still open. Whose first view of our page matters reads it before.
 */
export async function goToNetwork(
  system: System,
  sessionId: string,
  code = 'sandbox',
  { replaces = false } = {},
) {
  const formId = aFormId();
  const answer = await unlessAway(() =>
    pressPayButton(system, sessionId, {
      formId,
      code,
      ...(replaces && { replace_attempt: 'yes' }),
    }),
  );
  assert.equal(answer.status, 303, answer.text);
  const location = answer.headers.get('location') ?? '';
  assert.ok(location.startsWith(system.run.simulator), `${location} is not at the network`);
  return location;
}

/** Where a network sends the browser of a payment's first attempt. */
export async function returnAddress(
  system: System,
  sessionId: string,
  language: 'en' | 'ar' = 'en',
): Promise<string> {
  const { sessionId: session, attempts } = await transactionOf(system, sessionId);
  const [attempt] = attempts;
  assert.ok(attempt, 'nobody has pressed Pay');
  const { referenceNumber } = attempt;
  return returnUrl(system.run.api, { sessionId: session, referenceNumber }, language);
}

/** The number of a form, as our page gives it. */
function aFormId(): string {
  return randomBytes(16).toString('hex');
}
