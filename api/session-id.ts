import { randomBytes } from 'node:crypto';
import { sessionId, type SessionId } from '../domain/ids.ts';

/** 20 random bytes in hex: nobody can guess the address of somebody else's payment. */
export function newSessionId(): SessionId {
  const id = sessionId(randomBytes(20).toString('hex'));
  if (id === undefined) throw new TypeError('20 bytes are 40 hex characters.');
  return id;
}
