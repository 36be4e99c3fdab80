/** Says in which field of an order a typed word was found that no column of its list shows. */
import type { FoundIn, OrderRow } from '../../domain/list-contract.ts'
import { addCents, cents, parseDecimal } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { hasWordInText, wordsOf } from '#server/search-text.ts'

const FEWEST_DIGITS = 4

type Fields = {
  readonly id: number
  readonly description: string
  readonly driverNote: string
  readonly deliveryAddress: string
  readonly goods: readonly string[]
  readonly vat: string
  readonly phones: readonly string[]
}

/** Returns for each order where it has the words of a search that its row does not show. Without a search nothing is read. */
export async function readFoundIn(
  rows: Rows,
  search: string,
  shown: readonly OrderRow[],
): Promise<Map<number, FoundIn[]>> {
  const words = wordsOf(search)
  const hidden = new Map(shown.map((row) => [row.id, words.filter((word) => !isShown(row, word))]))
  const ids = shown.flatMap(({ id }) => (hidden.get(id)?.length ? [id] : []))
  if (ids.length === 0) return new Map()
  const found = await rows.many<Fields>(sql`
    select o.id, o.description, o.driver_note as "driverNote", c.vat, array[c.phone, c.phone2] as phones,
      (select coalesce(string_agg(part, ' '), '') from jsonb_each_text(o.delivery_address) a (name, part)
        where a.name not in ('lat', 'lon')) as "deliveryAddress",
      array(select concat_ws(' ', l.name, nullif(l.sku, '')) from order_lines l where l.order_id = o.id order by l.line_no) as goods
    from orders o join customers c on c.id = o.customer_id where o.id = any(${ids}::bigint[])`)
  const products = new Map(shown.map((row) => [row.id, row.products]))
  return new Map(
    found.map((fields) => [
      fields.id,
      unique((hidden.get(fields.id) ?? []).flatMap((word) => placeOf(fields, products.get(fields.id), word))),
    ]),
  )
}

/** Reports whether the columns of the row show the word. */
const isShown = ({ id, name, label, address, total }: OrderRow, word: string): boolean =>
  hasWordInText(`${id} ${name} ${label} ${address}`, word) || isAmount(total, word)

const ONE_EURO = cents(1_00)

/** Reports whether a word is the amount: exactly if it has cents, else with any cents. */
function isAmount(total: number | undefined, word: string): boolean {
  const amount = parseDecimal(word.replaceAll('€', ''), 2)
  if (amount === null || total === undefined) return false
  return /[.,]\d/.test(word) ? total === amount : total >= amount && total < addCents(cents(amount), ONE_EURO)
}

/** Returns the first field that has the word, or nothing. */
function placeOf(fields: Fields, products: number | undefined, word: string): FoundIn[] {
  for (const field of ['description', 'driverNote', 'deliveryAddress'] as const)
    if (hasWordInText(fields[field], word)) return [{ field, text: fields[field] }]
  const goods = fields.goods.find((name) => hasWordInText(name, word))
  if (goods !== undefined) return [{ field: 'lines', text: goods }]
  const number = [fields.vat, ...fields.phones].find((text) => hasDigits(text, word))
  if (number !== undefined) return [{ field: number === fields.vat ? 'vat' : 'phone', text: number }]
  return isAmount(products, word) ? [{ field: 'products', text: '' }] : []
}

function hasDigits(text: string, word: string): boolean {
  const digits = word.replace(/^(\+30|0030|el|gr)/i, '').replace(/\D/g, '')
  return digits.length >= FEWEST_DIGITS && text.replace(/\D/g, '').includes(digits)
}

const unique = (found: readonly FoundIn[]): FoundIn[] => [
  ...new Map(found.map((one) => [`${one.field} ${one.text}`, one])).values(),
]
