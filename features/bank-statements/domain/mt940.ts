/**
 * Reads the movements of an account from MT940, the Customer Statement Message of SWIFT. The fields have the names of the standard. Where
 * banks deviate from it, or from each other, the comment says how; the samples of the test have the form of real files.
 */
import { type Day, isDay } from '#kernel/day.ts'
import { cents, LIMITS, PLACES, scaleDecimal, subtractCents, ZERO_CENTS } from '#kernel/money.ts'
import { isIban, plainIban } from '#kernel/settings/checks.ts'
import { type BankLine, MOST_STATEMENT_LINES, type StatementProblem, type StatementReading } from './bank-line.ts'

/** The fields that are read, by their tags without the letter of the option. */
const TAGS = {
  '25': 'accountIdentification',
  '60': 'openingBalance',
  '61': 'statementLine',
  '62': 'closingBalance',
  '86': 'informationToAccountOwner',
} as const
type FieldName = (typeof TAGS)[keyof typeof TAGS]

type Field = { readonly name: FieldName | 'other'; readonly line: number; readonly rows: string[] }

/** Reports whether a text is MT940: its messages begin with the fields 20 and 25. */
export const isMt940 = (text: string): boolean => /^:20:/m.test(text) && /^:25P?:/m.test(text)

/** Returns the fields of all messages in the file. What stands outside of fields, such as the blocks of SWIFT, is left out. */
function fieldsIn(text: string): Field[] {
  const fields: Field[] = []
  let isOpen = false
  for (const [at, row] of text.split(/\r\n|\n|\r/).entries()) {
    const [, tag, first = ''] = /^:(\d{2}[A-Z]?|NS):(.*)$/.exec(row) ?? []
    if (tag !== undefined) {
      fields.push({ name: TAGS[tag.slice(0, 2) as keyof typeof TAGS] ?? 'other', line: at + 1, rows: [first] })
      isOpen = true
    } else if (/^-(\}.*|XXX)?$/.test(row)) isOpen = false
    else if (isOpen) fields.at(-1)?.rows.push(row)
  }
  return fields
}

/** Reads the only account of a file, or says why the file is refused. */
export function readMt940(text: string): StatementReading {
  const fields = fieldsIn(text)
  const accounts = new Set(
    fields.flatMap(({ name, rows }) => (name === 'accountIdentification' ? plainIban(rows.join('')) : [])),
  )
  if (accounts.size > 1) return { problem: { code: 'several-accounts' } }
  const cut = whyCut(fields)
  if (cut) return { problem: cut }
  const own = ibanOf([...accounts][0] ?? '')
  const lines: BankLine[] = []
  for (const [at, field] of fields.entries()) {
    const problem = whyNotEuro(field)
    if (problem) return { problem }
    if (field.name !== 'statementLine') continue
    const next = fields[at + 1]
    const read = readStatementLine(field, next?.name === 'informationToAccountOwner' ? next.rows : [], own)
    if ('code' in read) return { problem: read }
    if (read.amount !== 0) lines.push(read)
    if (lines.length > MOST_STATEMENT_LINES)
      return { problem: { code: 'too-many', details: { most: MOST_STATEMENT_LINES } } }
  }
  return lines.length === 0 ? { problem: { code: 'no-lines' } } : { statement: { form: 'mt940', iban: own, lines } }
}

/**
 * Returns the problem of a file that ends inside a message. The amount of its last movement may be cut too: 120,50 would be read as 12. An
 * interim report (MT942) has neither balance.
 */
function whyCut(fields: readonly Field[]): StatementProblem | null {
  let open: Field | null = null
  for (const field of fields) {
    if (field.name === 'closingBalance') open = null
    if (field.name !== 'openingBalance') continue
    if (open) break
    open = field
  }
  return open && { code: 'cut', details: { line: open.line } }
}

/** Returns the IBAN in the identification of an account; empty if it is none. Some banks write the currency behind it. */
const ibanOf = (account: string): string => [account, account.replace(/[A-Z]{3}$/, '')].find((one) => isIban(one)) ?? ''

/** Returns the problem of a balance in another currency than the euro. */
function whyNotEuro({ name, line, rows }: Field): StatementProblem | null {
  const currency = name === 'openingBalance' ? (/^[CD]\d{6}([A-Z]{3})/.exec(rows[0] ?? '')?.[1] ?? '') : 'EUR'
  return currency === 'EUR' ? null : { code: 'currency', details: { line, currency } }
}

/**
 * The parts of field 61: value date, entry date, debit or credit mark, funds code, amount, transaction type, and the references of the account
 * owner and, behind two slashes, of the bank. Some banks leave out the type or write blanks around it.
 */
const STATEMENT_LINE =
  /^(?<valueDate>\d{6})(?<entryDate>\d{4})?(?<mark>R?[CD])[A-Z]?\s*(?<amount>\d+(,\d*)?)\s*([NFS].{3}(?<references>.*))?$/

/** The marks of money that came in: a credit, and the reversal of a debit. */
const CAME_IN = ['C', 'RD']

/** What stands in a reference without one. */
const NO_REFERENCE = ['NONREF', 'NOTPROVIDED']

