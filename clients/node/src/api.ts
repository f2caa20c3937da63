/* Generated from docs/openapi.json and docs/asyncapi.json. Do not edit: run `npm run generate`. */

export interface Api {
  routes: {
    /**
     * Create a payment
     */
    'POST /b/checkout/v1/pymt-txn/': {
      body: TransactionsCreateRequest;
      answer:
        | TransactionsCreate_200
        | TransactionsCreate_201
        | TransactionsCreate_201_2
        | {
            detail: string;
            result: 'pending';
            session_id: string;
            order_no?: string;
            reference_number: string;
          };
    };
    /**
     * List the payments of an order, or archived ones
     */
    'GET /b/checkout/v1/pymt-txn/': {
      query: {
        /**
         * The order number. Required, unless `deleted` is true.
         */
        order_no?: string;
        /**
         * True: archived payments, the latest first, for who may delete.
         */
        deleted?: boolean;
        /**
         * How many of them; 10 when it is left out.
         */
        limit?: number;
        /**
         * How many to pass over.
         */
        offset?: number;
      };
      answer: {
        count: number;
        next: string | null;
        previous: string | null;
        results: Results_4[];
      };
    };
    /**
     * Preview a payment
     */
    'POST /b/checkout/v1/transactions/preview/': {
      body: TransactionsPreviewRequest;
      answer: {
        type: string;
        operation: 'purchase' | 'authorize';
        payment_type: 'one_off' | 'save_card' | 'auto_debit';
        amount: string;
        currency_code: string;
        expiration_time: string;
        expires_at: string;
        payment_methods: PaymentMethods_2[];
        hidden_payment_methods?: {
          code: string;
          why: string;
        }[];
      };
    };
    /**
     * Retrieve a payment
     */
    'GET /b/checkout/v1/pymt-txn/{session_id}/': {
      query: {
        /**
         * `true` gives `sdk_setup_preload_payload`.
         */
        include_sdk_setup_preload?: boolean;
      };
      answer: TransactionsCreate_201;
    };
    /**
     * Replace a payment
     */
    'PUT /b/checkout/v1/pymt-txn/{session_id}/': {
      body: TransactionsReplaceRequest;
      answer: TransactionsCreate_201;
    };
    /**
     * Change some fields of a payment
     */
    'PATCH /b/checkout/v1/pymt-txn/{session_id}/': {
      body: TransactionsChangeRequest;
      answer: TransactionsCreate_201;
    };
    /**
     * Search payments
     */
    'GET /b/checkout/v1/transactions/': {
      query: {
        /**
         * One box for people: an order number, invoice number, `session_id`, reference, e-mail address, telephone number, name, amount or the last four digits of a card. `understood_as` says how it was read. It may also hold parameters of this list, such as `state:paid`.
         */
        q?: string;
        /**
         * One or more states.
         */
        state?: string;
        /**
         * One or more types.
         */
        type?: string;
        /**
         * What the payment was made for.
         */
        operation?: string;
        /**
         * One or more of them.
         */
        payment_type?: string;
        /**
         * Accounts of an attempt, or of what settled it.
         */
        pg_code?: string;
        /**
         * The unit that sells.
         */
        unit_code?: string;
        /**
         * The number of the user who made it.
         */
        initiator_id?: string;
        /**
         * Made of a row of this bulk.
         */
        bulk_id?: string;
        /**
         * From where an attempt was begun.
         */
        channel?: string;
        /**
         * The same of when the money came.
         */
        paid_after?: string;
        /**
         * The same of when the money came.
         */
        paid_before?: string;
        /**
         * The order number; or its beginning, with * at the end.
         */
        order_no?: string;
        /**
         * Of the payment, or of an operation on it; several, a hundred at most, with commas between.
         */
        session_id?: string;
        /**
         * Of an attempt, or of an operation.
         */
        reference_number?: string;
        /**
         * What the gateway calls it.
         */
        gateway_reference?: string;
        /**
         * Needs the permission `customer.view`.
         */
        customer_id?: string;
        /**
         * Needs the permission `customer.view`.
         */
        customer_email?: string;
        /**
         * Needs the permission `customer.view`.
         */
        customer_phone?: string;
        /**
         * Words of the name, each whole or its first three letters. Needs the permission `customer.view`.
         */
        customer_name?: string;
        /**
         * The last digits of a card that paid or tried.
         */
        last4?: string;
        /**
         * Its brand, such as VISA.
         */
        card_brand?: string;
        /**
         * Of the invoice that it pays.
         */
        invoice_number?: string;
        /**
         * Whether a person has to look at it.
         */
        has_alert?: boolean;
        /**
         * Kinds of alerts.
         */
        alert?: string;
        /**
         * Of what was paid: how much has gone back.
         */
        refunded?: 'none' | 'part' | 'all';
        /**
         * `failing`: the first call of the last webhook was not acknowledged, whatever came of later ones, which the deliveries tell.
         */
        webhook?: 'failing' | 'fine';
        /**
         * Only test payments, or none. Both when left out.
         */
        sandbox?: boolean;
        /**
         * True: those that were archived, for who may delete.
         */
        deleted?: boolean;
        /**
         * `-paid`: the last paid first, and only what was paid.
         */
        sort?: '-created' | 'created' | '-paid';
        /**
         * True: `count`, up to 1,000; `count_more` where there are more. Left out where `q` is read in several ways.
         */
        count?: boolean;
        /**
         * One or more codes of ISO 4217.
         */
        currency_code?: string;
        /**
         * A moment, included; or a day of the merchant, from its beginning.
         */
        created_after?: string;
        /**
         * A moment, left out; or a day of the merchant, to its end.
         */
        created_before?: string;
        /**
         * Of the amount that was asked for; needs one `currency_code`.
         */
        amount_min?: string;
        /**
         * Included; needs one `currency_code`.
         */
        amount_max?: string;
        /**
         * How many of them; 25 when it is left out.
         */
        limit?: number;
        /**
         * From the `next` of a page.
         */
        cursor?: string;
      };
      answer: {
        next: string | null;
        results: {
          session_id: string;
          order_no?: string;
          state:
            | 'created'
            | 'pending'
            | 'attempted'
            | 'authorized'
            | 'paid'
            | 'failed'
            | 'canceled'
            | 'expired'
            | 'invalided'
            | 'cod';
          type: string;
          operation: 'purchase' | 'authorize';
          payment_type: 'one_off' | 'save_card' | 'auto_debit';
          amount: string;
          currency_code: string;
          fee: string;
          paid_amount?: string;
          refunded_amount?: string;
          refunded?: 'part' | 'all';
          refundable?: string;
          pg_code?: string;
          pg_name?: string;
          pg_name_ar?: string;
          card?: {
            brand?: string;
            last4?: string;
          };
          customer?: {
            id?: string;
            name?: string;
            email?: string;
            phone?: string;
          };
          unit_code?: string;
          initiator?: {
            id: number;
            username: string;
          };
          invoice_number?: string;
          bulk_id?: string;
          created: string;
          paid_at?: string;
          expires_at: string;
          attempts: number;
          last_message?: string;
          approval_pending?: true;
          alerts: {
            kind:
              | 'amount-mismatch'
              | 'late-money'
              | 'second-success'
              | 'manual-action-required'
              | 'break-glass'
              | 'reference-mismatch'
              | 'dispute';
            at: string;
            handled: boolean;
          }[];
          is_sandbox: boolean;
          is_deleted?: true;
        }[];
        searched_until?: string;
        search_key_lost?: true;
        index_complete?: false;
        index_complete_after?: string;
        understood_as?: {
          field: string;
          value: string;
        }[];
        count?: number;
        count_more?: true;
      };
    };
    /**
     * Retrieve a payment with all that was done
     */
    'GET /b/checkout/v1/transactions/{session_id}/': {
      answer: {
        type: 'e_commerce' | 'payment_request';
        /**
         * @minItems 1
         * @maxItems 50
         */
        pg_codes: string[];
        agreement?: Agreement;
        customer_id?: string;
        customer_email?: string;
        customer_phone?: string;
        customer_phone_2?: string;
        customer_first_name?: string;
        customer_last_name?: string;
        customer_birthdate?: string;
        order_no?: string;
        billing_address?: {
          line1: string;
          line2?: string;
          city: string;
          state?: string;
          country: string;
          postal_code?: string;
        };
        shipping_address?: ShippingAddress;
        notifications?: Notifications_2;
        due_datetime?: string;
        /**
         * @maxItems 50
         */
        email_recipients?: string[];
        extra?: {
          [k: string]: unknown;
        };
        redirect_url?: string;
        webhook_url?: string;
        product_type?: string;
        vendor_name?: string;
        unit_code?: string;
        initiator_id?: number;
        branding_options?: {
          payment_methods?: {
            [k: string]: {
              text: string;
              color: string;
              font_weight?: number;
            };
          };
        };
        loyalty?: {
          enabled: boolean;
          reference?: string;
          metadata?: {
            [k: string]: unknown;
          };
        };
        capture_delivery_address?: boolean;
        capture_delivery_location?: boolean;
        session_id: string;
        state:
          | 'created'
          | 'pending'
          | 'attempted'
          | 'authorized'
          | 'paid'
          | 'failed'
          | 'canceled'
          | 'expired'
          | 'invalided'
          | 'cod';
        operation: 'purchase' | 'authorize';
        payment_type: 'one_off' | 'save_card' | 'auto_debit';
        amount: string;
        currency_code: string;
        language: 'en' | 'ar';
        expiration_time: string;
        card_acceptance_criteria?: {
          min_expiry_time?: string;
        };
        checkout_url: string;
        checkout_page_url: string;
        billing: Billing;
        payment_methods: PaymentMethods[];
        hidden_payment_methods?: {
          code: string;
          why: string;
        }[];
        settled_pg_code?: string;
        routed_attempts?: RoutedAttempts[];
        customer_wallet_transactions?: CustomerWalletTransactions[];
        delivery_address?: {
          line1: string;
          line2?: string;
          city: string;
          state?: string;
          country: string;
          postal_code?: string;
        };
        delivery_location?: {
          latitude: number;
          longitude: number;
        };
        checkout_short_url?: string;
        qr_code_url?: string;
        attachment?: string;
        attachment_short_url?: string;
        is_deleted?: true;
        created: string;
        expires_at: string;
        is_sandbox: boolean;
        seen_at?: string;
        invalidation_reason?: string;
        invoice_number?: string;
        workflow_id: string;
        refunded_amount?: string;
        refunded?: 'part' | 'all';
        attempts: {
          reference_number: string;
          pg_code: string;
          pg: string;
          state: 'pending' | 'success' | 'failed' | 'canceled' | 'error' | 'cod';
          operation: 'purchase' | 'authorize';
          total: string;
          fee: string;
          currency_code: string;
          exchange?: {
            from: string;
            from_currency_code: string;
            rate: string;
          };
          started: string;
          ended?: string;
          channel?: string;
          message?: string;
          decline?: {
            code?: string;
            advice?: string;
          };
          card?: {
            brand?: string;
            last4?: string;
          };
          gateway_reference?: string;
          gateway_payment?: string;
          pg_params?: {
            [k: string]: unknown;
          };
          gateway_response?: {
            [k: string]: unknown;
          };
          is_sandbox: boolean;
          settled?: true;
        }[];
        operations: {
          session_id: string;
          operation: 'refund' | 'capture' | 'void';
          state:
            | 'awaiting'
            | 'promised'
            | 'queued'
            | 'unclear'
            | 'done'
            | 'rejected'
            | 'failed'
            | 'dropped';
          amount: string;
          currency_code: string;
          destination: 'pg' | 'wallet';
          source: 'input' | 'pg';
          reference_number: string;
          payment_reference: string;
          gateway_reference?: string;
          message?: string;
          is_reversed?: true;
          initiator?: {
            id: number;
            username: string;
          };
          reason?: {
            code:
              | 'requested_by_customer'
              | 'duplicate'
              | 'fraud'
              | 'not_delivered'
              | 'goodwill'
              | 'error'
              | 'other';
            note?: string;
          };
          approval?:
            | 'pending'
            | 'approved'
            | 'rejected'
            | 'canceled'
            | 'done'
            | 'manual_action_required'
            | 'expired';
          created: string;
          ended?: string;
        }[];
        left: {
          refundable: string;
          capturable: string;
          voidable: string;
          cancelable: boolean;
          why?: {
            refund?: string;
            capture?: string;
            void?: string;
            cancel?: string;
          };
        };
        alerts: {
          kind:
            | 'amount-mismatch'
            | 'late-money'
            | 'second-success'
            | 'manual-action-required'
            | 'break-glass'
            | 'reference-mismatch'
            | 'dispute';
          at: string;
          reference_number: string;
          detail: string;
          task_id?: string;
          mark?: {
            state: 'taken' | 'handled';
            by: {
              id: number;
              username: string;
            };
            at: string;
            note?: string;
          };
        }[];
        message?: {
          event:
            | 'created'
            | 'paid'
            | 'canceled'
            | 'failed'
            | 'expired'
            | 'authorized'
            | 'voided'
            | 'refunded'
            | 'captured';
          named: ('email' | 'sms' | 'whatsapp')[];
          any: boolean;
        };
        actions: {
          action:
            | 'refund'
            | 'capture'
            | 'void'
            | 'cancel'
            | 'expire'
            | 'delete'
            | 'restore'
            | 'inquire'
            | 'notify'
            | 'change'
            | 'cash'
            | 'charge';
          most?: string;
          needs_approval: boolean;
          approval_from?: string;
          needs_step_up: boolean;
          step_up_from?: string;
          needs_reason: boolean;
          pg_codes?: string[];
          tokens?: string[];
        }[];
      };
    };
    /**
     * Retrieve what is kept of a removed payment
     */
    'GET /b/checkout/v1/transactions/{session_id}/removed/': {
      answer: {
        session_id: string;
        order_no?: string;
        invoice_number?: string;
        type: 'e_commerce' | 'payment_request';
        state:
          | 'created'
          | 'pending'
          | 'attempted'
          | 'authorized'
          | 'paid'
          | 'failed'
          | 'canceled'
          | 'expired'
          | 'invalided'
          | 'cod';
        amount: string;
        currency_code: string;
        created: string;
        removed: string;
        removed_by?: {
          id: number;
          username: string;
        };
        attempts: {
          reference_number: string;
          pg_code: string;
          pg: string;
          state: 'pending' | 'success' | 'failed' | 'canceled' | 'error' | 'cod';
          operation: 'purchase' | 'authorize';
          total: string;
          currency_code: string;
          started: string;
          gateway_reference?: string;
          gateway_payment?: string;
          is_sandbox: boolean;
        }[];
        late_money: {
          reference_number: string;
          gateway_payment?: string;
          amount: string;
          currency_code: string;
          at: string;
        }[];
        operations: {
          session_id: string;
          operation: 'refund' | 'capture' | 'void';
          state:
            | 'awaiting'
            | 'promised'
            | 'queued'
            | 'unclear'
            | 'done'
            | 'rejected'
            | 'failed'
            | 'dropped';
          amount: string;
          currency_code: string;
          destination: 'pg' | 'wallet';
          source: 'input' | 'pg';
          reference_number: string;
          created: string;
          reversed?: string;
        }[];
        disputes: {
          dispute_id: string;
          reference_number: string;
          state: 'inquiry' | 'open' | 'review' | 'closed' | 'won' | 'lost';
          amount: string;
          currency_code: string;
          said: string;
        }[];
        ledger: {
          at: string;
          event:
            | 'capture'
            | 'hold'
            | 'void'
            | 'refund'
            | 'wallet-refund'
            | 'wallet-payment'
            | 'wallet-adjustment'
            | 'stray'
            | 'cash'
            | 'cash-canceled'
            | 'chargeback'
            | 'chargeback-reversed'
            | 'capture-reversed'
            | 'refund-reversed'
            | 'void-reversed';
          reference_number: string;
          pg_code: string;
          lines: {
            account:
              | 'gateway'
              | 'cash'
              | 'sales'
              | 'fees'
              | 'wallet'
              | 'suspense'
              | 'disputes'
              | 'adjustments'
              | 'hold'
              | 'hold-contra';
            amount: string;
            currency_code: string;
          }[];
        }[];
      };
    };
    /**
     * Retrieve what happened to a payment
     */
    'GET /b/checkout/v1/transactions/{session_id}/timeline/': {
      query: {
        /**
         * How many entries; 500 when it is left out.
         */
        limit?: number;
        /**
         * Where to go on: from `next`.
         */
        cursor?: string;
      };
      answer: {
        next: string | null;
        results: {
          at: string;
          kind:
            | 'created'
            | 'agreement'
            | 'viewed'
            | 'attempt.begun'
            | 'callback'
            | 'inquiry'
            | 'attempt.ended'
            | 'vote'
            | 'approval'
            | 'operation'
            | 'ledger'
            | 'dispute'
            | 'alert'
            | 'webhook'
            | 'notification'
            | 'audit';
          who?: string;
          from?: string;
          about: string;
          facts: {
            state?: string;
            step?: 'begun' | 'ended' | 'reversed' | 'taken' | 'returned';
            type?: string;
            operation?: string;
            subject?: 'attempt' | 'operation' | 'dispute';
            result?: string;
            message?: string;
            amount?: string;
            fee?: string;
            currency_code?: string;
            pg_code?: string;
            reference_number?: string;
            channel?: string;
            destination?: string;
            source?: string;
            calls?: number;
            checkers?: number;
            break_glass?: true;
            reason?: string;
            note?: string;
            due?: string;
            to?: string[];
            lines?: {
              account:
                | 'gateway'
                | 'cash'
                | 'sales'
                | 'fees'
                | 'wallet'
                | 'suspense'
                | 'disputes'
                | 'adjustments'
                | 'hold'
                | 'hold-contra';
              amount: string;
              currency_code: string;
            }[];
            action?: string;
            route?: string;
            request_id?: string;
            http_status?: number;
          };
        }[];
      };
    };
    /**
     * Inquire payment status
     */
    'POST /b/checkout/v1/pymt-txn/{session_id}/inquire/': {
      answer: TransactionsInquire_200;
    };
    /**
     * Resend the webhook
     */
    'POST /b/checkout/v1/pymt-txn/{session_id}/notify/': {
      answer: TransactionsInquire_200;
    };
    /**
     * Archive a payment
     */
    'POST /b/checkout/v1/pymt-txn/{session_id}/delete/': {
      answer: {
        detail: string;
        operation: 'delete';
        result: 'success';
      };
    };
    /**
     * Unarchive a payment
     */
    'POST /b/checkout/v1/pymt-txn/{session_id}/restore/': {
      answer: Results_4;
    };
    /**
     * Create an invoice
     */
    'POST /b/invoice/v1/invoice/': {
      body: InvoicesCreateRequest;
      answer: {
        type: 'e_commerce' | 'payment_request';
        /**
         * @minItems 1
         * @maxItems 50
         */
        pg_codes: string[];
        agreement?: Agreement;
        customer_id?: string;
        customer_email?: string;
        customer_phone?: string;
        customer_phone_2?: string;
        customer_first_name?: string;
        customer_last_name?: string;
        customer_birthdate?: string;
        order_no?: string;
        billing_address?: {
          line1: string;
          line2?: string;
          city: string;
          state?: string;
          country: string;
          postal_code?: string;
        };
        shipping_address?: ShippingAddress;
        notifications?: Notifications_2;
        /**
         * @maxItems 50
         */
        email_recipients?: string[];
        extra?: {
          [k: string]: unknown;
        };
        redirect_url?: string;
        webhook_url?: string;
        product_type?: string;
        vendor_name?: string;
        unit_code?: string;
        initiator_id?: number;
        branding_options?: {
          payment_methods?: {
            [k: string]: {
              text: string;
              color: string;
              font_weight?: number;
            };
          };
        };
        loyalty?: {
          enabled: boolean;
          reference?: string;
          metadata?: {
            [k: string]: unknown;
          };
        };
        capture_delivery_address?: boolean;
        capture_delivery_location?: boolean;
        session_id: string;
        state:
          | 'created'
          | 'pending'
          | 'attempted'
          | 'authorized'
          | 'paid'
          | 'failed'
          | 'canceled'
          | 'expired'
          | 'invalided'
          | 'cod';
        operation: 'purchase' | 'authorize';
        payment_type: 'one_off' | 'save_card' | 'auto_debit';
        amount: string;
        currency_code: string;
        language: 'en' | 'ar';
        expiration_time: string;
        card_acceptance_criteria?: {
          min_expiry_time?: string;
        };
        checkout_url: string;
        checkout_page_url: string;
        billing: Billing;
        payment_methods: PaymentMethods[];
        hidden_payment_methods?: {
          code: string;
          why: string;
        }[];
        settled_pg_code?: string;
        routed_attempts?: RoutedAttempts[];
        customer_wallet_transactions?: CustomerWalletTransactions[];
        delivery_address?: {
          line1: string;
          line2?: string;
          city: string;
          state?: string;
          country: string;
          postal_code?: string;
        };
        delivery_location?: {
          latitude: number;
          longitude: number;
        };
        checkout_short_url?: string;
        qr_code_url?: string;
        attachment?: string;
        attachment_short_url?: string;
        is_deleted?: true;
        invoice_id: number;
        status: 'sent' | 'paid' | 'overdue' | 'canceled';
        invoice_items: InvoiceItems_2[];
        invoice_number: string;
        due_date: string;
        due_datetime: string;
        company_name?: string;
        tax_rate?: string;
        discount_amount: string;
        discount_percentage?: string;
        shipping_excl_tax?: string;
        shipping_method?: string;
        shipping_tax_rate?: string;
        subtotal: string;
        tax_amount: string;
        total_excl_tax: string;
        total_incl_tax: string;
        shipping_incl_tax: string;
        invoice_pdf_url: string;
        sdk_setup_preload_payload?: SdkSetupPreloadPayload;
      };
    };
    /**
     * List invoices
     */
    'GET /b/invoice/v1/invoice/': {
      query: {
        /**
         * One box for people: an invoice or order number, a `session_id`, an e-mail address, telephone number, name or amount. `understood_as` says how it was read.
         */
        q?: string;
        /**
         * One or more of them.
         */
        status?: string;
        /**
         * The number; or its beginning, with * at the end.
         */
        invoice_number?: string;
        /**
         * A moment, or the first due date.
         */
        due_after?: string;
        /**
         * A moment, or the last due date.
         */
        due_before?: string;
        /**
         * Needs the permission `customer.view`.
         */
        customer_id?: string;
        /**
         * Needs the permission `customer.view`.
         */
        customer_email?: string;
        /**
         * Needs the permission `customer.view`.
         */
        customer_phone?: string;
        /**
         * Words of the name, each whole or its first three letters. Needs the permission `customer.view`.
         */
        customer_name?: string;
        /**
         * `due`: what is due first.
         */
        sort?: '-created' | 'due';
        /**
         * True: `count`, up to 1,000; `count_more` where there are more. Left out where `q` is read in several ways.
         */
        count?: boolean;
        /**
         * One or more codes of ISO 4217.
         */
        currency_code?: string;
        /**
         * A moment, included; or a day of the merchant, from its beginning.
         */
        created_after?: string;
        /**
         * A moment, left out; or a day of the merchant, to its end.
         */
        created_before?: string;
        /**
         * Of the amount that was asked for; needs one `currency_code`.
         */
        amount_min?: string;
        /**
         * Included; needs one `currency_code`.
         */
        amount_max?: string;
        /**
         * How many of them; 25 when it is left out.
         */
        limit?: number;
        /**
         * From the `next` of a page.
         */
        cursor?: string;
      };
      answer: {
        next: string | null;
        results: {
          session_id: string;
          invoice_id: number;
          invoice_number: string;
          status: 'sent' | 'paid' | 'overdue' | 'canceled';
          amount: string;
          currency_code: string;
          customer?: {
            id?: string;
            name?: string;
            email?: string;
            phone?: string;
          };
          company_name?: string;
          due_date: string;
          created: string;
          paid_at?: string;
          sent: ('email' | 'sms' | 'whatsapp')[];
          invoice_pdf_url: string;
        }[];
        searched_until?: string;
        search_key_lost?: true;
        index_complete?: false;
        index_complete_after?: string;
        understood_as?: {
          field: string;
          value: string;
        }[];
        count?: number;
        count_more?: true;
      };
    };
    /**
     * Preview an invoice
     */
    'POST /b/invoice/v1/invoice/preview/': {
      body: InvoicesCreateRequest;
      answer: {
        type: string;
        operation: 'purchase' | 'authorize';
        payment_type: 'one_off' | 'save_card' | 'auto_debit';
        amount: string;
        currency_code: string;
        expiration_time: string;
        expires_at: string;
        payment_methods: PaymentMethods_2[];
        hidden_payment_methods?: {
          code: string;
          why: string;
        }[];
        invoice_number: string;
        due_date: string;
        due_datetime: string;
        company_name?: string;
        tax_rate?: string;
        discount_amount: string;
        discount_percentage?: string;
        shipping_excl_tax?: string;
        shipping_method?: string;
        shipping_tax_rate?: string;
        subtotal: string;
        tax_amount: string;
        total_excl_tax: string;
        total_incl_tax: string;
        shipping_incl_tax: string;
        invoice_items: {
          sku: string;
          description: string;
          quantity: string;
          unit_price: string;
          currency_code: string;
          tax_rate?: string;
          discount_amount: string;
          discount_percentage?: string;
          tax_amount: string;
          total_excl_tax: string;
          total_incl_tax: string;
        }[];
      };
    };
    /**
     * Retrieve an invoice
     */
    'GET /b/invoice/v1/invoice/{session_id}/': {
      answer: {
        type: 'e_commerce' | 'payment_request';
        /**
         * @minItems 1
         * @maxItems 50
         */
        pg_codes: string[];
        agreement?: Agreement;
        customer_id?: string;
        customer_email?: string;
        customer_phone?: string;
        customer_phone_2?: string;
        customer_first_name?: string;
        customer_last_name?: string;
        customer_birthdate?: string;
        order_no?: string;
        billing_address?: {
          line1: string;
          line2?: string;
          city: string;
          state?: string;
          country: string;
          postal_code?: string;
        };
        shipping_address?: ShippingAddress;
        notifications?: Notifications_2;
        /**
         * @maxItems 50
         */
        email_recipients?: string[];
        extra?: {
          [k: string]: unknown;
        };
        redirect_url?: string;
        webhook_url?: string;
        product_type?: string;
        vendor_name?: string;
        unit_code?: string;
        initiator_id?: number;
        branding_options?: {
          payment_methods?: {
            [k: string]: {
              text: string;
              color: string;
              font_weight?: number;
            };
          };
        };
        loyalty?: {
          enabled: boolean;
          reference?: string;
          metadata?: {
            [k: string]: unknown;
          };
        };
        capture_delivery_address?: boolean;
        capture_delivery_location?: boolean;
        session_id: string;
        state:
          | 'created'
          | 'pending'
          | 'attempted'
          | 'authorized'
          | 'paid'
          | 'failed'
          | 'canceled'
          | 'expired'
          | 'invalided'
          | 'cod';
        operation: 'purchase' | 'authorize';
        payment_type: 'one_off' | 'save_card' | 'auto_debit';
        amount: string;
        currency_code: string;
        language: 'en' | 'ar';
        expiration_time: string;
        card_acceptance_criteria?: {
          min_expiry_time?: string;
        };
        checkout_url: string;
        checkout_page_url: string;
        billing: Billing;
        payment_methods: PaymentMethods[];
        hidden_payment_methods?: {
          code: string;
          why: string;
        }[];
        settled_pg_code?: string;
        routed_attempts?: RoutedAttempts[];
        customer_wallet_transactions?: CustomerWalletTransactions[];
        delivery_address?: {
          line1: string;
          line2?: string;
          city: string;
          state?: string;
          country: string;
          postal_code?: string;
        };
        delivery_location?: {
          latitude: number;
          longitude: number;
        };
        checkout_short_url?: string;
        qr_code_url?: string;
        attachment?: string;
        attachment_short_url?: string;
        is_deleted?: true;
        invoice_id: number;
        status: 'sent' | 'paid' | 'overdue' | 'canceled';
        invoice_items: InvoiceItems_2[];
        invoice_number: string;
        due_date: string;
        due_datetime: string;
        company_name?: string;
        tax_rate?: string;
        discount_amount: string;
        discount_percentage?: string;
        shipping_excl_tax?: string;
        shipping_method?: string;
        shipping_tax_rate?: string;
        subtotal: string;
        tax_amount: string;
        total_excl_tax: string;
        total_incl_tax: string;
        shipping_incl_tax: string;
        invoice_pdf_url: string;
      };
    };
    /**
     * Create a bulk import
     */
    'POST /b/bulk/v1/bulk/': {
      body: {
        /**
         * @maxItems 100000
         */
        rows: {
          [k: string]: unknown;
        }[];
      };
      query: {
        /**
         * What you call it.
         */
        name?: string;
        /**
         * Only look at the file.
         */
        dry_run?: boolean;
        /**
         * Leave rows at fault out and take the others.
         */
        skip_invalid?: boolean;
        /**
         * Make nothing until the upload is confirmed. It is seen by who has sent it alone, and is thrown away after an hour.
         */
        confirm_later?: boolean;
        /**
         * Have payments as the old endpoints make them: a single attempt each, its result told by a disclosure with `bulk_id`. Needs the plugin `legacy`.
         */
        legacy?: boolean;
      };
      answer:
        | {
            dry_run: boolean;
            rows: number;
            valid: number;
            invalid: number;
            sums?: {
              currency_code: string;
              amount: string;
            }[];
            error_counts: {
              [k: string]: number;
            };
            unknown_columns: string[];
            errors: {
              row: number;
              errors: {
                [k: string]: unknown;
              };
            }[];
          }
        | {
            bulk_id: string;
            name: string;
            state:
              | 'uploading'
              | 'unconfirmed'
              | 'scheduling'
              | 'dispatching'
              | 'paused'
              | 'done'
              | 'canceled';
            total: number;
            created_at: string;
            initiator?: {
              id: number;
              username: string;
            };
            legacy?: true;
            rows: number;
            valid: number;
            invalid: number;
            sums?: {
              currency_code: string;
              amount: string;
            }[];
            error_counts: {
              [k: string]: number;
            };
            unknown_columns: string[];
            errors: {
              row: number;
              errors: {
                [k: string]: unknown;
              };
            }[];
          };
    };
    /**
     * List bulk imports
     */
    'GET /b/bulk/v1/bulk/': {
      query: {
        /**
         * Those that are older than the one with this `bulk_id`.
         */
        before?: string;
        /**
         * 100 when left out.
         */
        limit?: number;
        /**
         * Say of each how many rows are pending, dispatched and failed.
         */
        progress?: boolean;
      };
      answer: {
        bulk_id: string;
        name: string;
        state:
          | 'uploading'
          | 'unconfirmed'
          | 'scheduling'
          | 'dispatching'
          | 'paused'
          | 'done'
          | 'canceled';
        total: number;
        created_at: string;
        initiator?: {
          id: number;
          username: string;
        };
        legacy?: true;
        pending?: number;
        dispatched?: number;
        failed?: number;
      }[];
    };
    /**
     * Download a file to fill in
     */
    'GET /b/bulk/v1/bulk/template/': {
      query: {
        /**
         * Of the second line.
         */
        language?: 'en' | 'ar';
        /**
         * Those without which no row is right, or all but those of `extra`.
         */
        columns?: 'required' | 'all';
      };
      answer: Uint8Array;
    };
    /**
     * Get a bulk import
     */
    'GET /b/bulk/v1/bulk/{bulk_id}/': {
      answer: BulkRead_200;
    };
    /**
     * List the rows of a bulk import
     */
    'GET /b/bulk/v1/bulk/{bulk_id}/rows/': {
      query: {
        /**
         * Rows after this one.
         */
        after?: number;
        /**
         * 100 when left out.
         */
        limit?: number;
        /**
         * Only rows that stand so; `wrong` are those of which nothing was made, `failed` or `left_out` at the upload.
         */
        state?: 'pending' | 'dispatched' | 'failed' | 'wrong';
      };
      answer: {
        row: number;
        state: 'pending' | 'dispatched' | 'failed' | 'left_out';
        order_no?: string;
        session_id?: string;
        checkout_url?: string;
        errors?: {
          [k: string]: unknown;
        };
      }[];
    };
    /**
     * Download the results of a bulk import
     */
    'GET /b/bulk/v1/bulk/{bulk_id}/result/': {
      query: {
        /**
         * Only rows that stand so.
         */
        state?: 'pending' | 'dispatched' | 'failed';
      };
      answer: Uint8Array;
    };
    /**
     * Download the rows of a bulk import that are wrong
     */
    'GET /b/bulk/v1/bulk/{bulk_id}/errors/': {
      answer: Uint8Array;
    };
    /**
     * Confirm a bulk import
     */
    'POST /b/bulk/v1/bulk/{bulk_id}/confirm/': {
      answer: BulkRead_200;
    };
    /**
     * Pause a bulk import
     */
    'POST /b/bulk/v1/bulk/{bulk_id}/pause/': {
      answer: BulkRead_200;
    };
    /**
     * Resume a bulk import
     */
    'POST /b/bulk/v1/bulk/{bulk_id}/resume/': {
      answer: BulkRead_200;
    };
    /**
     * Cancel a bulk import
     */
    'POST /b/bulk/v1/bulk/{bulk_id}/cancel/': {
      answer: BulkRead_200;
    };
    /**
     * Upload a file
     */
    'POST /b/checkout/v1/upload-attachment/': {
      body: FormData;
      answer: {
        file_url: string;
        original_filename: string;
        attachment_short_url?: string;
      };
    };
    /**
     * Get payment status
     */
    'POST /b/pbl/v2/inquiry/': {
      body: InquiryAskRequest;
      answer: TransactionsInquire_200;
    };
    /**
     * Charge what Apple Pay has handed over
     */
    'POST /b/pbl/v2/payment/apple-pay/': {
      body: ApplePayPayRequest;
      answer:
        | TransactionsCreate_201_2
        | TransactionsCreate_200
        | {
            detail: string;
            result: 'pending';
            session_id: string;
            order_no?: string;
            reference_number: string;
          };
    };
    /**
     * Charge what Google Pay has handed over
     */
    'POST /b/pbl/v2/payment/google-pay/': {
      body: ApplePayPayRequest;
      answer:
        | TransactionsCreate_201_2
        | TransactionsCreate_200
        | {
            detail: string;
            result: 'pending';
            session_id: string;
            order_no?: string;
            reference_number: string;
          };
    };
    /**
     * Have the customer's wallet pay it all
     */
    'POST /b/pbl/v2/payment/wallet/': {
      body: WalletPayRequest;
      answer:
        | TransactionsCreate_201_2
        | {
            detail: string;
            result: 'pending';
            session_id: string;
            order_no?: string;
            reference_number: string;
          };
    };
    /**
     * Charge a saved card without the customer
     */
    'POST /b/pbl/v2/payment/auto-debit/': {
      body: {
        session_id: string;
        /**
         * The `token` of a saved card, as the webhook and the list of cards give it.
         */
        token: string;
      };
      answer:
        | TransactionsCreate_201_2
        | {
            detail: string;
            result: 'pending';
            session_id: string;
            order_no?: string;
            reference_number: string;
          };
    };
    /**
     * Charge a saved card without the customer
     */
    'POST /b/pbl/v2/auto-debit/': {
      body: {
        session_id: string;
        /**
         * The `token` of a saved card, as the webhook and the list of cards give it.
         */
        token: string;
      };
      answer:
        | TransactionsCreate_201_2
        | {
            detail: string;
            result: 'pending';
            session_id: string;
            order_no?: string;
            reference_number: string;
          };
    };
    /**
     * Acknowledge that a payment is made in cash
     */
    'POST /b/pbl/v2/payment/cash/': {
      body: {
        session_id: string;
        /**
         * Which cash method; required only where the payment offers several.
         */
        pg_code?: string;
      };
      answer:
        | TransactionsCreate_201_2
        | {
            detail: string;
            result: 'pending';
            session_id: string;
            order_no?: string;
            reference_number: string;
          };
    };
    /**
     * Refund, capture, void, cancel, expire or delete a payment
     */
    'POST /b/pbl/v2/operation/': {
      body: OperationsPerformRequest;
      answer:
        | {
            operation: 'refund' | 'capture' | 'void';
            success: boolean;
            amount: string;
            session_id: string;
            order_no: string;
            txn: {
              amount: string;
              currency_code: string;
              order_no: string;
              session_id: string;
              state:
                | 'paid'
                | 'refunded'
                | 'refund_queued'
                | 'refund_rejected'
                | 'capture_queued'
                | 'capture_rejected'
                | 'voided'
                | 'void_queued'
                | 'void_rejected';
              is_reversed?: true;
            };
            reference_number: string;
            pg_code: string;
            pg_params: {
              [k: string]: unknown;
            };
            pg_response: {
              [k: string]: unknown;
            };
            initiator?: {
              id: number;
              username: string;
              email: string;
              first_name: string;
              last_name: string;
              phone: string;
            };
            is_sandbox: boolean;
            source: 'input' | 'pg';
            extra?: {
              [k: string]: unknown;
            };
            reason?: {
              code:
                | 'requested_by_customer'
                | 'duplicate'
                | 'fraud'
                | 'not_delivered'
                | 'goodwill'
                | 'error'
                | 'other';
            };
            timestamp_utc: string;
            signature: string;
            result: 'success' | 'queued';
            detail: string;
          }
        | {
            detail: string;
            operation: 'cancel' | 'expire' | 'delete';
            result: 'success';
          }
        | {
            detail: string;
            operation: 'refund' | 'capture' | 'void';
            result: 'pending';
            amount?: string;
            session_id?: string;
            order_no?: string;
            reference_number?: string;
            pg_code?: string;
            approval?: {
              [k: string]: unknown;
            };
          };
    };
    /**
     * List operations
     */
    'GET /b/pbl/v2/operations/': {
      query: {
        /**
         * One box for people: an order number, `session_id`, reference, gateway reference or amount. `understood_as` says how it was read.
         */
        q?: string;
        /**
         * What was asked for.
         */
        kind?: string;
        /**
         * How it stands; `awaiting` waits for a second person.
         */
        state?: string;
        /**
         * The accounts that took the payment.
         */
        pg_code?: string;
        /**
         * Where the money of a refund goes.
         */
        destination?: string;
        /**
         * Asked for here, or done at the gateway itself.
         */
        source?: string;
        /**
         * The number of the user who asked for it.
         */
        initiator_id?: string;
        /**
         * Why it was asked for.
         */
        reason?: string;
        /**
         * The same of when it was over.
         */
        ended_after?: string;
        /**
         * The same of when it was over.
         */
        ended_before?: string;
        /**
         * Of the operation, or of its payment.
         */
        session_id?: string;
        /**
         * Of the operation.
         */
        reference_number?: string;
        /**
         * True: `count`, up to 1,000; `count_more` where there are more. Left out where `q` is read in several ways.
         */
        count?: boolean;
        /**
         * One or more codes of ISO 4217.
         */
        currency_code?: string;
        /**
         * A moment, included; or a day of the merchant, from its beginning.
         */
        created_after?: string;
        /**
         * A moment, left out; or a day of the merchant, to its end.
         */
        created_before?: string;
        /**
         * Of the amount that was asked for; needs one `currency_code`.
         */
        amount_min?: string;
        /**
         * Included; needs one `currency_code`.
         */
        amount_max?: string;
        /**
         * How many of them; 25 when it is left out.
         */
        limit?: number;
        /**
         * From the `next` of a page.
         */
        cursor?: string;
      };
      answer: {
        next: string | null;
        results: {
          session_id: string;
          operation: 'refund' | 'capture' | 'void';
          state:
            | 'awaiting'
            | 'promised'
            | 'queued'
            | 'unclear'
            | 'done'
            | 'rejected'
            | 'failed'
            | 'dropped';
          amount: string;
          currency_code: string;
          destination: 'pg' | 'wallet';
          source: 'input' | 'pg';
          reference_number: string;
          payment_reference: string;
          gateway_reference?: string;
          message?: string;
          is_reversed?: true;
          initiator?: {
            id: number;
            username: string;
          };
          reason?: {
            code:
              | 'requested_by_customer'
              | 'duplicate'
              | 'fraud'
              | 'not_delivered'
              | 'goodwill'
              | 'error'
              | 'other';
            note?: string;
          };
          approval?:
            | 'pending'
            | 'approved'
            | 'rejected'
            | 'canceled'
            | 'done'
            | 'manual_action_required'
            | 'expired';
          created: string;
          ended?: string;
          payment_session_id: string;
          order_no?: string;
          pg_code: string;
          is_sandbox: boolean;
        }[];
        searched_until?: string;
        search_key_lost?: true;
        index_complete?: false;
        index_complete_after?: string;
        understood_as?: {
          field: string;
          value: string;
        }[];
        count?: number;
        count_more?: true;
      };
    };
    /**
     * List the payment methods
     */
    'POST /b/pbl/v2/payment-methods/': {
      body: PaymentMethodsListRequest;
      answer: {
        customer_payment_methods: string[];
        payment_methods: {
          code: string;
          name: string;
          name_ar?: string;
          pg: string;
          is_sandbox: boolean;
          logo: string;
          wallets: string[];
          payment_services: {
            code: 'apple_pay' | 'google_pay' | 'samsung_pay' | 'wallet';
            name: string;
            name_ar: string;
          }[];
          default_currency: string;
          accepted_currencies: string[];
          operation: 'purchase' | 'authorize';
          operations: ('refund' | 'void')[];
          is_tokenizable: boolean;
          auto_debit_enabled: boolean;
          tags: (
            | 'e_commerce'
            | 'crm'
            | 'pos'
            | 'invoicing'
            | 'subscriptions'
            | 'marketplace'
            | 'mobile_app'
            | 'ticket_booking'
            | 'donations'
            | 'government'
            | 'education'
            | 'healthcare'
            | 'insurance'
            | 'logistics'
            | 'hospitality'
            | 'real_estate'
            | 'retail'
            | 'telecom'
            | 'utilities'
            | 'demo'
            | 'test'
          )[];
          connector: {
            identifier: string;
            processor: string;
          };
        }[];
        routes?: {
          code: string;
          name: string;
          name_ar?: string;
          pg_codes: string[];
        }[];
      };
    };
    /**
     * Try a route
     */
    'POST /b/pbl/v2/routing/dry-run/': {
      body: RoutingDryRunRequest;
      answer: {
        route: string;
        rule?: string;
        skipped_rules: {
          rule: string;
          why: string;
        }[];
        accounts: {
          pg_code: string;
          verdict: 'chosen' | 'next' | 'left-out';
          why: string;
        }[];
        chosen: string | null;
        reference: string;
      };
    };
    /**
     * List your units
     */
    'GET /b/units/v1/units/': {
      answer: {
        results: {
          code: string;
          name: string;
        }[];
      };
    };
    /**
     * List the wallets of a customer
     */
    'POST /b/wallet/v1/accounts/': {
      body: WalletAccountsRequest;
      answer: {
        results: Results_5[];
        count: number;
        next: {
          cursor: number;
          direction: 'forward' | 'backward';
          per_page: number;
        } | null;
        previous: {
          cursor: number;
          direction: 'forward' | 'backward';
          per_page: number;
        } | null;
      };
    };
    /**
     * List the entries of a customer's wallet
     */
    'POST /b/wallet/v1/entries/': {
      body: WalletEntriesRequest;
      answer: {
        results: {
          entry_type:
            | 'credit_refund'
            | 'debit_payment'
            | 'reserve'
            | 'release'
            | 'expire'
            | 'reversal'
            | 'credit_adjustment'
            | 'debit_adjustment';
          direction: 'credit' | 'debit';
          amount: string;
          currency: string;
          status: 'pending' | 'completed' | 'failed';
          created_at: string;
          session_id: string | null;
          pg_code: string | null;
          is_sandbox?: true;
        }[];
        count: number;
        next: {
          cursor: number;
          direction: 'forward' | 'backward';
          per_page: number;
        } | null;
        previous: {
          cursor: number;
          direction: 'forward' | 'backward';
          per_page: number;
        } | null;
      };
    };
    /**
     * Read one operation of a wallet
     */
    'POST /b/wallet/v1/operations/': {
      body: {
        /**
         * A number, or the same as text.
         */
        operation_id: number | string;
      };
      answer: {
        operation_type: 'refund' | 'reservation' | 'deduction' | 'adjustment' | 'reversal';
        status:
          | 'pending'
          | 'completed'
          | 'expired'
          | 'canceled'
          | 'failed'
          | 'reversed'
          | 'requires_review';
        session_id: string | null;
        entries: {
          id: number;
          entry_type:
            | 'credit_refund'
            | 'debit_payment'
            | 'reserve'
            | 'release'
            | 'expire'
            | 'reversal'
            | 'credit_adjustment'
            | 'debit_adjustment';
          direction: 'credit' | 'debit';
          amount: string;
          currency: string;
          status: 'pending' | 'completed' | 'failed';
          created_at: string;
        }[];
      };
    };
    /**
     * Ask how a payment ended
     */
    'GET /b/checkout/v1/wallet/payment-sessions/{session_id}/finalization-status/': {
      answer: {
        status: 'SUCCEEDED' | 'FAILED' | 'CANCELLED' | 'PENDING' | 'UNKNOWN';
        payment_transaction_id: string;
        last_updated_at: string;
        source: 'inquiry';
      };
    };
    /**
     * Search customers
     */
    'GET /b/pbl/v2/customers/': {
      query: {
        /**
         * An e-mail address, a telephone number, words of a name (each whole or its first three letters), or a `customer_id`. `understood_as` says how it was read.
         */
        q: string;
      };
      answer: {
        results: {
          customer_id: string;
          first_name?: string;
          last_name?: string;
          email?: string;
          phone?: string;
          phone_2?: string;
          birthdate?: string;
          last_payment_at: string;
          payments: number;
        }[];
        searched_until?: string;
        search_key_lost?: true;
        index_complete?: false;
        index_complete_after?: string;
        understood_as: {
          field: string;
          value: string;
        }[];
      };
    };
    /**
     * Retrieve a customer
     */
    'GET /b/pbl/v2/customers/{customer_id}/': {
      answer: {
        customer_id: string;
        first_name?: string;
        last_name?: string;
        email?: string;
        phone?: string;
        phone_2?: string;
        birthdate?: string;
        last_payment_at: string;
        sums_since: string;
        sums: {
          currency_code: string;
          is_sandbox: boolean;
          payments: number;
          paid_amount: string;
          refunded_amount: string;
        }[];
        cards: {
          token: string;
          customer_id: string;
          brand: string | null;
          name_on_card: string | null;
          number: string;
          expiry_month: string;
          expiry_year: string;
          is_expired: boolean;
          will_expire_soon: boolean;
          is_preferred: boolean;
          cvv_required: boolean;
          pg_code: string;
          pg_name: string;
          agreements: string[];
          is_sandbox: boolean;
        }[];
        agreements: Agreements[];
        wallets?: Results_5[];
        links: {
          payments: string;
          agreements: string;
        };
      };
    };
    /**
     * List the saved cards of a customer
     */
    'POST /b/pbl/v2/card/': {
      body: CardsListRequest;
      answer: CardsList_200[];
    };
    /**
     * List the saved cards of a customer, asked by address
     */
    'GET /b/pbl/v2/card/': {
      query: {
        /**
         * Whose cards.
         */
        customer_id: string;
        /**
         * Cards of the sandbox and of production never stand in one list.
         */
        type: 'sandbox' | 'production';
        /**
         * Only cards of these gateway accounts: several times, or with commas between.
         */
        pg_codes?: string;
        /**
         * Only the latest card that this agreement is charged to.
         */
        agreement_id?: string;
      };
      answer: CardsList_200[];
    };
    /**
     * Delete a saved card
     */
    'DELETE /b/pbl/v2/card/{token}/': {
      query: {
        /**
         * Whose cards.
         */
        customer_id: string;
        /**
         * Cards of the sandbox and of production never stand in one list.
         */
        type: 'sandbox' | 'production';
        /**
         * Only the card of this gateway account, where several keep one of this token.
         */
        pg_code?: string;
      };
      answer: undefined;
    };
    /**
     * List agreements
     */
    'GET /b/pbl/v2/agreements/': {
      query: {
        /**
         * Only those of this customer.
         */
        customer_id?: string;
        /**
         * Only those of the sandbox, or of production.
         */
        type?: 'sandbox' | 'production';
        /**
         * Only those in this state.
         */
        state?: 'active' | 'ended';
        /**
         * Only those of this name of the merchant's.
         */
        agreement_id?: string;
        /**
         * The uuid of an agreement, its name, or the `customer_id`: exactly one of them.
         */
        q?: string;
        /**
         * How it is with what the engine charges: one or more of active, paused, ended, and `none` where it charges nothing.
         */
        autopay?: string;
        /**
         * Why the engine charges no more: one or more of completed, declined, merchant, expired.
         */
        ended_as?: string;
        /**
         * When the engine charges next: a moment, or the first day of the merchant.
         */
        due_after?: string;
        /**
         * The same: a moment, left out, or the last day.
         */
        due_before?: string;
        /**
         * How many of them; 10 when it is left out.
         */
        limit?: number;
        /**
         * How many to pass over.
         */
        offset?: number;
      };
      answer: {
        count: number;
        next: string | null;
        previous: string | null;
        results: Agreements[];
      };
    };
    /**
     * Read an agreement
     */
    'GET /b/pbl/v2/agreements/{uuid}/': {
      answer: Agreements;
    };
    /**
     * Enable autopay
     */
    'POST /b/pbl/v2/agreements/{uuid}/autopay/': {
      body: AgreementsAutopayRequest;
      answer: Agreements;
    };
    /**
     * Pause
     */
    'POST /b/pbl/v2/agreements/{uuid}/pause/': {
      answer: Agreements;
    };
    /**
     * Resume
     */
    'POST /b/pbl/v2/agreements/{uuid}/resume/': {
      answer: Agreements;
    };
    /**
     * Skip the next cycle
     */
    'POST /b/pbl/v2/agreements/{uuid}/cycles/{period}/skip/': {
      answer: Agreements;
    };
    /**
     * Charge the next cycle now
     */
    'POST /b/pbl/v2/agreements/{uuid}/cycles/{period}/charge/': {
      answer: Agreements;
    };
    /**
     * Change the card of an agreement
     */
    'POST /b/pbl/v2/agreements/{uuid}/card/': {
      body: {
        token: string;
        /**
         * The gateway account that keeps the card, where several keep one of this token. Left out: that of the agreement, else the one by which the customer paid with it last.
         */
        pg_code?: string;
      };
      answer: Agreements;
    };
    /**
     * End an agreement
     */
    'POST /b/pbl/v2/agreements/{uuid}/end/': {
      answer: Agreements;
    };
    /**
     * List finished reports
     */
    'GET /b/api/v1/reports/files/': {
      query: {
        /**
         * Wanted on this day or later, there where the merchant is.
         */
        created_after?: string;
        /**
         * Wanted on this day or before.
         */
        created_before?: string;
        /**
         * Only those of this interval.
         */
        interval?: 'daily' | 'weekly' | 'monthly' | 'yearly';
        /**
         * Only those of schedules (`auto`), or only those that somebody asked for.
         */
        source?: 'auto' | 'manual';
        /**
         * How many, 50 where nothing is said.
         */
        limit?: number;
        /**
         * How many to leave out.
         */
        offset?: number;
      };
      answer: {
        count: number;
        next: string | null;
        previous: string | null;
        results: {
          encrypted_id: string;
          report_name: string;
          interval: '' | 'daily' | 'weekly' | 'monthly' | 'yearly';
          source: 'auto' | 'manual';
          file_format: 'csv' | 'xlsx';
          records_amount: number;
          status: 'in_progress' | 'finished' | 'expired' | 'failed';
          generated_at: string | null;
          created_at: string;
          download_action: {
            method: 'GET';
            url: string;
          };
        }[];
      };
    };
    /**
     * Download the file of a report
     */
    'GET /b/api/v1/reports/files/{token}/download/': {
      answer: Uint8Array;
    };
    /**
     * Create a report
     */
    'POST /b/api/v1/reports/exports/': {
      body: ReportsExportRequest;
      answer: ReportsExport_200;
    };
    /**
     * Read a report
     */
    'GET /b/api/v1/reports/exports/{encrypted_id}/': {
      answer: ReportsExport_200;
    };
    /**
     * List schedules of reports
     */
    'GET /b/api/v1/reports/schedules/': {
      answer: {
        count: number;
        next: string | null;
        previous: string | null;
        results: Results_6[];
      };
    };
    /**
     * Create a report schedule
     */
    'POST /b/api/v1/reports/schedules/': {
      body: ReportsScheduleRequest;
      answer: Results_6;
    };
    /**
     * Read a schedule of reports
     */
    'GET /b/api/v1/reports/schedules/{id}/': {
      answer: Results_6;
    };
    /**
     * Change a schedule of reports
     */
    'PATCH /b/api/v1/reports/schedules/{id}/': {
      body: ReportsScheduleChangeRequest;
      answer: Results_6;
    };
    /**
     * Delete a schedule of reports
     */
    'DELETE /b/api/v1/reports/schedules/{id}/': {
      answer: undefined;
    };
    /**
     * Pause a schedule of reports
     */
    'POST /b/api/v1/reports/schedules/{id}/pause/': {
      answer: Results_6;
    };
    /**
     * Resume a schedule of reports
     */
    'POST /b/api/v1/reports/schedules/{id}/resume/': {
      answer: Results_6;
    };
    /**
     * List the columns
     */
    'GET /b/api/v1/reports/columns/': {
      answer: {
        results: {
          kind: string;
          name: string;
          label_en: string;
          label_ar: string;
          path?: string;
          value?: string;
        }[];
      };
    };
    /**
     * Resend a notification
     */
    'POST /b/pbl/v2/message-notification/': {
      body: NotificationsResendRequest;
      answer:
        | {
            message: 'Customer notified.';
            notifications: string[];
          }
        | {
            message: string;
            result: 'pending' | 'unknown';
            notifications: string[];
          };
    };
    /**
     * Send a message by a template
     */
    'POST /b/pbl/v2/send-notification/': {
      body: NotificationsSendRequest;
      answer:
        | {
            message: 'Notification sent.';
            result: 'success';
            notifications: string[];
          }
        | {
            message: string;
            result: 'pending' | 'unknown';
            notifications: string[];
          };
    };
    /**
     * The same, with the channel in the path
     */
    'POST /b/pbl/v2/notifications/send/{channel}/': {
      body: NotificationsSendRequest;
      answer:
        | {
            message: 'Notification sent.';
            result: 'success';
            notifications: string[];
          }
        | {
            message: string;
            result: 'pending' | 'unknown';
            notifications: string[];
          };
    };
    /**
     * List messages
     */
    'GET /b/pbl/v2/notifications/': {
      query: {
        /**
         * Of the payment.
         */
        session_id?: string;
        /**
         * By which they went.
         */
        channel?: 'email' | 'sms' | 'whatsapp';
        /**
         * What they tell of.
         */
        event_type?: string;
        /**
         * How they stand.
         */
        status?: 'wanted' | 'sent' | 'failed' | 'unknown' | 'dropped';
        /**
         * Your own name for them.
         */
        trace_id?: string;
        /**
         * This moment or later.
         */
        created_after?: string;
        /**
         * Before this moment.
         */
        created_before?: string;
        /**
         * How many of them; 10 when it is left out.
         */
        limit?: number;
        /**
         * How many to pass over.
         */
        offset?: number;
      };
      answer: {
        count: number;
        next: string | null;
        previous: string | null;
        results: Results_7[];
      };
    };
    /**
     * Get a message
     */
    'GET /b/pbl/v2/notifications/{id}/': {
      answer: Results_7;
    };
    /**
     * List templates
     */
    'GET /b/pbl/v2/notification-templates/': {
      query: {
        /**
         * By which they go.
         */
        channel?: 'email' | 'sms' | 'whatsapp';
        /**
         * Their name.
         */
        template_id?: string;
        /**
         * Whose they are.
         */
        unit_code?: string;
        /**
         * Of their words.
         */
        language?: 'en' | 'ar';
        /**
         * How many of them; 10 when it is left out.
         */
        limit?: number;
        /**
         * How many to pass over.
         */
        offset?: number;
      };
      answer: {
        count: number;
        next: string | null;
        previous: string | null;
        results: Results_8[];
      };
    };
    /**
     * Create a template
     */
    'POST /b/pbl/v2/notification-templates/': {
      body: TemplatesCreateRequest;
      answer: Results_8;
    };
    /**
     * Read a template
     */
    'GET /b/pbl/v2/notification-templates/{id}/': {
      answer: Results_8;
    };
    /**
     * Replace a template
     */
    'PUT /b/pbl/v2/notification-templates/{id}/': {
      body: TemplatesReplaceRequest;
      answer: Results_8;
    };
    /**
     * Delete a template
     */
    'DELETE /b/pbl/v2/notification-templates/{id}/': {
      answer: undefined;
    };
    /**
     * List requests for approval
     */
    'GET /b/pbl/v2/operation-requests/': {
      query: {
        /**
         * How it stands.
         */
        state?:
          | 'pending'
          | 'approved'
          | 'rejected'
          | 'canceled'
          | 'done'
          | 'manual_action_required'
          | 'expired';
        /**
         * What is asked for.
         */
        operation?: 'refund' | 'capture' | 'void';
        /**
         * Of the payment.
         */
        session_id?: string;
        /**
         * The account that took the payment.
         */
        pg_code?: string;
        /**
         * Of the amounts.
         */
        currency_code?: string;
        /**
         * This moment or later.
         */
        created_after?: string;
        /**
         * Before this moment.
         */
        created_before?: string;
        /**
         * How many of them; 10 when it is left out.
         */
        limit?: number;
        /**
         * How many to pass over.
         */
        offset?: number;
      };
      answer: {
        count: number;
        next: string | null;
        previous: string | null;
        results: Results_9[];
      };
    };
    /**
     * Read a request for approval
     */
    'GET /b/pbl/v2/operation-requests/{id}/': {
      answer: {
        id: string;
        number?: number;
        created: string;
        requested_by?: {
          id: number;
          username: string;
        };
        session_id: string;
        order_no?: string;
        operation: 'refund' | 'capture' | 'void';
        amount?: string;
        operation_amount: string;
        currency_code: string;
        pg_code: string;
        destination: 'pg' | 'wallet';
        reference_number: string;
        operation_reason?: {
          code:
            | 'requested_by_customer'
            | 'duplicate'
            | 'fraud'
            | 'not_delivered'
            | 'goodwill'
            | 'error'
            | 'other';
          note?: string;
        };
        state:
          | 'pending'
          | 'approved'
          | 'rejected'
          | 'canceled'
          | 'done'
          | 'manual_action_required'
          | 'expired';
        approvals_needed: number;
        approvals: {
          by: {
            id: number;
            username: string;
          };
          at: string;
          break_glass?: true;
          note?: string;
        }[];
        decided_by?: {
          id: number;
          username: string;
        };
        decided_at?: string;
        reason?: string;
        expires_at?: string;
        result?: {
          [k: string]: unknown;
        };
        last_error?: string;
        version: string;
        context?: {
          refundable: string;
          refunded_before: string;
          payment_age_days?: number;
          customer_payments_90d?: number;
          customer_refunds_90d?: number;
          maker_requests_today?: number;
          card_expired?: boolean;
        };
        you: {
          may_decide: boolean;
          may_break_glass: boolean;
          may_give_up: boolean;
          why_not?: string;
          needs_step_up: boolean;
        };
      };
    };
    /**
     * List deliveries of webhooks
     */
    'GET /b/webhooks/v1/deliveries/': {
      query: {
        /**
         * How it stands.
         */
        state?: 'queued' | 'sending' | 'delivered' | 'delivered_stay' | 'failed' | 'held';
        /**
         * What it tells of.
         */
        event_type?:
          | 'payment.pending'
          | 'payment.attempted'
          | 'payment.authorized'
          | 'payment.paid'
          | 'payment.failed'
          | 'payment.canceled'
          | 'payment.expired'
          | 'payment.invalided'
          | 'payment.cod'
          | 'payment.second_success'
          | 'payment.dispute'
          | 'card.pending'
          | 'card.success'
          | 'card.failed'
          | 'card.canceled'
          | 'card.error'
          | 'alert.raised'
          | 'alert.handled'
          | 'refund.success'
          | 'refund.queued'
          | 'refund.rejected'
          | 'refund.reversed'
          | 'capture.success'
          | 'capture.queued'
          | 'capture.rejected'
          | 'capture.reversed'
          | 'void.success'
          | 'void.queued'
          | 'void.rejected'
          | 'void.reversed';
        /**
         * Of the payment.
         */
        session_id?: string;
        /**
         * The registered endpoint that it is for.
         */
        endpoint_id?: string;
        /**
         * This moment or later.
         */
        created_after?: string;
        /**
         * Before this moment.
         */
        created_before?: string;
        /**
         * How many of them; 10 when it is left out.
         */
        limit?: number;
        /**
         * From the `next` of a page.
         */
        cursor?: string;
      };
      answer: {
        next: string | null;
        results: Results_11[];
      };
    };
    /**
     * Read a delivery with all its calls
     */
    'GET /b/webhooks/v1/deliveries/{event_id}/': {
      answer: WebhooksDelivery_200;
    };
    /**
     * Send a webhook again
     */
    'POST /b/webhooks/v1/deliveries/{event_id}/replay/': {
      answer: Results_11;
    };
    /**
     * Send many webhooks again
     */
    'POST /b/webhooks/v1/replays/': {
      body: WebhookReplaysCreateRequest;
      answer: {
        id: string;
        state: 'running' | 'done' | 'canceled';
        sent: number;
        created_at: string;
        ended_at?: string;
      };
    };
    /**
     * Get a replay
     */
    'GET /b/webhooks/v1/replays/{id}/': {
      answer: {
        id: string;
        state: 'running' | 'done' | 'canceled';
        sent: number;
        created_at: string;
        ended_at?: string;
      };
    };
    /**
     * Send a test event
     */
    'POST /b/webhooks/v1/test-events/': {
      body: WebhooksTestRequest;
      answer: WebhooksDelivery_200;
    };
    /**
     * List endpoints
     */
    'GET /b/webhooks/v1/endpoints/': {
      answer: {
        results: Results_12[];
      };
    };
    /**
     * Register an endpoint
     */
    'POST /b/webhooks/v1/endpoints/': {
      body: EndpointsCreateRequest;
      answer: {
        id: string;
        url: string;
        kind: 'registered' | 'payment';
        enabled: boolean;
        events: (
          | 'payment.pending'
          | 'payment.attempted'
          | 'payment.authorized'
          | 'payment.paid'
          | 'payment.failed'
          | 'payment.canceled'
          | 'payment.expired'
          | 'payment.invalided'
          | 'payment.cod'
          | 'payment.second_success'
          | 'payment.dispute'
          | 'card.pending'
          | 'card.success'
          | 'card.failed'
          | 'card.canceled'
          | 'card.error'
          | 'alert.raised'
          | 'alert.handled'
          | 'refund.success'
          | 'refund.queued'
          | 'refund.rejected'
          | 'refund.reversed'
          | 'capture.success'
          | 'capture.queued'
          | 'capture.rejected'
          | 'capture.reversed'
          | 'void.success'
          | 'void.queued'
          | 'void.rejected'
          | 'void.reversed'
          | 'payment.*'
          | 'card.*'
          | 'alert.*'
          | 'refund.*'
          | 'capture.*'
          | 'void.*'
        )[];
        description?: string;
        paused?: boolean;
        created_at: string;
        failing_since?: string;
        disabled_at?: string;
        secret: string;
      };
    };
    /**
     * Read an endpoint
     */
    'GET /b/webhooks/v1/endpoints/{id}/': {
      answer: Results_12;
    };
    /**
     * Change an endpoint
     */
    'PATCH /b/webhooks/v1/endpoints/{id}/': {
      body: EndpointsChangeRequest;
      answer: Results_12;
    };
    /**
     * Remove an endpoint
     */
    'DELETE /b/webhooks/v1/endpoints/{id}/': {
      answer: undefined;
    };
    /**
     * Enable an endpoint
     */
    'POST /b/webhooks/v1/endpoints/{id}/enable/': {
      answer: Results_12;
    };
    /**
     * Rotate the secret of an endpoint
     */
    'POST /b/webhooks/v1/endpoints/{id}/rotate-secret/': {
      body: {
        /**
         * How long the one before still signs beside the new one in `webhook-signature`; 24 when it is left out. 0 ends all keys before it, also those of earlier rotations.
         */
        overlap_hours?: number;
      };
      answer: {
        id: string;
        url: string;
        kind: 'registered' | 'payment';
        enabled: boolean;
        events: (
          | 'payment.pending'
          | 'payment.attempted'
          | 'payment.authorized'
          | 'payment.paid'
          | 'payment.failed'
          | 'payment.canceled'
          | 'payment.expired'
          | 'payment.invalided'
          | 'payment.cod'
          | 'payment.second_success'
          | 'payment.dispute'
          | 'card.pending'
          | 'card.success'
          | 'card.failed'
          | 'card.canceled'
          | 'card.error'
          | 'alert.raised'
          | 'alert.handled'
          | 'refund.success'
          | 'refund.queued'
          | 'refund.rejected'
          | 'refund.reversed'
          | 'capture.success'
          | 'capture.queued'
          | 'capture.rejected'
          | 'capture.reversed'
          | 'void.success'
          | 'void.queued'
          | 'void.rejected'
          | 'void.reversed'
          | 'payment.*'
          | 'card.*'
          | 'alert.*'
          | 'refund.*'
          | 'capture.*'
          | 'void.*'
        )[];
        description?: string;
        paused?: boolean;
        created_at: string;
        failing_since?: string;
        disabled_at?: string;
        secret: string;
        previous_secret_until: string;
      };
    };
    /**
     * Rotate the webhook key
     */
    'POST /b/webhooks/v1/rotate-key/': {
      body: {
        /**
         * How long the one before still signs beside the new one in `webhook-signature`; 24 when it is left out. 0 ends all keys before it, also those of earlier rotations.
         */
        overlap_hours?: number;
      };
      answer: {
        webhook_key: string;
        previous_key_until: string;
      };
    };
  };
  webhooks: {
    payment: PaymentWebhook;
    operation: OperationWebhook;
    alert: AlertWebhook;
  };
}
export interface TransactionsCreateRequest {
  /**
   * Never changes. The plugin of that name must be enabled.
   */
  type: 'e_commerce' | 'payment_request';
  /**
   * Text, such as "12.340"; a JSON number is read too. No more decimals than the currency has.
   */
  amount: string;
  /**
   * A code of ISO 4217 that is active for the merchant.
   */
  currency_code: string;
  /**
   * The gateway accounts that the payer may choose among, in the order in which they are shown.
   *
   * @minItems 1
   * @maxItems 50
   */
  pg_codes: string[];
  payment_type?: 'one_off' | 'save_card' | 'auto_debit';
  agreement?: Agreement;
  /**
   * The merchant's own name for the customer.
   */
  customer_id?: string;
  /**
   * Required when `notifications.email` asks for e-mail.
   */
  customer_email?: string;
  /**
   * Required when `notifications.sms` or `notifications.whatsapp` asks for messages.
   */
  customer_phone?: string;
  /**
   * The payer may change it on the page.
   */
  customer_phone_2?: string;
  customer_first_name?: string;
  customer_last_name?: string;
  /**
   * A day in the past, YYYY-MM-DD.
   */
  customer_birthdate?: string;
  /**
   * Need not be unique.
   */
  order_no?: string;
  billing_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  shipping_address?: ShippingAddress;
  card_acceptance_criteria?: {
    min_expiry_time?: number | string;
  };
  notifications?: Notifications;
  /**
   * How long it can be paid, from its creation: "[days ]HH:MM:SS".
   */
  expiration_time?: string;
  /**
   * A reminder only: it can be paid after that.
   */
  due_datetime?: string;
  /**
   * The language of the payer's pages.
   */
  language?: 'en' | 'ar';
  /**
   * @maxItems 50
   */
  email_recipients?: string[];
  /**
   * The merchant's own object: kept, given back, posted with the webhook. At most 16 kB and 16 levels.
   */
  extra?: {
    [k: string]: unknown;
  };
  /**
   * Where the payer's browser goes when it is over.
   */
  redirect_url?: string;
  /**
   * Where the signed result is posted.
   */
  webhook_url?: string;
  product_type?: string;
  vendor_name?: string;
  /**
   * The unit of the merchant that sells.
   */
  unit_code?: string;
  /**
   * The user in whose name a key creates it. A user who creates it is always the initiator themselves.
   */
  initiator_id?: number;
  branding_options?: {
    payment_methods?: {
      [k: string]: {
        text: string;
        color: string;
        font_weight?: number;
      };
    };
  };
  loyalty?: {
    enabled: boolean;
    reference?: string;
    metadata?: {
      [k: string]: unknown;
    };
  };
  /**
   * The page asks for an address before the payment. Needs `capture_delivery_location`.
   */
  capture_delivery_address?: boolean;
  /**
   * The page asks for a place on the map before the payment.
   */
  capture_delivery_location?: boolean;
  /**
   * The `file_url` of an upload of yours, in place of the file itself, which comes as `attachment` in a form.
   */
  attachment_upload_url?: string;
  /**
   * Gives `qr_code_url`, and shows the code on the checkout page.
   */
  generate_qr_code?: boolean;
  /**
   * Gives `sdk_setup_preload_payload`, for the client library.
   */
  include_sdk_setup_preload?: boolean;
  /**
   * Gives `attachment_short_url`, when there is a file.
   */
  shortify_attachment_url?: boolean;
  /**
   * Gives `checkout_short_url`.
   */
  shortify_checkout_url?: boolean;
  /**
   * Changes nothing: the page needs no warming up.
   */
  preload_checkout_page?: boolean;
  payment_instrument?: PaymentInstrument;
}
export interface Agreement {
  id?: string;
  type?: 'recurring' | 'unscheduled' | 'installment' | 'event_based' | 'other';
  amount_variability?: 'fixed' | 'variable';
  start_date?: string;
  expiry_date?: string;
  max_amount_per_cycle?: string;
  cycle_interval_days?: number;
  total_cycles?: number;
  frequency?:
    | 'irregular'
    | 'daily'
    | 'weekly'
    | 'semi_monthly'
    | 'monthly'
    | 'quarterly'
    | 'semi_annually'
    | 'yearly'
    | 'other';
  seller?: {
    name?: string;
    short_name?: string;
    category_code?: string;
  };
  extra_params?: {
    payment_processing_day?: number | string;
  };
}
export interface ShippingAddress {
  line1: string;
  line2?: string;
  city: string;
  state?: string;
  country: string;
  postal_code?: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}
