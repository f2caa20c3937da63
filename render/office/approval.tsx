import type { ComponentChild, JSX } from 'preact';
import { unreachable } from '../../domain/unreachable.ts';
import { pluralOf, type PluralForms } from '../locales/office-plural.ts';
import { officeWords } from '../locales/office-words.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { GatewayWords } from './api-sentence.tsx';
import { CommentField } from './fields.tsx';
import { Icon } from '../pages/icon.tsx';
import { Lines } from '../pages/lines.tsx';
import type { ApprovalFacts, RequestVerdict, Warning, Watched } from './approval-facts.ts';
import { TestBadge } from './badges.tsx';
import { OfficeForm } from './form.tsx';
import { framedPage } from './frame.tsx';
import { FaultList, OfficeNotice, UnknownNotice } from './notice.tsx';
import { ZonedMoment } from './short-moment.tsx';
import { stepUpAgain, StepUpField, StepUpNotice } from './step-up.tsx';

/** A request on which somebody decides: who asks for what, what speaks against it, and what is left afterwards. */
export function renderApproval(facts: ApprovalFacts): string {
  const { approval, inbox } = officeWords(facts.language);
  const isOpen = facts.state === 'pending';
  return framedPage({
    frame: facts,
    title: (isOpen ? approval.title : approval.titleOver)[facts.kind],
    isNarrow: true,
    hasOwnSearch: true,
    path: [{ label: inbox.title, href: '/office/inbox' }],
    ...(facts.number !== undefined && {
      here: <Fill text={approval.number} with={{ number: <Code>{facts.number}</Code> }} />,
    }),
    main: <Approval {...facts} />,
  });
}

function Approval(facts: ApprovalFacts): JSX.Element {
  const said = officeWords(facts.language).approval;
  const isOpen = facts.state === 'pending';
  return (
    <>
      <ApprovalTrouble {...facts} />
      {!isOpen && <Outcome {...facts} />}
      <section class="question decision">
        <h1>
          <ApprovalSentence {...facts} />
        </h1>
        <Why {...facts} />
        {isOpen && <ApprovalWarnings {...facts} />}
        <Lines lines={approvalLines(facts)} />
        {facts.whyNot !== undefined && <p class="why-not">{said.whyNot[facts.whyNot]}</p>}
        {(facts.offers.length > 0 || facts.isUnknown === true) && <Decision {...facts} />}
        {facts.breakGlassUrl !== undefined && (
          <p class="quiet">
            <a class="row-link" href={facts.breakGlassUrl}>
              {officeWords(facts.language).breakGlass.link}
            </a>
          </p>
        )}
        <Onward {...facts} />
      </section>
    </>
  );
}

/** Who asks for what, in one sentence. */
export function ApprovalSentence(facts: ApprovalFacts): JSX.Element {
  const { language, kind, payment, amount } = facts;
  const said = officeWords(language).approval;
  return (
    <Fill
      text={(payment ? said.asks : said.asksBare)[kind]}
      with={{
        maker: <Maker {...facts} />,
        amount: <Figure amount={amount} language={language} />,
        payment: payment && <Figure amount={payment} language={language} />,
        to: <Receiver {...facts} />,
      }}
    />
  );
}

function Maker({ language, maker }: ApprovalFacts): JSX.Element {
  return maker === undefined ? <>{officeWords(language).approval.program}</> : <bdi>{maker}</bdi>;
}

/** Where the money goes, or whose it is, as far as the reader may know. */
function Receiver(facts: ApprovalFacts): JSX.Element | null {
  const text = receiverText(facts);
  if (text === undefined) return null;
  return (
    <Fill
      text={text}
      with={{
        customer: <bdi>{facts.customerName}</bdi>,
        card: (
          <bdi dir="ltr" class="figure">
            {facts.card}
          </bdi>
        ),
      }}
    />
  );
}

