/**
 * What the network does wrong, by the simulator's words (docs/simulator.md). One answer of five is lost after the work
 * was done; a few more are refused, cut off before anything is done, or too slow to be waited for. One callback of five
 * never comes, others come late or several times at once.
 */
export function networkFaults(seed: number): readonly object[] {
  const at = (nth: number) => (seed + nth) % 4_294_967_296;
  return [
    { fault: 'answer-lost', probability: 0.2, seed: at(1) },
    { fault: 'reset', probability: 0.03, seed: at(2) },
    { fault: 'error', status: 502, probability: 0.03, seed: at(3) },
    { fault: 'slow', delay_ms: 2500, probability: 0.03, seed: at(4) },
    { fault: 'no-callback', probability: 0.2, seed: at(5) },
    { fault: 'late-callback', delay_ms: 3000, probability: 0.1, seed: at(6) },
    { fault: 'duplicate-callback', times: 3, probability: 0.2, seed: at(7) },
  ];
}
