import { nameIn, type Language } from '../language.ts';
import { links } from '../links.ts';
import type { Merchant } from '../merchant.ts';
import type { Values } from './template.ts';

/** What templates say of the merchant, in any message (contract/messages#templates). */
export function merchantValues(
  merchant: Merchant,
  { language, publicUrl }: { readonly language: Language; readonly publicUrl: string },
): Values {
  const { supportEmail, supportPhone, logo } = merchant;
  return {
    merchant_name: nameIn(merchant, language),
    merchant_email: supportEmail ?? '',
    merchant_phone: supportPhone ?? '',
    merchant_logo_url: logo === undefined ? '' : links(publicUrl).logo(logo),
  };
}
