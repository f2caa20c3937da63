import { InvalidArgumentError, type Command } from 'commander';
import { permission, PERMISSIONS, type Permission } from '../../domain/permission.ts';
import { needsSecondFactor } from '../../domain/second-factor-rule.ts';
import { username as usernameIn, type User } from '../../domain/user.ts';
import {
  changePassword,
  changeUser,
  createUser,
  newPassword,
  resetSecondFactor,
  userOf,
} from '../acts/users.ts';
import type { AuditContext } from '../audit-context.ts';
import { emailArgument, examples, onOff, shortText } from '../arguments.ts';
import type { CommandContext } from '../command-context.ts';
import type { Terminal } from '../terminal.ts';

interface NewUserOptions {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly phone?: string;
  readonly permissions?: readonly Permission[];
  readonly superuser?: true;
  readonly service?: true;
  readonly passwordStdin?: true;
}

/** `users`: the people and services of a merchant. */
export function userCommands(
  program: Command,
  { at, confirm, merchant, terminal }: CommandContext,
): void {
  const users = program.command('users').description("a merchant's people and services");

  users
    .command('create')
    .description('make a user; a password that is not given is made, and shown once')
    .argument('<username>', 'unique over all merchants', username)
    .requiredOption('--email <address>', 'where they are reached', emailArgument)
    .option('--first-name <name>', '', shortText)
    .option('--last-name <name>', '', shortText)
    .option('--phone <number>', '', shortText)
    .option('--permissions <names>', 'commas between; see users permissions', permissions)
    .option('--superuser', 'may everything')
    .option('--service', 'a program: it gets tokens by client credentials only')
    .option('--password-stdin', 'reads the password from the standard input')
    .addHelpText(
      'after',
      examples(
        'users create sara --merchant pearl --email sara@pearl.example --permissions e_commerce.add,gateway.use:card',
        'users create boss --merchant pearl --email boss@pearl.example --superuser',
      ),
    )
    .action((name: string, options: NewUserOptions) =>
      at(async (auditContext) => {
        const { password, isNew } = passwordOf(options, terminal);
        const { email, firstName, lastName, phone, permissions: given = [] } = options;
        const user = await createUser(auditContext, {
          merchantId: await merchant(auditContext),
          username: name,
          email,
          password,
          active: true,
          superuser: options.superuser === true,
          service: options.service === true,
          permissions: given,
          ...(firstName !== undefined && { firstName }),
          ...(lastName !== undefined && { lastName }),
          ...(phone !== undefined && { phone }),
        });
        return isNew
          ? { one: { ...user, password }, note: 'The password is shown once.' }
          : { one: user };
      }),
    );

  users
    .command('list')
    .description('all users of a merchant')
    .addHelpText('after', examples('users list --merchant pearl'))
    .action(() =>
      at(async (auditContext) => {
        const all = await auditContext.store.users.list(await merchant(auditContext));
        return {
          rows: all.map((user) => ({
            id: user.id,
            username: user.username,
            email: user.email,
            active: user.active,
            superuser: user.superuser,
            service: user.service,
            permissions: user.permissions,
          })),
        };
      }),
    );

  users
    .command('permissions')
    .description('the names of all permissions')
    .addHelpText('after', examples('users permissions'))
    .action(() => at(async () => ({ rows: NAMES.map((name) => ({ permission: name })) })));

  users
    .command('set-permissions')
    .description('what a user may do, in place of what they could do before')
    .argument('<username>', 'the name of the user', username)
    .argument('[permissions]', 'commas between; none takes them all away', permissions, [])
    .option('--superuser <on|off>', 'may everything', onOff)
    .addHelpText(
      'after',
      examples(
        'users set-permissions sara payment.refund,payment.void,gateway.use:card --merchant pearl',
        'users set-permissions boss --superuser on --merchant pearl',
      ),
    )
    .action((name: string, given: readonly Permission[], { superuser }: { superuser?: boolean }) =>
      at(async (auditContext) => ({
        one: await changeUser(
          auditContext,
          { merchantId: await merchant(auditContext), username: name },
          {
            command: 'users set-permissions',
            change: { permissions: given, ...(superuser !== undefined && { superuser }) },
          },
        ),
      })),
    );

  for (const [verb, active] of [
    ['deactivate', false],
    ['activate', true],
  ] as const)
    users
      .command(verb)
      .description(
        active ? 'let a user in again' : 'let a user in no more, from their next request on',
      )
      .argument('<username>', 'the name of the user', username)
      .addHelpText(
        'after',
        examples(`users ${verb} sara --merchant pearl${active ? '' : ' --yes'}`),
      )
      .action((name: string) =>
        at(async (auditContext) => {
          const who = { merchantId: await merchant(auditContext), username: name };
          if (!active) {
            await userOf(auditContext, who);
            await confirm(`"${name}" gets 401 from now on.`);
          }
          const command = `users ${verb}`;
          return { one: await changeUser(auditContext, who, { command, change: { active } }) };
        }),
      );

  users
    .command('password')
    .description(
      'give a user another password; their logins, tokens and links end with the old one',
    )
    .argument('<username>', 'the name of the user', username)
    .option('--password-stdin', 'reads it from the standard input; else it is made, and shown once')
    .addHelpText(
      'after',
      examples(
        'users password sara --merchant pearl --yes',
        'users password sara --merchant pearl --password-stdin --yes < password.txt',
      ),
    )
    .action((name: string, options: { passwordStdin?: true }) =>
      at(async (auditContext) => {
        const who = { merchantId: await merchant(auditContext), username: name };
        const { password, isNew } = passwordOf(options, terminal);
        await userOf(auditContext, who);
        await confirm(
          `The old password of "${name}" ends at once, and with it all their logins, tokens and links.`,
        );
        await changePassword(auditContext, who, password);
        return isNew
          ? { one: { username: name, password }, note: 'The password is shown once.' }
          : { done: 'The password is changed.' };
      }),
    );

  users
    .command('reset-second-factor')
    .description(
      'for who has lost it, and their recovery codes: they log in by their password, and set up another one where the merchant asks for it',
    )
    .argument('<username>', 'the name of the user', username)
    .addHelpText('after', examples('users reset-second-factor sara --merchant pearl --yes'))
    .action((name: string) =>
      at(async (auditContext) => {
        const who = { merchantId: await merchant(auditContext), username: name };
        const left = await leftBy(auditContext, await userOf(auditContext, who));
        await confirm(`${left} Be sure that it is they who ask.`);
        await resetSecondFactor(auditContext, who);
        return { done: 'The second factor is gone, and their logins have ended.' };
      }),
    );
}

