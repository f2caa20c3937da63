import type { createBook } from './book.ts';
import { CARDS } from './cards.ts';
import type { StripeJson } from './form.ts';

type Page = { readonly html: string } | { readonly location: string };

/** The payer's page of a session or of a bank, for a person; what they press arrives as `given`. */
export function payerPage(
  book: ReturnType<typeof createBook>,
  pathname: string,
  given: StripeJson | undefined,
): Page {
  const [, kind, id = ''] = /^\/(c\/pay|3ds)\/(\w+)$/.exec(pathname) ?? [];
  if (kind === '3ds') {
    const intent = book.get(id, 'payment_intent');
    const back = intent['next_action']?.redirect_to_url.return_url;
    if (!given || !back)
      return shell(
        'Your bank asks',
        back ? `${button('ok', 'Confirm')}${button('no', 'Decline')}` : 'It is over.',
      );
    book.authenticate(id, given['press'] === 'ok');
    return { location: back };
  }
  const session = kind === undefined ? undefined : book.get(id, 'checkout.session');
  if (!session) return shell('Stripe stand-in', 'No such page.');
  const amount = `${session['amount_total'] ?? 0} ${session['currency'] ?? ''}`;
  if (session['status'] !== 'open') return shell(amount, `The session is ${session['status']}.`);
  if (given) book.pay(id, String(given['press']));
  if (session['status'] === 'complete') return { location: session['success_url'] };
  const cards = Object.keys(CARDS).map((number) => button(number, `Pay with ${number}`));
  const note = given ? '<p role="alert">Your card was declined.</p>' : '';
  return shell(
    amount,
    `${note}${cards.join('')}<p><a href="${escaped(session['cancel_url'])}">Back</a></p>`,
  );
}

function button(value: string, label: string): string {
  return `<p><button name="press" value="${value}">${label}</button></p>`;
}

function shell(title: string, body: string): Page {
  return {
    html: `<!doctype html><html lang="en"><title>${escaped(title)}</title><h1>${escaped(title)}</h1><form method="post">${body}</form></html>`,
  };
}

function escaped(text: string | null): string {
  return (text ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
