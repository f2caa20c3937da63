/** Ends a request that has had no answer for so long. Browsers that cannot do that (Safari before 16) end it after a minute by themselves. */
export function endingAfter(ms: number): AbortSignal | null {
  return 'timeout' in AbortSignal ? AbortSignal.timeout(ms) : null;
}
