import assert from 'node:assert/strict';
import { loadavg } from 'node:os';
import mongoose from 'mongoose';
import { chromium as browserType, type Browser, type Page } from 'playwright-core';
import { chromium } from '../../dev/servers/chromium.ts';
import { find } from '../../dev/servers/finder.ts';
import { printedProgress } from '../../dev/progress.ts';
import { storeKeys } from '../../dev/keys.ts';
import type { RunInfo } from '../../dev/run-file.ts';
import { merchantId, type MerchantId } from '../../domain/ids.ts';
import type { Permission } from '../../domain/permission.ts';
import { openStore, type Store } from '../../store/index.ts';
import { searchTokens } from '../../store/search-tokens.ts';
import { percentile } from '../clients.ts';
import type { BenchEnvironment } from '../environment.ts';
import { fillPayments, modelOf } from './fill.ts';
import { handsOn, type Hands, type Took } from './hands.ts';
import { scenesOn, type StagedSale } from './scenes.ts';

/** How many payments lie beside those that the tasks are about. */
const BESIDE = Number(process.env['BENCH_BESIDE'] ?? 100_000);
const ROUNDS = 3;
const PASSWORD = 'correct horse battery staple';
const VIEW = ['payment_request.view', 'e_commerce.view', 'customer.view'] as const;
/** Who has these tasks, and what they may do. */
const STAFF = {
  support: [...VIEW, 'payment_request.add', 'payment_request.change', 'gateway.use:sandbox'],
  checker: [...VIEW, 'payment.approve'],
  money: [...VIEW, 'alert.handle'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

/** What somebody has to get done, and in how many seconds (contract 7.1). */
interface OfficeTask {
  readonly name: string;
  readonly who: keyof typeof STAFF;
  readonly limit: number;
  /** What happens before, and what the person then does. */
  readonly begin: (nth: number) => Promise<(page: Page, hands: Hands) => Promise<void>>;
}

/** How long people need for what the office is for: hands and eyes by a model, pages as they were measured. */
export async function measureTasks(environment: BenchEnvironment): Promise<void> {
  const { run, dataDir } = environment;
  const scenes = scenesOn(run);
  const demo = merchantId('demo');
  if (!demo) throw new Error('That is a name of a merchant.');
  const database = await mongoose.createConnection(run.mongodb).asPromise();
  const session = await scenes.paid({ email: 'model@example.test', orderNo: 'MODEL' });
  const model = await modelOf(database, session);
  const keys = storeKeys(dataDir);
  await hire(await openStore(run.mongodb, keys), demo);
  const tokens = searchTokens(keys.search);
  await fillPayments(database, { merchantId: demo, count: BESIDE, model, tokens });
  await database.close();
  const found = await find(chromium(), printedProgress(process.stdout));
  const browser = await browserType.launch({
    executablePath: found.path,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    console.log(
      `\nTasks beside ${BESIDE} payments, seconds: person by the model, machine, sum; limit`,
    );
    for (const task of tasksOn(run, scenes)) show(task, await timesOf(browser, run, task));
    console.log(`  load average ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await browser.close();
  }
}

function saleOf(kind: string, nth: number): StagedSale {
  return {
    email: `sara.${kind}${nth}@example.test`,
    orderNo: `${kind}-${nth}`.toUpperCase(),
  };
}

function tasksOn({ api }: RunInfo, scenes: ReturnType<typeof scenesOn>): readonly OfficeTask[] {
  return [
    {
      name: 'from the mail to an approved refund',
      who: 'checker',
      limit: 10,
      begin: async (nth) => {
        const sale = saleOf('approve', nth);
        await scenes.asked(await scenes.paid(sale));
        const link = await scenes.linkOf(emailOf('checker'), sale.orderNo);
        return async (page, hands) => {
          hands.think();
          await hands.followMail(link);
          hands.think();
          await hands.follow('button[value="approve"]');
          hands.think();
          assert.match(await page.innerText('.word-good'), /12\.500/u);
        };
      },
    },
    {
      name: '"where is my refund?", from an e-mail address',
      who: 'support',
      limit: 20,
      begin: async (nth) => {
        const sale = saleOf('refund', nth);
        await scenes.refunded(sale);
        return async (page, hands) => {
          await page.goto(`${api}/office/payments`);
          hands.think();
          await hands.type('#q', sale.email);
          await hands.enter();
          hands.think();
          assert.equal(await page.locator('tbody tr').count(), 1);
          await hands.follow('.row-link');
          hands.think();
          assert.match(await page.innerText('.answer'), /40\.000/u);
        };
      },
    },
    {
      name: 'a payment link to a new customer, by SMS',
      who: 'support',
      limit: 45,
      begin: async (nth) => async (page, hands) => {
        await page.goto(`${api}/office/payments`);
        hands.think();
        await hands.follow('a[href="/office/payments/new"]');
        hands.think();
        await hands.type('#amount', '12.500');
        hands.think();
        await hands.type('#customer_phone', `+9655123456${nth}`);
        hands.think();
        await hands.press('input[name="channels.sms"]');
        hands.think();
        await hands.follow('main button[type="submit"]');
        hands.think();
        assert.match(page.url(), /after=created/u);
      },
    },
    {
      name: 'a double charge: from the mail to who gets what back',
      who: 'money',
      limit: 30,
      begin: async (nth) => {
        const sale = saleOf('twice', nth);
        await scenes.paidTwice(sale);
        const link = await scenes.linkOf(emailOf('money'), sale.orderNo);
        return async (page, hands) => {
          hands.think();
          await hands.followMail(link);
          hands.think();
          hands.think();
          const text = await page.innerText('main');
          assert.match(text, /Sara/u);
          assert.match(text, /40\.000/u);
        };
      },
    },
    {
      name: 'why did the payment of 17:05 fail?',
      who: 'support',
      limit: 20,
      begin: async (nth) => {
        const session = await scenes.declined(saleOf('declined', nth));
        return async (page, hands) => {
          await page.goto(`${api}/office/payments`);
          hands.think();
          hands.think();
          await hands.follow(`a.row-link[href*="${session}"]`);
          hands.think();
          hands.think();
          assert.match(await page.innerText('main'), /declined/iu);
        };
      },
    },
  ];
}

/** Gives each of them a login. */
async function hire(store: Store, merchant: MerchantId): Promise<void> {
  for (const [who, permissions] of Object.entries(STAFF))
    await store.users.create({
      merchantId: merchant,
      username: `bench-${who}`,
      email: emailOf(who),
      active: true,
      superuser: false,
      service: false,
      permissions,
      password: PASSWORD,
    });
  await store.close();
}

function emailOf(who: string): string {
  return `bench-${who}@shop.example`;
}

async function timesOf(
  browser: Browser,
  { api }: RunInfo,
  { who, begin }: OfficeTask,
): Promise<readonly Took[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${api}/office/payments?lang=en`);
    await page.fill('#username', `bench-${who}`);
    await page.fill('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/office\/(?:payments|inbox)/u);
    const all: Took[] = [];
    for (let nth = 0; nth < ROUNDS; nth += 1) {
      const walk = await begin(nth);
      const hands = handsOn(page);
      await walk(page, hands);
      all.push(hands.took());
    }
    return all;
  } finally {
    await context.close();
  }
}

function show({ name, limit }: OfficeTask, all: readonly Took[]): void {
  const machines = all.map(({ machine }) => machine);
  const person = Math.max(...all.map((one) => one.person));
  const [middle, most] = [percentile(machines, 0.5), Math.max(...machines)];
  console.log(
    `  ${name.padEnd(54)}`,
    `${person.toFixed(1)} + ${middle.toFixed(2)} (${most.toFixed(2)} at most)`.padEnd(30),
    (person + middle).toFixed(1).padStart(5),
    `${person + most <= limit ? 'of' : 'OVER'} ${limit}`,
  );
}
