/** A movement of a bank account as a file writes it, and what the columns of a CSV or Excel file contain. */
import type { Day } from '#kernel/day.ts'
import { fold } from '#kernel/fold.ts'
import type { Cents } from '#kernel/money.ts'

type StatementForm = 'camt' | 'mt940' | 'csv' | 'excel'

/** A larger file is refused. A statement of 2,000 lines has about 2 MB. */
export const MOST_STATEMENT_BYTES = 5_000_000
/** A file with more lines is refused. */
export const MOST_STATEMENT_LINES = 2_000

/** A person says what at most so many columns of a CSV or Excel file contain. */
export const MOST_COLUMNS = 60

export type BankLine = {
  readonly day: Day
  /** Positive for money that came in, negative for money that went out; never zero. */
  readonly amount: Cents
  /** The other side, as far as the bank names it. */
  readonly name: string
  readonly iban: string
  /** What the other side wrote. */
  readonly text: string
  /** The bank's own reference; empty if it gives none. */
  readonly reference: string
}

export type BankStatement = {
  readonly form: StatementForm
  /** The company's account; empty if the file does not name it. */
  readonly iban: string
  readonly lines: readonly BankLine[]
  /** The headings of a CSV or Excel file. */
  readonly headings?: readonly string[]
  readonly leftOut?: readonly LeftOut[]
}

/** A row of a file with an amount that is no movement, such as one of totals. `text` is its first cell. */
export type LeftOut = { readonly line: number; readonly text: string }

/** Why a file is refused, with the line of the file if one is concerned. */
export type StatementProblem = {
  readonly code: string
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

export type StatementReading =
  | { readonly statement: BankStatement; readonly problem?: undefined }
  | { readonly statement?: undefined; readonly problem: StatementProblem }

/** What a column of a CSV or Excel file contains. `sign` says whether the amount came in or went out. */
export const BANK_COLUMNS = ['day', 'amount', 'credit', 'debit', 'sign', 'name', 'iban', 'text', 'reference'] as const
export type BankColumn = (typeof BANK_COLUMNS)[number]

const HEADINGS = {
  day: [
    'ημερομηνια',
    'ημ νια',
    'ημ/νια',
    'ημερομηνια κινησησ',
    'ημ νια κινησησ',
    'ημερομηνια συναλλαγησ',
    'ημ νια συναλλαγησ',
    'date',
    'booking date',
    'transaction date',
  ],
  amount: ['ποσο', 'ποσο συναλλαγησ', 'ποσο κινησησ', 'amount', 'transaction amount'],
  credit: ['πιστωση', 'πιστωσεισ', 'ποσο πιστωσησ', 'καταθεση', 'credit', 'credit amount'],
  debit: ['χρεωση', 'χρεωσεισ', 'ποσο χρεωσησ', 'αναληψη', 'debit', 'debit amount'],
  sign: ['προσημο', 'προσημο ποσου', 'χ/π', 'π/χ', 'χρεωση/πιστωση', 'sign', 'debit/credit', 'd/c', 'dr/cr'],
  name: [
    'ονομα',
    'επωνυμια',
    'αντισυμβαλλομενοσ',
    'ονομα αντισυμβαλλομενου',
    'εντολεασ',
    'δικαιουχοσ',
    'εντολεασ/δικαιουχοσ',
    'name',
    'counterparty',
    'counterparty name',
  ],
  iban: [
    'iban',
    'iban αντισυμβαλλομενου',
    'λογαριασμοσ αντισυμβαλλομενου',
    'counterparty iban',
    'counterparty account',
  ],
  text: [
    'περιγραφη',
    'αιτιολογια',
    'περιγραφη συναλλαγησ',
    'περιγραφη κινησησ',
    'σχολια',
    'description',
    'details',
    'remittance information',
  ],
  reference: [
    'αριθμοσ συναλλαγησ',
    'αρ συναλλαγησ',
    'κωδικοσ συναλλαγησ',
    'αριθμοσ αναφορασ',
    'αρ αναφορασ',
    'reference',
    'bank reference',
    'transaction id',
  ],
} as const satisfies Record<BankColumn, readonly string[]>

/** Returns a heading as it is compared: without capitals, accents, points and symbols of currency. */
export const headingKey = (heading: string): string =>
  fold(heading)
    .replace(/[.:_€()"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const COLUMNS = new Map<string, BankColumn>(
  BANK_COLUMNS.flatMap((column) => HEADINGS[column].map((heading) => [headingKey(heading), column] as const)),
)

/** Returns what a column contains by its heading; null for an unknown one, whose column is ignored. */
export const bankColumnOf = (heading: string): BankColumn | null => COLUMNS.get(headingKey(heading)) ?? null

/** Reports whether the columns suffice to read lines: a day, an amount, and no column twice. */
export function areEnough(columns: readonly (BankColumn | null)[]): boolean {
  const known = columns.filter((column) => column !== null)
  const has = (column: BankColumn): boolean => known.includes(column)
  return has('day') && (has('amount') || (has('credit') && has('debit'))) && new Set(known).size === known.length
}
