import type { MaskedCard } from './cards.ts';

/** A card that a customer let a merchant keep. The token says nothing of the card's number. */
export interface Token {
  readonly id: string;
  readonly account: string;
  readonly card: MaskedCard;
  readonly createdAt: string;
}

/** Every saved card by its token; a merchant knows only its own. */
export class Tokens {
  readonly #byId = new Map<string, Token>();

  put(token: Token): void {
    this.#byId.set(token.id, token);
  }

  remove(id: string): void {
    this.#byId.delete(id);
  }

  find(account: string, id: string): Token | undefined {
    const token = this.#byId.get(id);
    return token?.account === account ? token : undefined;
  }
}
