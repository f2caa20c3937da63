import type { QueryDoc } from '../route.ts';

/** What lists by `limit` and `offset` say of their pages. */
export const pagesDoc = {
  limit: {
    description: 'How many of them; 10 when it is left out.',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  },
  offset: {
    description: 'How many to pass over.',
    schema: { type: 'integer', minimum: 0, maximum: 999_999 },
  },
} as const satisfies Readonly<Record<string, QueryDoc>>;
