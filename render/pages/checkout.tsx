import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { AmountBox } from './amount-box.tsx';
import { AttachmentLink } from './attachment-link.tsx';
import { ChallengeWindow } from './card-frame.tsx';
import type { CheckoutFacts } from './facts.ts';
import { Fill } from './fill.tsx';
import { Icon } from './icon.tsx';
import { MerchantName } from './merchant.tsx';
import { OrderDetails } from './order-details.tsx';
import { OtherDevice } from './other-device.tsx';
import { page } from './page.tsx';
import { PaymentForm } from './payment-form.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { TimeLeft } from './time-left.tsx';

/** The page where a customer chooses how to pay. Its form posts `pg_code`, the hidden fields and,
 *  when asked for, `customer_phone_2`. */
export function renderCheckout(facts: CheckoutFacts): string {
  const { checkout, cards } = words(facts.language);
  const title = facts.savesOnly ? cards.saveButton : checkout.title;
  const isScripted = facts.services.length > 0 ? 'first' : true;
  return page({ frame: facts, title, isScripted, main: <Checkout {...facts} /> });
}

function Checkout(facts: CheckoutFacts): JSX.Element {
  const { checkout, cards } = words(facts.language);
  const heading = facts.savesOnly ? cards.saveHeading : checkout.heading;
  return (
    <main class="sheet checkout">
      <div class="panel">
        <h1>
          <Fill text={heading} with={{ merchant: <MerchantName frame={facts} /> }} />
        </h1>
        {/* Where a card is only saved, nothing is paid. */}
        {!facts.savesOnly && <AmountBox {...facts} />}
        <TimeLeft {...facts} />
        <OrderDetails {...facts} />
        <InvoiceLink {...facts} />
        <AttachmentLink {...facts} />
        <OtherDevice {...facts} />
      </div>
      <div class="payment">
        <ProblemAlert {...facts} />
        {facts.methods.length === 0 ? <NoMethods {...facts} /> : <PaymentForm {...facts} />}
        <ChallengeWindow {...facts} />
      </div>
    </main>
  );
}

function InvoiceLink({ invoiceUrl, language }: CheckoutFacts): JSX.Element | null {
  if (invoiceUrl === undefined) return null;
  return (
    <p>
      <a class="invoice-link" href={invoiceUrl}>
        {words(language).invoice.view}
      </a>
    </p>
  );
}

function NoMethods(facts: CheckoutFacts): JSX.Element {
  const { noMethods, noMethodsText } = words(facts.language).checkout;
  return (
    <div class="notice" role="status">
      <Icon name="warning" />
      <div>
        <p class="notice-title">{noMethods}</p>
        <p>
          <Fill text={noMethodsText} with={{ merchant: <MerchantName frame={facts} /> }} />
        </p>
      </div>
    </div>
  );
}
