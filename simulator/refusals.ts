/** A "no" with its HTTP status; the sentence tells the caller what to do next. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, sentence: string) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

export function invalid(sentence: string): Refusal {
  return new Refusal(400, 'invalid_request', sentence);
}
