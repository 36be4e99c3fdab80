/** The interface of the accounting service: what invoicing sends and which answers it may get. */

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

/**
 * One document to send. Amounts are in cents, quantities and prices in ten-thousandths, rates in hundredths of a
 * percent.
 */
export type AccountingDocument = {
  /** The MARK of the invoice that a credit note cancels. */
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
  /** The service has the document and still works on it; ask again. */
  | { readonly kind: 'in-progress'; readonly processId: string }
  /** The service will not issue the document as it is. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /**
   * The service or the tax office had a technical failure. The document is not issued, and may be sent again with the
   * same key.
   */
  | { readonly kind: 'technical'; readonly code: string; readonly message: string }
  /**
   * It is unknown whether the document arrived. Ask before sending it again. `detail` quotes the answer of the
   * service.
   */
  | { readonly kind: 'unknown'; readonly reason: string; readonly detail?: string }
  /** Nothing was sent. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /**
   * The service has another document with this key. `differs` holds our value and the value of the service for each
   * field.
   */
  | {
      readonly kind: 'foreign'
      readonly mark: string | null
      readonly differs: Readonly<Record<string, readonly [ours: string, theirs: string]>>
    }
  /** The service does not know this key; only an answer to `ask`. */
  | { readonly kind: 'absent' }

export type Accounting = {
  /** Sends a document. Never throws for a failure of the service or the connection. */
  send(document: AccountingDocument): Promise<AccountingOutcome>
  /** Returns the state of a document at the service, found by its key. */
  ask(document: AccountingDocument): Promise<AccountingOutcome>
  /** Returns the address of the service that old programs receive as `url1`. */
  address(): Promise<string>
}
