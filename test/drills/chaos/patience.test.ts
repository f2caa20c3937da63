import assert from 'node:assert/strict';
import { untilAnswered, type DrillPatience } from '../../../drills/chaos/patience.ts';

describe('the patience of payers and merchants', function () {
  this.timeout(120_000);

  it('takes the first answer that may be', async () => {
    const patience = patient();
    assert.equal((await untilAnswered(patience, world(200)))?.status, 200);
    assert.deepEqual([patience.repeats, patience.complaints], [0, []]);
  });

  it('asks again without complaint when nobody is there', async () => {
    const patience = patient();
    const answer = await untilAnswered(patience, world('reset', 503, 409, 429));
    assert.equal(answer?.text, '200');
    assert.deepEqual([patience.repeats, patience.complaints], [4, []]);
  });

  it('complains of any other answer, and asks again', async () => {
    const patience = patient();
    await untilAnswered(patience, world(500, 404));
    assert.deepEqual(patience.complaints, [
      { orderNo: 'ORDER-1', what: 'look: 500 500' },
      { orderNo: 'ORDER-1', what: 'look: 404 404' },
    ]);
  });

  it('ends, and complains, when it is over', async () => {
    let left = 2;
    const patience = patient(() => (left -= 1) < 0);
    assert.equal(await untilAnswered(patience, world('reset', 'reset', 'reset')), undefined);
    assert.match(patience.complaints[0]?.what ?? '', /no answer until the end, at last .*reset/);
  });
});

function patient(isOver: () => boolean = () => false): DrillPatience {
  return { isOver, complaints: [], repeats: 0 };
}

/** Gives these answers one after the other; a text is a connection that breaks. */
function world(...answers: readonly (number | string)[]) {
  let asked = 0;
  return {
    orderNo: 'ORDER-1',
    what: 'look',
    expected: [200],
    ask: async () => {
      const answer = answers[asked] ?? 200;
      asked += 1;
      if (typeof answer === 'string') throw new Error(answer);
      return new Response(String(answer), { status: answer });
    },
  };
}
