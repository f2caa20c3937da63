import type { JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import { officeWords } from '../locales/office-words.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { Lines } from '../pages/lines.tsx';
import { StateBadge, TestBadge } from './badges.tsx';
import { Cost } from './cost.tsx';
import type { Deed } from './deed.ts';
import type { DialogCard, DialogFacts } from './dialog-facts.ts';
import { ChoiceField, TextField, TickFields } from './fields.tsx';
import { OfficeForm } from './form.tsx';
import { framedPage } from './frame.tsx';
import { StepUpField, StepUpNotice, stepUpAgain } from './step-up.tsx';
import { FaultList, OfficeNotice, UnknownNotice } from './notice.tsx';

/** The question before something is done to a payment: what is done, to what, how much is left, and who has to agree. */
export function renderDialog(facts: DialogFacts): string {
  const { operation, payment, payments } = officeWords(facts.language);
  const order = facts.orderNo;
  return framedPage({
    frame: facts,
    title: operation.title[facts.deed],
    isNarrow: true,
    path: [
      { label: payments.title, href: '/office/payments' },
      {
        label:
          order === undefined ? (
            payment.titleBare
          ) : (
            <Fill text={payment.title} with={{ order: <Code>{order}</Code> }} />
          ),
        href: facts.paymentUrl,
      },
    ],
    main: <Dialog {...facts} />,
  });
}

function Dialog(facts: DialogFacts): JSX.Element {
  const { language, action, payment, left, methodName, paymentUrl, cost } = facts;
  const said = officeWords(language).operation;
  const method =
    methodName === undefined ? undefined : (
      <Fill text={said.withMethod} with={{ method: <bdi>{methodName}</bdi> }} />
    );
  return (
    <>
      <Trouble {...facts} />
      <section class="question">
        <h1>{said.title[facts.deed]}</h1>
        <p class="lead">
          <Fill
            text={said.text[textOf(facts)]}
            with={{
              method,
              amount: cost ? (
                <Cost {...cost} language={language} />
              ) : (
                <Figure amount={left ?? payment} language={language} />
              ),
            }}
          />
        </p>
        <Lines
          lines={[
            {
              label: said.payment,
              value: (
                <span class="tags">
                  {facts.orderNo !== undefined && <Code>{facts.orderNo}</Code>}
                  <Figure amount={payment} language={language} />
                  <StateBadge
                    language={language}
                    state={facts.state}
                    isRefundedWhole={facts.isRefundedWhole}
                  />
                  {facts.isSandbox && <TestBadge language={language} />}
                </span>
              ),
            },
            {
              label: isOperation(action) ? said.left[action] : '',
              value: left && (
                <strong>
                  <Figure amount={left} language={language} />
                </strong>
              ),
            },
          ]}
        />
        {facts.isBarred === true ? (
          <div class="question-does">
            <a class="act primary" href={paymentUrl}>
              {said.back}
            </a>
          </div>
        ) : (
          <Question {...facts} />
        )}
      </section>
    </>
  );
}

/** What went wrong, or what nobody knows. */
function Trouble(facts: DialogFacts): JSX.Element | null {
  const { language, faults, refusal, refusalCode = '', isUnknown, isBarred, stepUp } = facts;
  const { isOurs = false, notSent } = facts;
  const { operation: said, refusals } = officeWords(language);
  const all = [
    ...(refusal === undefined ? [] : [{ sentence: refusal, word: refusals[refusalCode] }]),
    ...Object.entries(faults).flatMap(([field, sentences]) =>
      sentences.map((sentence) => ({
        ...(FIELDS.has(field) && { field }),
        sentence,
        isOurs,
      })),
    ),
    ...(notSent?.isOfSome === true ? [{ sentence: said.notSentOthers, isOurs: true }] : []),
  ];
  if (isUnknown === true)
    return (
      <UnknownNotice language={language} title={said.unknown} text={said.unknownText} faults={all}>
        {stepUp && <p>{stepUpAgain(language, stepUp)}</p>}
      </UnknownNotice>
    );
  if (stepUp) return <StepUpNotice {...stepUp} language={language} said={said} />;
  if (notSent) return <FaultList title={notSentTitle(language, notSent)} faults={all} />;
  if (isBarred === true && refusal === undefined)
    return <OfficeNotice tone="warn" isNews title={said.notNow} />;
  if (facts.isOtherDeed)
    return (
      <OfficeNotice tone="warn" isNews title={said.changed}>
        <p>{said.changedText}</p>
      </OfficeNotice>
    );
  return <FaultList title={isBarred === true ? said.notNow : said.fixTitle} faults={all} />;
}

function notSentTitle(
  language: Language,
  { channels }: NonNullable<DialogFacts['notSent']>,
): string {
  const { operation, channels: words } = officeWords(language);
  const names: Readonly<Record<string, string>> = words;
  const all = channels.map((one) => names[one] ?? one).join(language === 'ar' ? '، ' : ', ');
  return operation.notSent.replace('{channels}', all);
}

const FIELDS: ReadonlySet<string> = new Set([
  'amount',
  'reason',
  'note',
  'channels',
  'to',
  'pg_code',
  'token',
  'consent',
]);

function Question(facts: DialogFacts): JSX.Element {
  const { language, action, deed, payment, left, faults, needsApproval, takesReason } = facts;
  const { channels, needsReason, approvalFrom, stepUpFrom } = facts;
  const { operation: said, channels: channelWords } = officeWords(language);
  const names: Readonly<Record<string, string>> = channelWords;
  const isUnknown = facts.isUnknown === true;
  return (
    <OfficeForm
      isOfPage
      form={facts.form}
      unanswered={isUnknown ? action : undefined}
      hidden={[
        ...(facts.event === undefined ? [] : [{ name: 'event', value: facts.event }]),
        // A payment that has changed by the press is asked about anew.
        ...(action === 'delete' ? [{ name: 'deed', value: deed }] : []),
      ]}
    >
      {hasAmount(action) && (left || isUnknown) && (
        <TextField
          id="amount"
          label={
            <Fill text={said.amount} with={{ currency: <bdi dir="ltr">{payment.currency}</bdi> }} />
          }
          hint={
            left && (
              <Fill
                text={facts.most ? said.amountHintLess : said.amountHint}
                with={{ amount: <Figure amount={facts.most ?? left} language={language} /> }}
              />
            )
          }
          value={facts.amount}
          faults={faults['amount']}
          mode="decimal"
          maxLength={24}
          isRequired
          isCode
        />
      )}
      {takesReason && (
        <>
          <ChoiceField
            id="reason"
            label={said.reason}
            faults={faults['reason']}
            isOurs={facts.isOurs}
            isRequired={needsReason === true}
            options={[
              { value: '', label: needsReason === true ? said.reasonNeeded : said.reasonChoose },
              ...Object.entries(said.reasons).map(([value, label]) => ({ value, label })),
            ]}
          />
          <TextField
            id="note"
            label={said.note}
            hint={said.noteHint}
            faults={faults['note']}
            maxLength={500}
          />
        </>
      )}
      {action === 'resend' && (
        <TickFields
          isPosted
          name="channels"
          legend={said.channels}
          options={channels.map((value) => ({ value, label: names[value] ?? value }))}
          picked={facts.picked ?? channels}
          faults={faults['channels']}
        />
      )}
      {facts.cashMethods && (
        <TickFields
          isOne
          name="pg_code"
          legend={said.cashMethod}
          options={facts.cashMethods.map(({ code, name, cost }) => ({
            value: code,
            label: (
              <>
                <bdi>{name}</bdi>
                {cost && (
                  <>
                    : <Cost {...cost} language={language} />
                  </>
                )}
              </>
            ),
          }))}
          picked={facts.cashMethods.slice(0, 1).map(({ code }) => code)}
          faults={faults['pg_code']}
        />
      )}
      {facts.cards && <CardChoice {...facts} cards={facts.cards} />}
      {facts.takesAddress === true && (
        <TextField
          id="to"
          label={said.to}
          hint={said.toHint}
          faults={faults['to']}
          maxLength={128}
          isCode
        />
      )}
      {facts.stepUp && (
        <StepUpField
          language={language}
          id="step_up"
          by={facts.stepUp.by}
          page={facts.form.action}
          isWrong={facts.stepUp.wrongAt !== undefined}
        />
      )}
      {facts.stepUpAhead !== undefined && (
        <StepUpField
          language={language}
          id="step_up"
          by={facts.stepUpAhead}
          page={facts.form.action}
          aheadHint={fromSum(stepUpFrom, {
            text: said.stepUpAhead,
            whole: said.stepUpAheadWhole,
            language,
          })}
        />
      )}
      {needsApproval && (
        <OfficeNotice
          tone="warn"
          title={fromSum(approvalFrom, { text: said.approvalFrom, whole: said.approval, language })}
        />
      )}
      <div class="question-does">
        <button type="submit" class={DANGERS.has(deed) ? 'act primary danger' : 'act primary'}>
          <span>
            {isUnknown ? (
              said.lookAgain
            ) : needsApproval && !approvalFrom ? (
              said.ask
            ) : (
              <Fill
                text={said.press[sumOpen(facts) ?? deed]}
                with={{
                  amount: (
                    <Figure amount={facts.cost?.total ?? left ?? payment} language={language} />
                  ),
                }}
              />
            )}
          </span>
        </button>
        <a class="act" href={facts.paymentUrl}>
          {said.back}
        </a>
      </div>
    </OfficeForm>
  );
}

/** Which saved card is charged, and by what right: an agreement, else the customer's word. */
function CardChoice({
  language,
  cards,
  agreementId,
  faults,
}: DialogFacts & { readonly cards: readonly DialogCard[] }): JSX.Element {
  const said = officeWords(language).operation;
  return (
    <>
      <TickFields
        isOne
        name="token"
        legend={said.card}
        options={cards.map(({ token, card, month, methodName, cost }) => ({
          value: token,
          label: (
            <>
              <Fill
                text={said.cardGoodTo}
                with={{
                  card: <Code>{card}</Code>,
                  month: <Code>{month}</Code>,
                  method: <bdi>{methodName}</bdi>,
                }}
              />
              {cost && (
                <>
                  : <Cost {...cost} language={language} />
                </>
              )}
            </>
          ),
        }))}
        picked={cards.slice(0, 1).map(({ token }) => token)}
        faults={faults['token']}
      />
      {agreementId === undefined ? (
        <TickFields
          isPosted
          name="consent"
          legend={said.consent}
          options={[{ value: 'given', label: said.consentGiven }]}
          picked={[]}
        />
      ) : (
        <p class="hint">
          <Fill text={said.byAgreement} with={{ agreement: <Code>{agreementId}</Code> }} />
        </p>
      )}
    </>
  );
}

/** What is said of it: cash that is canceled was taken, and a sum that depends on what is chosen is named there. */
function textOf(facts: DialogFacts): keyof ReturnType<typeof officeWords>['operation']['text'] {
  const { deed } = facts;
  return deed === 'cancel' && facts.state === 'cod' ? 'cancelCash' : (sumOpen(facts) ?? deed);
}

/** Where what is charged, or taken in cash, is not known before somebody has chosen. */
function sumOpen({ action, cost }: DialogFacts): 'cashOpen' | 'chargeOpen' | undefined {
  if (cost) return undefined;
  return action === 'cash' ? 'cashOpen' : action === 'charge' ? 'chargeOpen' : undefined;
}

/** What cannot be undone. */
const DANGERS: ReadonlySet<Deed> = new Set(['cancel', 'expire', 'void', 'remove']);

function isOperation(action: DialogFacts['action']): action is 'refund' | 'capture' | 'void' {
  return action === 'refund' || action === 'capture' || action === 'void';
}

/** A void takes all. */
function hasAmount(action: DialogFacts['action']): boolean {
  return action === 'refund' || action === 'capture';
}

/** A sentence about the sums from which something holds; the whole one where there is no such sum. */
function fromSum(
  from: DialogFacts['approvalFrom'],
  {
    text,
    whole,
    language,
  }: Pick<DialogFacts, 'language'> & { readonly text: string; readonly whole: string },
): JSX.Element | string {
  return from ? (
    <Fill text={text} with={{ amount: <Figure amount={from} language={language} /> }} />
  ) : (
    whole
  );
}
