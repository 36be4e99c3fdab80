/** The interface of the company registry: its question and its possible answers. */

/** A company in the registry. Texts have no padding, and are empty if the registry has no value. */
export type RegisteredCompany = {
  readonly vat: string
  readonly name: string
  readonly title: string
  readonly taxOffice: string
  readonly legalStatus: string
  readonly street: string
  readonly streetNumber: string
  readonly postcode: string
  readonly city: string
  /** False if the VAT number was deactivated. */
  readonly active: boolean
  /** The text of the registry for `active`. */
  readonly activeText: string
  /** False for a person without a business, or with one that has ended. */
  readonly business: boolean
  readonly businessText: string
  /** 'YYYY-MM-DD' */
  readonly stopDate: string | null
  /** The activities of the company, the main one first. */
  readonly activities: readonly { readonly code: string; readonly name: string; readonly main: boolean }[]
}

export type RegistryAnswer =
  | { readonly kind: 'found'; readonly company: RegisteredCompany }
  /** The registry has no company with this number, or the number is invalid. `code` comes from the registry. */
  | { readonly kind: 'absent'; readonly code: string }
  /** The registry refuses the account, because of its credentials or limits. `code` comes from the registry. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The registry cannot be reached or answers in an unknown form. */
  | { readonly kind: 'unavailable'; readonly reason: string }

export type Registry = {
  /** Looks up a VAT number with a valid check digit. Never throws for a failure of the registry or the connection. */
  find(vat: string): Promise<RegistryAnswer>
}
