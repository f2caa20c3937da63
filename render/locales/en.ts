import type { MessageKind, ProblemKind } from '../pages/facts.ts';
import { cardsEn } from './cards.ts';
import { declinesEn } from './declines.ts';

interface Said {
  readonly title: string;
  readonly text: string;
}

/** What went wrong with a customer's try. */
const problems: Readonly<Record<ProblemKind, Said>> = {
  declined: {
    title: 'The payment was declined',
    text: 'You can try again, use another card or another way to pay, or call your bank.',
  },
  canceled: {
    title: 'Payment canceled',
    text: 'You can choose how to pay and start again.',
  },
  error: {
    title: 'The payment could not be completed',
    text: 'Try again in a moment, or choose another way to pay.',
  },
  'method-required': {
    title: 'Choose a payment method',
    text: 'Select one from the list, then press Pay.',
  },
  unavailable: {
    title: 'This way to pay is not available right now',
    text: 'Choose another one, or try again in a few minutes.',
  },
  stale: {
    title: 'This page was open too long, so we refreshed it',
    text: 'Check the amount, then press Pay again.',
  },
  'amount-unreadable': {
    title: 'This amount cannot be read',
    text: 'Type it with digits alone, and a decimal point if needed, then press Pay again.',
  },
  'amount-decimals': {
    title: 'This amount has too many decimals',
    text: 'Type it with fewer digits after the point, then press Pay again.',
  },
  'amount-nothing': {
    title: 'The amount must be more than zero',
    text: 'Type what you want to pay, then press Pay again.',
  },
  'amount-too-much': {
    title: 'This is more than is asked for',
    text: 'Type the amount that is asked for or less, then press Pay again.',
  },
  'amount-not-by-method': {
    title: 'This way to pay cannot charge exactly this amount',
    text: 'Nothing is paid yet. Choose another amount or another way to pay, then press Pay again.',
  },
  'total-changed': {
    title: 'The total has changed with your amount',
    text: 'Nothing is paid yet. Check the total with its fee, then press Pay again.',
  },
  'asked-changed': {
    title: 'The amount to pay has changed',
    text: 'Nothing is paid yet. Check the amount, then press Pay again.',
  },
  'terms-required': {
    title: 'Please accept the terms first',
    text: 'Tick the box under the ways to pay, then press Pay again.',
  },
  'phone-too-long': {
    title: 'This phone number is too long',
    text: 'Type a shorter number, then press Pay again.',
  },
  'phone-unreadable': {
    title: 'This is no phone number',
    text: 'Type a number, then press Pay again.',
  },
  locked: {
    title: 'An earlier payment is still being confirmed',
    text: 'Please do not pay a second time. Wait a moment, then open this page again.',
  },
  'other-money': {
    title: 'Money has come that does not pay this',
    text: 'Please do not pay a second time. Ask the business that you are paying: it sees the money, and gives it back or says how to go on.',
  },
  'page-open': {
    title: 'The page where you were going to pay is still open',
    text: 'If you have paid there, do not pay a second time: wait for its confirmation. If not, leave it and press Pay again.',
  },
  'wallet-changed': {
    title: 'What the wallet can pay has changed',
    text: 'Nothing is paid yet. Check what is left to pay, then press Pay again.',
  },
  'wallet-not-cash': {
    title: 'Cash and the wallet cannot be combined',
    text: 'Choose another way to pay the rest, or pay without the wallet.',
  },
  'wallet-not-by-method': {
    title: 'This way to pay cannot charge exactly what the wallet leaves',
    text: 'Nothing is paid yet. Choose another way to pay the rest, or pay without the wallet.',
  },
};

