import type { ComponentChildren, JSX } from 'preact';
import type { PaymentColumn } from '../../domain/saved-view.ts';
import { zoneName } from '../calendar.ts';
import { leftToRight } from '../isolates.ts';
import { officeWords } from '../locales/office-words.ts';
import { pluralOf } from '../locales/office-plural.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { AlertBadge, Badge, StateBadge, TestBadge } from './badges.tsx';
import type { PaymentRow, PaymentsFacts } from './payments-facts.ts';
import { clockOf, ShortMoment } from './short-moment.tsx';

/** More than these do not fit beside one another on most screens: the table is then wider than its place, which scrolls. */
const MOST_BESIDE = 6;

/** Payments as rows, which become cards on a phone. */
export function PaymentTable({
  facts,
  caption,
}: {
  readonly facts: PaymentsFacts;
  readonly caption: string;
}): JSX.Element {
  const { rows, language, columns } = facts;
  const said = officeWords(language).payments;
  const isWide = columns.shown.length > MOST_BESIDE;
  const table = (
    <table class={isWide ? 'rows payments-rows wide-rows' : 'rows payments-rows'}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" class="col-payment">
            {said.columns.payment}
          </th>
          {columns.shown.map((column) => (
            <th key={column} scope="col" class={classOf(column)}>
              {columnLabel(facts, column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.sessionId} facts={facts} row={row} />
        ))}
      </tbody>
    </table>
  );
  return isWide ? (
    <div class="wide-place" role="region" aria-label={caption} tabIndex={0}>
      {table}
    </div>
  ) : (
    table
  );
}

function classOf(column: PaymentColumn): string {
  return column === 'amount' || column === 'refunded' ? `col-${column} money` : `col-${column}`;
}

/** What a column is called. Times have their zone there, and do not say it again. */
export function columnLabel(
  { rows, ...frame }: Pick<PaymentsFacts, 'rows' | 'language' | 'timeZone'>,
  column: PaymentColumn,
): string {
  const { columns } = officeWords(frame.language).payments;
  // Looked up where it is told alone: each cell of a list has its column's name.
  return columns[column].replace('{zone}', () =>
    leftToRight(zoneName(rows[0]?.createdAt ?? new Date(0).toISOString(), clockOf(frame))),
  );
}

interface RowProps {
  readonly facts: PaymentsFacts;
  readonly row: PaymentRow;
}

function Row({ facts, row }: RowProps): JSX.Element {
  const { payments } = officeWords(facts.language);
  return (
    <tr>
      <th scope="row" data-label={payments.columns.payment}>
        <span class="row-head">
          {facts.several && <Tick facts={facts} row={row} />}
          <a class="row-link" href={row.href}>
            {row.orderNo === undefined ? payments.noOrder : <Code>{row.orderNo}</Code>}
          </a>
        </span>
        <RowNotes facts={facts} row={row} />
      </th>
      {facts.columns.shown.map((column) => (
        <td key={column} data-label={columnLabel(facts, column)} class={classOf(column)}>
          {CELLS[column]({ facts, row })}
        </td>
      ))}
    </tr>
  );
}

function Tick({ facts: { language, several }, row }: RowProps): JSX.Element {
  const said = officeWords(language).several;
  const { orderNo, sessionId } = row;
  return (
    <label class="row-tick">
      <input
        type="checkbox"
        name="session_id"
        value={sessionId}
        checked={several?.areTicked === true}
        aria-label={
          orderNo === undefined ? said.tickBare : said.tick.replace('{order}', () => orderNo)
        }
      />
    </label>
  );
}

type Cell = (props: RowProps) => ComponentChildren;

/** What stands in each column. What has a column of its own stands in no other one. */
const CELLS: Readonly<Record<PaymentColumn, Cell>> = {
  customer: ({ facts, row }) => (
    <>
      {row.customerName === undefined ? (
        <span class="absent">{officeWords(facts.language).payments.noCustomer}</span>
      ) : (
        <span class="clip">
          <bdi>{row.customerName}</bdi>
        </span>
      )}
      {row.customerContact !== undefined && (
        <span class="second clip">
          <Code>{row.customerContact}</Code>
        </span>
      )}
    </>
  ),
  amount: ({ facts, row }) => (
    <>
      <strong>
        <Figure amount={row.amount} language={facts.language} />
      </strong>
      {row.refunded !== undefined &&
        row.isRefundedWhole !== true &&
        !isShown(facts, 'refunded') && (
          <span class="second">
            <Fill
              text={officeWords(facts.language).payments.refunded}
              with={{ amount: <Figure amount={row.refunded} language={facts.language} /> }}
            />
          </span>
        )}
    </>
  ),
  state: ({ facts, row }) => (
    <span class="tags">
      <StateBadge
        language={facts.language}
        state={row.state}
        isRefundedWhole={row.isRefundedWhole}
      />
      {row.isApprovalPending === true && (
        <Badge tone="warn">{officeWords(facts.language).payments.waits}</Badge>
      )}
      {!isShown(facts, 'alert') && <Alerts facts={facts} row={row} />}
    </span>
  ),
  method: ({ row }) => (
    <>
      {row.methodName !== undefined && (
        <span class="clip">
          <bdi>{row.methodName}</bdi>
        </span>
      )}
      {row.card !== undefined && (
        <span class="second">
          <Code>{row.card}</Code>
        </span>
      )}
    </>
  ),
  created: ({ facts, row }) => (
    <>
      <ShortMoment iso={row.createdAt} frame={facts} />
      {row.attempts > 1 && (
        <span class="second">
          {pluralOf(
            officeWords(facts.language).payments.tries,
            row.attempts,
            facts.language,
          ).replace('{count}', String(row.attempts))}
        </span>
      )}
    </>
  ),
  paid: ({ facts, row }) =>
    row.paidAt === undefined ? (
      <span class="absent">{officeWords(facts.language).payments.notPaid}</span>
    ) : (
      <ShortMoment iso={row.paidAt} frame={facts} />
    ),
  refunded: ({ facts, row }) =>
    row.refunded === undefined ? (
      <Nothing facts={facts} />
    ) : (
      <Figure amount={row.refunded} language={facts.language} />
    ),
  unit: ({ facts, row }) =>
    row.unitCode === undefined ? <Nothing facts={facts} /> : <Code>{row.unitCode}</Code>,
  made_by: ({ facts, row }) =>
    row.madeBy === undefined ? <Nothing facts={facts} /> : <bdi>{row.madeBy}</bdi>,
  alert: ({ facts, row }) =>
    row.alerts.length === 0 ? (
      <Nothing facts={facts} />
    ) : (
      <span class="tags">
        <Alerts facts={facts} row={row} />
      </span>
    ),
};

function isShown({ columns }: Pick<PaymentsFacts, 'columns'>, column: PaymentColumn): boolean {
  return columns.shown.includes(column);
}

function Nothing({ facts }: Pick<RowProps, 'facts'>): JSX.Element {
  return <span class="absent">{officeWords(facts.language).payments.nothing}</span>;
}

function Alerts({ facts, row }: RowProps): JSX.Element {
  return (
    <>
      {row.alerts.map(({ kind, isHandled }, nth) => (
        <AlertBadge
          key={`${kind} ${nth}`}
          language={facts.language}
          kind={kind}
          isHandled={isHandled}
        />
      ))}
    </>
  );
}

/** What only some payments have, in one small line; an alert where no column has it. */
function RowNotes({ facts, row }: RowProps): JSX.Element | null {
  const { language } = facts;
  const { payments } = officeWords(language);
  const { isSandbox, isDeleted, invoiceNumber, unitCode, madeBy } = row;
  const notes = [
    isSandbox === true && <TestBadge key="test" language={language} />,
    isDeleted === true && (
      <Badge key="archived" tone="still">
        {payments.archived}
      </Badge>
    ),
    row.alerts.length > 0 && !isShown(facts, 'alert') && !isShown(facts, 'state') && (
      <Alerts key="alerts" facts={facts} row={row} />
    ),
    invoiceNumber !== undefined && (
      <span key="invoice">
        <Fill text={payments.invoice} with={{ number: <Code>{invoiceNumber}</Code> }} />
      </span>
    ),
    unitCode !== undefined && !isShown(facts, 'unit') && (
      <span key="unit">
        <Code>{unitCode}</Code>
      </span>
    ),
    madeBy !== undefined && !isShown(facts, 'made_by') && (
      <span key="by">
        <Fill text={payments.madeBy} with={{ name: <bdi>{madeBy}</bdi> }} />
      </span>
    ),
  ].filter((note) => note !== false);
  return notes.length > 0 ? <span class="second notes">{notes}</span> : null;
}
