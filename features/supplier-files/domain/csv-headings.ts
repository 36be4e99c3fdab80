/** Recognises the columns of a provider's CSV file by their headings, in Greek and English. */
import { fold } from '#kernel/fold.ts'

/** What a column of an invoice contains. The first group describes a line, the second the whole document. */
const HEADINGS = {
  code: [
    'κωδικοσ',
    'κωδ',
    'κωδικοσ ειδουσ',
    'κωδ ειδουσ',
    'κωδικοσ προμηθευτη',
    'code',
    'item code',
    'sku',
    'supplier code',
    'product code',
  ],
  barcode: ['barcode', 'bar code', 'ean', 'ean13', 'gtin', 'γραμμωτοσ κωδικασ', 'γραμμωτοσ κωδικοσ'],
  buyerCode: ['κωδικοσ σασ', 'ο κωδικοσ σασ', 'κωδικοσ πελατη', 'your code', 'buyer code', 'customer code'],
  name: [
    'περιγραφη',
    'περιγραφη ειδουσ',
    'ειδοσ',
    'ονομα',
    'ονομασια',
    'προϊον',
    'προιον',
    'description',
    'name',
    'item',
    'product',
  ],
  quantity: ['ποσοτητα', 'ποσ', 'ποσοτ', 'quantity', 'qty'],
  unit: ['μ μ', 'μμ', 'μοναδα', 'μοναδα μετρησησ', 'μον', 'μον μετρ', 'unit', 'uom'],
  price: ['τιμη', 'τιμη μοναδασ', 'τιμη μον', 'price', 'unit price', 'cost'],
  discount: ['εκπτωση', 'εκπτ', 'εκπτωση %', 'εκπτ %', 'discount', 'discount %'],
  vat: ['φπα', 'φ π α', 'φπα %', '% φπα', 'συντελεστησ φπα', 'vat', 'vat %', 'vat rate'],
  net: ['αξια', 'καθαρη αξια', 'αξια μετα εκπτωσησ', 'συνολο', 'net', 'net value', 'net amount', 'amount', 'value'],
  vatAmount: ['αξια φπα', 'ποσο φπα', 'vat amount'],
  providerVat: ['αφμ', 'α φ μ', 'αφμ προμηθευτη', 'αφμ εκδοτη', 'vat number', 'supplier vat'],
  providerName: ['προμηθευτησ', 'επωνυμια', 'επωνυμια προμηθευτη', 'εκδοτησ', 'supplier', 'provider'],
  buyerVat: ['αφμ πελατη', 'αφμ ληπτη', 'αφμ παραληπτη', 'customer vat', 'buyer vat'],
  number: [
    'αριθμοσ',
    'αριθμοσ παραστατικου',
    'αρ παραστατικου',
    'αριθμοσ τιμολογιου',
    'αρ τιμολογιου',
    'παραστατικο',
    'number',
    'invoice',
    'invoice number',
  ],
  date: ['ημερομηνια', 'ημ νια', 'ημ/νια', 'ημερομηνια εκδοσησ', 'date', 'invoice date'],
  currency: ['νομισμα', 'currency'],
} as const satisfies Record<string, readonly string[]>

export type Column = keyof typeof HEADINGS

/** The columns that say something about the whole document. They may also stand above the table, each in a row of its own. */
export const DOCUMENT_COLUMNS = ['providerVat', 'providerName', 'buyerVat', 'number', 'date', 'currency'] as const
export type DocumentColumn = (typeof DOCUMENT_COLUMNS)[number]

/** Returns a heading as it is compared: without capitals, accents, points and signs of currency. */
const headingKey = (heading: string): string =>
  fold(heading)
    .replace(/[.:_€()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const COLUMNS = new Map(
  Object.entries(HEADINGS).flatMap(([column, headings]) =>
    headings.map((heading) => [headingKey(heading), column as Column] as const),
  ),
)

/** Returns what a column contains by its heading; null for an unknown heading, whose column is ignored. */
export const columnOf = (heading: string): Column | null => COLUMNS.get(headingKey(heading)) ?? null

/** Returns the label of a row of totals; null for any other row. */
export function totalOf(label: string): 'net' | 'vat' | 'gross' | null {
  const key = headingKey(label)
  if (/^(φπα|vat|συνολο φπα|total vat)\b|^(φπα|συνολο φπα)/.test(key)) return 'vat'
  if (/^(πληρωτεο|πληρωτεα|γενικο συνολο|τελικο συνολο|τελικη αξια|payable|grand total|total incl)/.test(key))
    return 'gross'
  if (/^(συνολο|συνολα|υποσυνολο|καθαρη αξια|συνολικη|total|subtotal|net total)/.test(key)) return 'net'
  return null
}
