/**
 * Temporal or the worker did not answer in time. Of a command that moves money nothing stands, and nothing will; anything
 * else may still happen, and asking again changes nothing more.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
}

/** The same of a command that moves money, where the database does not say either whether something of it stands. */
export class Undecided extends Unavailable {
  override readonly name = 'Undecided';
}

/** For what a sweep makes up for: nothing is lost where the engine cannot be reached. */
export function unlessUnavailable(error: unknown): void {
  if (!(error instanceof Unavailable)) throw error;
}