/**
 * Which messages the customer gets, by channel.
 */
export interface Notifications {
  /**
   * @maxItems 20
   */
  email?: (
    | 'created'
    | 'paid'
    | 'canceled'
    | 'failed'
    | 'expired'
    | 'authorized'
    | 'voided'
    | 'refunded'
    | 'captured'
  )[];
  /**
   * @maxItems 20
   */
  sms?: (
    | 'created'
    | 'paid'
    | 'canceled'
    | 'failed'
    | 'expired'
    | 'authorized'
    | 'voided'
    | 'refunded'
    | 'captured'
  )[];
  /**
   * @maxItems 20
   */
  whatsapp?: ('created' | 'paid' | 'canceled' | 'failed' | 'expired' | 'authorized')[];
}
/**
 * With what it is paid at once; needs exactly one code in `pg_codes`. `token`: a saved card of `customer_id` that needs no security code, as `{"token"}`. `apple_pay`, `google_pay`: what the wallet has handed over, unchanged. `wallet`: the wallet of `customer_id` pays it all, as `{}` or `{"wallet_code"}`. The answer is then how the payment stands; a decline is 400 with `session_id` and `state`.
 */
export interface PaymentInstrument {
  instrument_type: 'token' | 'apple_pay' | 'google_pay' | 'wallet';
  payload: {
    [k: string]: unknown;
  };
}
export interface TransactionsCreate_200 {
  status: '3DS';
  method: 'redirect';
  redirect_url: string;
  session_id: string;
  order_no?: string;
  reference_number: string;
  form_of_payment: 'apple_pay' | 'google_pay';
  challenge_occurred: true;
}
export interface TransactionsCreate_201 {
  type: 'e_commerce' | 'payment_request';
  /**
   * @minItems 1
   * @maxItems 50
   */
  pg_codes: string[];
  agreement?: Agreement;
  customer_id?: string;
  customer_email?: string;
  customer_phone?: string;
  customer_phone_2?: string;
  customer_first_name?: string;
  customer_last_name?: string;
  customer_birthdate?: string;
  order_no?: string;
  billing_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  shipping_address?: ShippingAddress;
  notifications?: Notifications_2;
  due_datetime?: string;
  /**
   * @maxItems 50
   */
  email_recipients?: string[];
  extra?: {
    [k: string]: unknown;
  };
  redirect_url?: string;
  webhook_url?: string;
  product_type?: string;
  vendor_name?: string;
  unit_code?: string;
  initiator_id?: number;
  branding_options?: {
    payment_methods?: {
      [k: string]: {
        text: string;
        color: string;
        font_weight?: number;
      };
    };
  };
  loyalty?: {
    enabled: boolean;
    reference?: string;
    metadata?: {
      [k: string]: unknown;
    };
  };
  capture_delivery_address?: boolean;
  capture_delivery_location?: boolean;
  session_id: string;
  state:
    | 'created'
    | 'pending'
    | 'attempted'
    | 'authorized'
    | 'paid'
    | 'failed'
    | 'canceled'
    | 'expired'
    | 'invalided'
    | 'cod';
  operation: 'purchase' | 'authorize';
  payment_type: 'one_off' | 'save_card' | 'auto_debit';
  amount: string;
  currency_code: string;
  language: 'en' | 'ar';
  expiration_time: string;
  card_acceptance_criteria?: {
    min_expiry_time?: string;
  };
  checkout_url: string;
  checkout_page_url: string;
  billing: Billing;
  payment_methods: PaymentMethods[];
  hidden_payment_methods?: {
    code: string;
    why: string;
  }[];
  settled_pg_code?: string;
  routed_attempts?: RoutedAttempts[];
  customer_wallet_transactions?: CustomerWalletTransactions[];
  delivery_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  delivery_location?: {
    latitude: number;
    longitude: number;
  };
  checkout_short_url?: string;
  qr_code_url?: string;
  attachment?: string;
  attachment_short_url?: string;
  is_deleted?: true;
  sdk_setup_preload_payload?: SdkSetupPreloadPayload;
}
export interface Notifications_2 {
  /**
   * @maxItems 20
   */
  email?: (
    | 'created'
    | 'paid'
    | 'canceled'
    | 'failed'
    | 'expired'
    | 'authorized'
    | 'voided'
    | 'refunded'
    | 'captured'
  )[];
  /**
   * @maxItems 20
   */
  sms?: (
    | 'created'
    | 'paid'
    | 'canceled'
    | 'failed'
    | 'expired'
    | 'authorized'
    | 'voided'
    | 'refunded'
    | 'captured'
  )[];
  /**
   * @maxItems 20
   */
  whatsapp?: ('created' | 'paid' | 'canceled' | 'failed' | 'expired' | 'authorized')[];
}
export interface Billing {
  amount: {
    display: string;
    value: string;
    currency_code: string;
    label: string;
  };
  sub_total: {
    display: string;
    value: string;
    currency_code: string;
    label: string;
  };
  fee: {
    display: string;
    value: string;
    currency_code: string;
    label: string;
  };
}
export interface PaymentMethods {
  code: string;
  name: string;
  pg: string;
  type: string;
  amount: string;
  currency_code: string;
  fee: string;
  fee_description: string;
  icon: string;
  icons: {
    svg: string;
  };
  flow: 'redirect';
  redirect_url: string | null;
  branding_options?: {
    text: string;
    color: string;
    font_weight?: number;
  };
  name_ar?: string;
}
export interface RoutedAttempts {
  reference_number: string;
  pg_code: string;
  result: 'pending' | 'success' | 'failed' | 'canceled' | 'error' | 'cod';
  after?: {
    reference_number: string;
    ending: 'unsent' | 'refused' | 'soft-decline' | 'closed';
  };
  route: string;
  rule?: string;
  skipped_rules: {
    rule: string;
    why: string;
  }[];
  accounts: {
    pg_code: string;
    verdict: 'chosen' | 'next' | 'left-out';
    why: string;
  }[];
}
export interface CustomerWalletTransactions {
  provider_code: string;
  amount: string;
  currency: string;
  operation_id: string;
  wallet_response: {
    [k: string]: unknown;
  };
  created_at: string;
  modified_at: string;
}
export interface SdkSetupPreloadPayload {
  session_id: string;
  type: 'e_commerce' | 'payment_request';
  state:
    | 'created'
    | 'pending'
    | 'attempted'
    | 'authorized'
    | 'paid'
    | 'failed'
    | 'canceled'
    | 'expired'
    | 'invalided'
    | 'cod';
  operation: 'purchase' | 'authorize';
  amount: string;
  amount_display: string;
  currency_code: string;
  payment_type: 'one_off' | 'save_card' | 'auto_debit';
  language: 'en' | 'ar';
  customer_id?: string;
  customer_phone?: string;
  expiration_time: string;
  is_amount_editable: boolean;
  disclaimer?: string;
  terms?: {
    text: string;
    label: string;
    url?: string;
    url_label?: string;
  };
  billing: Billing;
  cards: {
    token: string;
    customer_id: string;
    brand: string | null;
    name_on_card: string | null;
    number: string;
    expiry_month: string;
    expiry_year: string;
    is_expired: boolean;
    will_expire_soon: boolean;
    is_preferred: boolean;
    cvv_required: boolean;
    pg_code: string;
    pg_name: string;
    agreements: string[];
    pg: string;
    submit_url: string;
    delete_url: string;
    cvv_url?: string;
  }[];
  payment_methods: {
    code: string;
    name: string;
    pg: string;
    type: string;
    amount: string;
    currency_code: string;
    fee: string;
    fee_description: string;
    icon: string;
    icons: {
      svg: string;
    };
    redirect_url: string | null;
    branding_options?: {
      text: string;
      color: string;
      font_weight?: number;
    };
    flow: 'redirect' | 'hosted_card';
    can_save_card: boolean;
    submit_url: string;
    card_url?: string;
    billing: Billing;
  }[];
  /**
   * @maxItems 2
   */
  payment_services: (
    | {
        code: string;
        pg_code: string;
        name: string;
        currency_code: string;
        fee: string;
        fee_description: string;
        country_code?: string;
        payment_url: string;
        session_id: string;
        billing: Billing;
        payment_request?: {
          supportedMethods: string;
          data: {
            [k: string]: unknown;
          };
        };
        flow: 'apple_pay';
        amount: string;
        domain?: string;
        merchant_id: string;
        shop_name: string;
        validation_url?: string;
      }
    | {
        code: string;
        pg_code: string;
        name: string;
        currency_code: string;
        fee: string;
        fee_description: string;
        country_code?: string;
        payment_url: string;
        session_id: string;
        billing: Billing;
        payment_request?: {
          supportedMethods: string;
          data: {
            [k: string]: unknown;
          };
        };
        flow: 'google_pay';
        total_price: string;
        environment: 'TEST' | 'PRODUCTION';
        merchant_id?: string;
        merchant_name: string;
        gateway: string;
        gateway_merchant_id: string;
        tokenization_parameters: {
          [k: string]: string;
        };
      }
  )[];
  /**
   * @maxItems 0
   */
  flex_methods: unknown[];
  /**
   * @maxItems 1
   */
  wallets: {
    code: string;
    provider_code: string;
    name: string;
    balance: string;
    balance_display: string;
    currency_code: string;
    applicable_amount: string;
    applicable_display: string;
    pg_code: string;
  }[];
  sdk_studio: {
    [k: string]: unknown;
  };
  response: Response | {};
  cancel_url: string;
}
export interface Response {
  status: 'success' | 'canceled' | 'error';
  message: string;
  form_of_payment: 'redirect' | 'card_onsite' | 'token_pay' | 'apple_pay' | 'google_pay';
  challenge_occurred: boolean;
  session_id: string;
  order_no?: string;
  reference_number?: string;
  redirect_url?: string;
  payment_gateway_info?: {
    pg_code: string;
    pg_name: string;
    pg_response?: {
      [k: string]: unknown;
    };
  };
}
export interface TransactionsCreate_201_2 {
  session_id: string;
  reference_number: string;
  order_no?: string;
  transaction_log_id?: string;
  result: 'pending' | 'success' | 'failed' | 'canceled' | 'error' | 'cod';
  state:
    | 'created'
    | 'pending'
    | 'attempted'
    | 'authorized'
    | 'paid'
    | 'failed'
    | 'canceled'
    | 'expired'
    | 'invalided'
    | 'cod'
    | 'refunded'
    | 'refund_queued'
    | 'refund_rejected'
    | 'capture_queued'
    | 'capture_rejected'
    | 'voided'
    | 'void_queued'
    | 'void_rejected';
  is_reversed?: true;
  operation?: 'payment' | 'authorization';
  payment_type: 'one_off' | 'save_card' | 'auto_debit';
  amount: string;
  currency_code: string;
  amount_details: AmountDetails;
  fee?: string;
  settled_amount?: string;
  paid_amount?: string;
  refunded_amount?: string;
  voided_amount?: string;
  remaining_amount?: string;
  transaction?: Transaction[];
  transactions?: Transaction[];
  customer_wallet_transactions?: CustomerWalletTransactions[];
  gateway_account: string;
  gateway_name: string;
  gateway_response?: {
    [k: string]: unknown;
  };
  pg_params: {
    [k: string]: unknown;
  };
  customer_id?: string;
  customer_first_name?: string;
  customer_last_name?: string;
  customer_email?: string;
  customer_phone?: string;
  customer_birthdate?: string;
  customer_address_line1?: string;
  customer_address_line2?: string;
  customer_address_city?: string;
  customer_address_state?: string;
  customer_address_country?: string;
  customer_address_postal_code?: string;
  extra?: {
    [k: string]: unknown;
  };
  capture_delivery_address?: boolean;
  capture_delivery_location?: boolean;
  delivery_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  delivery_location?: {
    latitude: number;
    longitude: number;
  };
  initiator?: {
    id: number;
    username: string;
    email: string;
    first_name: string;
    last_name: string;
    phone: string;
  };
  agreement?: Agreement;
  card_acceptance_criteria?: {
    min_expiry_time?: string;
  };
  three_ds?: {
    challenge: boolean;
    version?: string;
    eci?: string;
    outcome?: 'authenticated' | 'attempted' | 'failed' | 'unavailable';
  };
  token?: Token;
  is_sandbox?: true;
  message?: string;
  disputes?: Disputes[];
  dispute?: Disputes;
  alert?: 'second_success' | 'dispute';
  timestamp_utc: string;
  signature: string;
  pg_response: {
    [k: string]: unknown;
  };
}
export interface AmountDetails {
  currency_code: string;
  amount: string;
  fee: string;
  total: string;
  exchange_rate?: string;
}
export interface Transaction {
  amount: string;
  currency_code: string;
  order_no: string;
  session_id: string;
  state:
    | 'paid'
    | 'refunded'
    | 'refund_queued'
    | 'refund_rejected'
    | 'capture_queued'
    | 'capture_rejected'
    | 'voided'
    | 'void_queued'
    | 'void_rejected';
  voided_amount?: string;
  is_reversed?: true;
}
export interface Token {
  token: string;
  customer_id: string;
  number: string;
  expiry_month: string;
  expiry_year: string;
  is_expired: boolean;
  will_expire_soon: boolean;
  cvv_required: boolean;
  pg_code: string;
  pg_name: string;
  agreements: string[];
  brand?: string;
  name_on_card?: string;
  is_preferred?: true;
  auto_debit_enabled: 'true' | 'false';
}
export interface Disputes {
  id: string;
  reference_number: string;
  state: 'inquiry' | 'open' | 'review' | 'closed' | 'won' | 'lost';
  amount: string;
  currency_code: string;
  withdrawn_amount?: string;
  reason?: string;
  respond_by?: string;
}
export interface Results_4 {
  type: 'e_commerce' | 'payment_request';
  /**
   * @minItems 1
   * @maxItems 50
   */
  pg_codes: string[];
  agreement?: Agreement;
  customer_id?: string;
  customer_email?: string;
  customer_phone?: string;
  customer_phone_2?: string;
  customer_first_name?: string;
  customer_last_name?: string;
  customer_birthdate?: string;
  order_no?: string;
  billing_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  shipping_address?: ShippingAddress;
  notifications?: Notifications_2;
  due_datetime?: string;
  /**
   * @maxItems 50
   */
  email_recipients?: string[];
  extra?: {
    [k: string]: unknown;
  };
  redirect_url?: string;
  webhook_url?: string;
  product_type?: string;
  vendor_name?: string;
  unit_code?: string;
  initiator_id?: number;
  branding_options?: {
    payment_methods?: {
      [k: string]: {
        text: string;
        color: string;
        font_weight?: number;
      };
    };
  };
  loyalty?: {
    enabled: boolean;
    reference?: string;
    metadata?: {
      [k: string]: unknown;
    };
  };
  capture_delivery_address?: boolean;
  capture_delivery_location?: boolean;
  session_id: string;
  state:
    | 'created'
    | 'pending'
    | 'attempted'
    | 'authorized'
    | 'paid'
    | 'failed'
    | 'canceled'
    | 'expired'
    | 'invalided'
    | 'cod';
  operation: 'purchase' | 'authorize';
  payment_type: 'one_off' | 'save_card' | 'auto_debit';
  amount: string;
  currency_code: string;
  language: 'en' | 'ar';
  expiration_time: string;
  card_acceptance_criteria?: {
    min_expiry_time?: string;
  };
  checkout_url: string;
  checkout_page_url: string;
  billing: Billing;
  payment_methods: PaymentMethods[];
  hidden_payment_methods?: {
    code: string;
    why: string;
  }[];
  settled_pg_code?: string;
  routed_attempts?: RoutedAttempts[];
  customer_wallet_transactions?: CustomerWalletTransactions[];
  delivery_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  delivery_location?: {
    latitude: number;
    longitude: number;
  };
  checkout_short_url?: string;
  qr_code_url?: string;
  attachment?: string;
  attachment_short_url?: string;
  is_deleted?: true;
}
export interface TransactionsPreviewRequest {
  /**
   * Never changes. The plugin of that name must be enabled.
   */
  type: 'e_commerce' | 'payment_request';
  /**
   * Text, such as "12.340"; a JSON number is read too. No more decimals than the currency has.
   */
  amount: string;
  /**
   * A code of ISO 4217 that is active for the merchant.
   */
  currency_code: string;
  /**
   * The gateway accounts that the payer may choose among, in the order in which they are shown.
   *
   * @minItems 1
   * @maxItems 50
   */
  pg_codes: string[];
  payment_type?: 'one_off' | 'save_card' | 'auto_debit';
  agreement?: Agreement;
  /**
   * The merchant's own name for the customer.
   */
  customer_id?: string;
  /**
   * Required when `notifications.email` asks for e-mail.
   */
  customer_email?: string;
  /**
   * Required when `notifications.sms` or `notifications.whatsapp` asks for messages.
   */
  customer_phone?: string;
  /**
   * The payer may change it on the page.
   */
  customer_phone_2?: string;
  customer_first_name?: string;
  customer_last_name?: string;
  /**
   * A day in the past, YYYY-MM-DD.
   */
  customer_birthdate?: string;
  /**
   * Need not be unique.
   */
  order_no?: string;
  billing_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  shipping_address?: ShippingAddress;
  card_acceptance_criteria?: {
    min_expiry_time?: number | string;
  };
  notifications?: Notifications;
  /**
   * How long it can be paid, from its creation: "[days ]HH:MM:SS".
   */
  expiration_time?: string;
  /**
   * A reminder only: it can be paid after that.
   */
  due_datetime?: string;
  /**
   * The language of the payer's pages.
   */
  language?: 'en' | 'ar';
  /**
   * @maxItems 50
   */
  email_recipients?: string[];
  /**
   * The merchant's own object: kept, given back, posted with the webhook. At most 16 kB and 16 levels.
   */
  extra?: {
    [k: string]: unknown;
  };
  /**
   * Where the payer's browser goes when it is over.
   */
  redirect_url?: string;
  /**
   * Where the signed result is posted.
   */
  webhook_url?: string;
  product_type?: string;
  vendor_name?: string;
  /**
   * The unit of the merchant that sells.
   */
  unit_code?: string;
  /**
   * The user in whose name a key creates it. A user who creates it is always the initiator themselves.
   */
  initiator_id?: number;
  branding_options?: {
    payment_methods?: {
      [k: string]: {
        text: string;
        color: string;
        font_weight?: number;
      };
    };
  };
  loyalty?: {
    enabled: boolean;
    reference?: string;
    metadata?: {
      [k: string]: unknown;
    };
  };
  /**
   * The page asks for an address before the payment. Needs `capture_delivery_location`.
   */
  capture_delivery_address?: boolean;
  /**
   * The page asks for a place on the map before the payment.
   */
  capture_delivery_location?: boolean;
  /**
   * The `file_url` of an upload of yours, in place of the file itself, which comes as `attachment` in a form.
   */
  attachment_upload_url?: string;
  /**
   * Gives `qr_code_url`, and shows the code on the checkout page.
   */
  generate_qr_code?: boolean;
  /**
   * Gives `sdk_setup_preload_payload`, for the client library.
   */
  include_sdk_setup_preload?: boolean;
  /**
   * Gives `attachment_short_url`, when there is a file.
   */
  shortify_attachment_url?: boolean;
  /**
   * Gives `checkout_short_url`.
   */
  shortify_checkout_url?: boolean;
  /**
   * Changes nothing: the page needs no warming up.
   */
  preload_checkout_page?: boolean;
  payment_instrument?: {
    instrument_type: 'token' | 'apple_pay' | 'google_pay' | 'wallet';
    payload: {
      [k: string]: unknown;
    };
  };
}
export interface PaymentMethods_2 {
  code: string;
  name: string;
  pg: string;
  currency_code: string;
  sub_total: string;
  fee: string;
  fee_description?: string;
  total: string;
  exchange_rate?: string;
  is_sandbox: boolean;
}
export interface TransactionsReplaceRequest {
  /**
   * Never changes. The plugin of that name must be enabled.
   */
  type: 'e_commerce' | 'payment_request';
  /**
   * Text, such as "12.340"; a JSON number is read too. No more decimals than the currency has.
   */
  amount: string;
  /**
   * A code of ISO 4217 that is active for the merchant.
   */
  currency_code: string;
  /**
   * The gateway accounts that the payer may choose among, in the order in which they are shown.
   *
   * @minItems 1
   * @maxItems 50
   */
  pg_codes: string[];
  payment_type?: 'one_off' | 'save_card' | 'auto_debit';
  agreement?: Agreement;
  /**
   * The merchant's own name for the customer.
   */
  customer_id?: string;
  /**
   * Required when `notifications.email` asks for e-mail.
   */
  customer_email?: string;
  /**
   * Required when `notifications.sms` or `notifications.whatsapp` asks for messages.
   */
  customer_phone?: string;
  /**
   * The payer may change it on the page.
   */
  customer_phone_2?: string;
  customer_first_name?: string;
  customer_last_name?: string;
  /**
   * A day in the past, YYYY-MM-DD.
   */
  customer_birthdate?: string;
  /**
   * Need not be unique.
   */
  order_no?: string;
  billing_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  shipping_address?: ShippingAddress;
  card_acceptance_criteria?: {
    min_expiry_time?: number | string;
  };
  notifications?: Notifications;
  /**
   * How long it can be paid, from its creation: "[days ]HH:MM:SS".
   */
  expiration_time?: string;
  /**
   * A reminder only: it can be paid after that.
   */
  due_datetime?: string;
  /**
   * The language of the payer's pages.
   */
  language?: 'en' | 'ar';
  /**
   * @maxItems 50
   */
  email_recipients?: string[];
  /**
   * The merchant's own object: kept, given back, posted with the webhook. At most 16 kB and 16 levels.
   */
  extra?: {
    [k: string]: unknown;
  };
  /**
   * Where the payer's browser goes when it is over.
   */
  redirect_url?: string;
  /**
   * Where the signed result is posted.
   */
  webhook_url?: string;
  product_type?: string;
  vendor_name?: string;
  /**
   * The unit of the merchant that sells.
   */
  unit_code?: string;
  /**
   * The user in whose name a key creates it. A user who creates it is always the initiator themselves.
   */
  initiator_id?: number;
  branding_options?: {
    payment_methods?: {
      [k: string]: {
        text: string;
        color: string;
        font_weight?: number;
      };
    };
  };
  loyalty?: {
    enabled: boolean;
    reference?: string;
    metadata?: {
      [k: string]: unknown;
    };
  };
  /**
   * The page asks for an address before the payment. Needs `capture_delivery_location`.
   */
  capture_delivery_address?: boolean;
  /**
   * The page asks for a place on the map before the payment.
   */
  capture_delivery_location?: boolean;
  /**
   * The `file_url` of an upload of yours, in place of the file itself, which comes as `attachment` in a form.
   */
  attachment_upload_url?: string;
  /**
   * Gives `qr_code_url`, and shows the code on the checkout page.
   */
  generate_qr_code?: boolean;
  /**
   * Gives `sdk_setup_preload_payload`, for the client library.
   */
  include_sdk_setup_preload?: boolean;
  /**
   * Gives `attachment_short_url`, when there is a file.
   */
  shortify_attachment_url?: boolean;
  /**
   * Gives `checkout_short_url`.
   */
  shortify_checkout_url?: boolean;
  /**
   * Changes nothing: the page needs no warming up.
   */
  preload_checkout_page?: boolean;
}
export interface TransactionsChangeRequest {
  /**
   * Never changes. The plugin of that name must be enabled.
   */
  type?: 'e_commerce' | 'payment_request';
  /**
   * Text, such as "12.340"; a JSON number is read too. No more decimals than the currency has.
   */
  amount?: string;
  /**
   * A code of ISO 4217 that is active for the merchant.
   */
  currency_code?: string;
  /**
   * The gateway accounts that the payer may choose among, in the order in which they are shown.
   *
   * @minItems 1
   * @maxItems 50
   */
  pg_codes?: string[];
  payment_type?: 'one_off' | 'save_card' | 'auto_debit';
  agreement?: Agreement;
  /**
   * The merchant's own name for the customer.
   */
  customer_id?: string;
  /**
   * Required when `notifications.email` asks for e-mail.
   */
  customer_email?: string;
  /**
   * Required when `notifications.sms` or `notifications.whatsapp` asks for messages.
   */
  customer_phone?: string;
  /**
   * The payer may change it on the page.
   */
  customer_phone_2?: string;
  customer_first_name?: string;
  customer_last_name?: string;
  /**
   * A day in the past, YYYY-MM-DD.
   */
  customer_birthdate?: string;
  /**
   * Need not be unique.
   */
  order_no?: string;
  billing_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  shipping_address?: ShippingAddress;
  card_acceptance_criteria?: {
    min_expiry_time?: number | string;
  };
  notifications?: Notifications;
  /**
   * How long it can be paid, from its creation: "[days ]HH:MM:SS".
   */
  expiration_time?: string;
  /**
   * A reminder only: it can be paid after that.
   */
  due_datetime?: string;
  /**
   * The language of the payer's pages.
   */
  language?: 'en' | 'ar';
  /**
   * @maxItems 50
   */
  email_recipients?: string[];
  /**
   * The merchant's own object: kept, given back, posted with the webhook. At most 16 kB and 16 levels.
   */
  extra?: {
    [k: string]: unknown;
  };
  /**
   * Where the payer's browser goes when it is over.
   */
  redirect_url?: string;
  /**
   * Where the signed result is posted.
   */
  webhook_url?: string;
  product_type?: string;
  vendor_name?: string;
  /**
   * The unit of the merchant that sells.
   */
  unit_code?: string;
  /**
   * The user in whose name a key creates it. A user who creates it is always the initiator themselves.
   */
  initiator_id?: number;
  branding_options?: {
    payment_methods?: {
      [k: string]: {
        text: string;
        color: string;
        font_weight?: number;
      };
    };
  };
  loyalty?: {
    enabled: boolean;
    reference?: string;
    metadata?: {
      [k: string]: unknown;
    };
  };
  /**
   * The page asks for an address before the payment. Needs `capture_delivery_location`.
   */
  capture_delivery_address?: boolean;
  /**
   * The page asks for a place on the map before the payment.
   */
  capture_delivery_location?: boolean;
  /**
   * The `file_url` of an upload of yours, in place of the file itself, which comes as `attachment` in a form.
   */
  attachment_upload_url?: string;
  /**
   * Gives `qr_code_url`, and shows the code on the checkout page.
   */
  generate_qr_code?: boolean;
  /**
   * Gives `sdk_setup_preload_payload`, for the client library.
   */
  include_sdk_setup_preload?: boolean;
  /**
   * Gives `attachment_short_url`, when there is a file.
   */
  shortify_attachment_url?: boolean;
  /**
   * Gives `checkout_short_url`.
   */
  shortify_checkout_url?: boolean;
  /**
   * Changes nothing: the page needs no warming up.
   */
  preload_checkout_page?: boolean;
}
export interface TransactionsInquire_200 {
  session_id: string;
  reference_number: string;
  order_no?: string;
  transaction_log_id?: string;
  result: 'pending' | 'success' | 'failed' | 'canceled' | 'error' | 'cod';
  state:
    | 'created'
    | 'pending'
    | 'attempted'
    | 'authorized'
    | 'paid'
    | 'failed'
    | 'canceled'
    | 'expired'
    | 'invalided'
    | 'cod'
    | 'refunded'
    | 'refund_queued'
    | 'refund_rejected'
    | 'capture_queued'
    | 'capture_rejected'
    | 'voided'
    | 'void_queued'
    | 'void_rejected';
  is_reversed?: true;
  operation?: 'payment' | 'authorization';
  payment_type: 'one_off' | 'save_card' | 'auto_debit';
  amount: string;
  currency_code: string;
  amount_details: AmountDetails;
  fee?: string;
  settled_amount?: string;
  paid_amount?: string;
  refunded_amount?: string;
  voided_amount?: string;
  remaining_amount?: string;
  transaction?: Transaction[];
  transactions?: Transaction[];
  customer_wallet_transactions?: CustomerWalletTransactions[];
  gateway_account: string;
  gateway_name: string;
  gateway_response?: {
    [k: string]: unknown;
  };
  pg_params: {
    [k: string]: unknown;
  };
  customer_id?: string;
  customer_first_name?: string;
  customer_last_name?: string;
  customer_email?: string;
  customer_phone?: string;
  customer_birthdate?: string;
  customer_address_line1?: string;
  customer_address_line2?: string;
  customer_address_city?: string;
  customer_address_state?: string;
  customer_address_country?: string;
  customer_address_postal_code?: string;
  extra?: {
    [k: string]: unknown;
  };
  capture_delivery_address?: boolean;
  capture_delivery_location?: boolean;
  delivery_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  delivery_location?: {
    latitude: number;
    longitude: number;
  };
  initiator?: {
    id: number;
    username: string;
    email: string;
    first_name: string;
    last_name: string;
    phone: string;
  };
  agreement?: Agreement;
  card_acceptance_criteria?: {
    min_expiry_time?: string;
  };
  three_ds?: {
    challenge: boolean;
    version?: string;
    eci?: string;
    outcome?: 'authenticated' | 'attempted' | 'failed' | 'unavailable';
  };
  token?: Token;
  is_sandbox?: true;
  message?: string;
  disputes?: Disputes[];
  dispute?: Disputes;
  alert?: 'second_success' | 'dispute';
  timestamp_utc: string;
  signature: string;
}
export interface InvoicesCreateRequest {
  type: 'e_commerce' | 'payment_request';
  currency_code: string;
  /**
   * @minItems 1
   * @maxItems 50
   */
  pg_codes: string[];
  /**
   * Unique among the merchant's invoices.
   */
  invoice_number: string;
  /**
   * YYYY-MM-DD. The invoice is overdue when this day has ended in UTC.
   */
  due_date: string;
  /**
   * At most 1000. In each, `quantity` has up to six decimals; `tax_amount`, `total_excl_tax` and `total_incl_tax` must equal what is computed here.
   *
   * @minItems 1
   * @maxItems 1000
   */
  invoice_items: InvoiceItems[];
  company_name?: string;
  /**
   * Percent, 0 to 100 with two decimals, on top of the taxes of the items.
   */
  tax_rate?: string;
  /**
   * Not with `discount_percentage`. At most the subtotal.
   */
  discount_amount?: string;
  /**
   * Not with `discount_amount`. Of the subtotal.
   */
  discount_percentage?: string;
  shipping_excl_tax?: string;
  shipping_method?: string;
  /**
   * Percent. The only tax on shipping.
   */
  shipping_tax_rate?: string;
  /**
   * Computed by the merchant: it must equal what is computed here.
   */
  amount?: string;
  /**
   * Computed by the merchant: it must equal what is computed here.
   */
  subtotal?: string;
  /**
   * Computed by the merchant: it must equal what is computed here.
   */
  tax_amount?: string;
  /**
   * Computed by the merchant: it must equal what is computed here.
   */
  total_excl_tax?: string;
  /**
   * Computed by the merchant: it must equal what is computed here.
   */
  total_incl_tax?: string;
  /**
   * Computed by the merchant: it must equal what is computed here.
   */
  shipping_incl_tax?: string;
  payment_type?: 'one_off' | 'auto_debit';
  agreement?: Agreement;
  customer_id?: string;
  customer_email?: string;
  customer_phone?: string;
  customer_phone_2?: string;
  customer_first_name?: string;
  customer_last_name?: string;
  customer_birthdate?: string;
  order_no?: string;
  billing_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  shipping_address?: ShippingAddress;
  card_acceptance_criteria?: {
    min_expiry_time?: number | string;
  };
  notifications?: Notifications_2;
  expiration_time?: string;
  /**
   * With it the invoice is overdue at this moment, not at the end of `due_date`.
   */
  due_datetime?: string;
  language?: 'en' | 'ar';
  /**
   * @maxItems 50
   */
  email_recipients?: string[];
  extra?: {
    [k: string]: unknown;
  };
  redirect_url?: string;
  webhook_url?: string;
  product_type?: string;
  vendor_name?: string;
  unit_code?: string;
  initiator_id?: number;
  branding_options?: {
    payment_methods?: {
      [k: string]: {
        text: string;
        color: string;
        font_weight?: number;
      };
    };
  };
  loyalty?: {
    enabled: boolean;
    reference?: string;
    metadata?: {
      [k: string]: unknown;
    };
  };
  capture_delivery_address?: boolean;
  capture_delivery_location?: boolean;
  attachment_upload_url?: string;
  generate_qr_code?: boolean;
  include_sdk_setup_preload?: boolean;
  shortify_attachment_url?: boolean;
  shortify_checkout_url?: boolean;
  preload_checkout_page?: boolean;
}
export interface InvoiceItems {
  sku: string;
  description: string;
  quantity: string;
  unit_price: string;
  tax_rate?: string;
  discount_amount?: string;
  discount_percentage?: string;
  tax_amount?: string;
  total_excl_tax?: string;
  total_incl_tax?: string;
}
export interface InvoiceItems_2 {
  sku: string;
  description: string;
  quantity: string;
  unit_price: string;
  currency_code: string;
  tax_rate?: string;
  discount_amount: string;
  discount_percentage?: string;
  tax_amount: string;
  total_excl_tax: string;
  total_incl_tax: string;
  id: number;
  invoice: number;
}
export interface BulkRead_200 {
  bulk_id: string;
  name: string;
  state:
    | 'uploading'
    | 'unconfirmed'
    | 'scheduling'
    | 'dispatching'
    | 'paused'
    | 'done'
    | 'canceled';
  total: number;
  created_at: string;
  initiator?: {
    id: number;
    username: string;
  };
  legacy?: true;
  pending: number;
  dispatched: number;
  failed: number;
  actions: ('pause' | 'resume' | 'cancel' | 'confirm')[];
  confirm_by?: string;
  per_minute?: number;
  expected_end?: string;
  report?: {
    rows: number;
    valid: number;
    invalid: number;
    sums?: {
      currency_code: string;
      amount: string;
    }[];
    error_counts: {
      [k: string]: number;
    };
    unknown_columns: string[];
  };
}
export interface InquiryAskRequest {
  /**
   * Decides which payment is meant.
   */
  session_id?: string;
  /**
   * Enough where only one payment has it.
   */
  order_no?: string;
  /**
   * Post the answer as a webhook too, also when nothing has changed.
   */
  notify_webhook_url?: boolean;
  /**
   * Post it there instead of at the payment's own address. Used only with notify_webhook_url.
   */
  webhook_url?: string;
}
export interface ApplePayPayRequest {
  session_id: string;
  /**
   * Which account; required only where the payment offers several that take this wallet.
   */
  pg_code?: string;
  /**
   * What the wallet has given, unchanged. Only its outside is looked at: what is in it, the network alone can read. It pays once; it is kept sealed until the gateway has answered, for 15 minutes at most.
   */
  payload: {
    [k: string]: unknown;
  };
  /**
   * Of the payer, as your page and the request to your server have it: their IP address, two headers of their browser, and what a script knows of its screen. Some networks ask no bank for 3-D Secure without it, so that the bank declines.
   */
  payer_device?: {
    ip: string;
    browser: {
      language: string;
      screen_width: number;
      screen_height: number;
      color_depth: number;
      time_zone_offset: number;
      user_agent: string;
      accept: string;
    };
  };
}
export interface WalletPayRequest {
  session_id: string;
  /**
   * Which account with the wallet service; required only where the payment offers several.
   */
  pg_code?: string;
  /**
   * Which wallet, by its `wallet_code`; there is one.
   */
  payload?: {
    wallet_code?: 'wallet_sarraf';
  };
}
export interface OperationsPerformRequest {
  operation: 'refund' | 'capture' | 'void' | 'cancel' | 'expire' | 'delete';
  /**
   * Decides which payment is meant.
   */
  session_id?: string;
  /**
   * Enough where only one payment has it.
   */
  order_no?: string;
  /**
   * Of a refund or a capture; all that is left when it is missing. A void takes all.
   */
  amount?: string;
  /**
   * For the gateway; it comes back in the answer and in the webhook.
   */
  extra?: {
    [k: string]: unknown;
  };
  /**
   * Of a refund, a capture or a void: why. `code` comes back in the webhook and stands in reports; `note`, which `other` needs, only your people read.
   */
  reason?: {
    code:
      | 'requested_by_customer'
      | 'duplicate'
      | 'fraud'
      | 'not_delivered'
      | 'goodwill'
      | 'error'
      | 'other';
    note?: string;
  };
  /**
   * Of a refund: back the way it was paid, or to the customer's wallet. `pg` when it is missing.
   */
  destination?: 'pg' | 'wallet';
}
export interface PaymentMethodsListRequest {
  /**
   * The `type` of the payments to be made.
   */
  plugin: 'payment_request' | 'e_commerce';
  /**
   * Accounts that accept one of these; those that convert it are not among them.
   *
   * @maxItems 200
   */
  currencies?: string[];
  /**
   * Fills `customer_payment_methods` with the codes that this customer has paid with.
   */
  customer_id?: string;
  operation?: 'purchase' | 'authorize';
  /**
   * True: accounts that save cards. False asks for nothing.
   */
  tokenizable?: boolean | ('true' | 'false');
  /**
   * True: accounts that save cards and debit by themselves.
   */
  auto_debit?: boolean | ('true' | 'false');
  /**
   * Accounts of one of these gateways.
   *
   * @maxItems 200
   */
  pg_names?: string[];
  type?: 'sandbox' | 'production';
  /**
   * @maxItems 200
   */
  tags?: (
    | 'e_commerce'
    | 'crm'
    | 'pos'
    | 'invoicing'
    | 'subscriptions'
    | 'marketplace'
    | 'mobile_app'
    | 'ticket_booking'
    | 'donations'
    | 'government'
    | 'education'
    | 'healthcare'
    | 'insurance'
    | 'logistics'
    | 'hospitality'
    | 'real_estate'
    | 'retail'
    | 'telecom'
    | 'utilities'
    | 'demo'
    | 'test'
  )[];
  /**
   * @maxItems 200
   */
  payment_services?: ('apple_pay' | 'google_pay' | 'samsung_pay' | 'wallet')[];
}
export interface RoutingDryRunRequest {
  /**
   * The code of the route.
   */
  route: string;
  amount: string;
  currency_code: string;
  /**
   * Of the payment; accounts that are not enabled for it are left out.
   */
  type?: 'payment_request' | 'e_commerce';
  /**
   * Of the card, such as VISA. A card that is typed at the network is not known before.
   */
  brand?: string;
  /**
   * The first six to eight digits of the card.
   */
  bin?: string;
  /**
   * In place of now: rules may ask for the time of day.
   */
  at?: string;
  /**
   * From which the turns of accounts follow that share; a new one when left out.
   */
  reference?: string;
}
export interface WalletAccountsRequest {
  customer_id: string;
  currency?: string;
  status?: 'active' | 'suspended' | 'closed';
  /**
   * The `next` or `previous` of a page, or a beginning: `per_page` from 1 to 50, 20 by itself. Newest first.
   */
  pagination?: {
    cursor?: number | null;
    direction?: 'forward' | 'backward';
    per_page?: number;
  };
}
export interface Results_5 {
  id: string;
  customer_id: string;
  currency: string;
  status: 'active' | 'suspended' | 'closed';
  balance: string;
  available_balance: string;
  created_at: string;
  updated_at: string;
  is_sandbox?: true;
}
export interface WalletEntriesRequest {
  customer_id: string;
  currency: string;
  entry_type?:
    | 'credit_refund'
    | 'debit_payment'
    | 'reserve'
    | 'release'
    | 'expire'
    | 'reversal'
    | 'credit_adjustment'
    | 'debit_adjustment';
  direction?: 'credit' | 'debit';
  status?: 'pending' | 'completed' | 'failed';
  /**
   * Of the payment.
   */
  session_id?: string;
  provider?: string;
  pg_code?: string;
  /**
   * A date, from its beginning in UTC, or a date and time.
   */
  date_from?: string;
  /**
   * A date, up to its end in UTC, or a date and time; inclusive.
   */
  date_to?: string;
  /**
   * The `next` or `previous` of a page, or a beginning: `per_page` from 1 to 50, 20 by itself. Newest first.
   */
  pagination?: {
    cursor?: number | null;
    direction?: 'forward' | 'backward';
    per_page?: number;
  };
}
export interface Agreements {
  uuid: string;
  customer_id: string;
  type: 'sandbox' | 'production';
  state: 'active' | 'ended';
  agreement: {
    [k: string]: unknown;
  };
  pg_code: string;
  token: string;
  session_id: string;
  charges: number;
  created: string;
  ended: string | null;
  autopay: {
    state: 'active' | 'paused' | 'ended';
    ended_as: string | null;
    amount: string;
    currency_code: string;
    interval_days: number | null;
    interval_months: number | null;
    payment_processing_day: number | null;
    start_date: string;
    end_date: string | null;
    time_zone: string;
    charge_at: string;
    total_cycles: number;
    next_cycle: {
      period: string;
      number: number;
      due_datetime: string;
    } | null;
    skipped: string[];
    cycles: {
      period: string;
      number: number;
      due_datetime: string;
      state: 'coming' | 'trying' | 'paid' | 'failed' | 'skipped' | 'missed' | 'unknown';
      tries: {
        session_id: string;
        tried: string;
        result: 'pending' | 'paid' | 'soft' | 'hard' | 'do-not-retry' | 'error' | 'unknown';
      }[];
    }[];
  } | null;
}
export interface CardsListRequest {
  customer_id: string;
  /**
   * Cards of the sandbox and of production never stand in one list.
   */
  type: 'sandbox' | 'production';
  /**
   * Only cards of these gateway accounts.
   *
   * @maxItems 50
   */
  pg_codes?: string[];
  /**
   * Only the latest card that this agreement is charged to.
   */
  agreement_id?: string;
}
export interface CardsList_200 {
  token: string;
  customer_id: string;
  brand: string | null;
  name_on_card: string | null;
  number: string;
  expiry_month: string;
  expiry_year: string;
  is_expired: boolean;
  will_expire_soon: boolean;
  is_preferred: boolean;
  cvv_required: boolean;
  pg_code: string;
  pg_name: string;
  agreements: string[];
}
export interface AgreementsAutopayRequest {
  /**
   * Charged each time, in the currency of the customer's own payment.
   */
  amount: string;
  /**
   * The first date on which it may be charged, there where the time zone is.
   */
  start_date?: string;
  /**
   * The last one.
   */
  end_date?: string;
  /**
   * Every so many days; not together with a day of the month.
   */
  interval_days?: number;
  /**
   * Every so many months; as often as the agreement says, or each month where that has a day alone.
   */
  interval_months?: number;
  /**
   * The day of the month, needed with `interval_months` where the agreement has none; that of the first date where neither is said. A month that does not have it is charged on its last.
   */
  payment_processing_day?: number;
  /**
   * So many cycles, skipped ones counted; as many as the agreement leaves.
   */
  total_cycles?: number;
  /**
   * Of the IANA list, such as `Asia/Kuwait`; UTC where nothing is said.
   */
  time_zone?: string;
  /**
   * The time of day there, as `HH:MM`; 09:00 where nothing is said.
   */
  charge_at?: string;
}
export interface ReportsExportRequest {
  /**
   * `csv` where nothing is said.
   */
  file_format?: 'csv' | 'xlsx';
  /**
   * Of the labels in the first row.
   */
  language?: 'en' | 'ar';
  /**
   * A CSV begins with a byte order mark, for Excel.
   */
  bom?: boolean;
  /**
   * With the columns `refunded_amount` and `voided_amount`.
   */
  add_breakdown_columns?: boolean;
  /**
   * These columns in place of the usual ones, by `order`. A user needs `customer.view` for `customer_email` and `customer_phone`, which are else in no report of theirs.
   *
   * @minItems 1
   * @maxItems 60
   */
  columns?: Columns[];
  file_name_prefix?: string;
  /**
   * Who is told by mail when it is finished.
   *
   * @maxItems 20
   */
  emails?: string[];
  /**
   * The mail has the file, where that is no larger than 5 MB.
   */
  send_by_email?: boolean;
  /**
   * @minItems 1
   * @maxItems 4
   */
  plugins?: ('payment_request' | 'e_commerce' | 'invoice' | 'legacy')[];
  /**
   * Made on this day or later, there where the merchant is. From 1970-01-01 to 9998-12-31, as the other.
   */
  created_after?: string;
  /**
   * Made on this day or before; until now where nothing is said.
   */
  created_before?: string;
  /**
   * @minItems 1
   * @maxItems 2
   */
  type?: ('e_commerce' | 'payment_request')[];
  /**
   * @minItems 1
   * @maxItems 10
   */
  state?: (
    | 'created'
    | 'pending'
    | 'attempted'
    | 'authorized'
    | 'paid'
    | 'failed'
    | 'canceled'
    | 'expired'
    | 'invalided'
    | 'cod'
  )[];
  /**
   * @minItems 1
   * @maxItems 50
   */
  pg_code?: string[];
  /**
   * @minItems 1
   * @maxItems 50
   */
  currency_code?: string[];
  order_no?: string;
  unit_code?: string;
}
export interface Columns {
  kind: 'common' | 'config_field' | 'gateway_response' | 'static';
  name: string;
  label_en?: string;
  label_ar?: string;
  is_active?: boolean;
  order?: number;
  path?: string;
  value?: string;
}
export interface ReportsExport_200 {
  encrypted_id: string;
  report_name: string;
  interval: '' | 'daily' | 'weekly' | 'monthly' | 'yearly';
  source: 'auto' | 'manual';
  file_format: 'csv' | 'xlsx';
  records_amount: number;
  status: 'in_progress' | 'finished' | 'expired' | 'failed';
  generated_at: string | null;
  created_at: string;
  created_after: string | null;
  created_before: string;
  emails: string[];
  send_by_email: boolean;
  expires_at: string | null;
  bytes: number | null;
  totals: {
    pg_code: string;
    account: string;
    currency_code: string;
    amount: string;
  }[];
  download_action: {
    method: 'GET';
    url: string;
  } | null;
}
export interface Results_6 {
  id: string;
  is_active: boolean;
  interval: 'daily' | 'weekly' | 'monthly' | 'yearly';
  start_date: string;
  cut_off_time: string;
  time_zone: string;
  next_report: {
    created_after: string;
    created_before: string;
  } | null;
  last_report: {
    encrypted_id: string;
    report_name: string;
    status: 'in_progress' | 'finished' | 'expired' | 'failed';
    generated_at: string | null;
    created_at: string;
  } | null;
  plugins: string[];
  file_format: 'csv' | 'xlsx';
  language: 'en' | 'ar';
  bom: boolean;
  columns: {
    kind: string;
    name: string;
    label_en: string;
    label_ar: string;
    path?: string;
    value?: string;
  }[];
  file_name_prefix: string;
  emails: string[];
  send_by_email: boolean;
  created_at: string;
}
export interface ReportsScheduleRequest {
  /**
   * `csv` where nothing is said.
   */
  file_format?: 'csv' | 'xlsx';
  /**
   * Of the labels in the first row.
   */
  language?: 'en' | 'ar';
  /**
   * A CSV begins with a byte order mark, for Excel.
   */
  bom?: boolean;
  /**
   * With the columns `refunded_amount` and `voided_amount`.
   */
  add_breakdown_columns?: boolean;
  /**
   * These columns in place of the usual ones, by `order`. A user needs `customer.view` for `customer_email` and `customer_phone`, which are else in no report of theirs.
   *
   * @minItems 1
   * @maxItems 60
   */
  columns?: Columns[];
  file_name_prefix?: string;
  /**
   * Who is told by mail when it is finished.
   *
   * @maxItems 20
   */
  emails?: string[];
  /**
   * The mail has the file, where that is no larger than 5 MB.
   */
  send_by_email?: boolean;
  /**
   * @minItems 0
   * @maxItems 4
   */
  plugins?: ('payment_request' | 'e_commerce' | 'invoice' | 'legacy')[];
  /**
   * How often.
   */
  interval: 'daily' | 'weekly' | 'monthly' | 'yearly';
  /**
   * The date of the first cut-off; its weekday, or its day of the month or year, is that of all. From 1970-01-01 to 2090-12-31.
   */
  start_date: string;
  /**
   * The time of day, as `HH:MM`: what is later belongs to the next report.
   */
  cut_off_time: string;
  /**
   * `false`: it is paused.
   */
  is_active?: boolean;
  /**
   * Of the IANA list; that of the merchant where nothing is said.
   */
  time_zone?: string;
}
export interface ReportsScheduleChangeRequest {
  /**
   * `csv` where nothing is said.
   */
  file_format?: 'csv' | 'xlsx';
  /**
   * Of the labels in the first row.
   */
  language?: 'en' | 'ar';
  /**
   * A CSV begins with a byte order mark, for Excel.
   */
  bom?: boolean;
  /**
   * With the columns `refunded_amount` and `voided_amount`.
   */
  add_breakdown_columns?: boolean;
  /**
   * These columns in place of the usual ones, by `order`. A user needs `customer.view` for `customer_email` and `customer_phone`, which are else in no report of theirs.
   *
   * @minItems 1
   * @maxItems 60
   */
  columns?: Columns[];
  file_name_prefix?: string;
  /**
   * Who is told by mail when it is finished.
   *
   * @maxItems 20
   */
  emails?: string[];
  /**
   * The mail has the file, where that is no larger than 5 MB.
   */
  send_by_email?: boolean;
  /**
   * @minItems 0
   * @maxItems 4
   */
  plugins?: ('payment_request' | 'e_commerce' | 'invoice' | 'legacy')[];
  /**
   * How often.
   */
  interval?: 'daily' | 'weekly' | 'monthly' | 'yearly';
  /**
   * The date of the first cut-off; its weekday, or its day of the month or year, is that of all. From 1970-01-01 to 2090-12-31.
   */
  start_date?: string;
  /**
   * The time of day, as `HH:MM`: what is later belongs to the next report.
   */
  cut_off_time?: string;
  /**
   * `false`: it is paused.
   */
  is_active?: boolean;
  /**
   * Of the IANA list; that of the merchant where nothing is said.
   */
  time_zone?: string;
}
export interface NotificationsResendRequest {
  /**
   * Decides which payment is meant.
   */
  session_id?: string;
  /**
   * Enough where only one payment has it.
   */
  order_no?: string;
  /**
   * @minItems 1
   * @maxItems 10
   */
  channels: ('email' | 'sms' | 'whatsapp')[];
  /**
   * The request for payment (`created`) or the receipt (`paid`, `authorized`), whether or not `notifications` asks for it. It has to be how the payment stands.
   */
  event?: 'created' | 'paid' | 'authorized';
  /**
   * Another address than the customer's own, of the one channel that is named.
   */
  to?: string;
}
export interface NotificationsSendRequest {
  channel: 'email' | 'sms' | 'whatsapp';
  /**
   * `communication-notification-email` and the like for anything, `payment-request-mail`, or `<event>-<channel>`, such as `paid-sms`.
   */
  template_id: string;
  /**
   * One address or number, or up to ten: a mail goes to all of them together, other messages to each.
   */
  to: string | string[];
  /**
   * The code of the unit in whose name it is sent; WhatsApp needs one.
   */
  unit_config?: string | number;
  language?: 'en' | 'ar';
  /**
   * @maxItems 10
   */
  cc?: string[];
  /**
   * @maxItems 10
   */
  bcc?: string[];
  subject?: string;
  /**
   * Sent where the template says nothing with these values.
   */
  body?: string;
  context?: {
    [k: string]: unknown;
  };
  /**
   * Each with `content` in base64, or a public `url` that is fetched when the mail is sent. 5 MB in all. The content type follows from the name; a `size` is held against the content.
   *
   * @maxItems 5
   */
  attachments?: {
    content?: string;
    url?: string;
    filename?: string;
    content_type?: string;
    size?: number | string;
  }[];
  /**
   * Your own name for the message, in the log.
   */
  trace_id?: string;
  /**
   * @maxItems 20
   */
  tags?: string[];
}
export interface Results_7 {
  id: string;
  created: string;
  channel: 'email' | 'sms' | 'whatsapp';
  event_type: string | null;
  template_id?: string;
  language: 'en' | 'ar';
  session_id?: string;
  operation_session_id?: string;
  status: 'wanted' | 'sent' | 'failed' | 'unknown' | 'dropped';
  is_sent: boolean;
  forced: boolean;
  backend: 'smtp' | 'http';
  provider?: string;
  provider_reference?: string;
  receivers?: {
    type: 'to' | 'cc' | 'bcc';
    address: string;
  }[];
  tries: number;
  parts?: number;
  ended?: string;
  email_seen_at?: string;
  error?: string;
  attachments?: string[];
  trace_id?: string;
  tags?: string[];
}
export interface Results_8 {
  id: string;
  template_id: string;
  channel: 'email' | 'sms' | 'whatsapp';
  event:
    | 'created'
    | 'paid'
    | 'canceled'
    | 'failed'
    | 'expired'
    | 'authorized'
    | 'voided'
    | 'refunded'
    | 'captured'
    | 'communication';
  language: 'en' | 'ar';
  unit_code?: string;
  subject?: string;
  text: string;
  html?: string;
  length?: {
    encoding: 'gsm-7' | 'ucs-2';
    units: number;
    parts: number;
  };
  created: string;
  modified: string;
}
export interface TemplatesCreateRequest {
  /**
   * Which message: `paid-email`, `created-sms`, `communication-notification-email` and the like.
   */
  template_id: string;
  /**
   * Only for payments of this unit.
   */
  unit_code?: string;
  /**
   * Of its words; English when it is left out.
   */
  language?: 'en' | 'ar';
  /**
   * Of an e-mail, which must have one.
   */
  subject?: string;
  /**
   * With placeholders such as `{{amount}}`.
   */
  text: string;
  /**
   * Of an e-mail, in place of the text where HTML is shown: a part of a document, without scripts.
   */
  html?: string;
}
export interface TemplatesReplaceRequest {
  /**
   * Of an e-mail, which must have one.
   */
  subject?: string;
  /**
   * With placeholders such as `{{amount}}`.
   */
  text: string;
  /**
   * Of an e-mail, in place of the text where HTML is shown: a part of a document, without scripts.
   */
  html?: string;
}
export interface Results_9 {
  id: string;
  number?: number;
  created: string;
  requested_by?: {
    id: number;
    username: string;
  };
  session_id: string;
  order_no?: string;
  operation: 'refund' | 'capture' | 'void';
  amount?: string;
  operation_amount: string;
  currency_code: string;
  pg_code: string;
  destination: 'pg' | 'wallet';
  reference_number: string;
  operation_reason?: {
    code:
      | 'requested_by_customer'
      | 'duplicate'
      | 'fraud'
      | 'not_delivered'
      | 'goodwill'
      | 'error'
      | 'other';
    note?: string;
  };
  state:
    | 'pending'
    | 'approved'
    | 'rejected'
    | 'canceled'
    | 'done'
    | 'manual_action_required'
    | 'expired';
  approvals_needed: number;
  approvals: {
    by: {
      id: number;
      username: string;
    };
    at: string;
    break_glass?: true;
    note?: string;
  }[];
  decided_by?: {
    id: number;
    username: string;
  };
  decided_at?: string;
  reason?: string;
  expires_at?: string;
  result?: {
    [k: string]: unknown;
  };
  last_error?: string;
}
export interface Results_11 {
  id: string;
  event_type?:
    | 'payment.pending'
    | 'payment.attempted'
    | 'payment.authorized'
    | 'payment.paid'
    | 'payment.failed'
    | 'payment.canceled'
    | 'payment.expired'
    | 'payment.invalided'
    | 'payment.cod'
    | 'payment.second_success'
    | 'payment.dispute'
    | 'card.pending'
    | 'card.success'
    | 'card.failed'
    | 'card.canceled'
    | 'card.error'
    | 'alert.raised'
    | 'alert.handled'
    | 'refund.success'
    | 'refund.queued'
    | 'refund.rejected'
    | 'refund.reversed'
    | 'capture.success'
    | 'capture.queued'
    | 'capture.rejected'
    | 'capture.reversed'
    | 'void.success'
    | 'void.queued'
    | 'void.rejected'
    | 'void.reversed';
  state: 'queued' | 'sending' | 'delivered' | 'delivered_stay' | 'failed' | 'held';
  endpoint_id?: string;
  session_id?: string;
  sequence: number;
  url: string;
  test?: true;
  created_at: string;
  calls_made: number;
  last_call?: {
    at: string;
    duration_ms: number;
    status?: number;
    error?: string;
  };
  given_up_at?: string;
}
export interface WebhooksDelivery_200 {
  id: string;
  event_type?:
    | 'payment.pending'
    | 'payment.attempted'
    | 'payment.authorized'
    | 'payment.paid'
    | 'payment.failed'
    | 'payment.canceled'
    | 'payment.expired'
    | 'payment.invalided'
    | 'payment.cod'
    | 'payment.second_success'
    | 'payment.dispute'
    | 'card.pending'
    | 'card.success'
    | 'card.failed'
    | 'card.canceled'
    | 'card.error'
    | 'alert.raised'
    | 'alert.handled'
    | 'refund.success'
    | 'refund.queued'
    | 'refund.rejected'
    | 'refund.reversed'
    | 'capture.success'
    | 'capture.queued'
    | 'capture.rejected'
    | 'capture.reversed'
    | 'void.success'
    | 'void.queued'
    | 'void.rejected'
    | 'void.reversed';
  state: 'queued' | 'sending' | 'delivered' | 'delivered_stay' | 'failed' | 'held';
  endpoint_id?: string;
  session_id?: string;
  sequence: number;
  url: string;
  test?: true;
  created_at: string;
  calls_made: number;
  last_call?: {
    at: string;
    duration_ms: number;
    status?: number;
    error?: string;
  };
  given_up_at?: string;
  request_body: string;
  request_body_truncated?: true;
  calls: {
    at: string;
    duration_ms: number;
    status?: number;
    error?: string;
    response_body?: string;
  }[];
}
export interface WebhookReplaysCreateRequest {
  state?: 'queued' | 'sending' | 'delivered' | 'delivered_stay' | 'failed' | 'held';
  event_type?:
    | 'payment.pending'
    | 'payment.attempted'
    | 'payment.authorized'
    | 'payment.paid'
    | 'payment.failed'
    | 'payment.canceled'
    | 'payment.expired'
    | 'payment.invalided'
    | 'payment.cod'
    | 'payment.second_success'
    | 'payment.dispute'
    | 'card.pending'
    | 'card.success'
    | 'card.failed'
    | 'card.canceled'
    | 'card.error'
    | 'alert.raised'
    | 'alert.handled'
    | 'refund.success'
    | 'refund.queued'
    | 'refund.rejected'
    | 'refund.reversed'
    | 'capture.success'
    | 'capture.queued'
    | 'capture.rejected'
    | 'capture.reversed'
    | 'void.success'
    | 'void.queued'
    | 'void.rejected'
    | 'void.reversed';
  session_id?: string;
  /**
   * The registered endpoint that they are for.
   */
  endpoint_id?: string;
  /**
   * This moment or later.
   */
  created_after?: string;
  /**
   * Before this moment.
   */
  created_before?: string;
}
export interface WebhooksTestRequest {
  /**
   * `payment.paid` when it is left out.
   */
  event_type?:
    | 'payment.pending'
    | 'payment.attempted'
    | 'payment.authorized'
    | 'payment.paid'
    | 'payment.failed'
    | 'payment.canceled'
    | 'payment.expired'
    | 'payment.invalided'
    | 'payment.cod'
    | 'payment.second_success'
    | 'payment.dispute'
    | 'card.pending'
    | 'card.success'
    | 'card.failed'
    | 'card.canceled'
    | 'card.error'
    | 'alert.raised'
    | 'alert.handled'
    | 'refund.success'
    | 'refund.queued'
    | 'refund.rejected'
    | 'refund.reversed'
    | 'capture.success'
    | 'capture.queued'
    | 'capture.rejected'
    | 'capture.reversed'
    | 'void.success'
    | 'void.queued'
    | 'void.rejected'
    | 'void.reversed';
  /**
   * Where to; the webhook URL of your first plugin that has one when it is left out.
   */
  url?: string;
  /**
   * Where to: one of your endpoints, signed with its own secret.
   */
  endpoint_id?: string;
}
export interface Results_12 {
  id: string;
  url: string;
  kind: 'registered' | 'payment';
  enabled: boolean;
  events: (
    | 'payment.pending'
    | 'payment.attempted'
    | 'payment.authorized'
    | 'payment.paid'
    | 'payment.failed'
    | 'payment.canceled'
    | 'payment.expired'
    | 'payment.invalided'
    | 'payment.cod'
    | 'payment.second_success'
    | 'payment.dispute'
    | 'card.pending'
    | 'card.success'
    | 'card.failed'
    | 'card.canceled'
    | 'card.error'
    | 'alert.raised'
    | 'alert.handled'
    | 'refund.success'
    | 'refund.queued'
    | 'refund.rejected'
    | 'refund.reversed'
    | 'capture.success'
    | 'capture.queued'
    | 'capture.rejected'
    | 'capture.reversed'
    | 'void.success'
    | 'void.queued'
    | 'void.rejected'
    | 'void.reversed'
    | 'payment.*'
    | 'card.*'
    | 'alert.*'
    | 'refund.*'
    | 'capture.*'
    | 'void.*'
  )[];
  description?: string;
  paused?: boolean;
  created_at: string;
  failing_since?: string;
  disabled_at?: string;
}
export interface EndpointsCreateRequest {
  /**
   * Each event that it wants is posted there, beside the address of its payment.
   */
  url: string;
  /**
   * Types of events, or `payment.*` and the like; all when the list is empty or left out.
   *
   * @maxItems 36
   */
  events?: (
    | 'payment.pending'
    | 'payment.attempted'
    | 'payment.authorized'
    | 'payment.paid'
    | 'payment.failed'
    | 'payment.canceled'
    | 'payment.expired'
    | 'payment.invalided'
    | 'payment.cod'
    | 'payment.second_success'
    | 'payment.dispute'
    | 'card.pending'
    | 'card.success'
    | 'card.failed'
    | 'card.canceled'
    | 'card.error'
    | 'alert.raised'
    | 'alert.handled'
    | 'refund.success'
    | 'refund.queued'
    | 'refund.rejected'
    | 'refund.reversed'
    | 'capture.success'
    | 'capture.queued'
    | 'capture.rejected'
    | 'capture.reversed'
    | 'void.success'
    | 'void.queued'
    | 'void.rejected'
    | 'void.reversed'
    | 'payment.*'
    | 'card.*'
    | 'alert.*'
    | 'refund.*'
    | 'capture.*'
    | 'void.*'
  )[];
  description?: string;
  /**
   * Events are held, and nobody is called.
   */
  paused?: boolean;
}
export interface EndpointsChangeRequest {
  /**
   * Each event that it wants is posted there, beside the address of its payment.
   */
  url?: string;
  /**
   * Types of events, or `payment.*` and the like; all when the list is empty or left out.
   *
   * @maxItems 36
   */
  events?: (
    | 'payment.pending'
    | 'payment.attempted'
    | 'payment.authorized'
    | 'payment.paid'
    | 'payment.failed'
    | 'payment.canceled'
    | 'payment.expired'
    | 'payment.invalided'
    | 'payment.cod'
    | 'payment.second_success'
    | 'payment.dispute'
    | 'card.pending'
    | 'card.success'
    | 'card.failed'
    | 'card.canceled'
    | 'card.error'
    | 'alert.raised'
    | 'alert.handled'
    | 'refund.success'
    | 'refund.queued'
    | 'refund.rejected'
    | 'refund.reversed'
    | 'capture.success'
    | 'capture.queued'
    | 'capture.rejected'
    | 'capture.reversed'
    | 'void.success'
    | 'void.queued'
    | 'void.rejected'
    | 'void.reversed'
    | 'payment.*'
    | 'card.*'
    | 'alert.*'
    | 'refund.*'
    | 'capture.*'
    | 'void.*'
  )[];
  description?: string;
  /**
   * Events are held, and nobody is called.
   */
  paused?: boolean;
}
export interface PaymentWebhook {
  session_id: string;
  reference_number: string;
  order_no?: string;
  transaction_log_id?: string;
  result: 'pending' | 'success' | 'failed' | 'canceled' | 'error' | 'cod';
  state:
    | 'created'
    | 'pending'
    | 'attempted'
    | 'authorized'
    | 'paid'
    | 'failed'
    | 'canceled'
    | 'expired'
    | 'invalided'
    | 'cod'
    | 'refunded'
    | 'refund_queued'
    | 'refund_rejected'
    | 'capture_queued'
    | 'capture_rejected'
    | 'voided'
    | 'void_queued'
    | 'void_rejected';
  is_reversed?: true;
  operation?: 'payment' | 'authorization';
  payment_type: 'one_off' | 'save_card' | 'auto_debit';
  amount: string;
  currency_code: string;
  amount_details: {
    currency_code: string;
    amount: string;
    fee: string;
    total: string;
    exchange_rate?: string;
  };
  fee?: string;
  settled_amount?: string;
  paid_amount?: string;
  refunded_amount?: string;
  voided_amount?: string;
  remaining_amount?: string;
  transaction?: {
    amount: string;
    currency_code: string;
    order_no: string;
    session_id: string;
    state:
      | 'paid'
      | 'refunded'
      | 'refund_queued'
      | 'refund_rejected'
      | 'capture_queued'
      | 'capture_rejected'
      | 'voided'
      | 'void_queued'
      | 'void_rejected';
    voided_amount?: string;
    is_reversed?: true;
  }[];
  transactions?: {
    amount: string;
    currency_code: string;
    order_no: string;
    session_id: string;
    state:
      | 'paid'
      | 'refunded'
      | 'refund_queued'
      | 'refund_rejected'
      | 'capture_queued'
      | 'capture_rejected'
      | 'voided'
      | 'void_queued'
      | 'void_rejected';
    voided_amount?: string;
    is_reversed?: true;
  }[];
  customer_wallet_transactions?: {
    provider_code: string;
    amount: string;
    currency: string;
    operation_id: string;
    wallet_response: {
      [k: string]: unknown;
    };
    created_at: string;
    modified_at: string;
  }[];
  gateway_account: string;
  gateway_name: string;
  gateway_response?: {
    [k: string]: unknown;
  };
  pg_params: {
    [k: string]: unknown;
  };
  customer_id?: string;
  customer_first_name?: string;
  customer_last_name?: string;
  customer_email?: string;
  customer_phone?: string;
  customer_birthdate?: string;
  customer_address_line1?: string;
  customer_address_line2?: string;
  customer_address_city?: string;
  customer_address_state?: string;
  customer_address_country?: string;
  customer_address_postal_code?: string;
  extra?: {
    [k: string]: unknown;
  };
  capture_delivery_address?: boolean;
  capture_delivery_location?: boolean;
  delivery_address?: {
    line1: string;
    line2?: string;
    city: string;
    state?: string;
    country: string;
    postal_code?: string;
  };
  delivery_location?: {
    latitude: number;
    longitude: number;
  };
  initiator?: {
    id: number;
    username: string;
    email: string;
    first_name: string;
    last_name: string;
    phone: string;
  };
  agreement?: {
    id?: string;
    type?: 'recurring' | 'unscheduled' | 'installment' | 'event_based' | 'other';
    amount_variability?: 'fixed' | 'variable';
    start_date?: string;
    expiry_date?: string;
    max_amount_per_cycle?: string;
    cycle_interval_days?: number;
    total_cycles?: number;
    frequency?:
      | 'irregular'
      | 'daily'
      | 'weekly'
      | 'semi_monthly'
      | 'monthly'
      | 'quarterly'
      | 'semi_annually'
      | 'yearly'
      | 'other';
    seller?: {
      name?: string;
      short_name?: string;
      category_code?: string;
    };
    extra_params?: {
      payment_processing_day?: number | string;
    };
  };
  card_acceptance_criteria?: {
    min_expiry_time?: string;
  };
  three_ds?: {
    challenge: boolean;
    version?: string;
    eci?: string;
    outcome?: 'authenticated' | 'attempted' | 'failed' | 'unavailable';
  };
  token?: {
    token: string;
    customer_id: string;
    number: string;
    expiry_month: string;
    expiry_year: string;
    is_expired: boolean;
    will_expire_soon: boolean;
    cvv_required: boolean;
    pg_code: string;
    pg_name: string;
    agreements: string[];
    brand?: string;
    name_on_card?: string;
    is_preferred?: true;
    auto_debit_enabled: 'true' | 'false';
  };
  is_sandbox?: true;
  message?: string;
  disputes?: {
    id: string;
    reference_number: string;
    state: 'inquiry' | 'open' | 'review' | 'closed' | 'won' | 'lost';
    amount: string;
    currency_code: string;
    withdrawn_amount?: string;
    reason?: string;
    respond_by?: string;
  }[];
  dispute?: {
    id: string;
    reference_number: string;
    state: 'inquiry' | 'open' | 'review' | 'closed' | 'won' | 'lost';
    amount: string;
    currency_code: string;
    withdrawn_amount?: string;
    reason?: string;
    respond_by?: string;
  };
  alert?: 'second_success' | 'dispute';
  timestamp_utc: string;
  signature: string;
}
export interface OperationWebhook {
  operation: 'refund' | 'capture' | 'void';
  success: boolean;
  amount: string;
  session_id: string;
  order_no?: string;
  txn: {
    amount: string;
    currency_code: string;
    order_no: string;
    session_id: string;
    state:
      | 'paid'
      | 'refunded'
      | 'refund_queued'
      | 'refund_rejected'
      | 'capture_queued'
      | 'capture_rejected'
      | 'voided'
      | 'void_queued'
      | 'void_rejected';
    is_reversed?: true;
  };
  reference_number: string;
  pg_code: string;
  pg_params: {
    [k: string]: unknown;
  };
  pg_response: {
    [k: string]: unknown;
  };
  initiator?: {
    id: number;
    username: string;
    email: string;
    first_name: string;
    last_name: string;
    phone: string;
  };
  is_sandbox: boolean;
  source: 'input' | 'pg';
  extra?: {
    [k: string]: unknown;
  };
  reason?: {
    code:
      | 'requested_by_customer'
      | 'duplicate'
      | 'fraud'
      | 'not_delivered'
      | 'goodwill'
      | 'error'
      | 'other';
  };
  timestamp_utc: string;
  signature: string;
  result: 'success' | 'queued' | 'rejected' | 'reversed';
}
export interface AlertWebhook {
  event_type: 'alert.raised' | 'alert.handled';
  alert:
    | 'amount-mismatch'
    | 'late-money'
    | 'second-success'
    | 'manual-action-required'
    | 'break-glass'
    | 'reference-mismatch'
    | 'dispute';
  message: string;
  raised_at: string;
  task_id: string;
  session_id: string;
  order_no?: string;
  reference_number: string;
  amount?: string;
  currency_code?: string;
  handled_by?: string;
  note?: string;
  is_sandbox?: boolean;
  extra?: {
    test_event?: boolean;
  };
  timestamp_utc: string;
  signature: string;
}

