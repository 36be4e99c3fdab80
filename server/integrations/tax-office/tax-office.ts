/** The interface of the tax office (myDATA): movement events of delivery notes, their state, and the documents that it has of us. */
import type { Cents, Quantity } from '#kernel/money.ts'
import type { DeliveryOutcome, NoteState } from '#kernel/tax/delivery-note.ts'

/** The account of a company at the tax office. It belongs either to the real environment or to the one for tests. */
export type TaxOfficeAccount = { readonly userId: string; readonly key: string }

/** Packages of one kind, by the code of the tax office: 1 pallet, 2 carton, 3 crate, 4 barrel, 5 sack, 6 other. */
export type Packages = { readonly type: number; readonly count: number }

/** What happened to the goods of a delivery note. The tax office finds the note by the address in its QR code. */
export type MovementEvent =
  /** The goods leave in a vehicle, or change to another one. `at` is when they left. */
  | {
      readonly kind: 'transfer'
      readonly qrUrl: string
      readonly vehicle: string
      /** 1 truck for hire, 2 own truck, 3 ship, 4 train, 5 plane, 6 other, 7 none. */
      readonly transport: number
      readonly carrierVat: string
      readonly at: string
    }
  /** The carrier says what was handed over. A part names the packages that were. */
  | {
      readonly kind: 'outcome'
      readonly qrUrl: string
      readonly outcome: DeliveryOutcome
      readonly packages: readonly Packages[]
    }
  /** The recipient refuses the whole note. Only the recipient may call it. */
  | { readonly kind: 'rejection'; readonly qrUrl: string; readonly reason: string }
  /** The issuer says that what was not handed over is back. */
  | { readonly kind: 'return'; readonly qrUrl: string }

/** The answer to an event. */
export type EventAnswer =
  | { readonly kind: 'accepted'; readonly mark: string }
  /** The tax office does not take the event as it is. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** A failure of the tax office. The event was not stored. */
  | { readonly kind: 'technical'; readonly message: string }
  /** It is unknown whether the event arrived. Ask for the state of the note before it is sent again. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** Nothing was sent. */
  | { readonly kind: 'unsent'; readonly reason: string }

/** An event that the tax office has of a note. */
export type KnownEvent = {
  readonly kind: MovementEvent['kind']
  readonly mark: string
  readonly at: string
  readonly actorVat: string
  /** Null if the event is no outcome. */
  readonly outcome: DeliveryOutcome | null
}

export type NoteStateAnswer =
  /** `state` is null if the tax office names one that is not known here, and `mark` is empty if it does not name the note. */
  | {
      readonly kind: 'known'
      readonly mark: string
      readonly state: NoteState | null
      readonly events: readonly KnownEvent[]
    }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** A document that the tax office has of us. Texts are empty if it does not name them. */
export type TransmittedDocument = {
  readonly mark: string
  readonly uid: string
  /** The MARK of its cancellation; empty if it is valid. */
  readonly cancelledBy: string
  readonly type: string
  readonly series: string
  readonly number: string
  /** The branch of the issuer. */
  readonly branch: number
  /** 'YYYY-MM-DD'. */
  readonly day: string
  readonly customerVat: string
  readonly customerCountry: string
  readonly net: Cents
  readonly vat: Cents
  readonly total: Cents
  readonly qrUrl: string
}

/** Goods on a delivery note of another company. Texts are empty if the note does not contain them. */
export type ReceivedLine = {
  readonly code: string
  readonly name: string
  /** Null if the note names none. */
  readonly quantity: Quantity | null
  /** The unit by the code of the tax office, 1 to 7; empty if the note names none. */
  readonly unit: string
}

/** A delivery note that another company issued to us, or an invoice that is one too. Texts are empty if the tax office does not name them. */
export type ReceivedNote = {
  readonly mark: string
  readonly type: string
  readonly series: string
  readonly number: string
  /** 'YYYY-MM-DD'. */
  readonly day: string
  /** When the goods leave: 'YYYY-MM-DD', or empty. */
  readonly leavesOn: string
  readonly vehicle: string
  readonly issuerVat: string
  readonly issuerCountry: string
  readonly issuerName: string
  readonly qrUrl: string
  /** Null if the tax office does not name it. */
  readonly state: NoteState | null
  readonly lines: readonly ReceivedLine[]
  /** The document of the tax office with this note alone. */
  readonly file: string
}

export type ReceivedQuestion = Pick<TransmittedQuestion, 'afterMark' | 'untilMark' | 'fromDay' | 'toDay' | 'token'>

export type ReceivedAnswer =
  | {
      readonly kind: 'page'
      readonly notes: readonly ReceivedNote[]
      /** How many documents of the page are in no form that is understood. */
      readonly unread: number
      /** The MARKs of documents that were cancelled. */
      readonly cancelled: readonly string[]
      /** Null for the last page. */
      readonly next: PageToken | null
    }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Where the next page of documents begins. */
export type PageToken = { readonly partition: string; readonly row: string }

export type TransmittedQuestion = {
  /** Documents with a greater MARK are returned; '0' for all. */
  readonly afterMark: string
  /** The greatest MARK that is returned. */
  readonly untilMark?: string
  /** 'YYYY-MM-DD'. */
  readonly fromDay?: string
  readonly toDay?: string
  /** Such as '1.1'. */
  readonly type?: string
  readonly token?: PageToken
}

export type TransmittedAnswer =
  | {
      readonly kind: 'page'
      readonly documents: readonly TransmittedDocument[]
      /** Cancelled documents, each with the MARK of its cancellation. */
      readonly cancelled: readonly { readonly mark: string; readonly cancelledBy: string; readonly day: string }[]
      /** Null for the last page. */
      readonly next: PageToken | null
    }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** One account at the tax office. No call throws for a failure of the service or the connection. */
export type TaxOffice = {
  report(event: MovementEvent): Promise<EventAnswer>
  /** Returns the state of a delivery note of ours, by its MARK. */
  stateOf(mark: string): Promise<NoteStateAnswer>
  /** Returns the state of a delivery note, ours or one that was issued to us, by the address in its QR code. */
  stateByQr(qrUrl: string): Promise<NoteStateAnswer>
  /** Returns one page of the delivery notes that others issued to us. */
  received(question: ReceivedQuestion): Promise<ReceivedAnswer>
  /** Returns one page of the documents that the tax office has of us. */
  transmitted(question: TransmittedQuestion): Promise<TransmittedAnswer>
}

/** Opens accounts at the tax office. */
export type TaxOfficeGate = {
  /** The account of the simulation in the demo company; null outside it. */
  readonly demoAccount: TaxOfficeAccount | null
  /** Opens an account. With `test` every call goes to the address for tests only. */
  open(account: TaxOfficeAccount, test: boolean): TaxOffice
}
