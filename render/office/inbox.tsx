import type { JSX } from 'preact';
import type { TaskAct } from '../../domain/tasks/mark.ts';
import { TASK_KINDS, type Severity } from '../../domain/tasks/task.ts';
import { pluralOf } from '../locales/office-plural.ts';
import { officeWords } from '../locales/office-words.ts';
import { Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { Icon } from '../pages/icon.tsx';
import { Badge, type BadgeTone } from './badges.tsx';
import { SmallForm, useTyped } from './form.tsx';
import { framedPage } from './frame.tsx';
import { SEVERAL_KINDS, type InboxFacts, type TaskFacts, type TaskGroup } from './inbox-facts.ts';
import { FaultList } from './notice.tsx';
import { ShortMoment, ZonedMoment } from './short-moment.tsx';
import { taskName, TaskAbout } from './task-about.tsx';

/** What waits for somebody, by kind, the worst first. */
export function renderInbox(facts: InboxFacts): string {
  const { title } = officeWords(facts.language).inbox;
  return framedPage({ frame: facts, title, main: <Inbox {...facts} /> });
}

function Inbox(facts: InboxFacts): JSX.Element {
  const { language, groups, faults } = facts;
  const { inbox: said, refusals } = officeWords(language);
  const open = Object.values(facts.counts).reduce((sum, one) => sum + one, 0);
  return (
    <>
      <div class="page-head">
        <h1>{said.title}</h1>
        <p class="quiet">
          {pluralOf(said.counted, open, language).replace('{count}', String(open))}
        </p>
      </div>
      <FaultList
        title={said.fixTitle}
        faults={faults.map(({ sentence, code = '' }) => ({ sentence, word: refusals[code] }))}
      />
      <Views {...facts} />
      <KindFilter {...facts} />
      {groups.length === 0 ? (
        <Nothing {...facts} />
      ) : (
        <SmallForm isOfPage class="tasks" form={facts.form} hidden={facts.hidden}>
          {groups.map((group, nth) => (
            <Group
              key={group.kind}
              facts={facts}
              group={group}
              first={groups.slice(0, nth).reduce((sum, { tasks }) => sum + tasks.length, 0)}
            />
          ))}
        </SmallForm>
      )}
      <Pages {...facts} />
    </>
  );
}

/** Open ones, one's own, those that are done. */
function Views({ language, asked }: InboxFacts): JSX.Element {
  const said = officeWords(language).inbox;
  const here = asked.isHandled ? 'handled' : asked.isMine ? 'mine' : 'open';
  return (
    <nav class="views" aria-label={said.filters}>
      <ul>
        {(
          [
            ['open', '/office/inbox'],
            ['mine', '/office/inbox?mine=true'],
            ['handled', '/office/inbox?state=handled'],
          ] as const
        ).map(([name, href]) => (
          <li key={name}>
            <a href={href} aria-current={name === here ? 'page' : undefined}>
              {said[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** By kind; where there is nothing to choose from, no field. */
function KindFilter({ language, asked, counts }: InboxFacts): JSX.Element | null {
  const said = officeWords(language).inbox;
  const kinds = TASK_KINDS.filter(
    (kind) => asked.isHandled || kind === asked.kind || (counts[kind] ?? 0) > 0,
  );
  if (kinds.length < 2 && asked.kind === undefined) return null;
  return (
    <form class="kind-form" method="get" action="/office/inbox">
      {asked.isMine && <input type="hidden" name="mine" value="true" />}
      {asked.isHandled && <input type="hidden" name="state" value="handled" />}
      <div class="office-field">
        <label for="kind">{said.kind}</label>
        <select id="kind" name="kind">
          <option value="">{said.anyKind}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind} selected={kind === asked.kind}>
              {said.kinds[kind].title}
              {!asked.isHandled && ` (${String(counts[kind] ?? 0)})`}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="act">
        {said.apply}
      </button>
    </form>
  );
}

function Nothing(facts: InboxFacts): JSX.Element {
  const { language, asked, lookedAt } = facts;
  const said = officeWords(language).inbox;
  const isFiltered = asked.kind !== undefined || asked.isMine;
  const title = asked.isHandled ? said.emptyHandled : isFiltered ? said.emptyFiltered : said.empty;
  return (
    <div class="empty">
      <Icon name="check" />
      <h2>{title}</h2>
      <p>
        <Fill text={said.looked} with={{ at: <ZonedMoment iso={lookedAt} frame={facts} /> }} />
      </p>
      <a class="act" href="/office/inbox">
        {isFiltered || asked.isHandled ? said.all : said.lookAgain}
      </a>
    </div>
  );
}

interface GroupProps {
  readonly facts: InboxFacts;
  readonly group: TaskGroup;
  /** How many tasks stand before it, so that each has an id of its own. */
  readonly first: number;
}

function Group({ facts, group, first }: GroupProps): JSX.Element {
  const { language } = facts;
  const said = officeWords(language).inbox;
  const { title, next } = said.kinds[group.kind];
  const { columns } = said;
  const canTick =
    SEVERAL_KINDS.some((kind) => kind === group.kind) &&
    group.tasks.filter(({ does }) => does.includes('handle')).length > 1;
  return (
    <section class="task-group" aria-labelledby={`group-${first}`}>
      <div class="task-head">
        <h2 id={`group-${first}`}>{title}</h2>
        <Badge tone={TONES[group.severity]}>{said.severities[group.severity]}</Badge>
      </div>
      <p class="quiet">{next}</p>
      <table class="rows small-rows task-rows" aria-labelledby={`group-${first}`}>
        <thead>
          <tr>
            <th scope="col">{columns.what}</th>
            <th scope="col" class="money">
              {columns.amount}
            </th>
            <th scope="col">{columns.since}</th>
            <th scope="col">{columns.until}</th>
            <th scope="col">{columns.taken}</th>
            <th scope="col">{columns.does}</th>
          </tr>
        </thead>
        <tbody>
          {group.tasks.map((task, nth) => (
            <Row
              key={task.id}
              facts={facts}
              task={task}
              nth={first + nth}
              canTick={canTick && task.does.includes('handle')}
            />
          ))}
        </tbody>
      </table>
      {canTick && (
        <div class="several-does">
          <button type="submit" name="press" value="several" class="act small-act">
            {said.several.does}
          </button>
        </div>
      )}
    </section>
  );
}

function Tick({ facts: { language }, task }: Pick<RowProps, 'facts' | 'task'>): JSX.Element {
  const { tick } = officeWords(language).inbox.several;
  const name = `task.${task.id}`;
  return (
    <label class="row-tick">
      <input
        type="checkbox"
        name={name}
        checked={useTyped()?.[name] !== undefined}
        aria-label={tick.replace('{task}', () => taskName(task))}
      />
    </label>
  );
}

const TONES: Readonly<Record<Severity, BadgeTone>> = { high: 'bad', medium: 'warn', low: 'still' };

interface RowProps {
  readonly facts: InboxFacts;
  readonly task: TaskFacts;
  readonly nth: number;
  /** Whether it may be one of several. */
  readonly canTick: boolean;
}

function Row({ facts, task, nth, canTick }: RowProps): JSX.Element {
  const { language } = facts;
  const { columns } = officeWords(language).inbox;
  return (
    <tr>
      <th scope="row" data-label={columns.what}>
        {canTick ? (
          <div class="row-head">
            <Tick facts={facts} task={task} />
            <TaskAbout language={language} task={task} />
          </div>
        ) : (
          <TaskAbout language={language} task={task} />
        )}
      </th>
      <td class="money" data-label={columns.amount}>
        {task.amount ? <Figure amount={task.amount} language={language} /> : <Dash />}
      </td>
      <td data-label={columns.since}>
        <ShortMoment iso={task.since} frame={facts} />
      </td>
      <td data-label={columns.until}>
        {task.until === undefined ? <Dash /> : <ShortMoment iso={task.until} frame={facts} />}
      </td>
      <td data-label={columns.taken}>
        <Mark facts={facts} task={task} />
      </td>
      <td data-label={columns.does}>
        <Does facts={facts} task={task} nth={nth} />
      </td>
    </tr>
  );
}

function Dash(): JSX.Element {
  return <span class="absent">–</span>;
}

function Mark({ facts, task }: Pick<RowProps, 'facts' | 'task'>): JSX.Element {
  const said = officeWords(facts.language).inbox;
  const { mark } = task;
  if (!mark) return <span class="absent">{said.nobody}</span>;
  const by = mark.isMe ? said.me : <bdi>{mark.by}</bdi>;
  if (!mark.isDone) return <span>{by}</span>;
  return (
    <div>
      <Fill text={said.doneBy} with={{ by, at: <ShortMoment iso={mark.at} frame={facts} /> }} />
      {mark.note !== undefined && (
        <span class="second">
          <bdi>{mark.note}</bdi>
        </span>
      )}
    </div>
  );
}

function Does({ facts, task, nth }: Omit<RowProps, 'canTick'>): JSX.Element {
  const said = officeWords(facts.language).inbox;
  const noteName = `note.${task.id}`;
  const note = useTyped()?.[noteName] ?? '';
  const press = (act: TaskAct) =>
    ({ type: 'submit', name: 'press', value: `${act} ${task.id}` }) as const;
  return (
    <div class="task-does">
      {task.href !== undefined && (
        <a class="act small-act" href={task.href}>
          {said.look}
        </a>
      )}
      {task.does
        .filter((act) => act !== 'handle')
        .map((act) => (
          <button key={act} {...press(act)} class="act small-act">
            {said[act]}
          </button>
        ))}
      {task.does.includes('handle') && (
        <details class="done" open={note !== ''}>
          <summary class="act small-act">{said.done}</summary>
          <div class="fields">
            <div class="office-field">
              <label for={`note-${nth}`}>{said.doneNote}</label>
              {/* One form has all notes, so that all are kept. With lines of its own Enter presses no button of another task. */}
              <textarea id={`note-${nth}`} name={noteName} rows={2} dir="auto" maxLength={500}>
                {note}
              </textarea>
            </div>
            <button {...press('handle')} class="act primary small-act">
              {said.done}
            </button>
          </div>
        </details>
      )}
    </div>
  );
}

function Pages({ language, nextUrl, firstUrl }: InboxFacts): JSX.Element | null {
  const said = officeWords(language).inbox;
  if (nextUrl === undefined && firstUrl === undefined) return null;
  return (
    <div class="pages">
      {firstUrl !== undefined && (
        <a class="act" href={firstUrl}>
          {said.earlier}
        </a>
      )}
      {nextUrl !== undefined && (
        <a class="act" href={nextUrl}>
          {said.more}
        </a>
      )}
    </div>
  );
}
