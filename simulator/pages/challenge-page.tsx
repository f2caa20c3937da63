import type { Challenge, Language, Payment } from '../payment.ts';
import { textsOf } from '../texts/index.ts';
import { WRONG_CODES_ALLOWED } from '../transitions.ts';
import { Field } from './field.tsx';
import { renderPage } from './layout.tsx';
import { Amount, Row } from './summary.tsx';

export interface ChallengePageProps {
  readonly payment: Payment;
  readonly challenge: Challenge;
  readonly merchant: string;
  readonly language: Language;
  /** True when the code that was just sent is wrong. */
  readonly wrong: boolean;
  /** A browser moves the focus into no frame by itself. */
  readonly isFramed: boolean;
}

/** The issuer's page on which the one-time code is typed. */
export function renderChallengePage(props: ChallengePageProps): string {
  const { payment, challenge, merchant, language, wrong, isFramed } = props;
  const texts = textsOf(language);
  const { heading, intro, sandbox, code, left, confirm, cancel } = texts.challenge;
  const { issuer, last4 } = challenge.card;
  const fault = `${texts.challenge.wrong} ${left(WRONG_CODES_ALLOWED - challenge.wrongCodes)}`;
  return renderPage({
    language,
    isFramed,
    title: wrong ? `${texts.errorPrefix}: ${heading}` : heading,
    otherLanguage: `/pay/${payment.id}/challenge?lang=${texts.switchTo.language}`,
    children: (
      <section class="panel narrow" aria-labelledby="heading">
        <h1 id="heading">{heading}</h1>
        <p>{intro(issuer, last4)}</p>
        <dl>
          <Row term={texts.paidTo}>
            <bdi>{merchant}</bdi>
          </Row>
          <Row term={texts.amount}>
            <Amount of={payment} />
          </Row>
        </dl>
        <form method="post" action={`/pay/${payment.id}/challenge`} novalidate>
          <input type="hidden" name="lang" value={language} />
          <Field
            id="code"
            name="code"
            label={code}
            hint={sandbox}
            fault={wrong ? fault : undefined}
            autocomplete="one-time-code"
            inputMode="numeric"
            dir="ltr"
            maxLength={12}
            autofocus={!isFramed}
          />
          <button class="main" type="submit" name="action" value="confirm">
            {confirm}
          </button>
          <button class="quiet" type="submit" name="action" value="cancel">
            {cancel}
          </button>
        </form>
      </section>
    ),
  });
}
