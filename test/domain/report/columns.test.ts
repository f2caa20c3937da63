import assert from 'node:assert/strict';
import {
  commonColumn,
  defaultColumns,
  withBreakdown,
  withoutContacts,
  type Column,
} from '../../../domain/report/columns.ts';

const COMPANY: Column = {
  name: 'company',
  labelEn: 'Company',
  labelAr: 'الشركة',
  source: { kind: 'static', value: 'Pearl' },
};
const OWN = [COMPANY, commonColumn('order_no')];
const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name);

describe('the breakdown of a report', () => {
  it('comes at the end of a merchant’s own columns, which stay, and goes again', () => {
    const more = withBreakdown(OWN, true);
    assert.deepEqual(namesOf(more), ['company', 'order_no', 'refunded_amount', 'voided_amount']);
    assert.deepEqual(withBreakdown(more, true), more);
    assert.deepEqual(withBreakdown(more, false), OWN);
    assert.deepEqual(withBreakdown(OWN, false), OWN);
  });

  it('stays where a merchant has put a part of it, under the name that it has there', () => {
    const refunded = { ...commonColumn('refunded_amount'), labelEn: 'Back' };
    const more = withBreakdown([refunded, COMPANY], true);
    assert.deepEqual(more, [refunded, COMPANY, commonColumn('voided_amount')]);
  });

  it('has its usual place in the usual columns', () => {
    assert.deepEqual(withBreakdown(defaultColumns(false), true), defaultColumns(true));
    assert.deepEqual(withBreakdown(defaultColumns(true), false), defaultColumns(false));
    const [more, fewer] = [true, false].map((one) => withoutContacts(defaultColumns(one)));
    assert.ok(more && fewer);
    assert.deepEqual(withBreakdown(fewer, true), more);
    assert.deepEqual(withBreakdown(more, false), fewer);
  });
});
