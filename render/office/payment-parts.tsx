import type { JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { code, isolatedText, Lines } from '../pages/lines.tsx';
import { GatewayWords } from './api-sentence.tsx';
import { Badge, OPERATION_TONES, type BadgeTone } from './badges.tsx';
import type { OfficeFrame } from './frame-facts.ts';
import type { AttemptFacts, DeliveryFacts, MessageSent, PaymentFacts } from './payment-facts.ts';
import { SmallForm } from './form.tsx';
import { ShortMoment, ZonedMoment } from './short-moment.tsx';

/** Every try, the last one first, because it is the one that people ask of. */
export function Attempts(facts: OfficeFrame & Pick<PaymentFacts, 'attempts'>): JSX.Element {
  const { attempts, language } = facts;
  if (attempts.length === 0)
    return <p class="absent">{officeWords(language).payment.none.attempts}</p>;
  return (
    <ul class="cards">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.referenceNumber} class="one">
          <Attempt facts={facts} attempt={attempt} />
        </li>
      ))}
    </ul>
  );
}

function Attempt({
  facts,
  attempt,
}: {
  readonly facts: OfficeFrame;
  readonly attempt: AttemptFacts;
}): JSX.Element {
  const { language } = facts;
  const { payment, attemptStates, channels } = officeWords(language);
  const said = payment.attemptFields;
  const { exchange, channel, declineCode, advice, endedAt, fee } = attempt;
  const channelWords: Readonly<Record<string, string>> = channels;
  return (
    <>
      <p class="one-head">
        <bdi class="one-name">{attempt.gateway}</bdi>
        <Badge tone={ATTEMPT_TONES[attempt.state]}>{attemptStates[attempt.state]}</Badge>
        <strong>
          <Figure amount={attempt.total} language={language} />
        </strong>
      </p>
      {attempt.message !== undefined && attempt.message !== '' && (
        <p>
          <Fill text={payment.answer.said} with={{ message: <bdi>{attempt.message}</bdi> }} />
        </p>
      )}
      {advice !== undefined && <p>{payment.advice[advice]}</p>}
      <Lines
        lines={[
          { label: said.reference, value: code(attempt.referenceNumber) },
          { label: said.card, value: code(attempt.card) },
          { label: said.fee, value: fee && <Figure amount={fee} language={language} /> },
          {
            label: said.exchange,
            value: exchange && (
              <Fill
                text={said.exchangeAt}
                with={{
                  amount: <Figure amount={exchange.from} language={language} />,
                  rate: <Code>{exchange.rate}</Code>,
                }}
              />
            ),
          },
          { label: said.started, value: <ZonedMoment iso={attempt.startedAt} frame={facts} /> },
          {
            label: said.ended,
            value: endedAt === undefined ? undefined : <ZonedMoment iso={endedAt} frame={facts} />,
          },
          { label: said.decline, value: code(declineCode) },
          { label: said.gatewayReference, value: code(attempt.gatewayReference) },
          {
            label: said.channel,
            value: isolatedText(
              channel === undefined ? undefined : (channelWords[channel] ?? channel),
            ),
          },
        ]}
      />
      <Json label={said.parameters} text={attempt.parameters} />
      <Json label={said.response} text={attempt.response} />
    </>
  );
}

/** Values of others, folded away. */
function Json({ label, text }: { label: string; text: string | undefined }): JSX.Element | null {
  if (text === undefined) return null;
  return (
    <details class="technical">
      <summary>{label}</summary>
      <pre class="json" dir="ltr" tabIndex={0}>
        {text}
      </pre>
    </details>
  );
}

const ATTEMPT_TONES: Readonly<Record<AttemptFacts['state'], BadgeTone>> = {
  pending: 'warn',
  success: 'good',
  failed: 'bad',
  canceled: 'still',
  error: 'bad',
  cod: 'calm',
};

