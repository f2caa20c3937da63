/** Ends a request with an HTTP status; the visitor sees a page that fits it. */
export class Stop extends Error {
  readonly status: 400 | 404 | 413;

  constructor(status: Stop['status']) {
    super(`The request ends with ${status}.`);
    this.status = status;
  }
}