const messages: Readonly<Record<MessageKind, Said>> = {
  expired: {
    title: 'This payment link has expired',
    text: 'It can no longer be paid. Ask {merchant} for a new link.',
  },
  canceled: {
    title: 'This payment was canceled',
    text: 'It can no longer be paid. If you still want to buy, ask {merchant} for a new link.',
  },
  'not-found': {
    title: 'We cannot find this payment',
    text: 'Check that the link is complete, or ask {merchant} to send it again.',
  },
  'unknown-return': {
    title: 'Go back to the shop',
    text: 'This address does not say which payment is yours. Whether you have paid, {merchant} or the link that you paid by tells you.',
  },
  'already-paid': {
    title: 'This is already paid',
    text: 'There is nothing more to pay. If you have a question about it, contact {merchant}.',
  },
  'not-available': {
    title: 'This payment is no longer available',
    text: 'The link cannot be used any more. Ask {merchant} for a new one.',
  },
  paused: {
    title: 'Payments are paused',
    text: '{merchant} is not taking payments at the moment. Please open this link again later.',
  },
  error: {
    title: 'Something went wrong on our side',
    text: 'Wait a moment, then reload this page; reloading is safe and never pays twice. If it happens again, contact {merchant}.',
  },
  'too-many': {
    title: 'Too many requests',
    text: 'Wait a minute, then reload this page.',
  },
  unavailable: {
    title: 'We cannot answer right now',
    text: 'Nothing is lost. Wait a minute, then reload this page; reloading is safe and never pays twice.',
  },
};

