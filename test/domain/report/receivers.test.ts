import assert from 'node:assert/strict';
import { commonColumn, type Column } from '../../../domain/report/columns.ts';
import { keptReceivers } from '../../../domain/report/receivers.ts';
import type { SchedulePlan } from '../../../domain/report/schedule.ts';
import type { ReportPlugin } from '../../../domain/report/selection.ts';
import { PLAN } from './plans.ts';

const OUTSIDE = 'books@elsewhere.example';
const NAME = commonColumn('order_no');
const BRANCH: Column = {
  ...NAME,
  name: 'branch',
  source: { kind: 'config_field', path: 'shop.branch' },
};

const SENT = { sentByMail: true } as const;

describe('an address that a schedule has already', () => {
  const told = planOf({});
  const sent = planOf({ sentByMail: true });
  const sentSome = planOf({ sentByMail: true, plugins: ['invoice', 'e_commerce'] });
  const rows: readonly (readonly [string, SchedulePlan, SchedulePlan, boolean])[] = [
    ['is only told, whatever is in the file', told, planOf({ columns: [BRANCH] }), true],
    ['gets the file that it was only told of', told, sent, false],
    ['gets the same file', sent, sent, true],
    ['is only told of the file that it got', sent, told, true],
    ['gets it with a column of another name', sent, withColumn({ ...NAME, labelEn: 'Bill' }), true],
    ['gets it with another column', sent, withColumn(NAME, BRANCH), false],
    ['gets it with a column of another path', withColumn(BRANCH), withColumn(deeper()), false],
    ['gets it without one of its columns', withColumn(NAME, BRANCH), withColumn(BRANCH), true],
    ['gets it of fewer plugins', sent, sentSome, true],
    ['gets it of one of its plugins', sentSome, planOf({ ...SENT, plugins: ['invoice'] }), true],
    ['gets it of another plugin', sentSome, planOf({ ...SENT, plugins: ['legacy'] }), false],
    ['gets it of all plugins', sentSome, sent, false],
  ];
  for (const [what, before, next, isKept] of rows)
    it(`${isKept ? 'stays' : 'does not stay'} where it ${what}`, () => {
      assert.deepEqual(keptReceivers(before, next), isKept ? [OUTSIDE] : []);
    });
});

interface Given {
  readonly sentByMail?: true;
  readonly columns?: readonly Column[];
  readonly plugins?: readonly ReportPlugin[];
}

function planOf({ columns = [NAME], plugins, sentByMail }: Given): SchedulePlan {
  return {
    ...PLAN,
    emails: [OUTSIDE],
    filter: plugins ? { plugins } : {},
    layout: { ...PLAN.layout, columns },
    ...(sentByMail && { sentByMail }),
  };
}

function withColumn(...columns: readonly Column[]): SchedulePlan {
  return planOf({ sentByMail: true, columns });
}

function deeper(): Column {
  return { ...BRANCH, source: { kind: 'config_field', path: 'shop' } };
}
