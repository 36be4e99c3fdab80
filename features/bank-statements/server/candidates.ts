/** Finds the customers and providers whose payments the lines of a bank statement could be. */
import { ordersUnderWay } from '#features/orders/server/lock-orders.ts'
import { openCharges } from '#features/ledger/server/open-charges.ts'
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'
import { IS_LISTED } from '#features/parties/server/listed.ts'
import { fold } from '#kernel/fold.ts'
import type { Cents } from '#kernel/money.ts'
import { phoneticKey } from '#kernel/phonetic-key.ts'
import { join, raw, type Rows, sql } from '#server/db/database.ts'
import { matchesWords } from '#server/search-text.ts'
import { type Candidate, nameWords, type OpenDocument, type Reason } from '../domain/proposal.ts'

export type LineToPropose = {
  readonly id: number
  readonly amount: Cents
  readonly name: string
  readonly iban: string
  readonly text: string
}

type Kind = Candidate['kind']
type Found = { readonly line: number; readonly id: number; readonly name: string; readonly reason: Reason }

/** A name is searched for so many parties at most; a word that more of them have says nothing. */
const MOST_OF_NAME = 4
/** So many names are searched by one statement. */
const NAMES_AT_ONCE = 40

/** Money that came in is of a customer, and money that went out of a provider. A person may choose otherwise. */
const kindOf = ({ amount }: LineToPropose): Kind => (amount > 0 ? 'customers' : 'providers')

/** Returns the candidates of each line, by the id of the line. The open documents of a party are read once for all lines. */
export async function readCandidates(
  rows: Rows,
  lines: readonly LineToPropose[],
): Promise<ReadonlyMap<number, readonly Candidate[]>> {
  const all = new Map<number, Candidate[]>()
  for (const kind of ['customers', 'providers'] as const) {
    const own = lines.filter((line) => kindOf(line) === kind)
    if (own.length === 0) continue
    const found = [
      ...(await byIban(rows, kind, own)),
      ...(await byVat(rows, kind, own)),
      ...(await byName(rows, kind, own)),
    ]
    const documents = await readOpenDocuments(rows, kind, [...new Set(found.map(({ id }) => id))])
    for (const { id: line } of own) {
      const parties = new Map<number, Candidate>()
      for (const { id, name, reason } of found.filter((one) => one.line === line)) {
        const reasons = [...(parties.get(id)?.found ?? []), reason]
        parties.set(id, { kind, id, name, found: reasons, documents: documents.get(id) ?? [] })
      }
      all.set(line, [...parties.values()])
    }
  }
  return all
}

/** The parties whose standing payments have the account number of a line. */
const byIban = (rows: Rows, kind: Kind, lines: readonly LineToPropose[]): Promise<Found[]> => {
  const column = raw(kind === 'customers' ? 'customer_id' : 'provider_id')
  const own = lines.filter(({ iban }) => iban !== '')
  return rows.many<Found>(sql`
    select distinct l.line, v.id, v.name, 'iban' as reason
    from unnest(${own.map(({ id }) => id)}::bigint[], ${own.map(({ iban }) => iban)}::text[]) as l (line, iban)
    join payments p on p.iban = l.iban and p.iban <> ''
    join ${raw(kind)} v on v.id = p.${column}
    where ${IS_LISTED} and ${STANDING_PAYMENT}`)
}

/** The parties whose VAT number a line contains. */
function byVat(rows: Rows, kind: Kind, lines: readonly LineToPropose[]): Promise<Found[]> {
  const written = lines.flatMap(({ id, name, text }) =>
    [...`${name} ${text}`.matchAll(/(?<!\d)\d{9}(?!\d)/g)].map(([vat]) => ({ line: id, vat })),
  )
  if (written.length === 0) return Promise.resolve([])
  return rows.many<Found>(sql`
    select distinct l.line, v.id, v.name, 'vat' as reason
    from unnest(${written.map(({ line }) => line)}::bigint[], ${written.map(({ vat }) => vat)}::text[]) as l (line, vat)
    join ${raw(kind)} v on plain_vat(v.vat) = l.vat where ${IS_LISTED}`)
}

/** The parties whose names contain the words of a line, in either alphabet. */
async function byName(rows: Rows, kind: Kind, lines: readonly LineToPropose[]): Promise<Found[]> {
  const words = new Map<string, LineToPropose[]>()
  for (const line of lines) {
    const key = nameWords(fold(line.name === '' ? line.text : line.name)).join(' ')
    if (key !== '') words.set(key, [...(words.get(key) ?? []), line])
  }
  const keys = [...words.keys()]
  const found: Found[] = []
  for (let at = 0; at < keys.length; at += NAMES_AT_ONCE) {
    const part = keys.slice(at, at + NAMES_AT_ONCE)
    const parties = await rows.many<{ place: number; id: number; name: string }>(
      join(
        part.map(
          (key, place) => sql`(
            select ${place}::int as place, id, name from (
              select id, name from ${raw(kind)} where ${IS_LISTED} and ${matchesWords(sql`search`, key)} offset 0) v
            limit ${MOST_OF_NAME + 1})`,
        ),
        ' union all ',
      ),
    )
    for (const [place, key] of part.entries()) {
      const own = parties.filter((one) => one.place === place)
      if (own.length > MOST_OF_NAME) continue
      const plain = phoneticKey(key)
      for (const { id, name } of own) {
        const isSame = phoneticKey(nameWords(fold(name)).join(' ')) === plain
        for (const line of words.get(key) ?? [])
          found.push({ line: line.id, id, name, reason: isSame ? 'same-name' : 'name' })
      }
    }
  }
  return found
}

/** Returns the open documents of parties, oldest first. */
async function readOpenDocuments(
  rows: Rows,
  kind: Kind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly OpenDocument[]>> {
  if (ids.length === 0) return new Map()
  const found = await rows.many<OpenDocument & { party: number }>(sql`
    select party, id, reference, open from (${openCharges(kind, (column) => sql`${column} = any(${[...ids]}::bigint[])`)}) c
    where kind = ${kind === 'customers' ? 'order' : 'invoice'} order by party, day, id`)
  // an order with a credit note under way is not matched until it is known what is left of it
  const underWay = await ordersUnderWay(rows, kind === 'customers' ? found.map(({ id }) => id) : [])
  return Map.groupBy(
    found.filter(({ id }) => !underWay.has(id)),
    ({ party }) => party,
  )
}
