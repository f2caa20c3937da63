import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { CheckoutFacts } from './facts.ts';
import { code, Lines, isolatedText } from './lines.tsx';
import { Moment } from './moment.tsx';

/** What is bought and by whom. The order's number shows at once; the rest is closed at first, so
 *  that the ways to pay stay near on a phone. */
export function OrderDetails(facts: CheckoutFacts): JSX.Element {
  const { order, referenceNumber, dropOff } = facts;
  const { fields, checkout } = words(facts.language);
  const lines = [
    { label: fields.productType, value: isolatedText(order.productType) },
    { label: fields.vendorName, value: isolatedText(order.vendorName) },
    { label: fields.dueDatetime, value: due(facts) },
    { label: fields.customerName, value: isolatedText(order.customerName) },
    { label: fields.customerEmail, value: code(order.customerEmail) },
    { label: fields.customerPhone, value: code(order.customerPhone) },
    { label: fields.deliveryAddress, value: isolatedText(dropOff?.address) },
    {
      label: fields.deliveryPlace,
      value: dropOff?.hasPlace && words(facts.language).dropOff.placeSaved,
    },
    { label: fields.referenceNumber, value: code(referenceNumber) },
  ];
  return (
    <>
      {order.orderNo !== undefined && (
        <p class="order-no">
          {fields.orderNo}: {code(order.orderNo)}
        </p>
      )}
      {lines.some(({ value }) => value !== undefined) && (
        <details class="order">
          <summary>{checkout.orderDetails}</summary>
          <Lines lines={lines} />
        </details>
      )}
      {dropOff !== undefined && (
        <p class="small order-link">
          <a href={dropOff.changeUrl}>{checkout.changeDelivery}</a>
        </p>
      )}
    </>
  );
}

function due({ order, language, timeZone }: CheckoutFacts): JSX.Element | undefined {
  if (order.dueDatetime === undefined) return undefined;
  return <Moment iso={order.dueDatetime} clock={{ language, timeZone }} />;
}
