import type { JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import type { Amount } from '../pages/facts.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { TestBadge } from './badges.tsx';
import { framedPage } from './frame.tsx';
import type { OfficeFrame } from './frame-facts.ts';
import { ZonedMoment } from './short-moment.tsx';

/** The code of a payment's link. */
export interface PaymentCodeFacts extends OfficeFrame {
  readonly paymentUrl: string;
  readonly orderNo?: string;
  readonly amount: Amount;
  readonly isSandbox: boolean;
  readonly expiresAt: string;
  /** The picture of the code, and the link that is in it. */
  readonly qrUrl: string;
  readonly link: string;
}

/** The code alone and large, for the customer at the counter to look at, or on paper. */
export function renderPaymentCode(facts: PaymentCodeFacts): string {
  const { payment, payments, operation } = officeWords(facts.language);
  return framedPage({
    frame: facts,
    title: operation.results.showCode,
    isNarrow: true,
    path: [
      { label: payments.title, href: '/office/payments' },
      { label: payment.titleBare, href: facts.paymentUrl },
    ],
    main: <PaymentCode {...facts} />,
  });
}

function PaymentCode(facts: PaymentCodeFacts): JSX.Element {
  const { language, amount, orderNo, qrUrl, link, paymentUrl, isSandbox } = facts;
  const { payment, operation } = officeWords(language);
  const { scan } = payment;
  return (
    <section class="question poster">
      <h1>
        <Fill text={scan.title} with={{ amount: <Figure amount={amount} language={language} /> }} />
      </h1>
      <p class="lead">
        <bdi>{facts.merchantName}</bdi>
        {orderNo !== undefined && (
          <>
            {' · '}
            <Code>{orderNo}</Code>
          </>
        )}{' '}
        {isSandbox && <TestBadge language={language} />}
      </p>
      <img class="qr" src={qrUrl} alt={payment.files.qrAlt} width="320" height="320" />
      <p>
        <Code>{link}</Code>
      </p>
      <p class="quiet">
        <Fill
          text={scan.until}
          with={{ time: <ZonedMoment iso={facts.expiresAt} frame={facts} /> }}
        />
      </p>
      <ul class="links">
        <li>
          <a href={paymentUrl}>{operation.back}</a>
        </li>
      </ul>
    </section>
  );
}
