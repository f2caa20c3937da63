/** Has this program go on to its end where nobody reads what it says any more: whoever reads by `head` has enough before that. */
export function goOnUnread(): void {
  process.stdout.on('error', throwUnlessUnread);
}

function throwUnlessUnread(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
