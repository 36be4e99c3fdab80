/** Reads the movements of an account from camt.053, the statement of ISO 20022 (BankToCustomerStatement). */
import { type Day, dayOf } from '#kernel/day.ts'
import { type Cents, cents, subtractCents, sumCents } from '#kernel/money.ts'
import type { FileProblem } from '#kernel/import/file-problem.ts'
import { attributeOf, childrenOf, type Node, valuesOf } from '#server/files/xml.ts'
import { plainIban } from '#kernel/settings/checks.ts'
import { type BankLine, MOST_STATEMENT_LINES, type StatementReading } from '../../domain/bank-line.ts'

/** Returns the statements in a root element; an empty list if it is no camt.053. */
const statementsIn = (name: string, root: Node): Node[] =>
  name === 'Document' ? childrenOf(root, 'BkToCstmrStmt').flatMap((one) => childrenOf(one, 'Stmt')) : []

/** Reads the only account of a file, or says why the file is refused. */
export function readCamt(name: string, root: Node): StatementReading {
  const statements = statementsIn(name, root)
  if (statements.length === 0) return { problem: { code: 'no-camt', details: { root: name.slice(0, 40) } } }
  const problems: FileProblem[] = []
  const accounts = new Set(
    statements
      .map((one) => plainIban(valuesOf(one, problems).text('Acct', 'Id', 'IBAN')))
      .filter((iban) => iban !== ''),
  )
  if (accounts.size > 1) return { problem: { code: 'several-accounts' } }
  const lines: BankLine[] = []
  for (const statement of statements)
    for (const entry of childrenOf(statement, 'Ntry')) {
      lines.push(...readEntry(entry, problems))
      if (lines.length > MOST_STATEMENT_LINES)
        return { problem: { code: 'too-many', details: { most: MOST_STATEMENT_LINES } } }
      const [first] = problems
      if (first) return { problem: problemIn(first, lines.length + 1) }
    }
  if (lines.length === 0) return { problem: { code: 'no-lines' } }
  return { statement: { form: 'camt', iban: [...accounts][0] ?? '', lines } }
}

/** Returns what is wrong with an entry: its element, and the entry by its place in the file. */
const problemIn = ({ code, details }: FileProblem, entry: number) =>
  code === 'currency'
    ? { code, details: { line: entry, currency: details?.['currency'] ?? '' } }
    : { code: 'element', details: { line: entry, element: details?.['element'] ?? '', text: details?.['text'] ?? '' } }

/** Returns the lines of an entry: one for each of its transactions if these have amounts that sum to it, else one. */
function readEntry(entry: Node, problems: FileProblem[]): BankLine[] {
  const values = valuesOf(entry, problems)
  const status = values.text('Sts') || values.text('Sts', 'Cd')
  // an entry that is only announced is booked by a later file
  if (status !== '' && status !== 'BOOK') return []
  demandEuro(entry, 'Amt', problems)
  const size = values.amount('Amt')
  const side = values.demanded('CdtDbtInd')
  const day = dayOfEntry(values)
  if (side !== 'CRDT' && side !== 'DBIT') values.wrong('element-number', 'CdtDbtInd', { text: side })
  if (size === null || size < 0) values.wrong('element-number', 'Amt', { text: values.text('Amt') })
  if (size === null || size === 0 || day === null) return []
  const amount = signedBy(side, size)
  const reference = values.text('AcctSvcrRef') || values.text('NtryRef')
  const remark = values.text('AddtlNtryInf')
  const transactions = childrenOf(entry, 'NtryDtls').flatMap((details) => childrenOf(details, 'TxDtls'))
  const parts = transactions.map((one) => readTransaction(one, side, problems))
  const count = Math.max(parts.length, ...childrenOf(entry, 'NtryDtls').map((one) => countOf(one, problems)))
  const amounts = parts.map((part) => part.amount)
  const isSplit = parts.length > 1 && amounts.every((one) => one !== null) && sumCents(amounts) === amount
  if (isSplit)
    return parts.flatMap((part, index) => {
      const own = part.amount ?? cents(0)
      if (own === 0) return []
      const mark = part.reference || (reference === '' ? '' : `${reference}/${index + 1}`)
      return [{ ...part, day, amount: own, text: part.text || remark, reference: mark }]
    })
  const whole = count > 1 ? batchOf(count === parts.length ? parts : [], remark) : (parts[0] ?? batchOf([], remark))
  return [
    {
      day,
      amount,
      name: whole.name,
      iban: whole.iban,
      text: whole.text || remark,
      reference: reference || whole.reference,
    },
  ]
}

