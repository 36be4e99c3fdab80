/** The port to the accounting service: what invoicing asks of it and what it may answer. */

export type AccountingParty = {
  readonly name: string
  readonly vat: string
  readonly street: string
  readonly city: string
  readonly postcode: string
  readonly country: string
  readonly email: string
  readonly phone: string
}

/** One document to be sent. Amounts in cents, quantities and prices in ten-thousandths, rates in hundredths of a percent. */
export type AccountingDocument = {
  /** Our key of the document; the service never accepts two with the same. */
  readonly key: string
  readonly kind: 'invoice' | 'credit-note'
  /** The MARK of the invoice that a credit note takes back. */
  readonly correlatedMark: string | null
  readonly series: string
  readonly number: number
  /** 'YYYY-MM-DD' */
  readonly day: string
  readonly issuer: AccountingParty
  readonly customer: AccountingParty
  readonly lines: readonly {
    readonly code: string
    readonly name: string
    readonly unit: string
    readonly quantity: number
    readonly price: number
    readonly vatRate: number
    readonly net: number
    readonly vat: number
  }[]
  readonly net: number
  readonly vat: number
  readonly total: number
}

export type AccountingOutcome =
  /** The service issued the document. */
  | {
      readonly kind: 'acknowledged'
      readonly processId: string
      readonly mark: string
      readonly uid: string
      readonly authenticationCode: string
      readonly qrUrl: string
    }
  /** The service has it and is still working; ask again. */
  | { readonly kind: 'in-progress'; readonly processId: string }
  /** The service will not issue it as it is. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The service or the tax office broke down over it: not issued so far, perhaps later under the same key. */
  | { readonly kind: 'technical'; readonly code: string; readonly message: string }
  /** Whether it arrived is not known: ask before anything is sent again. `detail` quotes what the service answered. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly detail?: string }
  /** Nothing left this server. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** The service holds another document under the key; `differs` tells what stands in ours and in the other. */
  | {
      readonly kind: 'foreign'
      readonly mark: string | null
      readonly differs: Readonly<Record<string, readonly [ours: string, theirs: string]>>
    }
  /** The service has never seen this key (answer to `ask` only). */
  | { readonly kind: 'absent' }

export type Accounting = {
  /** Sends a document. Never throws for what the service or the line may do. */
  send(document: AccountingDocument): Promise<AccountingOutcome>
  /** Asks what became of a document, by its key. */
  ask(document: AccountingDocument): Promise<AccountingOutcome>
  /** The address of the service as old programs know it (`url1`). */
  address(): Promise<string>
}
