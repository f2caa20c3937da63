import type { JsonObject } from '../domain/json.ts';

/** Somebody did something that others may have to answer for. Entries are added, never changed and never removed. */
export interface AuditEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Who, by the name under which they were let in. */
  readonly who: string;
  /** The address from which they came. */
  readonly from: string;
  readonly action: AuditAction;
}

/** Somebody had payloads of workflows decrypted: how many, and of which workflows as far as the payloads say. */
export interface CodecDecode {
  readonly name: 'codec.decode';
  readonly namespace: string;
  readonly payloads: number;
  readonly workflowIds: readonly string[];
}

/** Somebody changed what merchants, keys, users or accounts are, by the command line or by a seed. */
export interface AdminAct {
  readonly name: 'admin';
  /** Noun and verb, such as "keys create". */
  readonly command: string;
  readonly merchantId: string;
  /** Which one of them: a code, a username, the beginning of a key. Never a secret. */
  readonly subject: string;
  /** What it is from now on, without secrets. */
  readonly change: JsonObject;
}

/** A checker says yes for all who should, in an emergency. Written before it counts. */
export interface BreakGlass {
  readonly name: 'operation.break-glass';
  readonly merchantId: string;
  /** The session id of the payment, and of the operation. */
  readonly sessionId: string;
  readonly childSessionId: string;
}

/** Somebody has a message about a payment sent to an address that it does not name. Which one, the log of messages has. */
export interface MessageToAnother {
  readonly name: 'message.to-another';
  readonly merchantId: string;
  readonly sessionId: string;
  readonly requestId: string;
}

/** Somebody is about to change something by a request to the API. Written before it can. */
export interface RequestBegun extends AuditSubject {
  readonly name: 'request';
  /** The name of its declaration. */
  readonly route: string;
  /** The `X-Request-Id` of the answer, which the entry of the answer has too. */
  readonly requestId: string;
  /** Left out of a login by a name that there is not. */
  readonly merchantId?: string;
  /** Which rights are asked for, or which way of logging in, on the routes that say so. Never a secret. */
  readonly change?: JsonObject;
}

/** How such a request ended. One that has no such entry may have done all, a part or nothing of it. */
export interface RequestEnded extends AuditSubject {
  readonly name: 'answer';
  readonly route: string;
  readonly requestId: string;
  readonly merchantId?: string;
  /** The child transaction that it made. */
  readonly childSessionId?: string;
  /** The HTTP status. Below 400 it was done, from 400 to 499 it was refused. */
  readonly status: number;
}

/** Somebody tried to download the file of a report (contract/reports#download). */
export interface ReportDownload {
  readonly name: 'report.download';
  readonly merchantId: string;
  readonly requestId: string;
  /** SHA-256 of the token. */
  readonly tokenHash: string;
  /** The id that merchants know; left out where the token led to none. */
  readonly reportId?: string;
  /** `ok`, `denied`, `expired`, `limited`, `not_found`, `malformed` or `error`. */
  readonly outcome: string;
  /** Of the file. */
  readonly bytes?: number;
}

/** Somebody has looked for a person: by which fields, and how many payments they were shown; never the value. */
export interface PersonalSearch {
  readonly name: 'read';
  readonly merchantId: string;
  readonly requestId: string;
  readonly fields: readonly string[];
  readonly rows: number;
}

/** What a request is about, by ids of ours and never by anything that somebody typed. */
export interface AuditSubject {
  readonly sessionId?: string;
  readonly referenceNumber?: string;
  /** A user, by `user:` and their number; a task, by its id. */
  readonly subject?: string;
}

export type AuditAction =
  | CodecDecode
  | AdminAct
  | BreakGlass
  | MessageToAnother
  | RequestBegun
  | RequestEnded
  | ReportDownload
  | PersonalSearch;
