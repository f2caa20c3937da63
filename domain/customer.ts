/** A place where somebody lives, or to which something is sent. */
export interface Address {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly state?: string;
  readonly country: string;
  readonly postalCode?: string;
}

export interface ShippingAddress extends Address {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

/** Who pays, as the merchant knows them. */
export interface Customer {
  readonly id?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly phone2?: string;
  readonly birthdate?: string;
}
