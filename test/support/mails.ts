import type { CapturedMessage } from '../../dev/mailbox/letters.ts';
import type { System } from './system.ts';

/** What has come to an address or a number until now, the oldest first. */
export async function mailsTo(
  { run }: Pick<System, 'run'>,
  address: string,
): Promise<readonly CapturedMessage[]> {
  const answer = await fetch(`${run.mailbox}/mails.json?to=${encodeURIComponent(address)}`);
  return ((await answer.json()) as readonly CapturedMessage[]).toReversed();
}
