import { readFileSync } from 'node:fs';

/** Where Temporal is and how to speak to it; the environment's names are the Temporal CLI's own. */
export interface TemporalSettings {
  readonly address: string;
  readonly namespace: string;
  readonly apiKey?: string;
  /** Paths of PEM files. */
  readonly tls?: { readonly cert?: string; readonly key?: string; readonly serverCa?: string };
}

/** Connection options for client and worker alike. Throws when a named file cannot be read. */
export function connectionOptions({ address, apiKey, tls }: TemporalSettings) {
  return {
    address,
    ...(apiKey !== undefined && { apiKey }),
    ...(tls && { tls: tlsOptions(tls) }),
  };
}

function tlsOptions({ cert, key, serverCa }: NonNullable<TemporalSettings['tls']>) {
  return {
    ...(cert !== undefined &&
      key !== undefined && {
        clientCertPair: { crt: readFileSync(cert), key: readFileSync(key) },
      }),
    ...(serverCa !== undefined && { serverRootCACertificate: readFileSync(serverCa) }),
  };
}
