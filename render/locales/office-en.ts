import { officeBulkEn } from './office-bulk-en.ts';
import { officePagesEn } from './office-pages-en.ts';
import { officeWorkEn } from './office-work-en.ts';

/** Every sentence of the office's pages in English; one object for each page. */
export const officeEn = {
  ...officePagesEn,
  ...officeWorkEn,
  ...officeBulkEn,
  common: {
    office: 'Sarraf back office',
    otherLanguage: 'العربية',
    toOffice: 'To the back office',
    requestId: 'Request',
  },
  messages: {
    forbidden: {
      title: 'You may not see this page',
      text: 'Ask an administrator of your company for the permission.',
    },
    'forbidden-sent': {
      title: 'You may not do this',
      text: 'What you have pressed just now did nothing. Ask an administrator of your company for the permission.',
    },
    'forbidden-again': {
      title: 'You may not do this',
      text: 'We still do not know whether what you have sent before was done: have somebody look who may. What you have pressed just now did nothing.',
    },
    'foreign-page': {
      title: 'This form came from somewhere else',
      text: 'Nothing was done. Open the page here and send the form again.',
    },
    'form-expired': {
      title: 'You have logged in again since this page was shown',
      text: 'Nothing was done. Open the page again and repeat what you did.',
    },
    'not-found': {
      title: 'There is nothing at this address',
      text: 'Check the address, or begin at the first page.',
    },
    'no-such-use': {
      title: 'This address cannot be opened like this',
      text: 'It belongs to a button of a page. Nothing was done. Begin at the first page.',
    },
    'too-many': {
      title: 'Too many requests',
      text: 'Nothing was done. Try again in {seconds} seconds.',
    },
    'too-many-again': {
      title: 'Too many requests',
      text: 'We still do not know whether what you have sent before was done. Load this page again in {seconds} seconds, and let the browser send the form once more. That is safe: nothing is done twice.',
    },
    'large-file': {
      title: 'This file is too large',
      text: 'It may have {size} MB at most. Nothing was done. Go back, and choose another one.',
    },
    unreadable: {
      title: 'This form cannot be read',
      text: 'Nothing was done. Open the page again and fill it in once more.',
    },
    unavailable: {
      title: 'The service cannot be reached right now',
      text: 'Load this page again in a moment. That is safe: it changes nothing.',
    },
    'unavailable-sent': {
      title: 'The service cannot be reached right now',
      text: 'What you have sent may be done or not. Load this page again in a moment, and let the browser send the form once more. That is safe: what you typed is not lost, and nothing is done twice.',
    },
    error: {
      title: 'Something went wrong on our side',
      text: 'Load this page again. That is safe: it changes nothing. If it happens again, send us the number below.',
    },
    'error-sent': {
      title: 'Something went wrong on our side',
      text: 'What you have sent may be done or not. Load this page again, and let the browser send the form once more. That is safe: what you typed is not lost, and nothing is done twice. If it happens again, send us the number below.',
    },
  },
  login: {
    title: 'Log in',
    username: 'User name',
    password: 'Password',
    submit: 'Log in',
    forgotten: 'Forgotten your password?',
    sso: 'Log in with single sign-on',
    faults: {
      sso: 'Your company logs in by single sign-on. Use the link below.',
      wrong: 'This user name and password are not valid. Check both and try again.',
      'too-many': 'Too many wrong tries. Try again in {seconds} seconds.',
    },
  },
  second: {
    title: 'Second factor',
    how: 'Type the code that your authenticator shows, or one of your recovery codes.',
    code: 'Code',
    submit: 'Continue',
    again: 'Log in as somebody else',
    faults: {
      wrong:
        'This code is not valid, or it was used before. Wait for the next one. It is {time} UTC here: is the clock of your device right?',
      'too-many': 'Too many wrong codes. Wait 15 minutes, then log in again.',
    },
  },
  stepUp: {
    code: 'Code of your authenticator, or a recovery code',
    password: 'Your current password',
    issuer: 'Log in once more',
    issuerHow:
      'First show once more who you are: log in again where your company logs in. You come back to this page then.',
  },
  sso: {
    title: 'Single sign-on',
    code: 'Code of your company',
    hint: 'Its short name here. Your administrator knows it.',
    find: 'Continue',
    company: 'Company',
    host: 'You log in at',
    go: 'Continue there',
    again: 'Try again',
    otherCompany: 'Another company',
    password: 'Log in with a password',
    faults: {
      unknown: 'No single sign-on is set up for this code. Check it, or log in with a password.',
      silent:
        'The login page of your company does not answer, or not as it should. Nothing was changed. Try again in a moment; if it goes on, tell who looks after that page.',
      refused:
        'The login page of your company did not let you in, or its answer was not valid. Nothing was changed. Try again; if it goes on, tell who looks after that page.',
      lost: 'This login was begun in another browser, was used before, or took longer than ten minutes. Begin again.',
      stranger:
        'Nobody here is meant by the account that you have there. Ask an administrator of your company to invite you, under the email address that you have there.',
      other:
        'You have logged in there as somebody else than here. Log in there as yourself, or log out here first.',
    },
  },
  links: {
    toLogin: 'Back to the login page',
    forgot: {
      title: 'Ask for a new password',
      how: 'Type your user name. We send a link for a new password to the email address of your account.',
      submit: 'Send me a link',
      asked:
        'If there is an account of this name, a mail with a link is on its way to its email address. The link is good for 30 minutes. Nothing comes? See whether the name is right, then try again in an hour.',
    },
    reset: { title: 'Choose a new password', submit: 'Change the password' },
    invitation: { title: 'Choose a password', submit: 'Keep the password' },
    gone: {
      title: 'This link is not good any more',
      text: 'It was used before, it is over, or a later mail has taken its place. Nothing was changed.',
      again: 'Ask for another link',
    },
  },
  account: {
    title: 'Your account',
    username: 'User name',
    email: 'Email',
    factor: 'Second factor',
    factorOff:
      'With a second factor nobody comes in with your password alone. You need an authenticator app.',
    factorOn: 'It is asked for whenever you log in.',
    setUp: 'Set up a second factor',
    codesLeft: 'Recovery codes left:',
    fewCodes: 'Make new ones before they are used up.',
    newCodes: 'Make new recovery codes',
    removeFactor: 'Remove the second factor',
    replaceFactor: 'Set up another one in its place',
    factorNeeded: 'Your company asks for it whenever you log in.',
    password: 'Password',
    passwordRules:
      '12 to 128 characters. Several words that have nothing to do with each other are good.',
    passwordRulesAlone:
      '15 to 128 characters. Several words that have nothing to do with each other are good.',
    newPassword: 'New password',
    changePassword: 'Change password and log in again',
    mails: {
      title: 'Mails about tasks',
      how: 'Of each kind of task that you can find in your inbox: a mail of each at once, one a day at {time} ({zone}) with all that are open, or none.',
      times: { now: 'At once', daily: 'Once a day', never: 'Never' },
      save: 'Keep this choice',
      saved: 'Your choice is kept',
    },
    logins: 'Where you are logged in',
    thisLogin: 'this one',
    since: 'Since',
    lastSeen: 'Last used',
    ways: {
      password: 'By password',
      second_factor: 'By password and authenticator',
      recovery_code: 'By password and recovery code',
      single_sign_on: 'By single sign-on',
    },
    endLogin: 'End this login',
    endOthers: 'End all other logins',
    faults: {
      'step-up':
        'Show once more who you are, then send this form again. Nothing has been changed yet.',
      refused: 'This password cannot be used: it is too short, too long, or easily guessed.',
      'too-many': 'Too many tries. Try again in {seconds} seconds. Nothing has been changed.',
      changed:
        'You have chosen otherwise in the meantime, and nothing has been changed. This is what holds now.',
      'is-on':
        'Your second factor is on already. Its recovery codes were shown once: if you do not have them, make new ones here.',
      error: 'This did not work. Nothing has been changed. Try again in a moment.',
    },
  },
  factor: {
    title: 'Set up a second factor',
    scan: 'Open your authenticator app and scan this picture.',
    picture: 'QR code for your authenticator app; the same as the text below it',
    orType: 'Or type this secret into it:',
    wrong:
      'This code is not valid. Wait for the next one. It is {time} UTC here: is the clock of your device right?',
    confirm: 'Confirm',
  },
  requiredFactor: {
    title: 'Your company asks for a second factor',
    text: 'At {merchant} a password alone does not let {username} in. Set up a second factor now: you need an authenticator app on your phone. You can do nothing else here before.',
  },
  recovery: {
    title: 'Your recovery codes',
    text: 'Each of these lets you in once when you do not have your authenticator. They are shown now and never again: keep them where you keep your passwords.',
    kept: 'I have kept them',
  },
};

export type OfficeWords = typeof officeEn;