/** What lets somebody in who has no second factor any more. */
async function leftBy({ store }: AuditContext, user: User): Promise<string> {
  const { merchantId, username } = user;
  const [merchant, sso] = await Promise.all([
    store.merchants.find(merchantId),
    store.singleSignOn.find(merchantId),
  ]);
  const who = sso?.mode === 'required' ? 'Once passwords let people in again, whoever' : 'Whoever';
  const does = needsSecondFactor(merchant?.secondFactor, user)
    ? 'sets up another one with it'
    : 'comes in with it alone';
  return `${who} has the password of "${username}" ${does}.`;
}

const NAMES: readonly string[] = [...PERMISSIONS, 'gateway.use:<pg_code>'];
const LEAST_LENGTH = 12;

function passwordOf({ passwordStdin }: { readonly passwordStdin?: true }, { input }: Terminal) {
  if (!passwordStdin) return { password: newPassword(), isNew: true };
  const password = input().replace(/\r?\n$/, '');
  if (password.length < LEAST_LENGTH || password.length > 1000)
    throw new InvalidArgumentError(`A password has at least ${LEAST_LENGTH} characters.`);
  return { password, isNew: false };
}

function username(text: string): string {
  const name = usernameIn(text);
  if (name === undefined)
    throw new InvalidArgumentError('Use 1 to 150 letters, digits and . @ + - _');
  return name;
}

function permissions(text: string): readonly Permission[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const known = permission(part);
      if (!known)
        throw new InvalidArgumentError(
          `There is no permission "${part}"; there are ${NAMES.join(', ')}.`,
        );
      return known;
    });
}
