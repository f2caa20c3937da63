import type { MailKind } from './facts.ts';

/** What one mail says; each is a template with the placeholders of domain/notification/template.ts. */
export interface MailSaid {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
}

export interface MailWords {
  readonly greeting: string;
  readonly greetingNobody: string;
  readonly pay: string;
  readonly look: string;
  readonly invoice: string;
  readonly attachment: string;
  readonly expires: string;
  readonly invoiceNumber: string;
  readonly footer: string;
  /** The subject of a request to pay an invoice, where its number and its day are known. */
  readonly invoiceDue: string;
  /** What a merchant's people want to say, whatever that is. */
  readonly communication: MailSaid;
  readonly kinds: Readonly<Record<MailKind, MailSaid>>;
}

/** The English mails. */
export const mailsEn: MailWords = {
  greeting: 'Hello {{customer_full_name}},',
  greetingNobody: 'Hello,',
  pay: 'View and pay',
  look: 'View the payment',
  invoice: 'View the invoice',
  attachment: 'File',
  expires: 'Can be paid until',
  invoiceNumber: 'Invoice number',
  footer: 'You received this email because {{merchant_name}} uses Sarraf for payments.',
  invoiceDue: 'Invoice {{invoice_number}} due {{due_date}}',
  communication: {
    subject: 'A message from {{merchant_name}}',
    heading: 'A message from {{merchant_name}}',
    text: '{{message}}',
  },
  kinds: {
    created: {
      subject: 'Payment request from {{merchant_name}}: {{amount}}',
      heading: 'Payment request',
      text: '{{merchant_name}} has sent you a request for payment. Open the page to see what it is for and to choose how to pay.',
    },
    paid: {
      subject: 'You have paid {{amount}} to {{merchant_name}}',
      heading: 'Payment received',
      text: 'Thank you. Your payment to {{merchant_name}} is complete.',
    },
    cash: {
      subject: 'Your order at {{merchant_name}}: {{amount}} in cash',
      heading: 'To be paid in cash',
      text: 'Your order at {{merchant_name}} is confirmed. Please have the amount ready when you receive it.',
    },
    authorized: {
      subject: '{{amount}} is reserved for {{merchant_name}}',
      heading: 'Amount reserved',
      text: 'The amount is on hold and not charged yet. {{merchant_name}} can collect it later or release it.',
    },
    failed: {
      subject: 'Your payment to {{merchant_name}} was not completed',
      heading: 'The payment failed',
      text: 'Your payment to {{merchant_name}} was not completed. If you still want to buy, open the page or ask {{merchant_name}} for a new link.',
    },
    canceled: {
      subject: 'The payment to {{merchant_name}} was canceled',
      heading: 'The payment was canceled',
      text: 'It can no longer be paid. If you still want to buy, ask {{merchant_name}} for a new link.',
    },
    expired: {
      subject: 'The time to pay {{merchant_name}} is over',
      heading: 'The time to pay is over',
      text: 'The link can no longer be paid. If you still want to buy, ask {{merchant_name}} for a new one.',
    },
    voided: {
      subject: '{{merchant_name}} has released {{amount}}',
      heading: 'Amount released',
      text: '{{merchant_name}} does not collect the amount that was on hold. Your bank may take some days to show it.',
    },
    refunded: {
      subject: '{{merchant_name}} has refunded {{amount}}',
      heading: 'Refund',
      text: '{{merchant_name}} has given money back to you. Your bank may take some days to show it.',
    },
    captured: {
      subject: '{{merchant_name}} has collected {{amount}}',
      heading: 'Amount collected',
      text: '{{merchant_name}} has collected money that was on hold.',
    },
  },
};
