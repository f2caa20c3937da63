import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import {
  TASK_MAIL_TIMES,
  type TaskSubscription,
  type TaskSubscriptions,
} from '../domain/tasks/subscription.ts';
import { TASK_KINDS } from '../domain/tasks/task.ts';
import type { User } from '../domain/user.ts';
import type { Atomically } from './atomically.ts';
import { isDuplicate } from './connection.ts';
import type { CounterStore } from './counters.ts';
import { following, type PageOf } from './cursors.ts';
import { passwordHash } from './password.ts';
import { subdocument, type FieldsOf } from './fields.ts';

/** A user as authentication needs them: with the hash of their password, and since when they have it. */
export interface UserWithSecret {
  readonly user: User;
  readonly passwordHash: string;
  /** Epoch milliseconds. Tokens from before are worth nothing. */
  readonly passwordSince: number;
}

/** What a new user is; the store gives them their number. */
export type NewUser = Omit<User, 'id'> & { readonly password: string };

/** What of a user can change. Name and number are theirs for ever: requests and records name the user by them. */
export type UserChange = Partial<
  Omit<
    User,
    | 'id'
    | 'merchantId'
    | 'username'
    | 'service'
    | 'secondFactor'
    | 'invited'
    | 'invitedBy'
    | 'subscriptions'
  >
>;

interface UserDocument extends User {
  readonly passwordHash: string;
  readonly passwordSince: number;
}

const flag = { type: Boolean, required: true };
const text = { type: String, required: true };
const number = { type: Number, required: true };
const subscriptionsSchema = subdocument<TaskSubscriptions>({
  version: number,
  kinds: {
    type: [
      subdocument<TaskSubscription>({
        kind: { ...text, enum: TASK_KINDS },
        when: { ...text, enum: TASK_MAIL_TIMES },
        since: number,
        before: { type: [String], default: undefined },
      }),
    ],
    required: true,
  },
  daily: {
    type: subdocument<NonNullable<TaskSubscriptions['daily']>>({ dueAt: number, doneOn: text }),
  },
  lookAt: { type: Number },
});
const schema = new Schema(
  {
    id: { type: Number, required: true },
    merchantId: { type: String, required: true },
    username: { type: String, required: true },
    active: flag,
    superuser: flag,
    service: flag,
    permissions: { type: [String], required: true },
    email: { type: String, required: true },
    firstName: { type: String },
    lastName: { type: String },
    phone: { type: String },
    secondFactor: { type: Boolean },
    language: { type: String, enum: ['en', 'ar'] },
    invited: { type: Boolean },
    invitedBy: { type: String },
    subscriptions: { type: subscriptionsSchema },
    passwordHash: { type: String, required: true },
    passwordSince: { type: Number, required: true },
  } satisfies FieldsOf<UserDocument>,
  { collection: 'users', versionKey: false, strict: 'throw', id: false },
);
schema.index({ username: 1 }, { unique: true });
schema.index({ merchantId: 1, id: 1 }, { unique: true });
// For the sweep that has mails of tasks written, person by person. Most people have chosen nothing.
for (const due of ['subscriptions.daily.dueAt', 'subscriptions.lookAt'])
  schema.index(
    { [due]: 1, username: 1 },
    { partialFilterExpression: { [due]: { $exists: true } } },
  );

const withoutSecret = { _id: 0, passwordHash: 0, passwordSince: 0 } as const;

export type UserStore = ReturnType<typeof userStore>;

