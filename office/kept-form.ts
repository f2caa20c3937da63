import type { Context } from 'koa';
import { bodyOf, dropIncoming, readSmallForm } from '../api/middleware/body.ts';
import type { TypedFields } from '../render/office/form.tsx';

/** The field of a form that says to whom it was shown. */
export const FORM_OWNER = 'form_owner';

const COOKIE = '__Host-office-form';
/** So long somebody may take to log in again. */
const KEPT_SECONDS = 30 * 60;
/** Browsers take no larger cookie (RFC 6265, 6.1). */
const MOST_CHARACTERS = 3800;
/** What is of the login that has ended, and what is never shown again. */
const NOT_KEPT: ReadonlySet<string> = new Set(['form_token', 'lang', 'step_up']);

/**
 * Has the browser itself keep what was sent after a login had ended, for the page of that form (contract/logins#pages); says whether it
 * does. A file cannot be filled in again, and what is too long for a cookie is not kept: whoever sends it is not known, and no more of it
 * is read than of anybody who is not logged in.
 */
export async function keepForm(ctx: Context): Promise<boolean> {
  try {
    await readSmallForm(ctx, 'file');
  } catch {
    // Nothing is done in any case, and the way to the login page is what matters.
    return false;
  } finally {
    dropIncoming(ctx);
  }
  const fields = Object.entries(bodyOf(ctx)).filter(
    ([name, value]) => typeof value === 'string' && !NOT_KEPT.has(name),
  );
  const kept = Buffer.from(JSON.stringify([ctx.path, ...fields])).toString('base64url');
  if (kept.length > MOST_CHARACTERS) return false;
  setCookie(ctx, kept, KEPT_SECONDS);
  return true;
}

/** What was sent from this very page before its person had to log in again, once; nothing for somebody else. */
export function keptForm(ctx: Context, owner: string): TypedFields | undefined {
  const [path, ...fields] = readCookie(ctx.cookies.get(COOKIE) ?? '') ?? [];
  if (path !== ctx.path) return undefined;
  setCookie(ctx, '', 0);
  const typed = Object.fromEntries(fields);
  return typed[FORM_OWNER] === owner ? typed : undefined;
}

/** Whether a form says that it, or one of what it is about, was sent before without an answer (contract/office#questions). */
export function leavesUnknown(fields: object): boolean {
  return Object.entries(fields).some(
    ([name, value]) => (name === 'unanswered' && value !== '') || name.startsWith('unknown.'),
  );
}

type Kept = readonly [path: string, ...fields: (readonly [name: string, value: string])[]];

/** A browser may send anything. */
function isKept(read: unknown): read is Kept {
  if (!Array.isArray(read)) return false;
  const [path, ...fields]: readonly unknown[] = read;
  return typeof path === 'string' && fields.every(isField);
}

function isField(one: unknown): boolean {
  return Array.isArray(one) && one.length === 2 && one.every((text) => typeof text === 'string');
}

function readCookie(kept: string): Kept | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(kept, 'base64url').toString('utf8'));
    return isKept(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function setCookie(ctx: Context, value: string, seconds: number): void {
  const attributes = `Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${seconds}`;
  ctx.append('Set-Cookie', `${COOKIE}=${value}; ${attributes}`);
}
