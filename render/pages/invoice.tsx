import type { JSX } from 'preact';
import { dayInWords } from '../calendar.ts';
import { words } from '../locales/words.ts';
import type { BillFacts, BillStatus, InvoiceFacts } from './facts.ts';
import { Fill } from './fill.tsx';
import { InvoiceRows } from './invoice-rows.tsx';
import { InvoiceSums } from './invoice-sums.tsx';
import { code, Lines, isolatedText } from './lines.tsx';
import { Moment } from './moment.tsx';
import { page } from './page.tsx';

/** The bill behind a payment, to read, to print and to download. */
export function renderInvoice(facts: InvoiceFacts): string {
  const { title } = words(facts.language).invoice;
  return page({
    frame: facts,
    title: `${title} ${facts.bill.number}`,
    main: <Invoice {...facts} />,
  });
}

function Invoice(facts: InvoiceFacts): JSX.Element {
  const { bill, language } = facts;
  const said = words(language).invoice;
  return (
    <main class="sheet invoice">
      <div class="invoice-head">
        <h1>{said.title}</h1>
        <span class={`badge tone-${TONES[bill.status]}`}>{said.statuses[bill.status]}</span>
      </div>
      <div class="invoice-facts">
        <Lines
          lines={[
            { label: said.number, value: code(bill.number) },
            { label: said.created, value: <bdi>{dayInWords(bill.createdAt, facts)}</bdi> },
            { label: said.due, value: <Due {...facts} /> },
          ]}
        />
        <PayCode {...facts} />
      </div>
      {bill.customerName !== undefined && (
        <p>
          <Fill text={said.greeting} with={{ name: <bdi>{bill.customerName}</bdi> }} />
        </p>
      )}
      <InvoiceRows bill={bill} language={language} />
      <InvoiceSums bill={bill} language={language} />
      {bill.memo !== undefined && <p dir="auto">{isolatedText(bill.memo)}</p>}
      <Parties bill={bill} language={language} />
      <Ways {...facts} />
    </main>
  );
}

/** For who reads it on paper, or on a computer and pays with a phone. */
function PayCode({ qrCodeUrl, language }: InvoiceFacts): JSX.Element | null {
  if (qrCodeUrl === undefined) return null;
  return (
    <figure class="pay-code">
      <img src={qrCodeUrl} alt="" width="112" height="112" />
      <figcaption>{words(language).invoice.scanToPay}</figcaption>
    </figure>
  );
}

const TONES: Readonly<Record<BillStatus, 'calm' | 'good' | 'warn' | 'bad'>> = {
  sent: 'calm',
  paid: 'good',
  overdue: 'warn',
  canceled: 'bad',
};

function Due(facts: InvoiceFacts): JSX.Element {
  const { bill, language, timeZone } = facts;
  return bill.dueDatetime === undefined ? (
    <bdi>{dayInWords(bill.dueDate, facts)}</bdi>
  ) : (
    <Moment iso={bill.dueDatetime} clock={{ language, timeZone }} />
  );
}

function Parties({
  bill,
  language,
}: {
  bill: BillFacts;
  language: InvoiceFacts['language'];
}): JSX.Element | null {
  const said = words(language).invoice;
  const known = [
    { label: said.seller, lines: bill.seller },
    { label: said.billTo, lines: bill.billTo },
    { label: said.shipTo, lines: bill.shipTo },
  ].filter(({ lines }) => lines.length > 0);
  if (known.length === 0) return null;
  return (
    <div class="parties">
      {known.map(({ label, lines }) => (
        <div>
          <h2>{label}</h2>
          {lines.map((line) => (
            <p>{isolatedText(line)}</p>
          ))}
        </div>
      ))}
    </div>
  );
}

function Ways({ language, payUrl, pdfUrl }: InvoiceFacts): JSX.Element {
  const said = words(language).invoice;
  return (
    <div class="actions">
      {payUrl !== undefined && (
        <a class="button primary" href={payUrl}>
          {said.pay}
        </a>
      )}
      <a class="button" href={pdfUrl}>
        {said.download}
      </a>
    </div>
  );
}
