import { Command } from 'commander';
import { accountCommands } from './commands/accounts.ts';
import { auditCommands } from './commands/audit.ts';
import { keyCommands } from './commands/keys.ts';
import { ledgerCommands } from './commands/ledger.ts';
import { merchantCommands } from './commands/merchants.ts';
import { plugCommands } from './commands/plugs.ts';
import { routeCommands } from './commands/routes.ts';
import { settlementCommands } from './commands/settlements.ts';
import { unitCommands } from './commands/units.ts';
import { userCommands } from './commands/users.ts';
import { walletCommands } from './commands/wallets.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { commandContextOf, type CommandEnvironment } from './command-context.ts';

const AFTER = `
It works on the database of MONGODB_URI, with SARRAF_STORAGE_KEYS and SARRAF_SEARCH_KEYS; without these on the system that npm start runs.
Everything is written to the audit log first, with the name of --as.

Exit codes: 0 done, 1 something failed, 2 usage error or not confirmed, 3 there is no such thing,
4 it is there already.

Examples:
  npm run admin -- merchants create pearl --name "Pearl Shop"
  npm run admin -- keys create --merchant pearl --name "web shop"
  npm run admin -- accounts put --merchant pearl --file account.json
  npm run --silent admin -- merchants list --json
`;

/** The command line: `<noun> <verb>`, with help at every step. Throws where commander would end the process. */
export function adminProgram(environment: CommandEnvironment): Command {
  const { out, err } = environment.terminal;
  const program = new Command('admin')
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .description(
      'Merchants, keys, users, units, gateway accounts, routes, wallets, webhooks, plugs for messages, the ledger and the audit log.',
    )
    .option('-m, --merchant <id>', 'whose they are; not needed while there is one merchant')
    .option('--json', 'answers as JSON')
    .option('--yes', 'does what cannot be taken back without asking')
    .option('--as <name>', 'who you are, for the audit log (default: your name on this machine)')
    .option('--data <directory>', 'where npm start keeps its data', '.data')
    .addHelpText('after', AFTER)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(Run with --help for usage.)');
  const commandContext = commandContextOf(program, environment);
  merchantCommands(program, commandContext);
  keyCommands(program, commandContext);
  userCommands(program, commandContext);
  unitCommands(program, commandContext);
  accountCommands(program, commandContext);
  routeCommands(program, commandContext);
  walletCommands(program, commandContext);
  webhookCommands(program, commandContext);
  plugCommands(program, commandContext);
  ledgerCommands(program, commandContext);
  auditCommands(program, commandContext);
  settlementCommands(program, commandContext);
  return program;
}
