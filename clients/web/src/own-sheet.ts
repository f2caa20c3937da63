/**
 * Whether this browser can pay by a wallet of the device, which it does by itself: no script of others is needed
 * (docs/decisions/0032-wallets-by-the-browsers-own-sheet.md).
 */
export async function canPayBy(isApple: boolean, request: () => PaymentRequest): Promise<boolean> {
  try {
    // Other browsers would go and look for Apple's wallet, which none of them has.
    return (!isApple || 'ApplePaySession' in window) && (await request().canMakePayment());
  } catch {
    return false;
  }
}

interface MerchantValidation extends Event {
  readonly validationURL: string;
  readonly complete: (session: Promise<unknown>) => void;
}

/** Where Apple wants to know that the shop is who it says, its sheet waits for that session; anything else closes it. */
export function answerApple(
  request: PaymentRequest,
  merchantSession: (validationUrl: string) => Promise<unknown>,
): PaymentRequest {
  request.addEventListener('merchantvalidation', (event) => {
    // Safari alone has this event, and sends no other one of this name.
    const { validationURL } = event as MerchantValidation;
    (event as MerchantValidation).complete(merchantSession(validationURL));
  });
  return request;
}
