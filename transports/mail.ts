import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Handed } from '../domain/notification/outcome.ts';
import { commitPointOf } from './commit-point.ts';

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465`. Holds a secret. */
  readonly url: string;
  /** The address that all mails come from; with a name in front it is the system's own. */
  readonly from: string;
  /** Mails go out without TLS where a server offers none: only to a server on the own machine. */
  readonly allowPlain: boolean;
}

/** One mail. Addresses and texts are for those who get it, and for no log. */
export interface Mail {
  /** The same for the same message, however often it is tried. */
  readonly messageId: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  /** They get it, and nobody reads that. */
  readonly bcc?: readonly string[];
  /** Those of them who have it already: it names them, and the server is not asked for them. */
  readonly reached?: readonly string[];
  /** The name in front of our own address. */
  readonly fromName?: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: 'en' | 'ar';
  readonly files?: readonly MailFile[];
}

export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Hands a mail to the server. `mayCommit` is called when all of it was written but its end: until it resolves, the server
 * cannot have it, and when it gives false or throws, the server gets no end and drops it.
 */
export type SendMail = (mail: Mail, mayCommit: () => Promise<boolean>) => Promise<Handed>;

/** A server that does not answer in this time is tried later; nobody waits for a mail. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends by SMTP, each mail on a connection of its own. Certificates are verified. */
export function mailer({ url, from, allowPlain }: MailSettings): SendMail {
  const { auth, ...server } = smtpOf(url);
  const options = {
    ...server,
    ...PATIENCE,
    requireTLS: !allowPlain,
    ignoreTLS: allowPlain,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
  } as const;
  return async (mail, mayCommit) => {
    const message = await composed(mail, from);
    const { to, cc = [], bcc = [], reached = [] } = mail;
    const receivers = [...to, ...cc, ...bcc].filter((address) => !reached.includes(address));
    const envelope = { from: addressIn(from), to: receivers };
    const edge = commitPointOf({ body: message }, mayCommit);
    const connection = new SMTPConnection(options);
    try {
      const { rejectedErrors = [] } = await talk(connection, auth, (done) =>
        connection.send(envelope, edge.stream, done),
      );
      return takenBut(rejectedErrors, { to, receivers });
    } catch (error) {
      // What was asked for at the edge is answered first, so that nobody writes after us.
      return outcomeOf(error, await edge.isCommitted());
    } finally {
      connection.close();
    }
  };
}

type Done = (error?: Error | null) => void;
type Sent = SMTPConnection.SentMessageInfo;

/** Connects, says who we are, and sends. Rejects with the first thing that goes wrong on the way. */
function talk(
  connection: SMTPConnection,
  auth: { readonly user: string; readonly pass: string } | undefined,
  send: (done: (error: Error | null, sent?: Sent) => void) => void,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const then =
      (next: () => void): Done =>
      (error) => {
        if (error) reject(error);
        else next();
      };
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('The server has hung up.')));
    const sendNow = () =>
      send((error, sent) => {
        if (sent) resolve(sent);
        else reject(error ?? new Error('The server has said nothing.'));
      });
    const login = () => {
      if (auth) connection.login(auth, then(sendNow));
      else sendNow();
    };
    connection.connect(then(login));
  });
}

const isOf =
  (address: string) =>
  ({ recipient }: SMTPConnection.SMTPError): boolean =>
    recipient === address.trim();

const isForNow = ({ responseCode = 0 }: SMTPConnection.SMTPError): boolean => responseCode < 500;

/**
 * The server has taken it, but perhaps not for everybody. A copy that it refuses is lost; whom the mail is for is asked for
 * again, unless that is over.
 */
function takenBut(
  rejected: readonly SMTPConnection.SMTPError[],
  { to, receivers }: { readonly to: readonly string[]; readonly receivers: readonly string[] },
): Handed {
  const refused = to.flatMap((address) => rejected.find(isOf(address)) ?? []);
  const [first] = refused;
  if (!first) return { kind: 'accepted' };
  const late = refused.find(isForNow);
  const { code, responseCode } = faultOf(late ?? first);
  return {
    kind: 'partly',
    taken: receivers.filter((address) => !rejected.some(isOf(address))),
    why: [code, responseCode].filter((part) => part !== undefined).join(' '),
    final: late === undefined,
  };
}

function outcomeOf(error: unknown, isOver: boolean): Handed {
  const { code, responseCode } = faultOf(error);
  const why = [code, responseCode].filter((part) => part !== undefined).join(' ') || 'error';
  // What the server says after the end is its answer; without one it may have the mail.
  // A refused connection or password is about us, and passes when somebody has mended it.
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (responseCode !== undefined)
    return { kind: 'unsent', why, final: isOfMail && responseCode >= 500 };
  return isOver ? { kind: 'silent', why } : { kind: 'unsent', why, final: false };
}

/** Codes only: the sentence of a server repeats addresses. */
function faultOf(error: unknown): { readonly code?: string; readonly responseCode?: number } {
  if (typeof error !== 'object' || error === null) return {};
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof responseCode === 'number' && { responseCode }),
  };
}

function composed(mail: Mail, from: string): Promise<Buffer> {
  const { messageId, to, cc, fromName, replyTo, subject, text, html, language } = mail;
  const { files = [] } = mail;
  const composer = new MailComposer({
    messageId: `<${messageId}@${addressIn(from).split('@').at(-1)}>`,
    from: fromName === undefined ? from : { name: oneLine(fromName), address: addressIn(from) },
    to: to.map((address) => ({ name: '', address: oneLine(address) })),
    ...(cc && { cc: cc.map((address) => ({ name: '', address: oneLine(address) })) }),
    ...(replyTo !== undefined && { replyTo: { name: '', address: oneLine(replyTo) } }),
    subject: oneLine(subject),
    text,
    html,
    attachments: files.map(({ name, type, bytes }) => ({
      filename: oneLine(name),
      contentType: type,
      content: bytes,
    })),
    // No answering machine replies to what a machine has written.
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** A header is one line, whatever a customer or a merchant has typed. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** "Sarraf <no-reply@pay.example>" or the bare address. */
function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim();
}

function smtpOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const given = port === '' ? (secure ? 465 : 587) : Number(port);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: given,
    secure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
}
