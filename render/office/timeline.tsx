import type { ComponentChild, JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { pluralOf } from '../locales/office-plural.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { secondInWords } from '../calendar.ts';
import { ApiSentence, GatewayWords } from './api-sentence.tsx';
import type { OfficeFrame } from './frame-facts.ts';
import type { TimelineFact } from './payment-facts.ts';
import { clockOf } from './short-moment.tsx';

/** What happened, oldest first; what programs call it is folded away. */
export function Timeline({
  frame,
  entries,
}: {
  readonly frame: OfficeFrame;
  readonly entries: readonly TimelineFact[];
}): JSX.Element {
  return (
    <ol class="timeline">
      {entries.map((entry, nth) => (
        <li key={nth} class={`happened happened-${toneOf(entry)}`}>
          <p class="happened-what">
            <What frame={frame} entry={entry} />
          </p>
          <p class="happened-when">
            <time dateTime={entry.at}>
              <bdi>{secondInWords(entry.at, clockOf(frame))}</bdi>
            </time>
            <By frame={frame} entry={entry} />
          </p>
          <Words frame={frame} entry={entry} />
          <Technical frame={frame} entry={entry} />
        </li>
      ))}
    </ol>
  );
}

interface EntryProps {
  readonly frame: OfficeFrame;
  readonly entry: TimelineFact;
}

/** What happened, in our words. */
function What({ frame, entry }: EntryProps): JSX.Element {
  const { language } = frame;
  const said = officeWords(language);
  const { timeline, happenings } = said;
  const parts: Readonly<Record<string, ComponentChild>> = {
    amount: entry.amount && <Figure amount={entry.amount} language={language} />,
    gateway: <bdi>{entry.gatewayName ?? ''}</bdi>,
    result: wordOrCode({ ...happenings.disputeStates, ...happenings.told }, entry.result),
    operation: known(said.operations, entry.operation),
    state: known(statesOf(frame, entry), entry.state),
    alert: known(said.alerts, entry.type),
    event: wordOrCode(entry.kind === 'ledger' ? happenings.moneyEvents : {}, entry.type),
    channel: known(said.channels, entry.channel),
    action: wordOrCode(happenings.commands, entry.route ?? entry.action),
    count: String(entry.calls ?? 0),
  };
  return <Fill text={sentenceOf(timeline, entry, frame)} with={parts} />;
}

function sentenceOf(
  timeline: ReturnType<typeof officeWords>['timeline'],
  entry: TimelineFact,
  { language }: OfficeFrame,
): string {
  switch (entry.kind) {
    case 'attempt.ended':
      return known(timeline['attempt.ended'], entry.state);
    case 'inquiry':
      return pluralOf(timeline.inquiry, entry.calls ?? 0, language);
    case 'operation':
      if (entry.step === 'begun' && entry.needsApproval === true)
        return timeline.operation.begunApproval;
      return known(timeline.operation, entry.step);
    case 'audit':
      return auditSentence(timeline, entry);
    case 'vote':
      return entry.isBreakGlass === true ? timeline.voteBreakGlass : timeline.vote;
    case 'approval':
      return known(timeline.approval, entry.state);
    case 'dispute':
      if (entry.step === 'taken') return timeline.disputeTaken;
      return entry.step === 'returned' ? timeline.disputeReturned : timeline.dispute;
    default:
      return timeline[entry.kind];
  }
}

/** A command is written down before it is done, and once more with what came of it. */
function auditSentence(
  { audit, voteBreakGlass, messageToAnother }: ReturnType<typeof officeWords>['timeline'],
  { action, httpStatus }: TimelineFact,
): string {
  if (action === 'operation.break-glass') return voteBreakGlass;
  if (action === 'message.to-another') return messageToAnother;
  if (httpStatus === undefined) return audit.request;
  if (httpStatus < 400) return audit.done;
  return httpStatus < 500 ? audit.refused : audit.unknown;
}

function statesOf({ language }: OfficeFrame, { kind }: TimelineFact): object {
  const { operationStates, deliveryStates, messageStates, happenings } = officeWords(language);
  if (kind === 'dispute') return happenings.disputeStates;
  if (kind === 'webhook') return deliveryStates;
  return kind === 'notification' ? messageStates : operationStates;
}

/** Our word for it; its own name where we have none. */
function known(words: object, name: string | undefined): string {
  if (name === undefined) return '';
  const word: unknown = Object.hasOwn(words, name) ? Reflect.get(words, name) : undefined;
  return typeof word === 'string' ? word : name;
}

/** The same of what may be anything: what is no word of ours is shown as a code. */
function wordOrCode(words: object, name = ''): ComponentChild {
  return Object.hasOwn(words, name) ? known(words, name) : <Code>{name}</Code>;
}

/** Who did it, and from where, as far as this person may know. */
function By({ frame, entry }: EntryProps): JSX.Element | null {
  const { byWhom, from } = officeWords(frame.language).timeline;
  if (entry.who === undefined && entry.from === undefined) return null;
  return (
    <>
      {entry.who !== undefined && (
        <span>
          <Fill text={byWhom} with={{ who: <Whose frame={frame} who={entry.who} /> }} />
        </span>
      )}
      {entry.from !== undefined && (
        <span>
          <Fill text={from} with={{ address: <Code>{entry.from}</Code> }} />
        </span>
      )}
    </>
  );
}

function Whose({ frame, who }: { frame: OfficeFrame; who: string }): JSX.Element {
  const said = officeWords(frame.language).timeline.who;
  const [, kind, name] = /^(user|key):(.*)$/s.exec(who) ?? [];
  if (kind === 'user') return <bdi>{name}</bdi>;
  if (kind === 'key') return <Fill text={said.key} with={{ name: <Code>{name}</Code> }} />;
  return who === 'payer' ? <>{said.payer}</> : <bdi>{who}</bdi>;
}

/** What others said of it, and where the money was booked. */
function Words({ frame, entry }: EntryProps): JSX.Element | null {
  const { timeline, ledgerAccounts, operation } = officeWords(frame.language);
  const { message, reason, lines, kind } = entry;
  // Of an operation it is a code, of a decision somebody's own words.
  const text = message ?? (reason && known(operation.reasons, reason));
  return (
    <>
      {text !== undefined && text !== '' && (
        <p class="happened-words">
          {kind === 'alert' ? (
            <ApiSentence>{text}</ApiSentence>
          ) : reason !== undefined ? (
            <bdi>{text}</bdi>
          ) : (
            <Fill
              text={timeline.customerMessage}
              with={{ message: <GatewayWords>{text}</GatewayWords> }}
            />
          )}
        </p>
      )}
      {lines !== undefined && (
        <ul class="postings">
          {lines.map(({ account, amount }, nth) => (
            <li key={nth}>
              <span>{known(ledgerAccounts, account)}</span>
              <Figure amount={amount} language={frame.language} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Technical({ frame, entry }: EntryProps): JSX.Element {
  const { technical, facts } = officeWords(frame.language).timeline;
  return (
    <details class="technical">
      <summary>{technical}</summary>
      <dl>
        {entry.technical.map(({ name, value }) => (
          <div key={name}>
            <dt>{known(facts, name)}</dt>
            <dd>
              <Code>{value}</Code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Which dot stands beside it. */
function toneOf({ kind, state }: TimelineFact): 'good' | 'bad' | 'warn' | 'calm' {
  if (kind === 'alert' || kind === 'dispute') return 'bad';
  if (kind === 'attempt.ended' || kind === 'operation') {
    if (state === 'success' || state === 'done' || state === 'cod') return 'good';
    if (state === 'failed' || state === 'error' || state === 'rejected') return 'bad';
    return 'calm';
  }
  return kind === 'webhook' && (state === 'failed' || state === 'held' || state === 'sending')
    ? 'warn'
    : 'calm';
}
