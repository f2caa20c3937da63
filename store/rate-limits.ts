import { Schema, type Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';

/** So much in so long; the window of a key begins with its first point. */
export interface CountedLimit {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Nobody waits longer than this for a count, in milliseconds: past it the process's own count decides. */
  readonly waitMs: number;
}

/** How a key stands after a count, over all processes. */
export interface Count {
  readonly consumed: number;
  /** Until its window ends. */
  readonly resetMs: number;
}

/** Adds points to a key, or takes them back when they are negative, and tells how it stands. It never fails: without the database each process counts for itself. */
export type Counter = (key: string, points: number) => Promise<Count>;

const COLLECTION = 'rate_limits';
/** For its indexes only: the limiter writes by itself. */
const schema = new Schema(
  { key: { type: String }, expire: { type: Date } },
  { collection: COLLECTION },
);
schema.index({ expire: 1 }, { expireAfterSeconds: 0 });
schema.index({ key: 1 }, { unique: true });

export type RateLimitStore = ReturnType<typeof rateLimitStore>;

/** Counts that all API processes share. Losing the last ones in a crash costs nothing, so they are not journaled. */
export function rateLimitStore(connection: Connection) {
  connection.model('RateLimit', schema);
  const database = (timeoutMS: number) =>
    connection.getClient().db(connection.name, {
      writeConcern: { w: 1, journal: false },
      timeoutMS,
    });
  return {
    counter: ({ name, points, seconds, waitMs }: CountedLimit): Counter => {
      const own = { keyPrefix: name, points, duration: seconds };
      const limiter = new RateLimiterMongo({
        ...own,
        storeClient: database(waitMs),
        tableName: COLLECTION,
        disableIndexesCreation: true,
        insuranceLimiter: new RateLimiterMemory(own),
      });
      return async (key, added) => {
        const { consumedPoints, msBeforeNext } = await (added < 0
          ? limiter.reward(key, -added)
          : limiter.penalty(key, added));
        return { consumed: consumedPoints, resetMs: msBeforeNext };
      };
    },
  };
}
