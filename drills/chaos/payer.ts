import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { referenceNumber as referenceIn, sessionId as sessionIdIn } from '../../domain/ids.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { returnUrl } from '../../gateways/return-url.ts';
import type { PayerStep } from './scenario.ts';
import { dinarsOf } from '../dinars.ts';
import { DECLINED_CARD } from '../networks/network.ts';
import { untilAnswered, type DrillAnswer, type DrillPatience } from './patience.ts';
import type { PlannedSale } from './plan.ts';
import { CHAOS_METHODS } from './accounts.ts';
import type { DrillEnvironment } from './environment.ts';

/** Where the payer is sent: the card page of a payment, or nowhere, because there is nothing to pay any more. */
type Place = { readonly payment: string } | 'over';

/** The accounts with which it can be paid: the one that a payer takes, and the other one. */
export interface Offer {
  readonly methods?: readonly [first: string, second: string];
}

/** The card that the payer types, where it matters. */
export interface PayerCard {
  readonly card?: string | undefined;
}

/** Does with a sale what its scenario says. What goes wrong is in the complaints. */
export async function playPayer(
  environment: Pick<DrillEnvironment, 'run' | 'network'>,
  patience: DrillPatience,
  {
    orderNo,
    conduct,
    session,
    methods: [first, second] = CHAOS_METHODS,
    card,
  }: Pick<PlannedSale, 'orderNo' | 'conduct'> & Offer & PayerCard & { readonly session: string },
): Promise<void> {
  const { run, network } = environment;
  const checkout = `${run.api}/checkout/${session}`;
  let place: Place = 'over';
  /** The attempt that the payer has ended on the card page. */
  let ended: string | undefined;

  const ask = (what: string, url: string, expected: readonly number[], form?: URLSearchParams) =>
    untilAnswered(patience, {
      orderNo,
      what,
      expected,
      ask: (signal) =>
        fetch(url, { redirect: 'manual', signal, ...(form && { method: 'POST', body: form }) }),
    });

  /** The number of the form on our page; undefined when there is no form, because nothing can be paid. */
  async function look(): Promise<string | undefined> {
    const page = await ask('look', checkout, [200, 302, 303, 410]);
    return /name="form_id" value="([0-9a-f]+)"/.exec(page?.text ?? '')?.[1];
  }

  /** Presses Pay, and sends the same form again when it was cut off. */
  async function press(form: string, method: string): Promise<DrillAnswer | undefined> {
    const fields = new URLSearchParams({ form_id: form, pg_code: method });
    return ask('press Pay', `${checkout}/pay/`, [200, 302, 303, 400, 410, 423, 502], fields);
  }

  /**
   * Presses Pay until there is a card page, or nothing to pay. Our page says what to do after a gateway's error, and where the page of
   * another method is still open: who may have paid there waits, and presses the next form.
   */
  async function toTheNetwork(method: string): Promise<Place> {
    while (!patience.isOver()) {
      const form = await look();
      if (form === undefined) return 'over';
      const answer = await press(form, method);
      if (!answer) return 'over';
      const payment = network.pageIn(answer.location);
      if (payment !== undefined) return { payment };
      if (answer.location.includes('/b/gw/return/')) await visit(answer.location);
      await wait(500);
    }
    return 'over';
  }

  function returnAddress(reference: string): string {
    const [sessionId, referenceNumber] = [sessionIdIn(session), referenceIn(reference)];
    if (!sessionId || !referenceNumber) throw new Error(`${session}, ${reference}: not ours.`);
    return returnUrl(run.api, { sessionId, referenceNumber }, 'en');
  }

  /** Looks at the return page until it leads on, for as long as people do. */
  async function visit(url: string): Promise<void> {
    for (let looks = 0; looks < 12; looks += 1) {
      const page = await ask('come back', url, [200, 302, 303]);
      if (page?.status !== 200 || !page.text.includes('since=')) return;
    }
  }

  async function take(step: PayerStep): Promise<void> {
    switch (step) {
      case 'look':
        await look();
        return;
      case 'press':
        place = await toTheNetwork(first);
        return;
      case 'press-twice': {
        const [one, other] = await Promise.all([toTheNetwork(first), toTheNetwork(first)]);
        place = one === 'over' ? other : one;
        return;
      }
      case 'press-other':
        place = await toTheNetwork(second);
        return;
      case 'pay':
        if (place !== 'over') ended = await network.pay(place.payment, card);
        return;
      case 'pay-again':
        await payAgain(first);
        return;
      case 'pay-by-other':
        await payAgain(second);
        return;
      case 'be-declined':
        if (place !== 'over') ended = await network.pay(place.payment, DECLINED_CARD);
        return;
      case 'cancel':
        if (place !== 'over') ended = await network.cancel(place.payment);
        return;
      case 'come-back':
        if (ended !== undefined) await visit(returnAddress(ended));
        return;
      default:
        unreachable(step);
    }
  }

  /** Who does not believe that it worked pays wherever Pay leads. It must lead nowhere where money can be taken. */
  async function payAgain(method: string): Promise<void> {
    const again = await toTheNetwork(method);
    if (again !== 'over') await network.pay(again.payment);
  }

  for (const step of conduct.steps) await take(step);
}

/** Creates the sale as a merchant's program does: with a key, and again with the same key. Gives the session id. */
export async function createSale(
  { run, receiver }: Pick<DrillEnvironment, 'run' | 'receiver'>,
  patience: DrillPatience,
  {
    orderNo,
    fils,
    conduct,
    methods = CHAOS_METHODS,
    terms = {},
  }: Pick<PlannedSale, 'orderNo' | 'fils' | 'conduct'> & Offer & { readonly terms?: object },
): Promise<string | undefined> {
  const body = JSON.stringify({
    type: 'e_commerce',
    amount: dinarsOf(fils),
    currency_code: 'KWD',
    pg_codes: [...new Set(methods)],
    order_no: orderNo,
    webhook_url: receiver.url,
    // Nobody decides a payment whose payer has left, so its time ends soon.
    ...(conduct.means === 'to leave' && { expiration_time: '00:00:20' }),
    ...terms,
  });
  const key = randomUUID();
  const answer = await untilAnswered(patience, {
    orderNo,
    what: 'create',
    expected: [201],
    ask: (signal) =>
      fetch(`${run.api}/b/checkout/v1/pymt-txn/`, {
        method: 'POST',
        signal,
        headers: {
          Authorization: `Api-Key ${run.keys.private}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body,
      }),
  });
  return answer && String(JSON.parse(answer.text).session_id);
}
