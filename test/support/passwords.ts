import { hash } from '@node-rs/argon2';
import { isPassword, passwordHash } from '../../store/password.ts';

/** argon2 is slow on purpose: what these have computed once in a run of the tests they do not compute again. */
const hashes = new Map<string, Promise<string>>();
const compared = new Map<string, Promise<boolean>>();

/** A password as it is kept, at little cost, which programs take from it: nobody tries to find those of tests' people. */
export function hashCheaply(password: string): Promise<string> {
  return hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
}

/** `passwordHash`, but with the same salt each time. Where it is refused for the moment, the next asks anew. */
export async function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? passwordHash(password);
  hashes.set(password, hash);
  try {
    return await hash;
  } catch (error) {
    hashes.delete(password);
    throw error;
  }
}

/** `isPassword`, likewise. */
export async function isPasswordOnce(password: string, kept: string | undefined): Promise<boolean> {
  const pair = JSON.stringify([password, kept]);
  const is = compared.get(pair) ?? isPassword(password, kept);
  compared.set(pair, is);
  try {
    return await is;
  } catch (error) {
    compared.delete(pair);
    throw error;
  }
}