/** The English sentences, and the shape that every other language must have. */
export const en = {
  common: {
    pageName: 'Payment page',
    theMerchant: 'the merchant',
    otherLanguage: 'العربية',
    linkPreview: 'Open this link to see the details.',
    testMode: 'Test mode: no real money moves',
    support: 'Questions about your order? Write to {email}.',
    backTo: 'Back to {merchant}',
    tryAgain: 'Try again',
    gatewaySays: 'Message from the payment provider: {message}',
    offline: 'No internet connection. Nothing is lost: continue here once you are connected again.',
  },
  fields: {
    amount: 'Amount',
    fee: 'Fee',
    total: 'Total',
    orderAmount: 'Amount of the order',
    totalToPay: 'Total to pay',
    paidByWallet: 'From the wallet',
    leftToPay: 'Left to pay',
    wallet: 'Wallet',
    charged: 'Charged',
    exchangeRate: 'Exchange rate',
    converted: 'Converted amount',
    amountToPay: 'Amount to pay',
    orderNo: 'Order number',
    productType: 'Product',
    vendorName: 'Sold by',
    dueDatetime: 'Due',
    customerName: 'Name',
    customerEmail: 'Email',
    customerPhone: 'Phone',
    customerPhone2: 'Second phone number',
    amountToChoose: 'Amount you want to pay',
    deliveryAddress: 'Delivery address',
    deliveryPlace: 'Delivery location',
    referenceNumber: 'Reference number',
    status: 'Status',
    paymentDate: 'Payment date',
    gatewayName: 'Payment method',
    traceId: 'Error code',
  },
  checkout: {
    title: 'Pay',
    heading: 'Pay {merchant}',
    orderDetails: 'Order details',
    download: 'Download {file}',
    otherDevice: 'Pay on your phone',
    otherDeviceText: 'Scan this code with the camera of your phone, or open this address there:',
    otherDeviceImage: 'QR code with the address of this page',
    feeVaries: 'A fee may be added, depending on how you pay.',
    currencyVaries: 'Fee and currency may differ, depending on how you pay.',
    exchangeBeside: '{from} is charged as {to}',
    chooseMethod: 'Choose how to pay',
    onlyMethod: 'Pay with',
    wallet: 'Wallet ({balance})',
    walletPays: 'Pays {amount}. Choose below how to pay the rest.',
    walletPaysAll: 'Pays all of it: nothing else is charged.',
    feeBeside: 'Fee: {fee}',
    totalBeside: 'Total: {total}',
    pay: 'Pay',
    payAmount: 'Pay {amount}',
    payCash: 'Pay {amount} in cash',
    payByWallet: 'Pay {amount} from the wallet',
    cancel: 'Cancel this payment',
    atMost: 'You can pay {amount} or less.',
    acceptTerms: 'I accept: {terms}',
    readTerms: 'Read the terms (opens a new tab)',
    changeDelivery: 'Change the delivery',
    cardsElsewhere:
      'Card details are typed in on the next page, at the payment provider. This page never sees them.',
    noMethods: 'There is no way to pay right now',
    noMethodsText: 'Open this link again in a few minutes, or contact {merchant}.',
    payBefore: 'Pay before {time}',
    timeLeft: 'Time left to pay: {left} (until {time})',
  },
  cardFrame: {
    frame: 'Card details',
    codeFrame: 'Security code of the card',
    working: 'One moment, please: your payment is being sent.',
    challenge: 'Confirm with your bank',
    challengeText:
      'Your bank asks you to confirm this payment. This page continues by itself afterwards.',
    whole: 'Open the bank’s page',
    close: 'Close',
  },
  cards: cardsEn,
  declines: declinesEn,
  problems,
  cancelQuestion: {
    heading: 'Cancel this payment?',
    text: 'Afterwards this link can no longer be paid. If you still want to buy, {merchant} has to send a new one.',
    later:
      'If you only want to pay later, you do not need to cancel: the link can be paid until {time}.',
    keep: 'Back to the payment',
    yes: 'Yes, cancel the payment',
  },
  dropOff: {
    title: 'Delivery',
    heading: 'Delivery address',
    step: 'Step 1 of 2: delivery. Payment comes next.',
    address: 'Address',
    line1: 'Street and building',
    line2: 'Floor, apartment (optional)',
    city: 'City',
    state: 'State or area (optional)',
    words: {
      governorate: 'Governorate',
      municipality: 'Municipality',
      emirate: 'Emirate',
      region: 'Region',
      area: 'Area',
      wilayat: 'Wilayat',
      city: 'City',
      block: 'Block',
      zone: 'Zone',
      district: 'District',
      street: 'Street',
      road: 'Road',
      way: 'Way',
      building: 'Building',
    },
    building: 'Building or house',
    choose: 'Choose one',
    refit: 'Show the fields of this country',
    country: 'Country',
    chooseCountry: 'Choose a country',
    postal_code: 'Postal code (optional)',
    location: 'Location on the map',
    locationHint:
      'Open the map on your phone, hold your finger on the place, then copy its coordinates or its link here.',
    locate: 'Use my location',
    placeKept: 'A location is saved. Leave the field empty to keep it.',
    placeHere: 'We have your location. You can continue.',
    placeAsking: 'Finding your location…',
    placeUnknown: 'Your location could not be found. Copy it from the map instead.',
    placeSaved: 'Saved on the map',
    continue: 'Continue to payment',
    fixTitle: 'Please check what you typed',
    faults: {
      required: 'Fill in this field.',
      'too-long': 'This is too long; please shorten it.',
      unreadable:
        'We cannot find a place in this. Copy the coordinates or the long link of the place from your map.',
      'card-number':
        'This looks like a card number. Never type one here: you are asked for your card when you pay. If it is another number, put a stroke (/) between its digits.',
      'control-characters': 'There were signs that we cannot take. Please type this again.',
    },
  },
  waiting: {
    title: 'Confirming your payment',
    heading: 'We are confirming your payment',
    text: 'Please do not pay a second time. This page updates by itself.',
    stillText:
      'It is taking longer than usual, and we are still confirming. Closing this page is safe: the same link brings you back here.',
    checkNow: 'Check now',
  },
  summary: {
    details: 'Payment details',
    bank: 'Bank details',
    showBank: 'Show bank details',
    hideBank: 'Hide bank details',
    parameters: {
      card_number: 'Card number',
      auth_code: 'Authorization code',
      rrn: 'Retrieval reference number (RRN)',
      receipt_no: 'Receipt number of the provider',
      transaction_id: 'Transaction ID',
      payment_id: 'Payment ID',
      dcc_payer_amount: 'Amount in your currency (DCC)',
      dcc_payer_currency: 'Your currency (DCC)',
      dcc_payer_exchange_rate: 'Exchange rate (DCC)',
    },
    notNotified:
      'Your payment is safe. We are still telling {merchant} about it; you do not need to do anything.',
    paid: {
      badge: 'Paid',
      heading: 'Payment successful: {amount}',
      text: 'Thank you. Your payment to {merchant} is complete.',
    },
    authorized: {
      badge: 'Reserved',
      heading: '{amount} is reserved',
      text: 'The amount is on hold and not charged yet. {merchant} can collect it later or release it.',
    },
    'partly-refunded': {
      badge: 'Partly refunded',
      heading: 'Payment successful: {amount}',
      text: '{merchant} has refunded part of this payment. See below for details.',
    },
    refunded: {
      badge: 'Refunded',
      heading: 'Your payment was refunded',
      text: '{merchant} has refunded this payment. See below for details.',
    },
    collected: {
      badge: 'Collected',
      heading: '{amount} was reserved',
      text: '{merchant} has collected the amount.',
    },
    'partly-collected': {
      badge: 'Partly collected',
      heading: '{amount} was reserved',
      text: '{merchant} has collected part of the amount. See below for details.',
    },
    released: {
      badge: 'Released',
      heading: 'The reservation was released',
      text: 'Nothing was charged. Your bank may need some days to show it.',
    },
    cod: {
      badge: 'Cash',
      heading: 'Pay {amount} in cash',
      text: 'Your order is confirmed. Please have the amount ready when you receive it.',
    },
    failed: {
      badge: 'Failed',
      heading: 'The payment failed',
      text: 'This link can no longer be paid. Ask {merchant} for a new one.',
    },
    canceled: {
      badge: 'Canceled',
      heading: 'The payment was canceled',
      text: 'This link can no longer be paid. If you still want to buy, ask {merchant} for a new one.',
    },
    expired: {
      badge: 'Expired',
      heading: 'The time to pay is over',
      text: 'This link can no longer be paid. Ask {merchant} for a new one.',
    },
    pending: {
      badge: 'Being checked',
      heading: 'We are checking your payment',
      text: 'Please do not pay a second time. This page updates by itself, and closing it is safe.',
    },
  },
  invoice: {
    title: 'Invoice',
    number: 'Invoice number',
    created: 'Created',
    due: 'Due',
    status: 'Status',
    statuses: { sent: 'To be paid', paid: 'Paid', overdue: 'Overdue', canceled: 'Canceled' },
    greeting: 'Hello {name},',
    items: 'Items',
    description: 'Description',
    sku: 'SKU',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    discount: 'Discount',
    tax: 'Tax',
    shipping: 'Shipping',
    subtotal: 'Subtotal',
    total: 'Total',
    seller: 'Seller',
    taxNumber: 'Tax number',
    registrationNumber: 'Commercial registration',
    billTo: 'Billing information',
    shipTo: 'Shipping information',
    page: 'Page {page} of {pages}',
    view: 'View invoice',
    download: 'Download PDF',
    pay: 'Pay this invoice',
    scanToPay: 'Scan to pay',
  },
  receipt: {
    title: 'Receipt',
    download: 'Download receipt',
    afterwards: 'Refunds and adjustments',
    operation: 'Operation',
    date: 'Date',
    operations: { refund: 'Refund', capture: 'Collected', void: 'Released' },
    toTheWallet: 'Refund to the wallet',
    underWay: 'in progress',
    refunded: 'Refunded in total',
    captured: 'Collected in total',
    voided: 'Released in total',
    net: 'Net paid',
  },
  messages,
  redirecting: {
    title: 'One moment',
    gateway: 'Taking you to the payment provider',
    merchant: 'Taking you back to {merchant}',
    text: 'If nothing happens, use this button.',
    continue: 'Continue',
  },
};

export type Words = typeof en;
