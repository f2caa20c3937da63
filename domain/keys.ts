/** The names of an object's own fields, as what they are. */
export function keysOf<T extends object>(value: T): readonly Extract<keyof T, string>[] {
  const names: Extract<keyof T, string>[] = [];
  for (const name in value) if (Object.hasOwn(value, name)) names.push(name);
  return names;
}
