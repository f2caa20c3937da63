const KINDS = [
  'DateTimeFormat',
  'NumberFormat',
  'DisplayNames',
  'Collator',
  'PluralRules',
] as const;

/** What `work` has made of `Intl`: each takes a tenth of a millisecond and more, and a page has hundreds of places for one. */
export function madeOfIntl(work: () => unknown): readonly string[] {
  const made: string[] = [];
  const before = KINDS.map((kind) => [kind, Object.getOwnPropertyDescriptor(Intl, kind)] as const);
  for (const kind of KINDS)
    Object.defineProperty(Intl, kind, {
      configurable: true,
      value: new Proxy(Intl[kind], {
        construct: (target, args) => {
          made.push(kind);
          return Reflect.construct(target, args);
        },
      }),
    });
  try {
    work();
  } finally {
    for (const [kind, descriptor] of before)
      if (descriptor) Object.defineProperty(Intl, kind, descriptor);
  }
  return made;
}