function receiverText({
  language,
  kind,
  toWallet,
  customerName,
  card,
}: ApprovalFacts): string | undefined {
  const { to, on } = officeWords(language).approval;
  const isNamed = customerName !== undefined;
  if (toWallet) return isNamed ? to.walletOf : to.wallet;
  const words = kind === 'refund' ? to : on;
  if (card !== undefined) return isNamed ? words.cardOf : words.card;
  return isNamed ? words.customer : undefined;
}

function Why({ language, reason, reasonNote }: ApprovalFacts): JSX.Element {
  const { approval, operation } = officeWords(language);
  if (reason === undefined) return <p class="lead">{approval.noReason}</p>;
  return (
    <p class="lead">
      {approval.reason}: <strong>{operation.reasons[reason]}</strong>
      {reasonNote !== undefined && (
        <>
          {' – '}
          <bdi>{reasonNote}</bdi>
        </>
      )}
    </p>
  );
}

/** What somebody should look at before they say yes. */
export function ApprovalWarnings({
  language,
  warnings,
  changed = [],
}: ApprovalFacts): JSX.Element | null {
  const said = officeWords(language).approval;
  if (warnings.length === 0) return null;
  return (
    <div class="warnings">
      <h2>
        <Icon name="warning" /> {said.warnings}{' '}
        {changed.includes('alerts') && <mark class="tag tag-warn">{said.changed}</mark>}
      </h2>
      <ul>
        {warnings.map((one) => (
          <li key={`${one.key} ${one.key === 'alert' ? one.alert : ''}`}>
            <WarningWords language={language} warning={one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function WarningWords({
  language,
  warning,
}: Pick<ApprovalFacts, 'language'> & { readonly warning: Warning }): JSX.Element {
  const { approval, alerts } = officeWords(language);
  const said = approval.warning;
  const counted = (forms: PluralForms, count: number) =>
    pluralOf(forms, count, language).replace('{count}', String(count));
  switch (warning.key) {
    case 'back':
      return (
        <Fill
          text={said.back}
          with={{ amount: <Figure amount={warning.amount} language={language} /> }}
        />
      );
    case 'old':
    case 'maker':
      return <>{counted(said[warning.key], warning.count)}</>;
    case 'customer':
      return (
        <Fill
          text={said.customer}
          with={{ refunds: String(warning.refunds), payments: String(warning.payments) }}
        />
      );
    case 'alert':
      return <Fill text={said.alert} with={{ alert: alerts[warning.alert] }} />;
    case 'expired':
      return <>{said.expired}</>;
    default:
      return unreachable(warning);
  }
}

/** What stands on the page of what is asked for, line by line. */
export function approvalLines(
  facts: ApprovalFacts,
): readonly { label: string; value: ComponentChild }[] {
  const { language, changed = [], remains, back, expiresAt, hoursLeft } = facts;
  const said = officeWords(language).approval;
  const marked = (name: Watched, value: ComponentChild) =>
    value === undefined || !changed.includes(name) ? (
      value
    ) : (
      <mark class="changed">
        {value} <span class="tag tag-warn">{said.changed}</span>
      </mark>
    );
  return [
    {
      label: said.remains,
      value: marked(
        'remains',
        remains && (
          <strong>
            <Figure amount={remains} language={language} />
          </strong>
        ),
      ),
    },
    {
      label: said.back,
      value: marked('back', back && <Figure amount={back} language={language} />),
    },
    { label: said.payment, value: marked('payment', <Payment {...facts} />) },
    { label: said.votes, value: marked('votes', <Votes {...facts} />) },
    {
      label: said.until,
      value: expiresAt !== undefined && facts.state === 'pending' && (
        <>
          <ZonedMoment iso={expiresAt} frame={facts} />
          {hoursLeft !== undefined && (
            <span class="second">
              {hoursLeft < 1
                ? said.leftLess
                : pluralOf(said.left, hoursLeft, language).replace('{count}', String(hoursLeft))}
            </span>
          )}
        </>
      ),
    },
    { label: said.decidedBy, value: facts.decidedBy && <bdi>{facts.decidedBy}</bdi> },
    { label: said.decidedFor, value: facts.decisionReason && <bdi>{facts.decisionReason}</bdi> },
    {
      label: said.gatewayReference,
      value: facts.gatewayReference && <Code>{facts.gatewayReference}</Code>,
    },
  ].map(({ label, value }) => ({ label, value: value === false ? undefined : value }));
}

/** The payment in two lines: which, and when and by what it was paid. */
function Payment(facts: ApprovalFacts): JSX.Element {
  const { language, orderNo, paymentUrl, paidAt, methodName } = facts;
  const said = officeWords(language).approval;
  const name =
    orderNo === undefined ? (
      paymentUrl === undefined ? null : (
        said.paymentBare
      )
    ) : (
      <Fill text={said.paymentOf} with={{ order: <Code>{orderNo}</Code> }} />
    );
  return (
    <>
      {paymentUrl === undefined ? name : <a href={paymentUrl}>{name}</a>}
      {facts.isSandbox && (
        <>
          {' '}
          <TestBadge language={language} />
        </>
      )}
      {paidAt !== undefined && (
        <span class="second">
          <Fill text={said.paid} with={{ at: <ZonedMoment iso={paidAt} frame={facts} /> }} />
          {methodName !== undefined && (
            <>
              {' '}
              <Fill text={said.paidWith} with={{ method: <bdi>{methodName}</bdi> }} />
            </>
          )}
        </span>
      )}
    </>
  );
}

function Votes(facts: ApprovalFacts): JSX.Element | null {
  const { language, votes, needed } = facts;
  const said = officeWords(language).approval;
  if (needed === 0) return null;
  return (
    <>
      <Fill
        text={said.votesOf}
        with={{ given: String(votes.length), needed: String(Math.max(needed, votes.length)) }}
      />
      {votes.map((vote) => (
        <span class="second" key={`${vote.by} ${vote.at}`}>
          <Fill
            text={said.voteBy}
            with={{ by: <bdi>{vote.by}</bdi>, at: <ZonedMoment iso={vote.at} frame={facts} /> }}
          />
          {vote.isAlone && ` (${said.voteAlone})`}
          {vote.note !== undefined && (
            <>
              {': '}
              <bdi>{vote.note}</bdi>
            </>
          )}
        </span>
      ))}
    </>
  );
}

/** What went wrong, what has changed, or what nobody knows. */
export function ApprovalTrouble(facts: ApprovalFacts): JSX.Element | null {
  const { language, refusal, refusalCode = '', commentFaults = [], stepUp } = facts;
  const { approval: said, refusals } = officeWords(language);
  const faults = [
    ...(refusal === undefined ? [] : [{ sentence: refusal, word: refusals[refusalCode] }]),
    ...commentFaults.map((sentence) => ({ field: 'comment', sentence, isOurs: true })),
  ];
  if (facts.isUnknown === true)
    return (
      <UnknownNotice
        language={language}
        title={said.unknown}
        text={said.unknownText}
        faults={faults}
      >
        {stepUp && <p>{stepUpAgain(language, stepUp)}</p>}
      </UnknownNotice>
    );
  if (facts.changed)
    return (
      <OfficeNotice tone="warn" isNews title={said.conflict}>
        <p>{said.conflictText}</p>
      </OfficeNotice>
    );
  if (stepUp) return <StepUpNotice {...stepUp} language={language} said={said} />;
  return <FaultList title={said.notDone} faults={faults} />;
}

/** What became of it, and what the gateway said. */
function Outcome(facts: ApprovalFacts): JSX.Element {
  const { language, kind, amount, isNews, message } = facts;
  const { approval, operations } = officeWords(language);
  const { how } = approval;
  const { tone, title, text } = outcomeOf(facts);
  return (
    <OfficeNotice
      tone={tone}
      isNews={isNews}
      title={
        <Fill
          text={how[title]}
          with={{
            operation: operations[kind],
            amount: <Figure amount={amount} language={language} />,
          }}
        />
      }
    >
      {text !== undefined && <p>{how[text]}</p>}
      {message !== undefined && (
        <p>
          {approval.said}: <GatewayWords>{message}</GatewayWords>
        </p>
      )}
    </OfficeNotice>
  );
}

type How = ReturnType<typeof officeWords>['approval']['how'];

function outcomeOf({ state, isQueued, isTakenBack }: ApprovalFacts): {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: keyof How;
  readonly text?: keyof How;
} {
  switch (state) {
    case 'done':
      if (isTakenBack) return { tone: 'bad', title: 'takenBack', text: 'takenBackText' };
      return isQueued
        ? { tone: 'warn', title: 'queued', text: 'queuedText' }
        : { tone: 'good', title: 'done' };
    case 'rejected':
      return { tone: 'good', title: 'rejected', text: 'nothingText' };
    case 'canceled':
      return { tone: 'good', title: 'canceled', text: 'nothingText' };
    case 'manual_action_required':
      return { tone: 'bad', title: 'manual', text: 'manualText' };
    case 'expired':
      return { tone: 'bad', title: 'expired', text: 'expiredText' };
    default:
      return { tone: 'warn', title: 'approved', text: 'approvedText' };
  }
}

/** The form with the buttons. Its text has lines of its own, so that Enter in it presses nothing. */
function Decision(facts: ApprovalFacts): JSX.Element {
  const { language, offers, stepUp, comment, commentFaults } = facts;
  const said = officeWords(language).approval;
  const isFixed = stepUp !== undefined || facts.isUnknown === true;
  const takesComment = !isFixed && offers.includes('reject');
  const [first] = offers;
  const hidden = [
    ...facts.hidden,
    ...(isFixed ? [{ name: 'comment', value: comment }] : []),
    ...(first === undefined ? [] : [{ name: 'by_enter', value: first }]),
  ];
  return (
    <OfficeForm
      isOfPage
      form={facts.form}
      hidden={hidden}
      unanswered={facts.isUnknown === true ? first : undefined}
    >
      {takesComment && (
        <CommentField
          label={said.comment}
          hint={<Fill text={said.commentHint} with={{ maker: <Maker {...facts} /> }} />}
          value={comment}
          rows={1}
          faults={commentFaults}
        />
      )}
      {stepUp && (
        <StepUpField
          language={language}
          id="step_up"
          by={stepUp.by}
          page={facts.form.action}
          isWrong={stepUp.wrongAt !== undefined}
        />
      )}
      {facts.stepUpAhead !== undefined && (
        <StepUpField
          language={language}
          id="step_up"
          by={facts.stepUpAhead}
          page={facts.form.action}
          aheadHint={said.stepUpAhead}
        />
      )}
      <div class="question-does">
        {offers.map((verdict) => (
          <button
            key={verdict}
            type="submit"
            name="verdict"
            value={verdict}
            class={LOOKS[facts.isUnknown === true ? 'retry' : verdict]}
          >
            {facts.isUnknown === true ? said.lookAgain : said[verdict]}
          </button>
        ))}
        {stepUp && (
          <a class="act" href={facts.form.action}>
            {said.cancel}
          </a>
        )}
      </div>
    </OfficeForm>
  );
}

const LOOKS: Readonly<Record<RequestVerdict, string>> = {
  approve: 'act primary',
  reject: 'act danger',
  withdraw: 'act danger',
  retry: 'act primary',
  giveUp: 'act danger',
};

/** Where to go from here. */
function Onward({ language, next, state, form, isUnknown }: ApprovalFacts): JSX.Element | null {
  const said = officeWords(language).approval;
  if (isUnknown === true) return null;
  const isUnderWay = state === 'approved';
  if (next === undefined && !isUnderWay) return null;
  return (
    <div class="onward">
      {next === 'none' && <p class="quiet">{said.nothingNext}</p>}
      {isUnderWay && (
        <a class="act" href={form.action}>
          {said.lookAgain}
        </a>
      )}
      {next !== undefined && next !== 'none' && (
        <a class="act primary" href={next.href}>
          {said.next}
        </a>
      )}
      <a class="act" href="/office/inbox">
        {said.backToInbox}
      </a>
    </div>
  );
}
