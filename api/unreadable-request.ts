import type { Duplex } from 'node:stream';

/** Node's codes of errors, with the status that fits better than 400. */
const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** For a server's `clientError`: what is no HTTP reaches none of our code, and gets the contract's shape all the same. */
export function answerUnreadable(error: Error, socket: Duplex): void {
  const code = 'code' in error ? String(error.code) : '';
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ detail: 'This request cannot be read.', code: 'parse_error' });
  const head = [
    `HTTP/1.1 ${STATUS[code] ?? '400 Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
