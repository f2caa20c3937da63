import type { MerchantId, PgCode } from '../domain/ids.ts';
import type { Store } from '../store/index.ts';
import { UnopenableError } from '../store/sealed.ts';

type OpenedAccount = NonNullable<Awaited<ReturnType<Store['gatewayAccounts']['open']>>>;

/**
 * An account with its settings, for what is shown of it beside others; undefined where there is none, and where its settings
 * cannot be opened, of which `told` is told. Whoever charges by it is told, too.
 */
export async function openedAccount(
  { gatewayAccounts }: Pick<Store, 'gatewayAccounts'>,
  { merchantId, pgCode }: { readonly merchantId: MerchantId; readonly pgCode: PgCode },
  told?: (error: UnopenableError) => void,
): Promise<OpenedAccount | undefined> {
  try {
    return await gatewayAccounts.open(merchantId, pgCode);
  } catch (error) {
    if (!(error instanceof UnopenableError)) throw error;
    told?.(error);
    return undefined;
  }
}
