/** Who is behind a transaction, as they were when it was made: what the merchant's notices say of them. */
export interface Initiator {
  /** The number by which requests name an initiator; unique among the users of the merchant. */
  readonly id: number;
  /** Unique among the users of all merchants: who logs in names no merchant. */
  readonly username: string;
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly phone?: string;
}

/** Of a user nothing else. */
export function initiatorOf(user: Initiator): Initiator {
  const { id, username, email, firstName, lastName, phone } = user;
  return {
    id,
    username,
    email,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(phone !== undefined && { phone }),
  };
}
