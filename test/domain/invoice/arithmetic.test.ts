import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { currencyCode, minorUnits } from '../../../domain/currencies.ts';
import { assess, type InvoiceProposal } from '../../../domain/invoice/check.ts';
import { toDecimal } from '../../../domain/money.ts';
import { exactly, type ExactInvoice } from './support/exact.ts';
import { randomInvoices } from './support/random-invoices.ts';

interface Vector extends Outcome {
  readonly name: string;
  readonly currency_code: string;
  readonly request: ExactInvoice;
}

interface Outcome {
  readonly items: readonly Figures[];
  readonly invoice: Figures;
}

type Figures = Readonly<Record<string, string>>;

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('../../vectors/invoices.json', import.meta.url), 'utf8'),
);

describe('the figures of an invoice', () => {
  for (const { name, currency_code, request, items, invoice } of vectors)
    it(`are those of the vector "${name}" (${currency_code})`, () => {
      const proposal = { ...request, currency_code };
      assert.deepEqual(outcomeOf(proposal), { items, invoice });
      assert.deepEqual(assess(claiming(proposal, { items, invoice })).faults, {});
    });

  it('are, in the independent implementation, those of the vectors, too', () => {
    for (const { name, currency_code, request, items, invoice } of vectors) {
      const { ties: _ties, ...exact } = exactly(request, decimalsOf(currency_code));
      assert.deepEqual(exact, { items, invoice }, name);
    }
  });

  it('have no tax on shipping that costs nothing, whatever its rate', () => {
    const { invoice } = outcomeOf({
      currency_code: 'KWD',
      invoice_items: [{ quantity: '1', unit_price: '10' }],
      shipping_tax_rate: '15',
    });
    assert.deepEqual([invoice['shipping_incl_tax'], invoice['amount']], ['0.000', '10.000']);
  });

  it('are nothing but shipping when a discount takes the rest', () => {
    const { invoice } = outcomeOf({
      currency_code: 'KWD',
      invoice_items: [{ quantity: '1', unit_price: '5', discount_amount: '5' }],
      shipping_excl_tax: '2',
    });
    assert.deepEqual([invoice['subtotal'], invoice['amount']], ['0.000', '2.000']);
  });

  /** What every run computes anew, over currencies with 0, 2, 3 and 4 decimals. */
  const RUNS = 10_000;
  const CURRENCIES = ['JPY', 'SAR', 'KWD', 'CLF', 'KRW', 'USD', 'BHD', 'UYW'];

  it(`are those of an independent exact implementation, in ${RUNS} random invoices`, function () {
    this.timeout(600_000);
    const seed = Math.floor(Math.random() * 2 ** 31);
    const draw = randomInvoices(seed);
    let ties = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const currency_code = CURRENCIES[run % CURRENCIES.length] ?? 'KWD';
      const request = draw(decimalsOf(currency_code));
      const { ties: found, ...exact } = exactly(request, decimalsOf(currency_code));
      ties += found;
      // Half of the merchants compute as we do, the others are off by one minor unit in one figure.
      const { claims, faults } = run % 2 === 0 ? { claims: exact, faults: {} } : offByOne(exact);
      const result = assess(claiming({ ...request, currency_code }, claims));
      const seen = { ...printed(result), faults: result.faults };
      const wanted = { ...exact, faults };
      // Comparing text is quick; only a difference is worth a picture.
      if (JSON.stringify(seen) !== JSON.stringify(wanted))
        assert.deepEqual(seen, wanted, `seed ${seed}, run ${run}: ${JSON.stringify(request)}`);
    }
    assert.ok(ties > RUNS / 20, `Only ${ties} figures were exactly between two.`);
  });
});

/** A merchant whose amount is off by one minor unit, and what they are told: both values, and nothing else. */
function offByOne(exact: Outcome) {
  const right = exact.invoice['amount'] ?? '';
  const wrong = `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 10}`;
  return {
    claims: { ...exact, invoice: { ...exact.invoice, amount: wrong } },
    faults: { amount: [`Expected ${right}, got ${wrong}.`] },
  };
}

function outcomeOf(proposal: InvoiceProposal): Outcome {
  const result = assess(proposal);
  assert.deepEqual(result.faults, {});
  return printed(result);
}

function printed({ assessed }: ReturnType<typeof assess>): Outcome {
  assert.ok(assessed);
  const { totals, lines } = assessed;
  return {
    items: lines.map(({ figures }) => ({
      discount_amount: toDecimal(figures.discount),
      tax_amount: toDecimal(figures.taxAmount),
      total_excl_tax: toDecimal(figures.totalExclTax),
      total_incl_tax: toDecimal(figures.totalInclTax),
    })),
    invoice: {
      subtotal: toDecimal(totals.subtotal),
      discount_amount: toDecimal(totals.discount),
      total_excl_tax: toDecimal(totals.totalExclTax),
      tax_amount: toDecimal(totals.taxAmount),
      shipping_incl_tax: toDecimal(totals.shippingInclTax),
      total_incl_tax: toDecimal(totals.totalInclTax),
      amount: toDecimal(totals.totalInclTax),
    },
  };
}

/** The same request of a merchant who has computed all that may be sent. */
function claiming(proposal: InvoiceProposal, { items, invoice }: Outcome): InvoiceProposal {
  const { discount_amount: _off, ...totals } = invoice;
  return {
    ...proposal,
    ...totals,
    invoice_items: proposal.invoice_items.map((item, index) => {
      const { discount_amount: _amount, ...figures } = items[index] ?? {};
      return { ...item, ...figures };
    }),
  };
}

function decimalsOf(code: string): number {
  const currency = currencyCode(code);
  assert.ok(currency);
  return minorUnits(currency);
}
