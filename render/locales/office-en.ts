import { officePagesEn } from './office-pages-en.ts';

/** Every sentence of the office's pages in English; one object for each page. */
export const officeEn = {
  ...officePagesEn,
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
    'too-many': {
      title: 'Too many requests',
      text: 'Wait a minute, then load this page again.',
    },
    unreadable: {
      title: 'This form cannot be read',
      text: 'Nothing was done. Open the page again and fill it in once more.',
    },
    unavailable: {
      title: 'The service cannot be reached right now',
      text: 'Load this page again in a moment. Loading it again is safe.',
    },
    error: {
      title: 'Something went wrong on our side',
      text: 'Load this page again. If it happens again, send us the number below.',
    },
  },
  login: {
    title: 'Log in',
    username: 'User name',
    password: 'Password',
    submit: 'Log in',
    faults: {
      wrong: 'This user name and password are not valid. Check both and try again.',
      'too-many': 'Too many wrong tries. Wait a few minutes, then try again.',
    },
  },
};

export type OfficeWords = typeof officeEn;
