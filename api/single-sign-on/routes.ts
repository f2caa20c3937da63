import type { MerchantId } from '../../domain/ids.ts';
import { Refusal, type Facts, type FieldErrors } from '../../domain/refusal.ts';
import {
  canBeEmergencyUser,
  SSO_MODES,
  type SingleSignOn,
  type SsoMode,
} from '../../domain/single-sign-on.ts';
import { merchantOf } from '../access/caller.ts';
import { IssuerFault } from '../access/issuers.ts';
import type { ApiDeps } from '../deps.ts';
import type { ValueOf } from '../infer.ts';
import { InvalidFields, refuseFaults } from '../middleware/errors.ts';
import { PEOPLE, route } from '../route.ts';
import { UnopenableError } from '../../store/sealed.ts';
import { problemWith } from '../schema-parts.ts';
import { ssoAnswer, ssoBody } from './schema.ts';

type Wanted = ValueOf<typeof ssoBody>;

// Whoever decides who lets people in could come in as anybody.
const common = { who: PEOPLE, permissions: [], tag: 'Access' } as const;
const PATH = '/b/admin/v1/single-sign-on';

/** How a merchant's people log in by an issuer of their own (contract/logins#single-sign-on). */
export const singleSignOnRoutes = [
  route('single-sign-on.read', {
    ...common,
    method: 'GET',
    path: PATH,
    summary: 'Read single sign-on',
    answers: {
      200: {
        description: 'How your people log in, without the secret of the client.',
        shape: ssoAnswer,
      },
    },
    handle: (deps) => async (ctx) => {
      const id = merchantOf(ctx);
      return present(deps, id, await deps.store.singleSignOn.find(id));
    },
  }),
  route('single-sign-on.change', {
    ...common,
    method: 'PUT',
    path: PATH,
    stepUp: true,
    summary: 'Change single sign-on',
    description:
      'In place of all that was set up before. The issuer is asked whether it can be worked with.',
    body: ssoBody,
    audits: ({ mode, issuer, client_id, emergency_user_id }) => ({
      mode,
      ...(URL.canParse(issuer) && { issuer: withoutSecrets(new URL(issuer)) }),
      client_id,
      ...(emergency_user_id !== undefined && { emergency_user_id }),
    }),
    fields: {
      mode: '`off`; `allowed`: beside passwords; `required`: nobody comes in by a password but the user for emergencies.',
      issuer:
        'Its address, as it calls itself in `iss`; its description is read below it, at `.well-known/openid-configuration`.',
      client_id: 'By which it knows this office.',
      client_secret:
        'Kept sealed and never shown. Left out, the one before stays, for the same issuer and client.',
      emergency_user_id:
        'The superuser, with a second factor, who comes in by password where single sign-on is required.',
      version:
        'As it was read: where somebody has changed it since, the answer is 412 `version_conflict` with the `single_sign_on` as it is now, and nothing is changed.',
    },
    answers: {
      200: { description: 'As it is now.', shape: ssoAnswer },
      412: {
        description: 'Somebody has changed it since: nothing was changed now.',
        shape: problemWith({ single_sign_on: ssoAnswer.required() }),
      },
    },
    handle: (deps) => async (ctx, sent) => {
      const id = merchantOf(ctx);
      const body = sent.read();
      const before = await deps.store.singleSignOn.find(id);
      if (body.version !== (before?.version ?? 0))
        throw changedMeanwhile(present(deps, id, before));
      const { sso, secret } = await wanted(deps, { id, before, body });
      const { users, singleSignOn } = deps.store;
      const isSaved = await users.inTurn(id, async () => {
        // The issuer may have taken its time, and the person is not who they were.
        refuseFaults(await emergencyFaults(deps.store, sso));
        return singleSignOn.save(sso, secret);
      });
      if (!isSaved) throw changedMeanwhile(present(deps, id, await singleSignOn.find(id)));
      return { status: 200 as const, body: present(deps, id, sso) };
    },
  }),
];

