/** What the shop is told by its environment. URLs come without a trailing slash. */
export interface Env {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  /** Where Sarraf reaches the shop, when that is another address. */
  readonly webhookUrl?: string;
  readonly apiUrl: string;
  readonly privateKey: string;
  readonly webhookKey: string;
  /** With it the shop has a payment page of its own. It is no secret: the page shows it. */
  readonly publicKey?: string;
  /** The first group is the default; codes of different kinds (purchase, authorize) never share a group. */
  readonly pgGroups: readonly (readonly string[])[];
  readonly temporalUiUrl?: string;
  /** Origins of gateways: checkout may redirect there at once, and the shop's own payment page may have frames of them. */
  readonly formOrigins: readonly string[];
  /** The sandbox's wallets, for the shop's own payment page: without it a browser shows the wallets that it has. */
  readonly walletsScript?: string;
}

/** Reads and checks the environment; throws one Error that lists every fault, a line each. */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const faults: string[] = [];

  const required = (name: string, what: string): string => {
    const value = variables[name]?.trim() ?? '';
    if (value === '') faults.push(`${name} is missing: set it to ${what}.`);
    return value;
  };
  const url = (name: string, value: string): string => {
    if (value !== '' && !/^https?:\/\/[^/]/.test(URL.canParse(value) ? value : ''))
      faults.push(`${name} is not a web address: give it as http(s)://host[:port].`);
    return value.replace(/\/+$/, '');
  };

  const port = required('DEMO_PORT', 'the port to listen on, 1 to 65535');
  if (port !== '' && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    faults.push('DEMO_PORT is not a port: give a whole number from 1 to 65535.');

  const codes = required('DEMO_PG_CODES', 'gateway codes, as in "card,cash|card-hold"');
  const pgGroups = codes.split('|').map((group) => group.split(',').map((code) => code.trim()));
  if (codes !== '' && !pgGroups.flat().every((code) => /^[-\w]{1,50}$/.test(code)))
    faults.push('DEMO_PG_CODES has an empty or wrong code: commas part codes, | parts groups.');

  const temporalUiUrl = url('TEMPORAL_UI_URL', variables['TEMPORAL_UI_URL']?.trim() ?? '');
  const webhookUrl = url('DEMO_WEBHOOK_URL', variables['DEMO_WEBHOOK_URL']?.trim() ?? '');
  const walletsScript = url('DEMO_WALLETS_SCRIPT', variables['DEMO_WALLETS_SCRIPT']?.trim() ?? '');
  const publicKey = variables['SARRAF_PUBLIC_KEY']?.trim() ?? '';
  const formOrigins = (variables['DEMO_FORM_ORIGINS'] ?? '').split(',').filter(Boolean);
  const env = {
    port: Number(port),
    host: variables['DEMO_HOST']?.trim() || '127.0.0.1',
    publicUrl: url(
      'DEMO_PUBLIC_URL',
      required('DEMO_PUBLIC_URL', 'where customers reach the shop'),
    ),
    apiUrl: url('SARRAF_API_URL', required('SARRAF_API_URL', 'the base URL of the Sarraf API')),
    privateKey: required('SARRAF_PRIVATE_KEY', 'your private API key'),
    webhookKey: required('SARRAF_WEBHOOK_KEY', 'your webhook signing key'),
    pgGroups,
    ...(publicKey !== '' && { publicKey }),
    ...(webhookUrl !== '' && { webhookUrl }),
    ...(walletsScript !== '' && { walletsScript }),
    ...(temporalUiUrl !== '' && { temporalUiUrl }),
    formOrigins: formOrigins.map((origin) => url('DEMO_FORM_ORIGINS', origin.trim())),
  };
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return env;
}
