/** Why a command was not done. */
export type CliErrorCode = 'wrong' | 'not_found' | 'exists' | 'unconfirmed';

/** The exit code of each. 1 is for what failed, 2 for a usage error. */
export const EXIT_CODES: Readonly<Record<CliErrorCode, number>> = {
  wrong: 2,
  unconfirmed: 2,
  not_found: 3,
  exists: 4,
};

/** A command that cannot be done, in a sentence that says what would be right. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: CliErrorCode;

  constructor(code: CliErrorCode, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
