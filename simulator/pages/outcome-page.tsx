import type { Language, Payment, ShownState } from '../payment.ts';
import { returnUrlOf } from '../return-url.ts';
import { textsOf } from '../texts/index.ts';
import type { OutcomeMessage, Texts } from '../texts/texts.ts';
import { renderPage } from './layout.tsx';
import { Amount, Row } from './summary.tsx';

export interface OutcomePageProps {
  readonly payment: Payment;
  readonly state: ShownState;
  readonly merchant: string;
  readonly language: Language;
}

/** What became of a payment that the customer has no more part in, and the way back. */
export function renderOutcomePage({
  payment,
  state,
  merchant,
  language,
}: OutcomePageProps): string {
  const texts = textsOf(language);
  const { headings, messages, closed, back } = texts.outcome;
  return renderPage({
    language,
    title: headings[state.status],
    otherLanguage: `/pay/${payment.id}?lang=${texts.switchTo.language}`,
    children: (
      <section class={`panel narrow outcome ${toneOf(state)}`} aria-labelledby="heading">
        <h1 id="heading">{headings[state.status]}</h1>
        <p>{messages[messageOf(state)]}</p>
        <dl>
          <Row term={texts.paidTo}>
            <bdi>{merchant}</bdi>
          </Row>
          <Row term={texts.amount}>
            <Amount of={payment} />
          </Row>
          <CardRow state={state} texts={texts} />
          <Row term={texts.reference}>
            <bdi>{payment.merchantReference}</bdi>
          </Row>
        </dl>
        <a class="main" href={returnUrlOf(payment)}>
          {back(merchant)}
        </a>
        <p class="note">{closed}</p>
      </section>
    ),
  });
}

function CardRow({ state, texts }: { readonly state: ShownState; readonly texts: Texts }) {
  if (state.status === 'CANCELED') return null;
  return (
    <Row term={texts.card}>
      {texts.brands[state.card.brand]} <bdi dir="ltr">•••• {state.card.last4}</bdi>
    </Row>
  );
}

function toneOf({ status }: ShownState): 'good' | 'bad' {
  return status === 'DECLINED' || status === 'CANCELED' || status === 'ERROR' ? 'bad' : 'good';
}

function messageOf(state: ShownState): OutcomeMessage {
  return state.status === 'DECLINED' || state.status === 'CANCELED' ? state.code : state.status;
}
