import type { Product } from '../catalogue.ts';

/** The amount as it is charged. It keeps its own direction, so that an Arabic line does not turn it round. */
export function Price({ product }: { readonly product: Product }) {
  return (
    <bdi class="price" dir="ltr">
      {product.amount} <small>{product.currency}</small>
    </bdi>
  );
}
