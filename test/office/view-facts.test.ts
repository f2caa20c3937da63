import assert from 'node:assert/strict';
import { columnsChosen, columnsIn } from '../../office/payments/column-facts.ts';
import {
  addressToKeep,
  tabsFor,
  viewToKeep,
  type ViewAnswer,
} from '../../office/payments/view-facts.ts';

const ME = 7;

function aView(name: string, query: string, by = ME): ViewAnswer {
  return {
    id: `view-${name}`,
    page: 'payments',
    name,
    query,
    shared: by !== ME,
    created: '2026-11-01T00:00:00Z',
    by: { id: by, username: `user-${by}` },
    you: { may_change: by === ME, may_remove: by === ME },
  };
}

const OWN = aView('Mine', 'state=paid&currency_code=KWD');
const OCTOBER = aView('October', 'state=paid&created_after=2026-10-01&created_before=2026-10-31');
const THEIRS = aView('Theirs', 'state=failed&sort=created', 9);
const ALL = [OWN, OCTOBER, THEIRS];

const tabs = (asked: Readonly<Record<string, string>>, views = ALL, maySeeArchived = true) => {
  const { quick, saved, here } = tabsFor(asked, views, { maySeeArchived, me: ME });
  return {
    hrefs: new Map<string, string>([
      ...quick.map(({ name, href }) => [name, href] as const),
      ...saved.map(({ viewName, href }) => [viewName, href] as const),
    ]),
    marked: [
      ...quick.filter(({ isHere }) => isHere).map(({ name }) => name),
      ...saved.filter(({ isHere }) => isHere).map(({ viewName }) => viewName),
    ],
    by: saved.map(({ by }) => by),
    here,
  };
};

describe('the tabs above the list of payments', () => {
  for (const [what, asked, marked] of [
    ['nothing is asked for', {}, ['all']],
    ['a filter of ours is asked for', { state: 'paid' }, ['paid']],
    ['the order alone is another one', { state: 'paid', sort: 'created' }, ['paid']],
    ['it is another page', { state: 'paid', cursor: 'x', limit: '50' }, ['paid']],
    ['a kept view is asked for', { currency_code: 'KWD', state: 'paid' }, ['Mine']],
    ['there are dates beside it', { ...paidInDinars(), created_after: '2026-11-01' }, ['Mine']],
    ['one with dates is asked for', october(), ['October']],
    ['the dates are other ones', { ...october(), created_before: '2026-10-30' }, ['paid']],
    ['one has an order and that is asked for', { state: 'failed', sort: 'created' }, ['Theirs']],
    ['one has an order and it is another one', { state: 'failed' }, []],
    ['more is asked for than any view does', { ...paidInDinars(), last4: '1881' }, []],
  ] as const)
    it(`mark ${marked.join() || 'none'} where ${what}`, () => {
      assert.deepEqual(tabs(asked).marked, marked);
    });

  it('mark a kept view before one of ours that asks for the same', () => {
    assert.deepEqual(tabs({ state: 'paid' }, [aView('Same', 'state=paid')]).marked, ['Same']);
  });

  it('keep the dates that are in use where they have none of their own', () => {
    const { hrefs } = tabs({ q: 'sara', created_after: '2026-11-01', cursor: 'x' });
    assert.equal(hrefs.get('all'), '/office/payments?created_after=2026-11-01');
    assert.equal(hrefs.get('paid'), '/office/payments?state=paid&created_after=2026-11-01');
    assert.equal(hrefs.get('Mine'), `/office/payments?${OWN.query}&created_after=2026-11-01`);
    assert.equal(hrefs.get('October'), `/office/payments?${OCTOBER.query}`);
  });

  it('have what was archived for who may archive', () => {
    assert.ok(tabs({}).hrefs.has('archived'));
    assert.ok(!tabs({}, ALL, false).hrefs.has('archived'));
  });

  it('say who shares a view, and what can be done about the one that is there', () => {
    const { by, here } = tabs({ state: 'failed', sort: 'created' });
    assert.deepEqual(by, [undefined, undefined, 'user-9']);
    assert.deepEqual([here?.viewName, here?.mayChange], ['Theirs', false]);
    assert.equal(tabs(october()).here?.withDates, true);
    assert.equal(tabs(paidInDinars()).here?.withDates, false);
  });

  it('show the columns of a view, and keep those that are in use where it has none', () => {
    const wide: ViewAnswer = { ...OWN, name: 'Wide', columns: ['amount', 'paid'] };
    const views = [OWN, wide];
    const inUse = { ...paidInDinars(), columns: 'alert,state' };
    const { hrefs } = tabs(inUse, views);
    assert.equal(hrefs.get('Mine'), `/office/payments?${OWN.query}&columns=alert%2Cstate`);
    assert.equal(hrefs.get('Wide'), `/office/payments?${OWN.query}&columns=amount%2Cpaid`);
    assert.deepEqual(tabs(inUse, views).marked, ['Mine']);
    const shown = { ...paidInDinars(), columns: 'amount,paid' };
    assert.deepEqual(tabs(shown, views).marked, ['Wide']);
  });
});

describe('what a view keeps', () => {
  const asked = {
    ...october(),
    cursor: 'x',
    limit: '50',
    lang: 'ar',
    kept: 'save',
    was: 'amount',
    columns: 'amount,nothing,paid',
    sort: '-paid',
  };
  const columns = ['amount', 'paid'];
  it('is what is asked for and what is shown of it, and not which page', () => {
    const query = `${OCTOBER.query}&sort=-paid`;
    assert.deepEqual(viewToKeep(asked, { withDates: true }), { query, columns });
    assert.equal(addressToKeep(october()), OCTOBER.query);
  });
  it('is without the dates where they are not meant', () => {
    const query = 'state=paid&sort=-paid';
    assert.deepEqual(viewToKeep(asked, { withDates: false }), { query, columns });
    assert.deepEqual(viewToKeep({ state: 'paid' }, { withDates: true }), { query: 'state=paid' });
  });
});

describe('the columns of the list', () => {
  it('are those that there are, each once', () => {
    assert.deepEqual(columnsIn('paid,__proto__,amount,paid,'), ['paid', 'amount']);
    assert.deepEqual(columnsIn(undefined), []);
  });

  for (const [what, chosen, before, after] of [
    ['as they are chosen', 'paid,state', 'customer,amount', 'paid,state'],
    ['fewer', 'amount', 'customer,amount', 'amount'],
    ['one more', 'customer,amount,unit', 'customer,amount', 'customer,amount,unit'],
    [
      'exchanged by the first',
      'state,amount,state',
      'customer,amount,state',
      'state,amount,customer',
    ],
    [
      'exchanged by the last',
      'customer,amount,customer',
      'customer,amount,state',
      'state,amount,customer',
    ],
    ['one that is added twice', 'amount,unit,unit', 'amount', 'amount,unit'],
    ['nothing known', 'x,y', 'amount', ''],
  ] as const)
    it(`are ${what}`, () => {
      assert.equal(columnsChosen(chosen, before).join(','), after);
    });
});

function paidInDinars() {
  return { state: 'paid', currency_code: 'KWD' };
}

function october() {
  return { state: 'paid', created_after: '2026-10-01', created_before: '2026-10-31' };
}
