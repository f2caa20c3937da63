import { type MerchantClock, secondInWords } from '../calendar.ts';
import { figureIn } from '../figures.ts';
import { fill, type Values } from '../../domain/notification/template.ts';
import { OPERATION_KINDS } from '../../domain/operation/operation.ts';
import { REASON_CODES } from '../../domain/operation/reason.ts';
import type { RenderedMail, StaffLabel, StaffMailFacts } from './facts.ts';
import { asHtml, asPlainText, type MailContent, type MailLink } from './layout.tsx';
import { inSentence, spoken } from './shared.ts';
import { staffWords } from './staff-words.ts';

/** The mail to people who work for a merchant, in the language that its settings name for them. */
export function renderStaffMail(facts: StaffMailFacts): RenderedMail {
  const { kind, language, merchantName } = facts;
  const lines = facts.lines.map(
    ([label, value]) => [label, readable(label, value, facts)] as const,
  );
  const { mails, labels } = staffWords(language);
  const { text } = mails[kind];
  const subject = subjectOf(facts);
  const titled = (values: Values) => `${fill(subject, values)}${endOf(facts)}`;
  const named = { merchant_name: merchantName, amount: new Map(lines).get('amount') ?? '' };
  const title = titled(named);
  const letter: MailContent = {
    language,
    title,
    from: merchantName,
    heading: titled(inSentence(named, language)),
    text,
    lines: lines.map(([label, value]) => ({
      label: labels[label],
      value,
      isCode: !TYPED.has(label) && !WORDED.has(label),
    })),
    links: linksOf(facts),
    footer: [],
  };
  return { subject: title, text: asPlainText(spoken(letter)), html: asHtml(letter) };
}

/** What people have typed, or what we say ourselves, is in a language of theirs; all else is for machines, too, and keeps its order. */
const TYPED: ReadonlySet<StaffLabel> = new Set([
  'order',
  'maker',
  'checker',
  'reason',
  'why',
  'told',
  'report',
  'browser',
]);

/** Amounts and times, which are written down as machines have them, so that their words are of the reader's language and place. */
const WORDED: ReadonlySet<StaffLabel> = new Set([
  'amount',
  'calls',
  'next',
  'last',
  'failing',
  'period',
  'kept',
  'time',
  'removed',
]);

function readable(label: StaffLabel, value: string, clock: MerchantClock): string {
  const { calls, reasons, nobody } = staffWords(clock.language);
  if (label === 'told') return nobody;
  if (label === 'why') return reasons[REASON_CODES.find((code) => code === value) ?? 'other'];
  if (!WORDED.has(label)) return value;
  return value
    .replace(/^([A-Z]{3}) (-?[\d.]+)$/, (_, currency: string, decimal: string) =>
      figureIn({ currency, value: decimal }, clock.language),
    )
    .replace(/^(\d+) \(first (\S+), last (\S+)\)$/, calls)
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (iso) => secondInWords(iso, clock));
}

/**
 * One link, to the very screen on which something can be done. It names what is meant and allows nothing: who follows it has to
 * log in (contract/messages#staff). Links to people who cannot log in are others (contract/logins#links).
 */
function linksOf({
  kind,
  language,
  lines,
  officeUrl,
  secretUrl,
}: StaffMailFacts): readonly MailLink[] {
  if (secretUrl !== undefined) {
    const { invitation, password } = staffWords(language).open;
    return [{ label: kind === 'account-invited' ? invitation : password, url: secretUrl }];
  }
  if (officeUrl === undefined) return [];
  const said = new Map(lines);
  const [request, payment] = [said.get('request'), said.get('payment')];
  const { open } = staffWords(language);
  const at = (path: string) => new URL(path, officeUrl).href;
  if (request !== undefined)
    return [{ label: open.request, url: at(`/office/approvals/${encodeURIComponent(request)}`) }];
  // Of what was removed there is nothing to look at.
  return payment === undefined || said.has('removed')
    ? []
    : [{ label: open.payment, url: at(`/office/payments/${encodeURIComponent(payment)}`) }];
}

/** What waits is named by its operation and its amount. */
function subjectOf({ kind, language, lines }: StaffMailFacts): string {
  const { mails, waiting } = staffWords(language);
  const said = new Map(lines);
  const operation = OPERATION_KINDS.find((one) => one === said.get('operation'));
  return kind === 'request-waits' && operation !== undefined && said.has('amount')
    ? waiting[operation]
    : mails[kind].subject;
}

/**
 * Each webhook that failed is of one payment: mailboxes show which by the subject (contract/webhooks#delivery-states).
 */
function endOf({ kind, lines }: Pick<StaffMailFacts, 'kind' | 'lines'>): string {
  if (kind !== 'webhook-failed' && kind !== 'webhook-not-acknowledged') return '';
  const said = new Map(lines);
  const payment = said.get('order') ?? said.get('payment');
  return payment === undefined ? '' : ` – ${payment}`;
}
