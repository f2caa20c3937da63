/** Skips the tests of the suite whose hook is under way, and has `npm test` say why. */
export function skipSuite(hook: Mocha.Context, why: string): never {
  for (const test of hook.test?.parent?.tests ?? []) test.title += ` (${why})`;
  return hook.skip();
}
