import { Accounts } from './accounts.ts';
import { Claims } from './claims.ts';
import { Disputes } from './disputes.ts';
import { Events } from './events.ts';
import type { Journal } from './journal.ts';
import { fileJournal, memoryJournal } from './journal.ts';
import { Ledger } from './ledger.ts';
import type { Line } from './lines.ts';
import { Operations } from './operations.ts';
import { Payments } from './payments.ts';
import { Tokens } from './tokens.ts';
import { unreachable } from './unreachable.ts';

/** The network's books. They change by writing a line, and a restart reads the lines again. */
export class Records {
  readonly accounts = new Accounts();
  readonly payments = new Payments();
  readonly operations = new Operations();
  readonly disputes = new Disputes();
  readonly claims = new Claims();
  readonly tokens = new Tokens();
  readonly ledger = new Ledger();
  readonly events = new Events();
  readonly #journal: Journal;

  constructor(directory: string | undefined) {
    this.#journal =
      directory === undefined
        ? memoryJournal()
        : fileJournal(directory, (line) => {
            this.#apply(line);
          });
  }

  /** Kept before it is seen: when this returns, the line is in the journal and in the books. */
  write(line: Line): void {
    this.#journal.append(line);
    this.#apply(line);
  }

  close(): void {
    this.#journal.close();
  }

  #apply(line: Line): void {
    switch (line.type) {
      case 'account':
        this.accounts.put(line.account);
        return;
      case 'payment': {
        const { payment, key, fingerprint } = line;
        this.payments.put(payment);
        this.claims.put(payment.account, key, { id: payment.id, fingerprint });
        return;
      }
      case 'operation': {
        const { operation, claim, entry, event } = line;
        this.operations.put(operation);
        const { account, id } = operation;
        if (claim) this.claims.put(account, claim.key, { id, fingerprint: claim.fingerprint });
        if (entry) this.ledger.append(entry);
        if (event) this.events.put(event);
        return;
      }
      case 'dispute':
        this.disputes.put(line.dispute);
        if (line.entry) this.ledger.append(line.entry);
        this.events.put(line.event);
        return;
      case 'move':
        this.payments.put(line.payment);
        if (line.entry) this.ledger.append(line.entry);
        if (line.event) this.events.put(line.event);
        if (line.token) this.tokens.put(line.token);
        return;
      case 'token-removed':
        this.tokens.remove(line.id);
        return;
      case 'delivery':
        this.events.deliver(line.delivery);
        return;
      default:
        unreachable(line);
    }
  }
}