type Values = ReturnType<typeof valuesOf>

/** Returns the day on which an entry was booked, or else the day of its value. A moment with a time zone is on the day in Athens. */
function dayOfEntry(values: Values): Day | null {
  const element = values.one('BookgDt') === null && values.one('ValDt') !== null ? 'ValDt' : 'BookgDt'
  if (values.one(element, 'DtTm') === null) return values.day(element, 'Dt')
  const day = values.day(element, 'DtTm')
  const moment = values.text(element, 'DtTm')
  const isInZone = day !== null && /(Z|[+-]\d{2}:\d{2})$/.test(moment)
  return isInZone && !Number.isNaN(Date.parse(moment)) ? dayOf(moment) : day
}

/** Returns how many transactions the details of an entry say that it has. */
const countOf = (details: Node, problems: FileProblem[]): number =>
  Number(valuesOf(details, problems).text('Btch', 'NbOfTxs')) || 0

/**
 * Returns what an entry of several transactions without amounts says about the other side: what all of them have in common. The party that is
 * named first has paid only a part.
 */
function batchOf(parts: readonly Part[], remark: string): Part {
  const common = (field: 'name' | 'iban'): string => {
    const [first = '', ...others] = new Set(parts.map((part) => part[field]))
    return others.length === 0 ? first : ''
  }
  const names = [...new Set(parts.map(({ name }) => name))].filter((name) => name !== '')
  return {
    amount: null,
    name: common('name'),
    iban: common('iban'),
    text: remark || (names.length > 1 ? names.join(' · ').slice(0, 500) : ''),
    reference: '',
  }
}

const signedBy = (side: string, size: number): Cents =>
  side === 'DBIT' ? subtractCents(cents(0), cents(size)) : cents(size)

function demandEuro(node: Node, element: string, problems: FileProblem[]): void {
  const currency = attributeOf(childrenOf(node, element)[0] ?? null, 'Ccy')
  if (currency !== '' && currency !== 'EUR') problems.push({ code: 'currency', details: { currency } })
}

type Part = Omit<BankLine, 'day' | 'amount'> & { readonly amount: Cents | null }

/** Reads one transaction. The other side pays what came in, and receives what went out. */
function readTransaction(node: Node, sideOfEntry: string, problems: FileProblem[]): Part {
  const values = valuesOf(node, problems)
  const side = values.text('CdtDbtInd') || sideOfEntry
  const other = side === 'DBIT' ? 'Cdtr' : 'Dbtr'
  const size = values.amount('Amt') ?? values.amount('AmtDtls', 'TxAmt', 'Amt')
  const remittance = values.one('RmtInf')
  const written = childrenOf(remittance, 'Ustrd').map((one) => valuesOf({ Ustrd: [one] }, problems).text('Ustrd'))
  const structured = childrenOf(remittance, 'Strd').map((one) => valuesOf(one, problems).text('CdtrRefInf', 'Ref'))
  const text = [...written, ...structured].filter((one) => one !== '').join(' ')
  const endToEnd = values.text('Refs', 'EndToEndId')
  return {
    amount: size === null ? null : signedBy(side, size),
    name: values.text('RltdPties', other, 'Nm') || values.text('RltdPties', other, 'Pty', 'Nm'),
    iban: plainIban(values.text('RltdPties', `${other}Acct`, 'Id', 'IBAN')).slice(0, 50),
    text: (text || (endToEnd === 'NOTPROVIDED' ? '' : endToEnd) || values.text('AddtlTxInf')).slice(0, 500),
    reference: values.text('Refs', 'AcctSvcrRef').slice(0, 100),
  }
}
