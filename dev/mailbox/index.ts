import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { letters } from './letters.ts';
import { openSmtp } from './smtp.ts';
import { openPages } from './pages.tsx';

/** A mail server that sends nothing on: whatever it takes can be read at its page. For `npm start` and tests. */
const { MAILBOX_PORT, MAILBOX_SMTP_PORT, MAILBOX_DIR } = process.env;
if (MAILBOX_PORT === undefined || MAILBOX_SMTP_PORT === undefined || MAILBOX_DIR === undefined)
  throw new Error('The mailbox needs MAILBOX_PORT, MAILBOX_SMTP_PORT and MAILBOX_DIR.');

const directory = join(MAILBOX_DIR);
mkdirSync(directory, { recursive: true });
const kept = letters(directory);
const smtp = await openSmtp(Number(MAILBOX_SMTP_PORT), kept);
const pages = await openPages(Number(MAILBOX_PORT), kept);

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    smtp.close();
    pages.close();
    pages.closeAllConnections();
    // A sender that a test holds must not hold this process.
    setTimeout(() => process.exit(0), 500).unref();
  });
