/** What `Checkout.init` takes. Names and values are those of the specification. */
export interface CheckoutConfig {
  /** The id of the element that the checkout fills. */
  readonly selector: string;
  /** The domain of the merchant's Sarraf, without a scheme: `pay.example.com`. */
  readonly merchant_id: string;
  /** The **public** key. A private one is refused before anything is sent. */
  readonly apiKey: string;
  readonly session_id: string;
  /** `en` where it is left out. Keep it equal to the payment's language, in which the server's own texts come. */
  readonly lang?: 'en' | 'ar';
  /** All where it is left out. */
  readonly formsOfPayment?: readonly FormOfPayment[];
  readonly displayMode?: 'column' | 'grid';
  /** The `sdk_setup_preload_payload` of the payment, unchanged: it saves the first request. */
  readonly setupPreload?: unknown;
  readonly theme?: Theme;
  /** What Apple's sheet is opened with; amounts and names come from the payment. */
  readonly applePayInit?: {
    readonly version?: number;
    readonly countryCode?: string;
    readonly supportedNetworks?: readonly string[];
    readonly merchantCapabilities?: readonly string[];
    readonly supportedCountries?: readonly string[];
    readonly lineItems?: readonly object[];
  };
  /** What Google's sheet is opened with; amounts and names come from the payment. */
  readonly googlePayInit?: {
    readonly allowedCardNetworks?: readonly string[];
    readonly allowedCardAuthMethods?: readonly string[];
    readonly allowPrepaidCards?: boolean;
    readonly allowCreditCards?: boolean;
    readonly totalPriceLabel?: string;
  };
  /** In place of the functions that the script's attributes name, for pages that import the module. */
  readonly successCallback?: Callback;
  readonly cancelCallback?: Callback;
  readonly errorCallback?: Callback;
  readonly beforePayment?: (data: BeforePaymentData) => unknown;
  readonly validatePayment?: () => unknown;
}

/** What the specification has, and none of the gateways yet: nothing is drawn for it. */
export const UNSERVED_FORMS = ['stcPay', 'urPay', 'flex'] as const;

export const FORMS_OF_PAYMENT = [
  'applePay',
  'googlePay',
  'tokenPay',
  'redirect',
  'hostedCard',
  'cardOnsite',
  'jazz',
  'wallet',
  ...UNSERVED_FORMS,
] as const;

export type FormOfPayment = (typeof FORMS_OF_PAYMENT)[number];

/** CSS properties for each part of the checkout, for the buttons of wallets with the words of Apple and Google beside them, and under `responsive` the same for windows up to so many pixels. */
export interface Theme {
  readonly responsive?: Readonly<Record<string, PartStyles>>;
  readonly [part: string]: PartStyle | Readonly<Record<string, PartStyles>> | undefined;
}
export type PartStyle = Readonly<Record<string, string | number>>;
export type PartStyles = Readonly<Record<string, PartStyle>>;

export type Callback = (data: CallbackData) => unknown;

/** How a payment ended, as the server says it. */
export interface CallbackData {
  readonly status: 'success' | 'canceled' | 'error';
  readonly message: string;
  readonly form_of_payment: string;
  readonly challenge_occurred?: boolean;
  readonly session_id?: string;
  readonly order_no?: string;
  readonly reference_number?: string;
  readonly redirect_url?: string;
  readonly payment_gateway_info?: {
    readonly pg_code: string;
    readonly pg_name: string;
    readonly pg_response?: Readonly<Record<string, unknown>>;
  };
}

/** What is about to be paid with. */
export interface BeforePaymentData {
  readonly redirect_url?: string;
  readonly message?: string;
  readonly card?: {
    readonly number: string;
    readonly expiry_month: string;
    readonly expiry_year: string;
    readonly brand: string;
    readonly scheme: string;
  };
}

export type PopupType = 'error' | 'success' | 'redirect';

export interface CheckoutApi {
  /**
   * Draws the checkout of a payment, once for each page: a second call is ignored until `reload` was called. What is wrong
   * with the configuration is named on the console and told to the error callback; nothing is asked then.
   */
  readonly init: (config: CheckoutConfig) => void;
  /** Reads the payment again and draws it as it is now. */
  readonly reload: () => void;
  /** Shows a message above the page, and of `pg_response` what is not null (not while redirecting). */
  readonly showPopup: (type: PopupType, message: string, pg_response?: unknown) => void;
}
