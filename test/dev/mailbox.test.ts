import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { letters } from '../../dev/mailbox/letters.ts';
import { anyPort, findPorts } from '../../dev/ports.ts';
import { startChild, type Child } from '../../dev/processes.ts';
import { untilReady } from '../../dev/ready.ts';

describe('the mailbox', function () {
  this.timeout(120_000);
  const directory = mkdtempSync(join(tmpdir(), 'sarraf-mailbox-'));
  let mailbox: Child;
  let port: number;
  before(async () => {
    const ports = await findPorts({ smtp: anyPort(), pages: anyPort() });
    port = ports.smtp;
    mailbox = await startChild({
      name: 'mailbox',
      command: process.execPath,
      args: ['--import', 'tsx', 'dev/mailbox/index.ts'],
      env: {
        ...process.env,
        MAILBOX_PORT: String(ports.pages),
        MAILBOX_SMTP_PORT: String(port),
        MAILBOX_DIR: directory,
      },
      logFile: join(directory, 'mailbox.log'),
    });
    await untilReady(`http://127.0.0.1:${ports.pages}/`, mailbox);
  });
  after(async () => {
    await mailbox.stop();
    rmSync(directory, { recursive: true });
  });

  it('goes on when a sender dies in the middle of a mail, of which it keeps nothing', async () => {
    await beginMail(port);
    const sender = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
    const mail = { from: 'a@example.test', to: 'b@example.test', text: 'of a mail' };
    await sender.sendMail({ ...mail, subject: 'whole' });
    sender.close();
    assert.ok(mailbox.isRunning());
    assert.deepEqual(
      (await letters(directory).all()).map(({ subject }) => subject),
      ['whole'],
    );
  });
});

/** Sends the first part of a mail, and is gone. */
async function beginMail(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const closed = once(socket, 'close');
  const steps = ['EHLO a', 'MAIL FROM:<a@example.test>', 'RCPT TO:<b@example.test>', 'DATA'];
  for await (const line of createInterface({ input: socket })) {
    if (!/^\d{3} /.test(line)) continue;
    const step = steps.shift();
    if (step === undefined) break;
    socket.write(`${step}\r\n`);
  }
  socket.write('Subject: half\r\n\r\nof a ma', () => socket.destroy());
  await closed;
}
