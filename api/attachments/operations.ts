import Joi from 'joi';
import { url } from '../fragments.ts';
import type { Operation } from '../openapi/operation.ts';
import { uploadBody } from './upload.ts';

/** Files for payments (contract/api.md 1.10). */
export const attachmentOperations = {
  'attachments.upload': {
    tag: 'Payments',
    summary: 'Upload a file',
    description:
      'With `session_id` or `order_no` the file goes to that payment in place of the one that it had, also after it was paid.',
    request: uploadBody,
    fields: {
      session_id: 'The payment that the file is for.',
      order_no: 'Its order number, in place of `session_id`; the newest payment of it is meant.',
      shortify_attachment_url: 'Gives `attachment_short_url`, when a payment is named.',
    },
    multipart: true,
    plainFaults: true,
    answers: {
      200: {
        description: 'It is kept.',
        shape: Joi.object({
          file_url: Joi.string()
            .pattern(/^payment_transactions\/attachments\/[\w-]+\.[a-z]+$/)
            .required(),
          original_filename: Joi.string().required(),
          attachment_short_url: url,
        }),
      },
    },
  },
} satisfies Readonly<Record<string, Operation>>;
