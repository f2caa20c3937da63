import { currencyCode } from '../../domain/currencies.ts';
import { accountsIn, NETWORKS_USAGE, NAMED_BY, type TestAccount } from './environment.ts';
import { NOT_PROVED, PROMISES, shutOut } from './promises.ts';

/** 0: all that could be asked is true. 1: something is not. 2: there is nobody to ask, or they let nobody in. */
export type ExitCode = 0 | 1 | 2;

/** Asks the real networks whose test keys are in the environment what the connectors believe of them, and says what they answer. */
export async function askNetworks(
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<ExitCode> {
  const found = accountsIn(env);
  const currency = currencyCode(env['NETWORKS_CURRENCY'] ?? 'KWD');
  const faults = [
    ...('faults' in found ? found.faults : []),
    ...(currency === undefined ? ['NETWORKS_CURRENCY is no currency: write KWD or USD.'] : []),
  ];
  if ('faults' in found || currency === undefined) {
    say(`${faults.join('\n')}\n\n${NETWORKS_USAGE}`);
    return 2;
  }
  let failed = 0;
  let isShut = false;
  for (const account of found.accounts) {
    say(`\n${titleOf(account)}`);
    const shut = await shutOut(account, currency);
    if (shut !== undefined) {
      isShut = true;
      say(`  Nothing could be asked: ${shut} Look at ${NAMED_BY[account.gateway]}.`);
      continue;
    }
    for (const { title, prove } of PROMISES[account.gateway]) {
      const why = await failureOf(() => prove(account, currency));
      if (why !== undefined) failed += 1;
      say(why === undefined ? `  ✔ ${title}` : `  ✘ ${title}\n      ${why}`);
    }
    for (const one of NOT_PROVED[account.gateway]) say(`  – not proved: ${one}`);
  }
  if (failed > 0) say(`\n${failed} are not so.`);
  else if (!isShut) say('\nAll that could be asked is as the connectors believe.');
  if (failed > 0) return 1;
  return isShut ? 2 : 0;
}

function titleOf({ gateway, isStandIn, settings }: TestAccount): string {
  const where = isStandIn ? `the stand-in at ${String(settings['url'])}` : 'its test environment';
  return `${gateway === 'stripe' ? 'Stripe' : 'Adyen'}, ${where}`;
}

async function failureOf(prove: () => Promise<void>): Promise<string | undefined> {
  try {
    await prove();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  }
}
