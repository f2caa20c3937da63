import { links } from '../links.ts';
import type { Merchant } from '../merchant.ts';
import type { Values } from './template.ts';

/** What templates say of the merchant, in any message (contract/messages#templates). */
export function merchantValues(
  { name, nameAr, supportEmail, supportPhone, logo }: Merchant,
  { language, publicUrl }: { readonly language: 'en' | 'ar'; readonly publicUrl: string },
): Values {
  return {
    merchant_name: language === 'ar' ? (nameAr ?? name) : name,
    merchant_email: supportEmail ?? '',
    merchant_phone: supportPhone ?? '',
    merchant_logo_url: logo === undefined ? '' : links(publicUrl).logo(logo),
  };
}
