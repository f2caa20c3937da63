import assert from 'node:assert/strict';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { mailer, type Mail } from '../../transports/mail.ts';
import { close, listen } from './support/listen.ts';
import { SELF_SIGNED } from './support/self-signed.ts';

const FROM = 'Pearl Pay <no-reply@pay.example>';
const MAIL: Mail = {
  messageId: 'one',
  to: ['sara@example.test'],
  cc: ['desk@shop.example.test'],
  fromName: 'متجر اللؤلؤ',
  replyTo: 'help@shop.example.test',
  subject: 'تم دفع ‎KWD 1.500',
  text: 'نص\n.\nline',
  html: '<p>نص</p>',
  language: 'ar',
};

describe('a mail server', () => {
  let servers: SMTPServer[] = [];
  let taken: Buffer[] = [];
  let begun = 0;
  afterEach(async () => {
    await Promise.all(servers.map(({ server }) => close(server)));
    servers = [];
    taken = [];
    begun = 0;
  });

  async function sendTo(
    options: SMTPServerOptions,
    mail: Partial<Mail> = {},
    { edge = async () => true, allowPlain = true, user = '' } = {},
  ) {
    const server = new SMTPServer({
      disabledCommands: allowPlain ? ['STARTTLS'] : [],
      authOptional: true,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onData: (stream, _session, callback) => {
        begun += 1;
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.once('end', () => {
          taken.push(Buffer.concat(parts));
          callback();
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    servers.push(server);
    const port = await listen(server.server, '127.0.0.1');
    const url = `smtp://${user}localhost:${port}`;
    return mailer({ url, from: FROM, allowPlain })({ ...MAIL, ...mail }, edge);
  }

  it('gets the mail: names, subject and both texts as they were written', async () => {
    assert.deepEqual(await sendTo({}), { kind: 'accepted' });
    const [raw] = taken;
    assert.ok(raw && taken.length === 1);
    const got = await PostalMime.parse(raw);
    assert.deepEqual(got.from, { name: MAIL.fromName, address: 'no-reply@pay.example' });
    assert.deepEqual([got.subject, got.messageId], [MAIL.subject, '<one@pay.example>']);
    assert.deepEqual(
      [...(got.to ?? []), ...(got.cc ?? []), ...(got.replyTo ?? [])].map(({ address }) => address),
      [...MAIL.to, ...(MAIL.cc ?? []), MAIL.replyTo],
    );
    assert.equal(got.text?.trim(), MAIL.text);
    assert.equal(got.html?.trim(), MAIL.html);
  });

  it('finds no header and no address that somebody has typed into a name or a subject', async () => {
    const evil = 'x\r\nBcc: evil@example.test\r\n\r\n<b>body</b>';
    const to = ['sara@example.test\r\nBcc: evil@example.test'];
    assert.equal((await sendTo({}, { subject: evil, fromName: evil, to })).kind, 'unsent');
    assert.equal((await sendTo({}, { subject: evil, fromName: evil })).kind, 'accepted');
    const got = await PostalMime.parse(taken[0] ?? Buffer.of());
    assert.equal(got.bcc, undefined);
    assert.deepEqual(
      got.headers.filter(({ key }) => key === 'bcc'),
      [],
    );
    assert.ok(got.subject?.startsWith('x Bcc: evil@example.test'));
  });

  for (const [what, options, expected] of [
    ['refuses the address', { onRcptTo: (_a, _s, done) => done(no(550)) }, ['unsent', true]],
    ['asks to come again', { onRcptTo: (_a, _s, done) => done(no(451)) }, ['unsent', false]],
    ['refuses what it has read', { onData: reading((done) => done(no(554))) }, ['unsent', true]],
    ['cannot keep it now', { onData: reading((done) => done(no(452))) }, ['unsent', false]],
    ['refuses our password', { onAuth: (_a, _s, done) => done(no(535)) }, ['unsent', false]],
    ['closes the door', { onConnect: (_s, done) => done(no(421)) }, ['unsent', false]],
  ] as const satisfies readonly (readonly [string, SMTPServerOptions, unknown])[])
    it(`that ${what} has not got it, ${expected[1] ? 'for good' : 'for now'}`, async () => {
      const handed = await sendTo(options, {}, { user: 'onAuth' in options ? 'a:b@' : '' });
      assert.deepEqual([handed.kind, 'final' in handed && handed.final], expected);
      assert.doesNotMatch(JSON.stringify(handed), /example/);
    });

  for (const code of [550, 451])
    it(`that says ${code} to the customer alone has it for the others, ${code < 500 ? 'for now' : 'for good'}`, async () => {
      const handed = await sendTo({ onRcptTo: refusing('sara@example.test', code) });
      assert.deepEqual(handed, {
        kind: 'partly',
        taken: MAIL.cc,
        why: `EENVELOPE ${code}`,
        final: code === 550,
      });
      assert.equal(taken.length, 1);
    });

  it('that refuses a copy alone has the mail', async () => {
    const handed = await sendTo({ onRcptTo: refusing('desk@shop.example.test', 550) });
    assert.equal(handed.kind, 'accepted');
  });

  it('is not asked again for those who have it from before, and the mail still names them', async () => {
    const asked: string[] = [];
    const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, done) => {
      asked.push(address);
      done();
    };
    assert.equal((await sendTo({ onRcptTo }, { reached: MAIL.cc ?? [] })).kind, 'accepted');
    assert.deepEqual(asked, MAIL.to);
    const got = await PostalMime.parse(taken[0] ?? Buffer.of());
    assert.deepEqual(
      got.cc?.map(({ address }) => address),
      MAIL.cc,
    );
  });

  it('that reads all of it and hangs up may have it', async () => {
    const handed = await sendTo({
      onData: (stream) => {
        stream.resume();
        stream.once('end', () => {
          for (const one of servers[0]?.connections ?? []) one.close();
        });
      },
    });
    assert.equal(handed.kind, 'silent');
  });

  it('gets no end, and so no mail, when another try has the message', async () => {
    const handed = await sendTo({}, {}, { edge: async () => false });
    assert.deepEqual([handed.kind, begun, taken.length], ['unsent', 1, 0]);
    const broken = await sendTo({}, {}, { edge: () => Promise.reject(new Error('no database')) });
    assert.deepEqual([broken.kind, begun, taken.length], ['unsent', 2, 0]);
  });

  it('is asked for the edge only when it is ready for the text', async () => {
    let asked = 0;
    const edge = async () => {
      asked += 1;
      return true;
    };
    await sendTo({ onRcptTo: (_a, _s, done) => done(no(451)) }, {}, { edge });
    assert.equal(asked, 0);
    await sendTo({}, {}, { edge });
    assert.equal(asked, 1);
  });

  it('gets nothing where TLS is wanted and its certificate is not known', async () => {
    const handed = await sendTo({ ...SELF_SIGNED }, {}, { allowPlain: false });
    assert.deepEqual([handed.kind, begun], ['unsent', 0]);
  });

  it('gets nothing, and no password, where TLS is wanted and it has none', async () => {
    let logins = 0;
    const options: SMTPServerOptions = {
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => {
        logins += 1;
        done(null, { user: 'x' });
      },
    };
    const handed = await sendTo(options, {}, { allowPlain: false, user: 'pay:secret@' });
    assert.deepEqual([handed.kind, begun, logins], ['unsent', 0, 0]);
  });

  it('gets user and password of its address', async () => {
    let seen = '';
    const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _session, done) => {
      seen = `${username}:${password}`;
      done(null, { user: 'x' });
    };
    const handed = await sendTo({ onAuth }, {}, { user: 'pay%40x:s%2Fcret@' });
    assert.deepEqual([handed.kind, seen], ['accepted', 'pay@x:s/cret']);
  });
});

type Answered = (error?: Error | null) => void;

function no(responseCode: number): Error {
  return Object.assign(new Error('no, not for sara@example.test'), { responseCode });
}

function refusing(refused: string, code: number): NonNullable<SMTPServerOptions['onRcptTo']> {
  return ({ address }, _session, done) => done(address === refused ? no(code) : null);
}

/** Reads all of it before it answers. */
function reading(answer: (done: Answered) => void): NonNullable<SMTPServerOptions['onData']> {
  return (stream, _session, callback) => {
    stream.resume();
    stream.once('end', () => answer(callback));
  };
}
