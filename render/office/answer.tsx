import type { ComponentChild, JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { ApiSentence, GatewayWords } from './api-sentence.tsx';
import type { OfficeOperation, PaymentFacts } from './payment-facts.ts';
import { ZonedMoment } from './short-moment.tsx';

/**
 * What somebody asks who is on the telephone about this payment, in one or two sentences: what is known, and what nobody here can
 * know.
 */
export function AnswerSentence(facts: PaymentFacts): JSX.Element {
  const operation = facts.operations.filter(({ state }) => state !== 'dropped').at(-1);
  return (
    <div class="answer">
      <p>
        <PaymentSentence {...facts} />
      </p>
      {operation && (
        <p>
          <OperationSentence facts={facts} operation={operation} />
        </p>
      )}
    </div>
  );
}

/** How the payment itself stands. */
function PaymentSentence(facts: PaymentFacts): JSX.Element {
  const { state, language, expiresAt, seenAt, attempts, amount } = facts;
  const said = officeWords(language).payment.answer;
  const last = attempts.at(-1);
  const settling = attempts.find((one) => one.isSettled);
  const at = settling?.endedAt;
  const method = settling && <PaidBy facts={facts} settling={settling} />;
  const { charged, byWallet } = facts.money;
  const figure = <Figure amount={charged ?? byWallet ?? amount} language={language} />;
  const moment = (iso: string) => <ZonedMoment iso={iso} frame={facts} />;
  switch (state) {
    case 'paid':
      return at === undefined
        ? fill(said.paidPlain, { amount: figure, method })
        : fill(said.paid, { amount: figure, time: moment(at), method });
    case 'authorized':
      return fill(said.authorized, { amount: figure, time: moment(at ?? facts.createdAt), method });
    case 'cod':
      return fill(said.cod, { amount: figure });
    case 'canceled':
      return fill(said.canceled, {});
    case 'expired':
      return fill(said.expired, {});
    case 'invalided':
      return (
        <>
          {fill(said.invalided, {})}
          {facts.whyInvalid !== undefined && (
            <>
              {' '}
              <ApiSentence>{facts.whyInvalid}</ApiSentence>
            </>
          )}
        </>
      );
    case 'failed':
      return (
        <>
          {last?.endedAt === undefined
            ? fill(said.failedPlain, {})
            : fill(said.failed, { time: moment(last.endedAt) })}
          <LastWord {...facts} />
        </>
      );
    default:
  }
  if (last?.state === 'pending') return fill(said.underWay, { time: moment(last.startedAt) });
  if (last?.endedAt !== undefined)
    return (
      <>
        {fill(said.tried, { time: moment(last.endedAt), until: moment(expiresAt) })}
        <LastWord {...facts} />
      </>
    );
  if (seenAt !== undefined)
    return fill(said.opened, { seen: moment(seenAt), time: moment(expiresAt) });
  return fill(state === 'created' ? said.created : said.openedPlain, { time: moment(expiresAt) });
}

function fill(text: string, parts: Readonly<Record<string, ComponentChild>>): JSX.Element {
  return <Fill text={text} with={parts} />;
}

/** What the gateway said of the last try, and what the network advises. */
function LastWord({ attempts, language }: PaymentFacts): JSX.Element | null {
  const { payment } = officeWords(language);
  const { message, advice } = attempts.at(-1) ?? {};
  return (
    <>
      {message !== undefined && message !== '' && (
        <>
          {' '}
          <Fill text={payment.answer.said} with={{ message: <bdi>{message}</bdi> }} />
        </>
      )}
      {advice !== undefined && <> {payment.advice[advice]}</>}
    </>
  );
}

/** The method, and the wallet that has paid beside it, or in its place. */
function PaidBy({
  facts,
  settling,
}: {
  readonly facts: PaymentFacts;
  readonly settling: PaymentFacts['attempts'][number];
}): JSX.Element {
  const { charged, byWallet } = facts.money;
  const said = officeWords(facts.language).payment.answer;
  if (!byWallet) return methodOf(facts, settling);
  if (!charged) return <>{said.fromWallet}</>;
  const part = <Figure amount={byWallet} language={facts.language} />;
  return (
    <>
      {methodOf(facts, settling)}
      <Fill text={said.andWallet} with={{ amount: part }} />
    </>
  );
}

function methodOf(
  { language }: PaymentFacts,
  { gateway, card }: PaymentFacts['attempts'][number],
): JSX.Element {
  const { withMethod } = officeWords(language).payment.answer;
  const name = (
    <>
      <bdi>{gateway}</bdi>
      {card !== undefined && (
        <>
          {' '}
          <Code>{card}</Code>
        </>
      )}
    </>
  );
  return <Fill text={withMethod} with={{ method: name }} />;
}

/** How the newest refund, capture or void stands. */
function OperationSentence({
  facts,
  operation,
}: {
  readonly facts: PaymentFacts;
  readonly operation: OfficeOperation;
}): JSX.Element {
  const { language } = facts;
  const { payment, operations } = officeWords(language);
  const { gatewayReference, message, state } = operation;
  const parts = {
    amount: <Figure amount={operation.amount} language={language} />,
    operation: operations[operation.kind],
    time: <ZonedMoment iso={operation.endedAt ?? operation.createdAt} frame={facts} />,
  };
  return (
    <>
      <Fill text={payment.answer[sentenceOf(operation)]} with={parts} />
      {state === 'done' && operation.isUndone !== true && gatewayReference !== undefined && (
        <>
          {' '}
          <Fill text={payment.answer.trace} with={{ reference: <Code>{gatewayReference}</Code> }} />
        </>
      )}
      {(state === 'failed' || state === 'rejected') && message !== undefined && message !== '' && (
        <>
          {' '}
          <Fill
            text={payment.answer.said}
            with={{ message: <GatewayWords>{message}</GatewayWords> }}
          />
        </>
      )}
    </>
  );
}

function sentenceOf({ state, kind, toWallet, isUndone }: OfficeOperation) {
  if (isUndone === true) return 'operationUndone';
  switch (state) {
    case 'awaiting':
      return 'awaiting';
    case 'promised':
    case 'unclear':
      return state;
    case 'queued':
      return QUEUED[kind];
    case 'done':
      return kind === 'refund' && toWallet ? 'refundDoneWallet' : DONE[kind];
    default:
      return 'operationFailed';
  }
}

const QUEUED = { refund: 'refundQueued', capture: 'captureQueued', void: 'voidQueued' } as const;
const DONE = { refund: 'refundDone', capture: 'captureDone', void: 'voidDone' } as const;
