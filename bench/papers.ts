import { percentile, timed } from './clients.ts';
import { compareSubjects } from './compare.ts';
import { paymentSteps } from './payment.ts';
import type { BenchEnvironment } from './environment.ts';
import { of } from './subjects.ts';

const FEW = 12;
const MANY = 300;
/** So many documents are made while payments are created. */
const PAPERS = 200;
const READERS = 4;
const CREATIONS = 200;
const ROUNDS = 3;

/** What a long invoice costs as a PDF beside a short one, and what creating payments costs while PDFs are made. */
export async function printPapers(environment: BenchEnvironment): Promise<void> {
  const { bill } = paymentSteps(environment.run);
  const few = await bill(FEW);
  const many = await bill(MANY);
  await compareSubjects(
    [
      of(`PDF of an invoice of ${FEW} items`, () => read(environment, few)),
      of(`PDF of an invoice of ${MANY} items`, () => read(environment, many)),
    ],
    { clients: 1, times: 10, rounds: 5 },
  );
  await whileOthersPrint(environment, few);
}

async function whileOthersPrint(environment: BenchEnvironment, invoice: string): Promise<void> {
  const { create } = paymentSteps(environment.run);
  const creating = (times: number) =>
    timed(
      async () => {
        await create();
      },
      { clients: 1, times },
    );
  await creating(CREATIONS); // Warm-up, not counted.
  for (let round = 1; round <= ROUNDS; round += 1) {
    const idle = percentile(await creating(CREATIONS), 0.99);
    const printed = { count: 0 };
    const printing = timed(
      async () => {
        await read(environment, invoice);
        printed.count += 1;
      },
      { clients: READERS, times: PAPERS },
    );
    const took: number[] = [];
    while (printed.count < PAPERS) took.push(...(await creating(1)));
    await printing;
    const busy = percentile(took, 0.99);
    console.log(
      `  round ${round}: create p99 ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms while ${printed.count} PDFs are made (${took.length} creations): ${(busy / idle).toFixed(2)} × (goal 2)`,
    );
  }
}

async function read({ run }: BenchEnvironment, invoice: string): Promise<void> {
  const response = await fetch(`${run.api}/b/invoice/${invoice}/pdf/`);
  const pdf = Buffer.from(await response.arrayBuffer());
  if (pdf.toString('latin1', 0, 5) !== '%PDF-')
    throw new Error(`The PDF was answered by ${response.status}.`);
}
