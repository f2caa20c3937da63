import type { Env } from './env.ts';

/** Where a form of ours may end. Browsers hold a page's form-action against each redirect that follows its form. */
export function formOrigins({ publicUrl, apiUrl, formOrigins }: Env): readonly string[] {
  return [...new Set([publicUrl, apiUrl, ...formOrigins].map((url) => new URL(url).origin))];
}
