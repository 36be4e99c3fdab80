import type { z } from 'zod'
import { matchesCustomer, numbersFirst } from '#features/customers/server/find-customers.ts'
import { codeFirst, FOR_SALE_FIRST, hasCode } from '#features/products/server/find-products.ts'
import { fold } from '#kernel/fold.ts'
import { query } from '#server/command.ts'
import { empty, type Rows, sql, type Sql } from '#server/db/database.ts'
import { matchesWords } from '#server/search-text.ts'
import { HITS_A_KIND, searchEverything } from '../domain/contract.ts'

type Hit = z.output<typeof searchEverything.output>['hits'][number]

/** What a text asks for: perhaps a number, and words long enough for the index or only the beginning of something. */
type Wanted = { readonly text: string; readonly number: number | null; readonly indexed: boolean }

/** The trigram index knows nothing of words shorter than this. */
const INDEXED = 3

/** Orders, customers and products that fit a text: first the order of that number, then products with exactly that code. */
export const searchEverythingQuery = query(searchEverything, async ({ rows }, { text }) => {
  if (text === '') return { hits: [] }
  const wanted: Wanted = {
    text,
    number: /^#?\d{1,15}$/.test(text) ? Number(text.replace('#', '')) : null,
    indexed: text.split(/\s+/).some((word) => fold(word).length >= INDEXED),
  }
  const orders = await findOrders(rows, wanted)
  const customers = await findCustomers(rows, wanted)
  const products = await findProducts(rows, wanted)
  const first = [
    ...orders.filter(({ id }) => id === wanted.number),
    ...products.filter(({ exact }) => exact).map(({ hit }) => hit),
  ]
  return { hits: [...new Set([...first, ...orders, ...customers, ...products.map(({ hit }) => hit)])] }
})

/** A short text is looked for where a record begins; a long one anywhere. */
function matches(column: Sql, { text, indexed }: Wanted): Sql {
  return indexed ? matchesWords(column, text) : sql`${column} like fold(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`
}

async function findOrders(rows: Rows, wanted: Wanted): Promise<Hit[]> {
  const { number } = wanted
  const exact = number === null ? sql`false` : sql`id = ${number}`
  // a hundred thousand orders are not read for two letters
  const words = wanted.indexed
    ? sql`union select id from (
        select id from orders where status <> 'OFFER-DELETE' and ${matchesWords(sql`search`, wanted.text)}
        order by id desc limit ${HITS_A_KIND}) by_name`
    : empty
  return rows.many<Hit>(sql`
    select 'order' as kind, id, '#' || id || ' ' || name as title,
      concat_ws(' · ', nullif(label, ''), to_char(created_at at time zone 'Europe/Athens', 'DD/MM/YYYY')) as subtitle,
      status, '/order-detail/' || id as "to"
    from orders
    where status <> 'OFFER-DELETE' and id in (select id from orders where ${exact} ${words})
    order by (id = ${number}::bigint) desc nulls last, id desc limit ${HITS_A_KIND}`)
}

function findCustomers(rows: Rows, wanted: Wanted): Promise<Hit[]> {
  return rows.many<Hit>(sql`
    select 'customer' as kind, id, name as title,
      concat_ws(' · ', nullif(label, ''), nullif(vat, ''), nullif(phone, ''), nullif(city, '')) as subtitle,
      null as status, '/customer-detail/' || id as "to"
    from customers where not system and ${wanted.indexed ? matchesCustomer(wanted.text) : matches(sql`search`, wanted)}
    order by ${numbersFirst(wanted.text)}name collate "und-x-icu", id limit ${HITS_A_KIND}`)
}

/** Products, and whether the text is exactly a code of theirs. */
async function findProducts(rows: Rows, wanted: Wanted): Promise<{ readonly hit: Hit; readonly exact: boolean }[]> {
  // a code that is too short for the index is looked up as typed and in capitals
  const codes = [wanted.text, wanted.text.toUpperCase()]
  const found = await rows.many<Hit & { exact: boolean }>(sql`
    select 'product' as kind, id, name as title, concat_ws(' · ', nullif(sku, ''), nullif(category, '')) as subtitle,
      usage_type as status, '/product-overview/' || id as "to", ${hasCode(wanted.text)} as exact
    from products p
    where ${matches(sql`search`, wanted)} or sku = any(${codes}::text[]) or barcode = ${wanted.text}
    order by ${codeFirst(wanted.text)}${FOR_SALE_FIRST}name collate "und-x-icu", id limit ${HITS_A_KIND}`)
  return found.map(({ exact, ...hit }) => ({ hit, exact }))
}
