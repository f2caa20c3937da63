/** What each type of event tells, in words; a type without its sentence keeps the document from being made. */
export const EVENT_WORDS: Readonly<Record<string, string>> = {
  'payment.pending': 'The gateway has not decided, and Sarraf keeps asking.',
  'payment.attempted': 'An attempt ended without success; the customer may try again.',
  'payment.authorized': 'The amount is held, not charged.',
  'payment.paid': 'The amount is charged.',
  'payment.failed': 'The only attempt that was allowed has failed. Money may still come late.',
  'payment.canceled': 'Nobody shall pay it any more.',
  'payment.expired': 'The time to pay is over. Money may still come late.',
  'payment.invalided': 'It cannot be paid any more, for another reason than its age.',
  'payment.cod': 'The customer pays in cash on delivery.',
  'payment.dispute':
    "A payer's bank disputes a payment, or a dispute stands otherwise than before. `alert` is `dispute`, and `dispute` says how it stands; `disputes` has all of the payment.",
  'payment.second_success':
    'A further attempt took money for a payment that had succeeded; one of them must be refunded. `alert` is `second_success`, and `reference_number` names the second.',
  'alert.raised':
    'A person has to look at a payment: `alert.kind` says why. Registered endpoints alone are told; `X-Sequence` is 0.',
  'alert.handled':
    'Somebody has seen to the alert. Told again when it was opened once more and is handled again.',
  'card.pending': 'The gateway has not said whether the card is saved.',
  'card.success': 'A card is saved.',
  'card.failed': 'The card was not saved.',
  'card.canceled': 'The customer did not want the card to be saved.',
  'card.error': 'The card could not be saved, because something went wrong.',
  'refund.success': 'Money went back to the customer.',
  'refund.queued': 'The gateway does it later; another event tells the end.',
  'refund.rejected': 'The gateway did not do what it had queued.',
  'refund.reversed':
    'Money that had gone back to the customer did not reach them: the gateway has it again. It can be refunded once more.',
  'capture.success': 'Money that was held is charged.',
  'capture.queued': 'The gateway charges it later; another event tells the end.',
  'capture.rejected': 'The gateway did not charge what it had queued.',
  'capture.reversed': 'What was charged of a hold did not come: the gateway has undone it.',
  'void.success': 'Money that was held is given free.',
  'void.queued': 'The gateway gives it free later; another event tells the end.',
  'void.rejected': 'The gateway did not give free what it had queued.',
  'void.reversed': 'The gateway holds again what it had given free.',
};