/** What shall be from now on. Throws the faults of the fields, once the issuer has been asked. */
async function wanted(
  { store, issuers }: ApiDeps,
  {
    id,
    before,
    body,
  }: {
    readonly id: MerchantId;
    readonly before: SingleSignOn | undefined;
    readonly body: Wanted;
  },
): Promise<{ readonly sso: SingleSignOn; readonly secret: string | undefined }> {
  const { mode, issuer, client_id: clientId, emergency_user_id: emergencyUserId } = body;
  const isSame =
    before !== undefined &&
    hrefOf(before.issuer) === hrefOf(issuer) &&
    before.clientId === clientId;
  const sso: SingleSignOn = {
    merchantId: id,
    mode,
    issuer: isSame ? before.issuer : issuer,
    clientId,
    ...(emergencyUserId !== undefined && { emergencyUserId }),
    version: (before?.version ?? 0) + 1,
  };
  refuseFaults({
    ...(!issuers.isAddress(issuer) && {
      issuer: ['Use the address of the issuer, with https and without a user name.'],
    }),
    // Else whoever changes the issuer would be sent the secret that the one before has given.
    ...(!isSame &&
      body.client_secret === undefined && {
        client_secret: ['Send the secret of this client: the one before is for another one.'],
      }),
    ...(await emergencyFaults(store, sso)),
  });
  const isStricter = rankOf(mode) > rankOf(before?.mode ?? 'off');
  const isAsked = mode !== 'off' && (!isSame || body.client_secret !== undefined || isStricter);
  const secret = body.client_secret;
  if (!isAsked) return { sso, secret };
  const known = secret ?? (await keptSecret(store, id));
  return { sso: { ...sso, issuer: await ownName(issuers, { ...sso, secret: known }) }, secret };
}

/** Throws a fault of the field where it cannot be opened. */
async function keptSecret(
  { singleSignOn }: Pick<ApiDeps['store'], 'singleSignOn'>,
  id: MerchantId,
): Promise<string> {
  try {
    return (await singleSignOn.secret(id)) ?? '';
  } catch (error) {
    if (!(error instanceof UnopenableError)) throw error;
    throw new InvalidFields({
      client_secret: ['Send the secret of this client: the one before can be read no more.'],
    });
  }
}

/** Why somebody who is named, or nobody, cannot be who comes in where single sign-on lets nobody in. */
async function emergencyFaults(
  { users }: ApiDeps['store'],
  { merchantId, mode, emergencyUserId }: SingleSignOn,
): Promise<FieldErrors> {
  if (mode !== 'required' && emergencyUserId === undefined) return {};
  const person =
    emergencyUserId === undefined ? undefined : await users.find(merchantId, emergencyUserId);
  if (person && canBeEmergencyUser(person)) return {};
  return {
    emergency_user_id: ['Name one of your active superusers who has a second factor.'],
  };
}

/** The issuer's own name for itself. Throws a fault of the field where it cannot be worked with. */
async function ownName(
  issuers: ApiDeps['issuers'],
  client: SingleSignOn & { readonly secret: string },
): Promise<string> {
  try {
    return await issuers.check(client);
  } catch (error) {
    if (!(error instanceof IssuerFault)) throw error;
    throw new InvalidFields({
      issuer: [
        `Nothing was changed: the issuer does not answer as OpenID Connect has it (${error.message}). See that its address is right and that it is up.`,
      ],
    });
  }
}

/** The answer to who changes what they have not seen. */
function changedMeanwhile(now: Facts): Refusal {
  return new Refusal(
    'version_conflict',
    'Somebody has changed single sign-on since it was shown, and nothing of yours was changed. See how it is now, then send it with the new version.',
    undefined,
    { single_sign_on: now },
  );
}

function rankOf(mode: SsoMode): number {
  return SSO_MODES.indexOf(mode);
}

/** Somebody may have typed a password into an address, which is refused only later. */
function withoutSecrets({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

function hrefOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).href : undefined;
}

function present({ office }: ApiDeps, id: MerchantId, sso: SingleSignOn | undefined) {
  return {
    mode: sso?.mode ?? ('off' as const),
    ...(sso && {
      issuer: sso.issuer,
      client_id: sso.clientId,
      ...(sso.emergencyUserId !== undefined && { emergency_user_id: sso.emergencyUserId }),
    }),
    version: sso?.version ?? 0,
    ...(office && {
      redirect_uri: new URL(`/office/login/sso/${id}/callback`, office.url).href,
      login_url: new URL(`/office/login/sso/${id}`, office.url).href,
    }),
  };
}
