/** Ends a switch over a union: adding a member breaks the build here until it is handled. */
export function unreachable(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
