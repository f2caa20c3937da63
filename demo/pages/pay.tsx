import type { Order } from '../orders.ts';
import type { Payment } from '../sarraf.ts';
import { WORDS } from '../words.ts';
import type { Language } from '../words.ts';
import { document } from './layout.tsx';
import { Price } from './price.tsx';

interface PayFacts {
  readonly order: Order;
  readonly payment: Payment;
  readonly apiUrl: string;
  readonly publicKey: string;
  readonly walletsScript?: string;
}

/** The shop's own payment page: an element, the web SDK, and a script of the shop that starts it. */
export function payPage(language: Language, facts: PayFacts): string {
  const { order, payment, apiUrl, publicKey, walletsScript } = facts;
  const words = WORDS[language];
  return document({
    language,
    path: `/orders/${order.orderNo}/pay`,
    title: words.payTitle,
    children: (
      <>
        <h1>{words.payTitle}</h1>
        <p class="lead">
          {order.product.name[language]} <Price product={order.product} />
        </p>
        <div
          id="checkout"
          data-merchant={new URL(apiUrl).host}
          data-key={publicKey}
          data-session={payment.sessionId}
          data-lang={language}
        />
        <noscript>
          <a href={payment.checkoutUrl}>{words.payScript}</a>
        </noscript>
        {walletsScript !== undefined && <script src={walletsScript} />}
        <script src={`${apiUrl}/assets/checkout/v3/checkout.min.js`} />
        <script src="/pay.js" />
      </>
    ),
  });
}

/** No callback is named: the checkout says how it ended, and after a success leads to the order. */
export const PAY_SCRIPT = `const { merchant, key, session, lang } = document.getElementById('checkout').dataset;
Checkout.init({ selector: 'checkout', merchant_id: merchant, apiKey: key, session_id: session, lang, displayMode: 'grid' });
`;
