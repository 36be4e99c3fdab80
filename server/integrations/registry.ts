/** The port to the registry of companies: what is asked of it and what it may answer. */

/** A company as the registry knows it; texts without padding, empty where the registry says nothing. */
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
  /** False when the VAT number was given up. */
  readonly active: boolean
  /** The registry's own words for that. */
  readonly activeText: string
  /** False for a person who does no business, or no longer does. */
  readonly business: boolean
  readonly businessText: string
  /** 'YYYY-MM-DD' */
  readonly stopDate: string | null
  /** What the company does, the main activity first. */
  readonly activities: readonly { readonly code: string; readonly name: string; readonly main: boolean }[]
}

export type RegistryAnswer =
  | { readonly kind: 'found'; readonly company: RegisteredCompany }
  /** The registry knows no company of this number, or the number is none. `code` is the registry's own. */
  | { readonly kind: 'absent'; readonly code: string }
  /** The registry will not answer us: credentials, limits. `code` is the registry's own. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The registry cannot be reached or says nothing one can read. */
  | { readonly kind: 'unavailable'; readonly reason: string }

export type Registry = {
  /** Asks for a VAT number whose check digit is right. Never throws for what the registry or the line may do. */
  find(vat: string): Promise<RegistryAnswer>
}
