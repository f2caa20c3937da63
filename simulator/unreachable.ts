/** Ends a switch over a union: adding a case that is not handled breaks the build. */
export function unreachable(value: never): never {
  throw new Error(`A case was not handled: ${JSON.stringify(value)}. Handle it in the switch.`);
}
