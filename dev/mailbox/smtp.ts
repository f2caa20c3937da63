import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { Letters } from './letters.ts';

/** Longer than any sender waits. */
const FOREVER_MS = 10 * 60_000;

/**
 * Takes every mail, but for addresses that show what mail servers can do, as test cards do for gateways:
 * `refused@` is refused, `later@` is asked to come again the first time, `hesitates@` is not answered the first time,
 * `silent@` gets the mail and never an answer.
 */
export async function openSmtp(port: number, letters: Letters): Promise<SMTPServer> {
  const asked = new Set<string>();
  const server = new SMTPServer({
    banner: 'Sarraf mailbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, callback) => {
      void (async () => {
        const [name] = address.split('@');
        const isFirst = !asked.has(address);
        asked.add(address);
        if (name === 'hesitates' && isFirst) await sleep(FOREVER_MS, undefined, { ref: false });
        if (name === 'refused') callback(refusal('Nobody of this name is here.', 550));
        else if (name === 'later' && isFirst) callback(refusal('Come again.', 451));
        else callback();
      })();
    },
    onData: (stream, session, callback) => {
      void (async () => {
        try {
          letters.keep(await buffer(stream));
        } catch (error) {
          // A sender that died in the middle of its mail waits for no answer.
          console.error(error instanceof Error ? error.message : error);
          return;
        }
        const isSilent = session.envelope.rcptTo.some(({ address }) =>
          address.startsWith('silent@'),
        );
        if (isSilent) await sleep(FOREVER_MS, undefined, { ref: false });
        callback();
      })();
    },
  });
  // A connection that breaks is no fault of the mailbox.
  server.on('error', (error) => console.error(error.message));
  const listening = once(server.server, 'listening');
  server.listen(port, '127.0.0.1');
  await listening;
  return server;
}

function refusal(words: string, responseCode: number): Error {
  return Object.assign(new Error(words), { responseCode });
}