export function userStore(
  connection: Connection,
  { counters, atomically }: { readonly counters: CounterStore; readonly atomically: Atomically },
  hash = passwordHash,
) {
  const model = connection.model<UserDocument>('User', schema);

  const one = async (filter: object): Promise<User | undefined> =>
    (await model.findOne(filter, withoutSecret).lean<User>()) ?? undefined;

  async function nextId(merchantId: MerchantId): Promise<number> {
    const last = await model.findOne({ merchantId }, { id: 1 }).sort({ id: -1 }).lean<User>();
    return (last?.id ?? 0) + 1;
  }

  const inTurn = <T>(merchantId: MerchantId, work: () => Promise<T>): Promise<T> =>
    atomically(async () => {
      // Two who decide about each other write in different places. Here they meet, and one of them begins again.
      await counters.take(merchantId, 'decisions about users', 1);
      return work();
    });

  return {
    /**
     * Creates a user with the next number of their merchant. Gives nothing when the name is taken, by whomever. `check` throws where nobody
     * may be created: it is asked in turn, when nothing is left but to write, and may be asked again. Rejects with `PasswordsBusy` before that.
     */
    create: async (
      { password, ...given }: NewUser,
      check?: () => Promise<void>,
    ): Promise<User | undefined> => {
      const { merchantId, username } = given;
      const secret = { passwordHash: await hash(password), passwordSince: Date.now() };
      for (;;) {
        try {
          return await inTurn(merchantId, async () => {
            await check?.();
            if (await one({ username })) return undefined;
            const user: User = { ...given, id: await nextId(merchantId) };
            await model.create({ ...user, ...secret });
            return user;
          });
        } catch (error) {
          // Who took the name at another merchant at the same moment is found the next time.
          if (!isDuplicate(error)) throw error;
        }
      }
    },

    find: (merchantId: MerchantId, id: number): Promise<User | undefined> =>
      one({ merchantId, id }),

    findByName: (merchantId: MerchantId, username: string): Promise<User | undefined> =>
      one({ merchantId, username }),

    /** All users of a merchant, by number. */
    list: (merchantId: MerchantId): Promise<readonly User[]> =>
      model.find({ merchantId }, withoutSecret).sort({ id: 1 }).lean<User[]>().exec(),

    /**
     * Has one decide about a user of a merchant after the other: `work` reads both as they stand when it writes. It may be run again, and
     * changes nothing but the database.
     */
    inTurn,

    /** Changes a user, who is given back; nothing when there is none of this name. It holds from their next request on. */
    update: async (
      merchantId: MerchantId,
      username: string,
      change: UserChange,
    ): Promise<User | undefined> =>
      (await model
        .findOneAndUpdate({ merchantId, username }, { $set: change }, { returnDocument: 'after' })
        .select(withoutSecret)
        .lean<User>()) ?? undefined,

    /**
     * Writes what a person has chosen, or that somebody has looked at it, in place of what stood there; false where that has been
     * changed meanwhile.
     */
    setSubscriptions: async (
      { merchantId, username, subscriptions: before }: User,
      subscriptions: TaskSubscriptions,
    ): Promise<boolean> => {
      const asSeen = before
        ? {
            'subscriptions.version': before.version,
            'subscriptions.daily.dueAt': before.daily?.dueAt ?? { $exists: false },
            'subscriptions.lookAt': before.lookAt ?? { $exists: false },
          }
        : { subscriptions: { $exists: false } };
      const { modifiedCount } = await model.updateOne(
        { merchantId, username, ...asSeen },
        { $set: { subscriptions } },
      );
      return modifiedCount === 1;
    },

    /** Active users of whose tasks a daily mail is due, or new ones are to be looked for, the longest waiting first, then by name. */
    taskMailsDue: (what: 'daily.dueAt' | 'lookAt', page: PageOf): Promise<readonly User[]> => {
      const due = `subscriptions.${what}`;
      return model
        .find({ ...following('username', page, due), active: true }, withoutSecret)
        .sort({ [due]: 1, username: 1 })
        .limit(page.limit)
        .lean<User[]>()
        .exec();
    },

    /**
     * Gives a user another password; their tokens end with the old one. False when there is no such user, or where `isAllowed` says no:
     * it is asked when nothing is left but to write. Rejects with `PasswordsBusy` before that.
     */
    setPassword: async (
      merchantId: MerchantId,
      username: string,
      password: string,
      isAllowed?: () => Promise<boolean>,
    ): Promise<boolean> => {
      const secret = { passwordHash: await hash(password), passwordSince: Date.now() };
      if (isAllowed && !(await isAllowed())) return false;
      const { matchedCount } = await model.updateOne(
        { merchantId, username },
        { $set: secret, $unset: { invited: 1 } },
      );
      return matchedCount === 1;
    },

    /** They have come in by another way than the link of their invitation. */
    acceptInvitation: async (merchantId: MerchantId, username: string): Promise<void> => {
      await model.updateOne({ merchantId, username }, { $unset: { invited: 1 } });
    },

    /** Whether they log in with a second factor from now on. */
    setSecondFactor: async (
      merchantId: MerchantId,
      username: string,
      secondFactor: boolean,
    ): Promise<void> => {
      await model.updateOne({ merchantId, username }, { $set: { secondFactor } });
    },

    /** For logging in only: whoever logs in says no merchant, so names are unique over all. */
    findSecret: async (username: string): Promise<UserWithSecret | undefined> => {
      const found = await model.findOne({ username }, { _id: 0 }).lean<UserDocument>();
      if (!found) return undefined;
      const { passwordHash: kept, passwordSince, ...user } = found;
      return { user, passwordHash: kept, passwordSince };
    },
  };
}
