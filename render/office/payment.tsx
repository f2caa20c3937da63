import type { ComponentChildren, JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { Code, Figure } from '../pages/figure.tsx';
import type { Amount } from '../pages/facts.ts';
import { Fill } from '../pages/fill.tsx';
import { Icon } from '../pages/icon.tsx';
import { code, isolatedText, Lines } from '../pages/lines.tsx';
import { safeLink } from '../pages/link.ts';
import { ApiSentence, ApiSentences } from './api-sentence.tsx';
import { AnswerSentence } from './answer.tsx';
import { AlertBadge, Badge, StateBadge, TestBadge } from './badges.tsx';
import { deedOf } from './deed.ts';
import type { PaymentAction, PaymentFacts } from './payment-facts.ts';
import { framedPage } from './frame.tsx';
import { TellingNotice } from './notice.tsx';
import { Attempts, Deliveries, MessageList, Operations } from './payment-parts.tsx';
import { PaymentTitle, paymentTitle, TitledPart } from './payment-title.tsx';
import { ZonedMoment } from './short-moment.tsx';
import { Timeline } from './timeline.tsx';

/** One payment with all that is known of it, and what this person may do with it. */
export function renderPayment(facts: PaymentFacts): string {
  const { payments } = officeWords(facts.language);
  return framedPage({
    frame: facts,
    title: paymentTitle(facts),
    here: facts.orderNo !== undefined && <PaymentTitle {...facts} />,
    path: [{ label: payments.title, href: '/office/payments' }],
    main: <Payment {...facts} />,
  });
}

function Payment(facts: PaymentFacts): JSX.Element {
  const { told } = facts;
  return (
    <>
      {told && (
        <TellingNotice frame={facts} told={told}>
          {told.key === 'created' && <FromHere {...facts} />}
        </TellingNotice>
      )}
      <Head {...facts} />
      <Anchors {...facts} />
      <div class="detail">
        <div class="detail-story">
          <AlertsPart {...facts} />
          <TimelinePart {...facts} />
          <PartSection facts={facts} name="attempts">
            <Attempts {...facts} />
          </PartSection>
          <PartSection facts={facts} name="operations">
            <Operations {...facts} />
          </PartSection>
          {facts.webhooks !== undefined && (
            <PartSection facts={facts} name="webhooks">
              <Deliveries {...facts} />
            </PartSection>
          )}
          {facts.messages !== undefined && (
            <PartSection facts={facts} name="messages">
              <MessageList {...facts} />
            </PartSection>
          )}
          {facts.extra !== undefined && (
            <PartSection facts={facts} name="extra">
              <pre class="json" dir="ltr" tabIndex={0}>
                {facts.extra}
              </pre>
            </PartSection>
          )}
        </div>
        <div class="detail-facts">
          <MoneyPart {...facts} />
          <CustomerPart {...facts} />
          <FilesPart {...facts} />
          <DetailsPart {...facts} />
        </div>
      </div>
    </>
  );
}

/** How a payment that was just made comes to its customer, who may be at the counter or on the telephone. */
function FromHere({ language, links, actions, codeUrl }: PaymentFacts): JSX.Element {
  const { operation, frame } = officeWords(language);
  const checkout = safeLink(links.checkout);
  const send = actions.find(({ action }) => action === 'resend');
  return (
    <ul class="links">
      {checkout !== undefined && (
        <li>
          <a href={checkout} target="_blank" rel="noopener noreferrer">
            {operation.results.openHere} <span class="unseen">{frame.opensNewTab}</span>
          </a>
        </li>
      )}
      {codeUrl !== undefined && (
        <li>
          <a href={codeUrl}>{operation.results.showCode}</a>
        </li>
      )}
      {send && (
        <li>
          <a href={send.href}>{operation.results.sendIt}</a>
        </li>
      )}
    </ul>
  );
}

function Head(facts: PaymentFacts): JSX.Element {
  const { language, amount, state, isSandbox, isDeleted, alerts, customer } = facts;
  const { payments } = officeWords(language);
  return (
    <section class="head">
      <div class="head-line">
        <h1>
          <span class="head-order">
            <PaymentTitle {...facts} />
          </span>
          <span class="head-amount">
            <Figure amount={amount} language={language} />
          </span>
        </h1>
        <span class="tags">
          <StateBadge language={language} state={state} isRefundedWhole={facts.isRefundedWhole} />
          {isSandbox && <TestBadge language={language} />}
          {isDeleted && <Badge tone="still">{payments.archived}</Badge>}
          {[...new Set(alerts.map(({ kind }) => kind))].map((kind) => (
            <AlertBadge
              key={kind}
              language={language}
              kind={kind}
              isHandled={alerts.every((one) => one.kind !== kind || one.mark?.isDone === true)}
            />
          ))}
        </span>
      </div>
      {customer.name !== undefined && (
        <p class="head-customer">
          <Icon name="person" />
          <bdi>{customer.name}</bdi>
        </p>
      )}
      <AnswerSentence {...facts} />
      <Actions {...facts} />
    </section>
  );
}

/** What the API says that this person may do now, and nothing else. */
function Actions({ actions, noAction, language, state }: PaymentFacts): JSX.Element | null {
  const { payment } = officeWords(language);
  if (noAction !== undefined)
    return (
      <p class="quiet">
        {payment.noAction[noAction]}{' '}
        {noAction === 'now' && <a href="#money">{payment.noActionWhy}</a>}
      </p>
    );
  if (actions.length === 0) return null;
  return (
    <ul class="does" aria-label={payment.actions}>
      {actions.map(({ action, href, needsApproval }, nth) => (
        <li key={action}>
          <a
            class={nth === 0 && isMoney(action) ? 'act primary' : 'act'}
            href={href}
            data-action={action}
          >
            {payment.doIt[deedOf(action, state)]}
            {needsApproval && <span class="act-note">({payment.needsApproval})</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

function isMoney(action: PaymentAction): boolean {
  return action === 'refund' || action === 'capture';
}

type PartName = keyof ReturnType<typeof officeWords>['payment']['parts'];

function Anchors(facts: PaymentFacts): JSX.Element {
  const { parts, onThisPage } = officeWords(facts.language).payment;
  const names: readonly PartName[] = [
    ...(facts.alerts.length > 0 ? (['alerts'] as const) : []),
    'timeline',
    'money',
    'customer',
    'attempts',
    'operations',
    ...(facts.webhooks === undefined ? [] : (['webhooks'] as const)),
    ...(facts.messages === undefined ? [] : (['messages'] as const)),
    'files',
    'details',
    ...(facts.extra === undefined ? [] : (['extra'] as const)),
  ];
  return (
    <nav class="views anchors" aria-label={onThisPage}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{parts[name]}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PartProps {
  readonly facts: PaymentFacts;
  readonly name: PartName;
  readonly children: ComponentChildren;
}

function PartSection({ facts, name, children }: PartProps): JSX.Element {
  return (
    <TitledPart id={name} title={officeWords(facts.language).payment.parts[name]}>
      {children}
    </TitledPart>
  );
}

function AlertsPart(facts: PaymentFacts): JSX.Element | null {
  const said = officeWords(facts.language).payment;
  if (facts.alerts.length === 0) return null;
  return (
    <PartSection facts={facts} name="alerts">
      <ul class="alerts">
        {facts.alerts.map(({ kind, at, detail, referenceNumber, inboxUrl, mark }) => (
          <li key={`${kind} ${at} ${referenceNumber}`}>
            <p>
              <AlertBadge language={facts.language} kind={kind} />{' '}
              <span class="quiet">
                <ZonedMoment iso={at} frame={facts} />
              </span>
            </p>
            <p>
              <ApiSentence>{detail}</ApiSentence>
            </p>
            <p class="quiet">
              <Fill text={said.reference} with={{ reference: <Code>{referenceNumber}</Code> }} />
            </p>
            {(mark || inboxUrl !== undefined) && (
              <p>
                {mark ? <AlertMark facts={facts} mark={mark} /> : said.alertOpen}{' '}
                {inboxUrl !== undefined && <a href={inboxUrl}>{said.alertInbox}</a>}
              </p>
            )}
          </li>
        ))}
      </ul>
    </PartSection>
  );
}

/** Who sees to an alert, or has, and what they have noted. */
function AlertMark({
  facts,
  mark: { by, isDone, at, note },
}: {
  readonly facts: PaymentFacts;
  readonly mark: NonNullable<PaymentFacts['alerts'][number]['mark']>;
}): JSX.Element {
  const said = officeWords(facts.language).payment;
  return (
    <>
      <Fill
        text={isDone ? said.alertDone : said.alertTaken}
        with={{ by: <bdi>{by}</bdi>, at: <ZonedMoment iso={at} frame={facts} /> }}
      />
      {note !== undefined && (
        <>
          {': '}
          <bdi>{note}</bdi>
        </>
      )}
    </>
  );
}

function TimelinePart(facts: PaymentFacts): JSX.Element {
  const { timeline, moreTimelineUrl, language } = facts;
  const said = officeWords(language).payment;
  return (
    <PartSection facts={facts} name="timeline">
      {timeline === 'failed' || timeline === undefined ? (
        <p class="absent">{said.notLoaded}</p>
      ) : timeline.length === 0 ? (
        <p class="absent">{said.none.timeline}</p>
      ) : (
        <Timeline frame={facts} entries={timeline} />
      )}
      {moreTimelineUrl !== undefined && (
        <a class="act" href={moreTimelineUrl}>
          {said.more}
        </a>
      )}
    </PartSection>
  );
}

function MoneyPart(facts: PaymentFacts): JSX.Element {
  const { money, amount, language } = facts;
  const { payment, operations } = officeWords(language);
  const said = payment.money;
  const figure = (value: Amount | undefined) =>
    value && <Figure amount={value} language={language} />;
  const left = (value: Amount) => (/[1-9]/.test(value.value) ? figure(value) : undefined);
  return (
    <PartSection facts={facts} name="money">
      <Lines
        lines={[
          { label: said.asked, value: figure(amount) },
          { label: said.fee, value: figure(money.fee) },
          {
            // Acknowledged at the counter, or still to be paid on delivery: no gateway has charged it.
            label: facts.state === 'cod' ? said.inCash : said.charged,
            value: figure(money.charged),
          },
          { label: said.byWallet, value: figure(money.byWallet) },
          { label: said.refunded, value: figure(money.refunded) },
          { label: said.refundable, value: left(money.refundable) },
          { label: said.capturable, value: left(money.capturable) },
          { label: said.voidable, value: left(money.voidable) },
        ]}
      />
      {money.why.length > 0 && (
        <details class="technical">
          <summary>{said.why}</summary>
          <ul class="whys">
            {money.why.map(({ operation, sentence }) => (
              <li key={operation}>
                {operation === 'cancel' ? payment.doIt.cancel : operations[operation]}:{' '}
                <ApiSentence>{sentence}</ApiSentence>
              </li>
            ))}
          </ul>
        </details>
      )}
    </PartSection>
  );
}

function CustomerPart(facts: PaymentFacts): JSX.Element {
  const { customer, language } = facts;
  const { payment, payments } = officeWords(language);
  const said = payment.customerFields;
  const lines = [
    { label: said.name, value: isolatedText(customer.name) },
    { label: said.email, value: code(customer.email) },
    ...customer.phones.map((phone) => ({ label: said.phone, value: code(phone) })),
    { label: said.id, value: code(customer.id) },
    { label: said.address, value: isolatedText(customer.address) },
    { label: said.delivery, value: isolatedText(customer.deliveryAddress) },
  ];
  const isKnown = lines.some(({ value }) => value !== undefined);
  return (
    <PartSection facts={facts} name="customer">
      {isKnown ? <Lines lines={lines} /> : <p class="absent">{payments.noCustomer}</p>}
      {customer.othersUrl !== undefined && (
        <p>
          <a href={customer.othersUrl}>{said.others}</a>
        </p>
      )}
    </PartSection>
  );
}

function FilesPart(facts: PaymentFacts): JSX.Element {
  const { links, language } = facts;
  const { payment, operation, frame } = officeWords(language);
  const said = payment.files;
  const checkout = safeLink(links.checkout);
  const attachment = safeLink(links.attachment);
  return (
    <PartSection facts={facts} name="files">
      {links.qrUrl !== undefined && (
        <img class="qr" src={links.qrUrl} alt={said.qrAlt} width="160" height="160" />
      )}
      <div class="stacked">
        <Lines
          lines={[
            { label: said.short, value: code(links.short) },
            { label: said.link, value: code(links.checkout) },
          ]}
        />
      </div>
      <ul class="links">
        {facts.codeUrl !== undefined && (
          <li>
            <a href={facts.codeUrl}>{operation.results.showCode}</a>
          </li>
        )}
        {checkout !== undefined && (
          <li>
            <a href={checkout} target="_blank" rel="noopener noreferrer">
              {payment.openPage} <span class="unseen">{frame.opensNewTab}</span>
            </a>
          </li>
        )}
        {attachment !== undefined && (
          <li>
            <a href={attachment} target="_blank" rel="noopener noreferrer">
              {said.attachment} <span class="unseen">{frame.opensNewTab}</span>
            </a>
          </li>
        )}
      </ul>
    </PartSection>
  );
}

function DetailsPart(facts: PaymentFacts): JSX.Element {
  const { language, workflowUrl, workflowsUrl, hiddenMethods } = facts;
  const { payment, types, kinds, frame } = officeWords(language);
  const said = payment.details;
  const moment = (iso: string | undefined) =>
    iso === undefined ? undefined : <ZonedMoment iso={iso} frame={facts} />;
  return (
    <PartSection facts={facts} name="details">
      <Lines
        lines={[
          { label: said.created, value: moment(facts.createdAt) },
          // One that is over, or in the archive, cannot be paid, whatever its time was.
          {
            label: said.expires,
            value: facts.codeUrl === undefined ? undefined : moment(facts.expiresAt),
          },
          { label: said.seen, value: moment(facts.seenAt) },
          { label: said.type, value: types[facts.type] },
          { label: said.operation, value: kinds[facts.kind] },
          { label: said.invoice, value: code(facts.invoiceNumber) },
          { label: said.unit, value: code(facts.unitCode) },
          {
            label: said.hidden,
            value: hiddenMethods && <ApiSentences sentences={hiddenMethods} />,
          },
          { label: said.initiator, value: isolatedText(facts.madeBy) },
          { label: said.product, value: isolatedText(facts.productType) },
          { label: said.vendor, value: isolatedText(facts.vendorName) },
          { label: said.language, value: payment.languages[facts.customerLanguage] },
        ]}
      />
      <div class="stacked">
        <Lines
          lines={[
            { label: said.sessionId, value: code(facts.sessionId) },
            { label: said.workflow, value: code(facts.workflowId) },
          ]}
        />
      </div>
      {[
        { href: workflowUrl, text: said.openWorkflow },
        { href: workflowsUrl, text: said.openWorkflows },
      ].map(
        ({ href, text }) =>
          href !== undefined && (
            <p key={text}>
              <a href={href} target="_blank" rel="noopener noreferrer">
                {text} <span class="unseen">{frame.opensNewTab}</span>
              </a>
            </p>
          ),
      )}
    </PartSection>
  );
}