/** Every refund, capture and void, whatever became of it. */
export function Operations(facts: OfficeFrame & Pick<PaymentFacts, 'operations'>): JSX.Element {
  const { operations, language } = facts;
  const words = officeWords(language);
  const { payment, operationStates, operationUndone } = words;
  const said = payment.operationFields;
  const reasons: Readonly<Record<string, string>> = words.operation.reasons;
  if (operations.length === 0) return <p class="absent">{payment.none.operations}</p>;
  return (
    <table class="rows small-rows">
      <thead>
        <tr>
          <th scope="col">{said.operation}</th>
          <th scope="col" class="money">
            {said.amount}
          </th>
          <th scope="col">{said.state}</th>
          <th scope="col">{said.reference}</th>
          <th scope="col">{said.when}</th>
        </tr>
      </thead>
      <tbody>
        {operations.toReversed().map((one) => (
          <tr key={one.sessionId} id={`operation-${one.sessionId}`}>
            <th scope="row" data-label={said.operation}>
              {words.operations[one.kind]}
              {one.toWallet && <span class="second">{payment.toWallet}</span>}
              {one.byGateway && <span class="second">{payment.byGateway}</span>}
              {one.reason && (
                <span class="second">
                  <bdi>{reasons[one.reason.code] ?? one.reason.code}</bdi>
                  {one.reason.note !== undefined && (
                    <>
                      {': '}
                      <bdi>{one.reason.note}</bdi>
                    </>
                  )}
                </span>
              )}
            </th>
            <td data-label={said.amount} class="money">
              <Figure amount={one.amount} language={language} />
            </td>
            <td data-label={said.state}>
              <Badge tone={one.isUndone === true ? 'bad' : OPERATION_TONES[one.state]}>
                {one.isUndone === true ? operationUndone : operationStates[one.state]}
              </Badge>
              {one.message !== undefined && one.message !== '' && (
                <span class="second">
                  <GatewayWords>{one.message}</GatewayWords>
                </span>
              )}
            </td>
            <td data-label={said.reference}>
              <Code>{one.referenceNumber}</Code>
              {one.gatewayReference !== undefined && (
                <span class="second">
                  <Code>{one.gatewayReference}</Code>
                </span>
              )}
            </td>
            <td data-label={said.when}>
              <ShortMoment iso={one.endedAt ?? one.createdAt} frame={facts} />
              {one.askedBy !== undefined && (
                <span class="second">
                  <bdi>{one.askedBy}</bdi>
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Webhooks about this payment, each with what came of its last call. */
export function Deliveries(facts: PaymentFacts): JSX.Element {
  const { webhooks = [], language } = facts;
  const { payment, deliveryStates } = officeWords(language);
  const said = payment.webhookFields;
  if (webhooks === 'failed') return <p class="absent">{payment.notLoaded}</p>;
  if (webhooks.length === 0) return <p class="absent">{payment.none.webhooks}</p>;
  return (
    <ul class="cards">
      {webhooks.map((one) => (
        <li key={one.id} class="one">
          <p class="one-head">
            <span class="one-name">
              <Code>{one.type}</Code>
            </span>
            <Badge tone={DELIVERY_TONES[one.state]}>{deliveryStates[one.state]}</Badge>
          </p>
          <Lines
            lines={[
              { label: said.to, value: code(one.url) },
              { label: said.when, value: <ZonedMoment iso={one.at} frame={facts} /> },
              { label: said.calls, value: code(String(one.calls)) },
              { label: said.answer, value: code(one.answer) },
            ]}
          />
          {one.replay && (
            <SmallForm {...one.replay}>
              <button type="submit" class="act small-act">
                {said.replay}
              </button>
            </SmallForm>
          )}
        </li>
      ))}
    </ul>
  );
}

const DELIVERY_TONES: Readonly<Record<DeliveryFacts['state'], BadgeTone>> = {
  queued: 'still',
  sending: 'warn',
  delivered: 'good',
  delivered_stay: 'good',
  failed: 'bad',
  held: 'warn',
};

/** Messages to the customer. */
export function MessageList(facts: PaymentFacts): JSX.Element {
  const { messages = [], language } = facts;
  const { payment, messageStates, channels, happenings } = officeWords(language);
  const said = payment.messageFields;
  if (messages === 'failed') return <p class="absent">{payment.notLoaded}</p>;
  if (messages.length === 0) return <p class="absent">{payment.none.messages}</p>;
  const channelWords: Readonly<Record<string, string>> = channels;
  const subjects: Readonly<Record<string, string>> = happenings.messages;
  return (
    <ul class="cards">
      {messages.map((one, nth) => (
        <li key={nth} class="one">
          <p class="one-head">
            <span class="one-name">{channelWords[one.channel] ?? one.channel}</span>
            <Badge tone={MESSAGE_TONES[one.state]}>{messageStates[one.state]}</Badge>
          </p>
          <Lines
            lines={[
              { label: said.what, value: subjects[one.what] ?? code(one.what) },
              { label: said.to, value: code(one.to.join(', ')) },
              { label: said.when, value: <ZonedMoment iso={one.at} frame={facts} /> },
              {
                label: said.seen,
                value:
                  one.seenAt === undefined ? undefined : (
                    <ZonedMoment iso={one.seenAt} frame={facts} />
                  ),
              },
              { label: said.error, value: isolatedText(one.error) },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

const MESSAGE_TONES: Readonly<Record<MessageSent['state'], BadgeTone>> = {
  wanted: 'warn',
  sent: 'good',
  failed: 'bad',
  unknown: 'warn',
  dropped: 'still',
};
