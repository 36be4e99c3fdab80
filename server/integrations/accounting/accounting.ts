/** The interface of the accounting service: what invoicing sends and which answers it may get. */

import type { DeliveryNote } from '#kernel/tax/delivery-note.ts'
import type { TaxDocument } from '#kernel/tax/tax-document.ts'

/** One document to send. The service finds it by its key. */
export type AccountingDocument = TaxDocument & { readonly key: string }

/** A delivery note to send. */
export type KeyedNote = DeliveryNote & { readonly key: string }

export type Sendable = AccountingDocument | KeyedNote

export type AccountingOutcome =
  /** The service issued the document. */
  | {
      readonly kind: 'acknowledged'
      readonly processId: string
      readonly mark: string
      readonly uid: string
      readonly authenticationCode: string
      readonly qrUrl: string
      /** The series and number under which the service issued the document earlier, if they are not those that were sent. */
      readonly issuedAs?: { readonly series: string; readonly number: number }
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
  /** A person sends the file of the document by another way, and enters the answer. */
  | { readonly kind: 'by-file' }
  /**
   * The service recorded the document and issues it itself, but cannot be asked for it: a person enters its MARK. `recordId` is its
   * number there, or empty.
   */
  | { readonly kind: 'inserted'; readonly recordId: string }
  /** It is unknown whether the document arrived, and the service cannot be asked: a person looks there. Nothing is sent again. */
  | { readonly kind: 'look-there'; readonly reason: string }
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
  /** True if the service cannot be asked for a document. What may have arrived there is then never sent again by itself. */
  readonly cannotBeAsked?: true
  /** Sends a document. Never throws for a failure of the service or the connection. */
  send(document: Sendable): Promise<AccountingOutcome>
  /** Returns the state of a document at the service, found by its key. */
  ask(document: Sendable): Promise<AccountingOutcome>
  /** Returns the address of the service that old programs receive as `url1`. */
  address(): Promise<string>
}
