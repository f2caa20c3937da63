import { plural } from './office-plural.ts';

/** The API's own sentences are English. */
const NO_WORDS: Readonly<Record<string, string>> = {};

/** The English words of the pages of files of requests: a part of `office-en.ts`. */
export const officeBulkEn = {
  bulk: {
    title: 'Bulk requests',
    text: 'One file makes many requests for payment, each with a link of its own.',
    new: 'New file',
    unnamed: 'File without a name',
    states: {
      uploading: 'Being uploaded',
      unconfirmed: 'Not confirmed',
      scheduling: 'Waits to begin',
      dispatching: 'Under way',
      paused: 'Paused',
      done: 'Done',
      canceled: 'Canceled',
    },
    caption: 'Files of requests, newest first',
    columns: {
      file: 'File',
      state: 'Status',
      rows: 'Requests',
      made: 'Made',
      failed: 'Failed',
      by: 'Uploaded by',
      at: 'Uploaded ({zone})',
    },
    program: 'a program',
    older: 'Next page',
    first: 'First page',
    pages: 'Pages of the list',
    empty: 'No file was uploaded yet',
    emptyText: 'Begin with a template: fill it in, save it as CSV, and upload it.',
    templates: {
      title: 'Templates',
      text: 'A CSV file to fill in. Its second line says what each column is for: delete that line before you upload the file.',
      required: 'Required columns only',
      all: 'All columns',
    },
    uploadedBy: 'Uploaded by {by} on {at}',
    says: {
      scheduling: 'The first requests are made in a moment.',
      dispatching: 'The requests are being made.',
      paused: 'Nothing more is made until somebody resumes it.',
      done: 'Every request was looked at, and no more is made.',
      canceled: 'No more is made. Requests that were made stay as they are.',
    },
    gone: '{done} of {total} looked at',
    pace: plural({
      one: 'About {count} a minute. Expected end: {end}.',
      other: 'About {count} a minute. Expected end: {end}.',
    }),
    lookedAt: 'As of {at}.',
    lookAgain: 'Look again',
    facts: {
      total: 'Requests in the file',
      made: 'Made',
      failed: 'Failed',
      left: 'Still to be made',
      neverMade: 'Not made any more',
      leftOut: 'Left out because they were wrong',
      sums: 'In all',
      unknown: 'Columns that were ignored',
    },
    actions: 'What you can do',
    doIt: { pause: 'Pause', resume: 'Resume', cancel: 'Cancel' },
    showPayments: 'Show the payments',
    result: 'Results as CSV',
    wrong: {
      title: 'Rows that made no request',
      text: 'Correct them in the CSV file of these rows, and upload it as a file of its own.',
      shown: plural({
        one: '{count} row is shown here; the CSV file has all of them.',
        other: '{count} rows are shown here; the CSV file has all of them.',
      }),
      download: 'Wrong rows as CSV',
      row: 'Row',
      why: 'What is wrong',
      when: 'When',
      leftOut: 'At the upload',
      failed: 'When it was made',
    },
    upload: {
      title: 'New file of requests',
      text: 'The file is checked first, and you see what is in it. Nothing is made before you say so.',
      name: 'Name (optional)',
      nameHint: 'The name of the file, if you leave it empty.',
      defaults: 'For rows that leave something empty',
      defaultsText: 'What stands in a row of the file comes before what you choose here.',
      asInFile: 'As in the file',
      file: 'File',
      fileHint:
        'CSV in UTF-8, at most 50 MB, or JSON, at most 10 MB; at most 100,000 rows. Never card numbers.',
      check: 'Check the file',
      notTaken: 'This file cannot be taken',
      noRow: 'The file has no row below its line of names',
      noneRight: 'No row of the file is right',
      someOf: '{count} of {rows} rows are shown.',
      nothingKept: 'Nothing of it was kept. Correct it, and choose it again.',
      fileFaults: {
        empty: 'Begin with one of the templates below.',
        'not-utf-8': 'In your spreadsheet, save it as “CSV UTF-8”.',
        'no-columns': 'Begin with one of the templates below.',
        'not-csv': 'Save it as CSV, with commas between.',
        'too-large': 'Divide it into several files.',
        'too-many-rows': 'Divide it into several files.',
      },
      troubles: {
        'no-file': {
          title: 'No file was chosen',
          text: 'Choose a file, then press again.',
        },
        unknown: {
          title: 'We do not know yet whether the file was taken',
          text: 'The answer did not come. Nothing is made of it before you confirm it. Choose the same file and look again: it is taken once.',
        },
        'other-file': {
          title: 'This form was sent with another file before',
          text: 'Nothing was done. Choose the file again.',
        },
        gone: {
          title: 'The file is not kept any more',
          text: 'It was not confirmed within an hour, so it was thrown away. Nothing was made of it. Choose it again.',
        },
      },
    },
    confirm: {
      title: 'Make these requests?',
      text: 'The file was checked. Nothing is made yet.',
      until: 'If you do not confirm it, it is thrown away after {at}.',
      rows: 'Rows in the file',
      right: 'Requests to be made',
      wrong: 'Wrong rows',
      leavesOut: plural({
        one: '{count} wrong row is left out',
        other: '{count} wrong rows are left out',
      }),
      orCorrect:
        'Make the others now and correct these later, or correct the file and choose it again.',
      wrongTitle: 'Wrong rows',
      make: plural({ one: 'Make {count} request', other: 'Make {count} requests' }),
      another: 'Choose another file',
      unknownText:
        'The answer did not come. As this page was read the requests were not confirmed. Press again: they are made once.',
    },
    told: {
      confirm: 'The requests are being made.',
      pause: 'Paused. What is being made at this moment is made, 25 requests at most.',
      resume: 'It goes on.',
      cancel: 'Canceled. No more requests are made.',
    },
    /** Before the API's own sentence, by its code; others are in `office-refusals.ts`. */
    refusals: NO_WORDS,
    notDone: 'Nothing was changed',
    unknown: 'We do not know yet whether that was done',
    unknownText:
      'The answer did not come. What stands below was read just now. Press again if it is not what you wanted: nothing is made twice.',
    cancelTitle: 'Cancel this file',
    cancelText: plural({
      one: '{count} request that was not made yet will never be made.',
      other: '{count} requests that were not made yet will never be made.',
    }),
    cancelMade: plural({
      one: 'The {count} request that was made stays: cancel its payment by itself.',
      other: 'The {count} requests that were made stay: cancel those payments one by one.',
    }),
    cancelNot: 'There is nothing to cancel',
    back: 'Back to the file',
  },
};

export type OfficeBulkWords = typeof officeBulkEn;
