import type { AnswerOf } from '../../api/infer.ts';
import type {
  loginList,
  newFactorAnswer,
  profileAnswer,
  recoveryAnswer,
} from '../../api/me/schema.ts';
import type { subscriptionsAnswer } from '../../api/me/subscription-schema.ts';
import { qrSvg } from '../../render/qr.ts';
import {
  mailField,
  renderAccount,
  renderNewFactor,
  renderRecoveryCodes,
  type AccountNews,
} from '../../render/office/account.tsx';
import type { LoginFault } from '../../render/office/login.tsx';
import type { OfficeFrame } from '../../render/office/frame-facts.ts';
import { answerBody, problemIn } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { clockHere, wrongStepUp } from '../clock.ts';
import { officeFrame } from '../frame.ts';
import { otherLanguageUrl } from '../language.ts';
import { officeForm, officePage, type OfficeAnswer } from '../page.ts';
import type { OfficeRequest } from '../request.ts';

const PATH = '/office/account';
const ME = '/b/me/v1';
const common = { method: 'POST', permissions: 'none' } as const;

/** What people see and change of themselves. */
export const accountRoutes = [
  ...officeForm(['office.account', 'office.account.mails'], {
    path: PATH,
    permissions: 'none',
    ask: (page) => accountPage(page),
    press: async (page) => {
      const answer = await page.api.send('PUT', `${ME}/subscriptions/`, {
        results: (await subscriptionsOf(page)).results
          .map(({ kind }) => ({ kind, when: page.field(mailField(kind)) }))
          .filter(({ when }) => when !== ''),
        version: Number(page.field('version')),
      });
      return answer.status === 200
        ? { to: `${PATH}?saved=mails#mails` }
        : accountPage(page, newsOf(page, 'mails', answer));
    },
  }),
  officePage('office.account.password', {
    ...common,
    path: `${PATH}/password`,
    handle: async (page) => {
      const answer = await page.api.send(
        'POST',
        `${ME}/password/`,
        { password: page.field('password') },
        { stepUp: page.field('step_up') },
      );
      // All logins have ended, this one, too.
      if (answer.status === 204) return { to: '/office/login' };
      return accountPage(page, newsOf(page, 'password', answer));
    },
  }),
  officePage('office.account.second-factor', {
    ...common,
    path: `${PATH}/second-factor`,
    handle: async (page) => {
      const answer = await page.api.send('POST', `${ME}/second-factor/`, undefined, {
        stepUp: page.field('step_up'),
      });
      if (answer.status !== 200) return accountPage(page, newsOf(page, 'second-factor', answer));
      const { secret, otpauth_url: url } = answer.body as AnswerOf<typeof newFactorAnswer>;
      const svg = await qrSvg(url);
      return newFactorPage(page, {
        secret,
        qrUrl: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
      });
    },
  }),
  officePage('office.account.second-factor.confirm', {
    ...common,
    path: `${PATH}/second-factor/confirm`,
    handle: async (page) => {
      const answer = await page.api.send('POST', `${ME}/second-factor/confirm/`, {
        code: page.field('code'),
      });
      if (answer.status === 200) return codesPage(page, answer);
      if (problemIn(answer.body).code === 'invalid_state')
        return accountPage(page, { form: 'recovery-codes', status: answer.status, fault: 'is-on' });
      return newFactorPage(page, { fault: confirmFault(answer) }, answer.status);
    },
  }),
  officePage('office.account.second-factor.remove', {
    ...common,
    path: `${PATH}/second-factor/remove`,
    handle: async (page) => {
      const answer = await page.api.send('DELETE', `${ME}/second-factor/`, undefined, {
        stepUp: page.field('step_up'),
      });
      return answer.status === 204
        ? { to: PATH }
        : accountPage(page, newsOf(page, 'remove-factor', answer));
    },
  }),
  officePage('office.account.recovery-codes', {
    ...common,
    path: `${PATH}/recovery-codes`,
    handle: async (page) => {
      const answer = await page.api.send('POST', `${ME}/second-factor/recovery-codes/`, undefined, {
        stepUp: page.field('step_up'),
      });
      return answer.status === 200
        ? codesPage(page, answer)
        : accountPage(page, newsOf(page, 'recovery-codes', answer));
    },
  }),
  officePage('office.account.end-login', {
    ...common,
    path: `${PATH}/logins`,
    handle: async (page) => {
      const id = page.field('login_id');
      const which = id === '' ? '' : `${encodeURIComponent(id)}/`;
      await page.api.send('DELETE', `${ME}/logins/${which}`);
      return { to: PATH };
    },
  }),
];

