/** Describes how the cells of a file are read, and the headings that mean a field. */
import { CUSTOMER_KINDS } from '#kernel/tax/customer-kind.ts'
import { PAYMENT_WAY_NAMES } from '#kernel/tax/payment-ways.ts'
import { MOST_PAYMENT_DAYS } from '#features/settings/domain/terms.ts'
import { cents, LIMITS, PLACES, subtractCents, ZERO_CENTS } from '#kernel/money.ts'
import type { Field as Declared, Fields as DeclaredFields } from '#kernel/records/fields.ts'

/** How a cell is read. Codes are texts in which no digit may be lost. */
export type Reads =
  | { readonly as: 'text' | 'code' | 'vat' | 'day' | 'flag' | 'list' | 'json' | 'id' | 'salesperson' | 'goods-code' }
  | { readonly as: 'decimal'; readonly places: number; readonly least: number; readonly most: number }
  | { readonly as: 'choice'; readonly choices: Readonly<Record<string, readonly string[]>> }

/** One field of a record. `words` are the headings that mean it, as people and other programs write them. */
export type Field = {
  readonly name: string
  readonly reads: Reads
  readonly words: readonly string[]
}

export const TEXT: Reads = { as: 'text' }
export const CODE: Reads = { as: 'code' }
/** A code of goods (CN or TARIC), as lists print it. */
export const GOODS_CODE: Reads = { as: 'goods-code' }
const FLAG: Reads = { as: 'flag' }
export const ID: Reads = { as: 'id' }
const PRICE: Reads = { as: 'decimal', places: PLACES.unitPrice, least: 0, most: LIMITS.unitPrice }
export const QUANTITY: Reads = { as: 'decimal', places: PLACES.quantity, least: 0, most: LIMITS.quantity }
const PERCENT: Reads = { as: 'decimal', places: PLACES.rate, least: 0, most: 100_00 }
export const PAYMENT_DAYS: Reads = { as: 'decimal', places: 0, least: 0, most: MOST_PAYMENT_DAYS }
export const MARGIN: Reads = { ...PERCENT, most: LIMITS.rate }
/** A balance of either sign. */
export const BALANCE: Reads = {
  as: 'decimal',
  places: PLACES.cents,
  least: subtractCents(ZERO_CENTS, cents(LIMITS.cents)),
  most: LIMITS.cents,
}

/** Returns a field. Its name is the first of its words. */
export const field = (name: string, reads: Reads, ...words: string[]): Field => ({
  name,
  reads,
  words: [name, ...words],
})

const READS_OF_KIND: Readonly<Record<Declared['kind'], Reads>> = {
  id: ID,
  name: TEXT,
  text: TEXT,
  code: CODE,
  email: TEXT,
  day: { as: 'day' },
  moment: TEXT,
  wallClock: TEXT,
  percent: PERCENT,
  money: { as: 'decimal', places: PLACES.cents, least: 0, most: LIMITS.cents },
  price: PRICE,
  quantity: QUANTITY,
  count: CODE,
  degree: CODE,
  flag: FLAG,
  since: FLAG,
  choice: TEXT,
  reference: ID,
  list: { as: 'json' },
  object: { as: 'json' },
}

/**
 * Returns the fields of a declaration that files may contain. `headings` are the words that mean a field beside its own name, and `reads` how
 * fields are read that are not read as the others of their kind; null for those that no file contains. Fields without headings come last.
 */
export function declaredFields<F extends DeclaredFields>(
  declared: F,
  headings: { readonly [K in keyof F]?: readonly string[] },
  reads: { readonly [K in keyof F]?: Reads | null },
): Field[] {
  const names = [...new Set([...Object.keys(headings), ...Object.keys(declared)])]
  return names.flatMap((name) => {
    const one = declared[name]
    const how = reads[name] === undefined ? one && READS_OF_KIND[one.kind] : reads[name]
    return !how || one?.options.wire === false ? [] : [field(name, how, ...(headings[name] ?? []))]
  })
}

/** Returns the words of a choice, with the value itself. */
export const choices = <V extends string>(
  values: readonly V[],
  words: Readonly<Record<V, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(values.map((value) => [value, [value, ...words[value]]]))

/** What a customer is for the tax office, in the words of Greek lists. */
export const TAX_KIND: Reads = {
  as: 'choice',
  choices: choices(CUSTOMER_KINDS, {
    home: ['επιχείρηση', 'εταιρεία', 'επιχείρηση εσωτερικού', 'χονδρική', 'company'],
    union: ['επιχείρηση εε', 'ενδοκοινοτικός', 'ενδοκοινοτική', 'eu company'],
    outside: ['επιχείρηση τρίτης χώρας', 'τρίτη χώρα', 'third country'],
    private: ['ιδιώτης', 'λιανική', 'private person'],
    public: ['δημόσιο', 'δημόσιος φορέας', 'ναός', 'ιερός ναός', 'εκκλησία', 'church', 'public body'],
  }),
}

/** How a party pays, in the words of Greek lists. */
export const PAYMENT_WAY: Reads = {
  as: 'choice',
  choices: choices(PAYMENT_WAY_NAMES, {
    'on-credit': ['επί πιστώσει', 'πίστωση', 'credit'],
    cash: ['μετρητά', 'τοις μετρητοίς'],
    cheque: ['επιταγή', 'check'],
    transfer: ['κατάθεση', 'τράπεζα', 'έμβασμα', 'bank', 'bank transfer'],
    'transfer-abroad': ['τράπεζα εξωτερικού', 'foreign bank'],
    'web-banking': ['web banking', 'ebanking', 'e-banking'],
    card: ['κάρτα', 'pos'],
    iris: ['iris'],
  }),
}
