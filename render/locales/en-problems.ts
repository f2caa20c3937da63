import type { ProblemKind } from '../pages/facts.ts';

/** What went wrong with a customer's try, in English. */
export const englishProblems: Readonly<
  Record<ProblemKind, { readonly title: string; readonly text: string }>
> = {
  declined: {
    title: 'The payment was declined',
    text: 'You can try again, use another card or another way to pay, or call your bank.',
  },
  canceled: {
    title: 'Payment canceled',
    text: 'You can choose how to pay and start again.',
  },
  error: {
    title: 'The payment could not be completed',
    text: 'Try again in a moment, or choose another way to pay.',
  },
  'method-required': {
    title: 'Choose a payment method',
    text: 'Select one from the list, then press Pay.',
  },
  unavailable: {
    title: 'This way to pay is not available right now',
    text: 'Choose another one, or try again in a few minutes.',
  },
  stale: {
    title: 'This page was open too long, so we refreshed it',
    text: 'Check the amount, then press Pay again.',
  },
  'amount-unreadable': {
    title: 'This amount cannot be read',
    text: 'Type it with digits alone, and a decimal point if needed, then press Pay again.',
  },
  'amount-decimals': {
    title: 'This amount has too many decimals',
    text: 'Type it with fewer digits after the point, then press Pay again.',
  },
  'amount-nothing': {
    title: 'The amount must be more than zero',
    text: 'Type what you want to pay, then press Pay again.',
  },
  'amount-too-much': {
    title: 'This is more than is asked for',
    text: 'Type the amount that is asked for or less, then press Pay again.',
  },
  'total-changed': {
    title: 'The total has changed with your amount',
    text: 'Nothing is paid yet. Check the total with its fee, then press Pay again.',
  },
  'asked-changed': {
    title: 'The amount to pay has changed',
    text: 'Nothing is paid yet. Check the amount, then press Pay again.',
  },
  'terms-required': {
    title: 'Please accept the terms first',
    text: 'Tick the box under the ways to pay, then press Pay again.',
  },
  'phone-too-long': {
    title: 'This phone number is too long',
    text: 'Type a shorter number, then press Pay again.',
  },
  locked: {
    title: 'An earlier payment is still being confirmed',
    text: 'Please do not pay a second time. Wait a moment, then open this page again.',
  },
  'wallet-changed': {
    title: 'What the wallet can pay has changed',
    text: 'Nothing is paid yet. Check what is left to pay, then press Pay again.',
  },
  'wallet-not-cash': {
    title: 'Cash and the wallet cannot be combined',
    text: 'Choose another way to pay the rest, or pay without the wallet.',
  },
};
