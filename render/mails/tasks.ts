import type { TaskMailEvent } from '../../domain/notification/notification.ts';
import { fill, type Values } from '../../domain/notification/template.ts';
import type { TaskKind, TaskSubject } from '../../domain/tasks/task.ts';
import { momentInShort, type MerchantClock } from '../calendar.ts';
import { figureIn } from '../figures.ts';
import { isolated } from '../isolates.ts';
import { officeWords } from '../locales/office-words.ts';
import { taskPath } from '../office/task-path.ts';
import type { Amount } from '../pages/facts.ts';
import type { RenderedMail } from './facts.ts';
import { asHtml, asPlainText, type MailContent, type MailLine } from './layout.tsx';
import { inSentence, spoken } from './shared.ts';
import { staffWords } from './staff-words.ts';

/** One task in a mail, as it was when that was written. Times are ISO 8601. */
export interface MailedTask {
  readonly kind: TaskKind;
  readonly subject: TaskSubject;
  readonly since: string;
  readonly until?: string;
  readonly amount?: Amount;
  readonly orderNo?: string;
  readonly referenceNumber?: string;
  readonly detail?: string;
}

/** What a mail of tasks to one person says. */
export interface TaskMailFacts extends MerchantClock {
  readonly event: TaskMailEvent;
  readonly merchantName: string;
  /** The most urgent first. */
  readonly tasks: readonly MailedTask[];
  /** How many there are, with those that the mail has no room for. */
  readonly count: number;
  /** Where the pages of the merchant's people are; left out where there are none. */
  readonly officeUrl?: string;
}

/**
 * The mail to a person of what they find in their inbox: of one new task, or of all that are open. Each leads to what it is about;
 * a link names what is meant and allows nothing (contract/messages#staff).
 */
export function renderTaskMail(facts: TaskMailFacts): RenderedMail {
  const { event, language, merchantName, tasks, count, officeUrl } = facts;
  const said = staffWords(language).tasks;
  const { kinds } = officeWords(language).inbox;
  const [first] = tasks;
  const one = event === 'task-new' && first ? kinds[first.kind] : undefined;
  const values = { merchant_name: merchantName };
  const titled = (shown: Values) =>
    one
      ? fill(said.one, shown).replace('{title}', one.title)
      : fill(said.daily.subject, shown).replace('{count}', String(count));
  const title = titled(values);
  const left = count - tasks.length;
  const more = left > 0 ? [said.more.replace('{more}', String(left))] : [];
  const at = (path: string) => officeUrl !== undefined && new URL(path, officeUrl).href;
  const [inbox, account] = [at('/office/inbox'), at('/office/account')];
  const letter: MailContent = {
    language,
    title,
    from: merchantName,
    heading: titled(inSentence(values, language)),
    text: [one?.next ?? said.daily.text, ...more].join('\n\n'),
    lines: tasks.map((task) => lineOf(task, facts)),
    links: [
      ...(inbox === false ? [] : [{ label: said.openInbox, url: inbox }]),
      ...(account === false ? [] : [{ label: said.choose, url: account }]),
    ],
    footer: [],
  };
  return { subject: title, text: asPlainText(spoken(letter)), html: asHtml(letter) };
}

/** What it is, of what, how much and since when, with the way to it. */
function lineOf(task: MailedTask, facts: TaskMailFacts): MailLine {
  const { language, officeUrl } = facts;
  const { kinds, subjects, columns, order } = officeWords(language).inbox;
  const { subject, orderNo, referenceNumber, amount, detail } = task;
  const apart = (text: string) => (language === 'ar' ? isolated(text) : text);
  const parts = [
    orderNo === undefined ? subjects[subject.type] : order.replace('{order}', () => apart(orderNo)),
    referenceNumber,
    amount && figureIn(amount, language),
    detail,
  ].filter((part) => part !== undefined && part !== '');
  const since = `${columns.since} ${apart(momentInShort(task.since, facts))}`;
  const path = taskPath(subject);
  return {
    label: kinds[task.kind].title,
    value: [...parts.map((part, nth) => (nth === 0 ? part : apart(part ?? ''))), since].join(' · '),
    isCode: false,
    ...(path !== undefined && officeUrl !== undefined && { url: new URL(path, officeUrl).href }),
  };
}