/** The routes that take an `Idempotency-Key`. */
export const KEYED_ROUTES: ReadonlySet<string> = new Set([
  'POST /b/checkout/v1/pymt-txn/',
  'POST /b/checkout/v1/pymt-txn/{session_id}/inquire/',
  'POST /b/checkout/v1/pymt-txn/{session_id}/notify/',
  'POST /b/checkout/v1/pymt-txn/{session_id}/restore/',
  'POST /b/invoice/v1/invoice/',
  'POST /b/bulk/v1/bulk/',
  'POST /b/checkout/v1/upload-attachment/',
  'POST /b/pbl/v2/payment/apple-pay/',
  'POST /b/pbl/v2/payment/google-pay/',
  'POST /b/pbl/v2/payment/wallet/',
  'POST /b/pbl/v2/payment/auto-debit/',
  'POST /b/pbl/v2/auto-debit/',
  'POST /b/pbl/v2/payment/cash/',
  'POST /b/pbl/v2/operation/',
  'POST /b/pbl/v2/agreements/{uuid}/autopay/',
  'POST /b/pbl/v2/agreements/{uuid}/pause/',
  'POST /b/pbl/v2/agreements/{uuid}/resume/',
  'POST /b/pbl/v2/agreements/{uuid}/cycles/{period}/skip/',
  'POST /b/pbl/v2/agreements/{uuid}/cycles/{period}/charge/',
  'POST /b/pbl/v2/agreements/{uuid}/card/',
  'POST /b/pbl/v2/agreements/{uuid}/end/',
  'POST /b/api/v1/reports/exports/',
  'POST /b/api/v1/reports/schedules/',
  'POST /b/api/v1/reports/schedules/{id}/pause/',
  'POST /b/api/v1/reports/schedules/{id}/resume/',
  'POST /b/pbl/v2/message-notification/',
  'POST /b/pbl/v2/send-notification/',
  'POST /b/pbl/v2/notifications/send/{channel}/',
  'POST /b/pbl/v2/notification-templates/',
  'POST /b/webhooks/v1/deliveries/{event_id}/replay/',
  'POST /b/webhooks/v1/replays/',
  'POST /b/webhooks/v1/test-events/',
  'POST /b/webhooks/v1/endpoints/',
  'POST /b/webhooks/v1/endpoints/{id}/rotate-secret/',
  'POST /b/webhooks/v1/rotate-key/',
]);

/** The routes that answer a file. */
export const FILE_ROUTES: ReadonlySet<string> = new Set([
  'GET /b/bulk/v1/bulk/template/',
  'GET /b/bulk/v1/bulk/{bulk_id}/result/',
  'GET /b/bulk/v1/bulk/{bulk_id}/errors/',
  'GET /b/api/v1/reports/files/{token}/download/',
]);