function readStatementLine(
  { line, rows }: Field,
  information: readonly string[],
  own: string,
): BankLine | StatementProblem {
  const [first = '', ...supplementary] = rows
  const {
    valueDate = '',
    entryDate = '',
    mark = '',
    amount,
    references = '',
  } = STATEMENT_LINE.exec(first)?.groups ?? {}
  if (amount === undefined) return { code: 'movement', details: { line, text: first.slice(0, 60) } }
  const day = bookingDay(valueDate, entryDate)
  if (day === null) return { code: 'day', details: { line, text: entryDate || valueDate } }
  const size = scaleDecimal(amount.replace(',', '.'), PLACES.cents)
  if (size === null || size > LIMITS.cents) return { code: 'amount', details: { line, text: amount.slice(0, 40) } }
  const bank = (references.split('//')[1] ?? '').trim()
  const details = joined(supplementary)
  const { name, iban, text } = readInformation(joined(information))
  return {
    day,
    amount: CAME_IN.includes(mark) ? cents(size) : subtractCents(ZERO_CENTS, cents(size)),
    name: name.slice(0, 200),
    iban: iban || ibanAmong(`${details} ${text}`, own),
    text: (text || details).slice(0, 500),
    reference: NO_REFERENCE.includes(bank) ? '' : bank.slice(0, 100),
  }
}

/**
 * Returns the entry date, or without a valid one the value date; null if neither exists. The entry date has no year: it is in that of the value
 * date, unless the year turned between them.
 */
function bookingDay(valueDate: string, entryDate: string): Day | null {
  const dayOf = (year: number, date: string): Day | null => {
    const day = `20${String(year).padStart(2, '0')}-${date.slice(0, 2)}-${date.slice(2)}`
    return isDay(day) ? day : null
  }
  const year = Number(valueDate.slice(0, 2))
  const months = Number(valueDate.slice(2, 4)) - Number(entryDate.slice(0, 2))
  const turned = entryDate === '' ? 0 : months > 6 ? 1 : months < -6 ? -1 : 0
  return dayOf(year + turned, entryDate) ?? dayOf(year, valueDate.slice(2))
}

/** A row of a field has at most so many characters. A row of this length was cut, and goes on in the next one. */
const LONGEST_ROW = 65

/** Returns the rows of a field as one text. */
const joined = (rows: readonly string[]): string =>
  rows
    .map((row) => (row.length < LONGEST_ROW ? `${row} ` : row))
    .join('')
    .trim()

/** What field 86 says about the other side. */
type Information = Pick<BankLine, 'name' | 'iban' | 'text'>

/** Reads field 86 in one of its two usual structures, or else as a text. */
function readInformation(text: string): Information {
  const [, separator] = /^(?:\d{3})?([?~<^@])\d{2}/.exec(text) ?? []
  if (separator !== undefined) return readNumbered(text, separator)
  return text.startsWith('/') ? readNamed(text) : { name: '', iban: '', text: squeezed(text) }
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The words before the parts of a SEPA transfer inside a text. What the other side wrote stands behind SVWZ. */
const SEPA_WORDS = /(?:^|\s)?(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|PURP)\+/

/** Reads parts with numbers, such as `166?00…?20…?32…`: 20 to 29 and 60 to 63 are the text, 31 or 38 the account, 32 and 33 the name. */
function readNumbered(text: string, separator: string): Information {
  const parts = new Map<string, string>()
  let last = ''
  for (const part of text.split(separator).slice(1)) {
    const isNumbered = /^\d{2}/.test(part)
    if (isNumbered) last = part.slice(0, 2)
    parts.set(last, `${parts.get(last) ?? ''}${isNumbered ? part.slice(2) : `${separator}${part}`}`)
  }
  const among = (from: number, to: number): string =>
    [...parts].flatMap(([number, part]) => (Number(number) >= from && Number(number) <= to ? part : [])).join('')
  const written = `${among(20, 29)}${among(60, 63)}`
  const [whole = '', ...sepa] = written.split(SEPA_WORDS)
  const purpose = sepa.flatMap((word, at) => (word === 'SVWZ' ? (sepa[at + 1] ?? '') : []))
  return {
    name: squeezed(among(32, 33)),
    iban: [parts.get('38'), parts.get('31')].map((one) => plainIban(one ?? '')).find((one) => isIban(one)) ?? '',
    text: squeezed(purpose.join('') || whole || written || among(0, 0)),
  }
}

/** The words of parts such as `/NAME/…/REMI/…`. CNTP is the other side: its account, its bank, its name and its town. */
const NAMED_PARTS =
  /\/(NAME|REMI|IBAN|ACCT|CNTP|BENM|ORDP|EREF|KREF|PREF|MARF|CSID|BIC|ADDR|ISDT|TRTP|TRCD|PURP|RTRN|SVCL|ULTB|ULTD|ULTC)\//

function readNamed(text: string): Information {
  const split = text.split(NAMED_PARTS)
  const part = (word: string): string => (split.includes(word) ? (split[split.indexOf(word) + 1] ?? '') : '')
  const [account = '', , counterparty = ''] = part('CNTP').split('/')
  const iban = [part('IBAN'), account, part('ACCT')].map(plainIban).find((one) => isIban(one)) ?? ''
  const purpose = part('REMI').replace(/^(USTD|STRD(\/CUR)?)\/+/, '')
  return { name: squeezed(part('NAME') || counterparty), iban, text: squeezed(purpose || text).replace(/\/+$/, '') }
}

/** Returns the first IBAN among the words of a text that is not our own; empty if there is none. */
const ibanAmong = (text: string, own: string): string =>
  text
    .split(/[\s/:;,]+/)
    .map(plainIban)
    .find((word) => word !== own && isIban(word)) ?? ''
