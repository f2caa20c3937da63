import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { enclosed } from '../../activities/enclosures.ts';
import { mailOfReport } from '../../activities/report-mails.ts';
import { defaultColumns } from '../../domain/report/columns.ts';
import type { Permission } from '../../domain/permission.ts';
import type { Report } from '../../domain/report/report.ts';
import type { User } from '../../domain/user.ts';
import { CREATED_AT, SHOP } from '../support/builders.ts';

const FINISHED: Report = {
  id: 'r-1',
  merchantId: SHOP,
  encryptedId: 'e-1',
  name: 'transactions_daily',
  source: 'auto',
  selection: { until: CREATED_AT },
  layout: { format: 'csv', language: 'en', bom: false, columns: defaultColumns(false) },
  emails: ['books@shop.example'],
  sentByMail: true,
  createdAt: CREATED_AT,
  status: 'finished',
  tries: 2,
  rows: 3,
  size: 5_000_000,
};
const ALONE = { people: [], now: CREATED_AT };
const FILE = {
  name: 'transactions_daily.csv',
  type: 'text/csv; charset=utf-8',
  file: `reports/${SHOP}/r-1-2.csv`,
};

const fetchFile = () => assert.fail('nothing is fetched');
const stored = async () => ({
  size: 4,
  stream: Readable.from([Buffer.from('a,b'), Buffer.from('\n')]),
});
const away = () => Promise.reject(new Error('The bucket is away.'));

describe('the mail about a report', () => {
  it('has the file of its last try, where that was asked for', () => {
    const [mail, ...others] = mailOfReport(FINISHED, ALONE);
    assert.deepEqual(others, []);
    assert.deepEqual(mail?.enclosures, [FILE]);
    const { sentByMail: _unsaid, ...told } = FINISHED;
    assert.equal(mailOfReport(told, ALONE)[0]?.enclosures, undefined);
  });

  it('goes to nobody of the merchant who may not have it any more, and to all others', () => {
    const permissions = [
      'report.can_view_report',
      'e_commerce.view',
      'payment_request.view',
    ] as const;
    const may = [...permissions, 'customer.view'] as const;
    const people = [
      aPerson({ id: 1, email: 'may@shop.example', permissions: may }),
      aPerson({ id: 2, email: 'left@shop.example', permissions: may, active: false }),
      aPerson({ id: 3, email: 'moved@shop.example', permissions: may.slice(1) }),
      aPerson({ id: 4, email: 'Blind@shop.example', permissions }),
    ];
    const emails = [...people.map(({ email }) => email.toLowerCase()), 'books@elsewhere.example'];
    const receivers = (report: Report) =>
      mailOfReport(report, { ...ALONE, people }).flatMap(({ to }) => to);
    assert.deepEqual(receivers({ ...FINISHED, emails }), [
      'may@shop.example',
      'books@elsewhere.example',
    ]);
    assert.deepEqual(receivers({ ...FINISHED, emails, sentByMail: false }), [
      'may@shop.example',
      'blind@shop.example',
      'books@elsewhere.example',
    ]);
    assert.deepEqual(receivers({ ...FINISHED, emails: ['left@shop.example'] }), []);
  });

  it('has none that mail servers would refuse', () => {
    const [mail] = mailOfReport({ ...FINISHED, size: 5_000_001 }, ALONE);
    assert.ok(mail);
    assert.equal(mail.enclosures, undefined);
  });
});

describe('a file of ours in a mail', () => {
  it('is read when the mail is sent', async () => {
    const read = await enclosed([FILE], { fetchFile, kept: { open: stored } });
    assert.ok('files' in read);
    assert.deepEqual(
      read.files.map(({ name, type, bytes }) => [name, type, bytes.toString()]),
      [[FILE.name, FILE.type, 'a,b\n']],
    );
  });

  it('is left out once it is gone, and waited for where it cannot be read', async () => {
    const gone = await enclosed([FILE], { fetchFile, kept: { open: async () => undefined } });
    assert.deepEqual(gone, { files: [] });
    const waiting = enclosed([FILE], { fetchFile, kept: { open: away } });
    await assert.rejects(waiting, { type: 'FileAway', nonRetryable: false });
  });
});

function aPerson(given: {
  readonly id: number;
  readonly email: string;
  readonly permissions: readonly Permission[];
  readonly active?: boolean;
}): User {
  const person = { merchantId: SHOP, active: true, superuser: false, service: false };
  return { ...person, username: given.email, ...given };
}
