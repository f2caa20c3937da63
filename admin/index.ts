import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { runCommand } from './run.ts';
import { goOnUnread } from './unread-output.ts';

// The program `npm run admin -- <noun> <verb>`.

goOnUnread();
process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  input: () => readFileSync(0, 'utf8'),
  ...(process.stdin.isTTY && { ask }),
});

async function ask(question: string): Promise<string> {
  const line = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await line.question(question);
  line.close();
  return answer;
}
