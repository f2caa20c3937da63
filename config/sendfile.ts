/** The header by which a proxy is told which file to send, and what stands before the file's name. */
export interface Sendfile {
  readonly header: 'X-Sendfile' | 'X-Accel-Redirect';
  /** Of an address that only the proxy itself may ask for; left out where it is told the path on the disk. */
  readonly prefix?: string;
}

/**
 * Reads `X-Sendfile`, for Apache and lighttpd, or `X-Accel-Redirect:/files/`, for nginx, which is told an address of its own
 * configuration. Throws a sentence that says what is wrong.
 */
export function sendfile(text: string): Sendfile {
  if (text === 'X-Sendfile') return { header: 'X-Sendfile' };
  const [, prefix] = /^X-Accel-Redirect:(\/(?:[\w.-]+\/)*)$/.exec(text) ?? [];
  if (prefix !== undefined) return { header: 'X-Accel-Redirect', prefix };
  throw new Error('it is neither "X-Sendfile" nor "X-Accel-Redirect:/folder/"');
}