async function accountPage(page: OfficeRequest, news?: AccountNews): Promise<OfficeAnswer> {
  const [profile, logins, mails] = await Promise.all([
    page.api.get(`${ME}/profile/`),
    page.api.get(`${ME}/logins/`),
    subscriptionsOf(page),
  ]);
  const mine = answerBody(profile) as AnswerOf<typeof profileAnswer>;
  const { results } = answerBody(logins) as AnswerOf<typeof loginList>;
  const form = (action: string) => page.form(`${PATH}/${action}`);
  const { typed, ...fresh } = page.form(PATH);
  // Where they have chosen otherwise meanwhile, that is what holds, and what they go on from.
  const chosen = news?.fault === 'changed' ? undefined : typed;
  return {
    status: news?.status ?? 200,
    html: renderAccount({
      ...accountFrame(page),
      profile: {
        username: mine.username,
        email: mine.email,
        hasSecondFactor: mine.second_factor,
        mustHaveSecondFactor: mine.second_factor_required,
        needsStepUp: mine.needs_step_up,
        stepUpBy: mine.step_up_by,
        recoveryCodesLeft: mine.recovery_codes_left ?? 0,
      },
      logins: results.map(
        ({ id, since, last_seen: lastSeen, browser, network, how, is_this: isThis }) => ({
          id,
          since,
          lastSeen,
          browser,
          network,
          how,
          isThis,
        }),
      ),
      mails: {
        kinds: mails.results,
        dailyAt: mails.daily_at,
        timeZone: mails.time_zone,
        version: chosen?.['version'] ?? String(mails.version),
        isSaved: page.field('saved') === 'mails',
      },
      ...(news && { news }),
      forms: {
        password: form('password'),
        factor: form('second-factor'),
        remove: form('second-factor/remove'),
        recovery: form('recovery-codes'),
        logins: form('logins'),
        mails: { ...fresh, ...(chosen && { typed: chosen }) },
      },
    }),
  };
}

async function subscriptionsOf(page: OfficeRequest) {
  const answer = await page.api.get(`${ME}/subscriptions/`);
  return answerBody(answer) as AnswerOf<typeof subscriptionsAnswer>;
}

function newFactorPage(
  page: OfficeRequest,
  shown: { readonly secret?: string; readonly qrUrl?: string; readonly fault?: LoginFault },
  status = 200,
): OfficeAnswer {
  const form = page.form(`${PATH}/second-factor/confirm`);
  return { status, html: renderNewFactor({ ...accountFrame(page), ...shown, form }) };
}

/** Why a code confirms nothing. Throws what is no word on the code. */
function confirmFault(answer: AskedAnswer): LoginFault {
  if (answer.status === 429)
    return { kind: 'too-many', seconds: String(answer.headers['retry-after']) };
  if (answer.status !== 400) answerBody(answer);
  return { kind: 'wrong', time: clockHere() };
}

function codesPage(page: OfficeRequest, { body }: AskedAnswer): OfficeAnswer {
  const { recovery_codes: codes } = body as AnswerOf<typeof recoveryAnswer>;
  return { html: renderRecoveryCodes({ ...accountFrame(page), codes }) };
}

/** Its other forms have addresses of their own, which cannot be looked at: the other language is where the account is. */
function accountFrame(page: OfficeRequest): OfficeFrame {
  return officeFrame({
    ...page,
    otherLanguageUrl: otherLanguageUrl({ path: PATH, querystring: '' }, page.language),
  });
}

/** What went wrong with one of the forms of the page. */
function newsOf(
  page: OfficeRequest,
  form: AccountNews['form'],
  { status, headers, body }: AskedAnswer,
): AccountNews {
  const { code } = problemIn(body);
  if (status === 412) return { form, status, fault: 'changed' };
  if (code === 'step_up_required')
    return { form, status, fault: 'step-up', ...wrongStepUp(page.field) };
  if (status === 429)
    return { form, status, fault: 'too-many', seconds: String(headers['retry-after']) };
  return { form, status, fault: status === 400 ? 'refused' : 'error' };
}
