/** Builds the statement of the lent items of a customer in Greek, for the print view, the PDF and the mail. */
import type { Customer } from '#features/customers/domain/contract.ts'
import { MOST_STATEMENT_ROWS, type Period, whyNotPeriod } from '#features/customers/domain/statement.ts'
import { partyOf } from '#features/customers/server/statement.ts'
import { readCustomer } from '#features/customers/server/customer-kind.ts'
import { type Day, dayOf, daysBetween } from '#kernel/day.ts'
import { type Quantity, sumQuantities } from '#kernel/money.ts'
import type { Paper, PaperTable } from '#kernel/paper.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { paper, type View } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { framePaper } from '#server/papers/frame.ts'
import { onPaper, paperColumns, paperTexts } from '#server/papers/texts.ts'
import { type LentMovement, type LentRecord, lentStatementOf, type StatedItem } from '../domain/statement.ts'
import { lentStatement } from '../domain/statement-contract.ts'

const t = paperTexts('laundry')

/** Pieces of the customer that came back and were written off in the laundry. */
type WrittenOff = { day: Day; product: string; quantity: Quantity; kind: 'BROKEN' | 'MISSING'; reason: string }

/** Reads the customer and the statement of a period, with the number of pieces at its end. */
export async function readLentStatement(
  { rows, today }: Pick<View, 'rows' | 'today'>,
  { id, ...period }: Period & { readonly id: number },
): Promise<{ customer: Customer; pieces: Quantity; sheet: Paper }> {
  stopOn(whyNotPeriod(period))
  const customer = await readCustomer(rows, id)
  const items = lentStatementOf(await readRecords(rows, id), period)
  const count = items.reduce((sum, { movements }) => sum + movements.length, 0)
  if (count > MOST_STATEMENT_ROWS)
    refuse('refused', 'customers.statement-too-long', { count, most: MOST_STATEMENT_ROWS })
  const offs = await readWrittenOff(rows, id, period)
  const pieces = sumQuantities(items.map(({ after }) => after))
  // what is on its way now says nothing about an earlier day
  const onWay = period.until < today ? new Map<number, Quantity>() : await readOnWay(rows, id)
  const sheet = await framePaper(rows, today, {
    title: t('title'),
    number: '',
    name: customer.name,
    facts: [
      { label: t('fact.from'), value: onPaper.day(period.from) },
      { label: t('fact.until'), value: onPaper.day(period.until) },
      { label: t('fact.pieces'), value: onPaper.quantity(pieces) },
    ],
    marks: [],
    parties: [partyOf(customer)],
    blocks: [
      heldTable(items, period.until, onWay),
      ...items.filter(({ movements }) => movements.length > 0).map((item) => movementsTable(item)),
      ...(offs.length === 0 ? [] : [writtenOffTable(offs)]),
    ],
    signatures: [],
  })
  return { customer, pieces, sheet }
}

async function readRecords(rows: Rows, customerId: number): Promise<LentRecord[]> {
  const found = await rows.many<Omit<LentRecord, 'day'> & { at: string }>(sql`
    select l.created_at as at, l.bound, l.origin, l.order_id as "orderId", l.product_id as "productId",
      coalesce(p.name, l.product_name) as product, l.quantity_e4 as quantity
    from loans l left join products p on p.id = l.product_id
    where l.customer_id = ${customerId} order by l.created_at, l.id`)
  return found.map(({ at, ...record }) => ({ ...record, day: dayOf(at) }))
}

/** Reads the pieces of packed orders that are not delivered yet. They are in the balance, and the customer does not hold them. */
async function readOnWay(rows: Rows, customerId: number): Promise<Map<number, Quantity>> {
  const found = await rows.many<{ productId: number; quantity: Quantity }>(sql`
    select product_id as "productId", balance_e4 - held_e4 as quantity from loan_sums
    where customer_id = ${customerId} and product_id is not null and balance_e4 > held_e4`)
  return new Map(found.map(({ productId, quantity }) => [productId, quantity]))
}

async function readWrittenOff(rows: Rows, customerId: number, { from, until }: Period): Promise<WrittenOff[]> {
  const found = await rows.many<Omit<WrittenOff, 'day'> & { at: string }>(sql`
    select at, product_name as product, quantity_e4 as quantity, kind, reason from write_offs
    where customer_id = ${customerId} and undone_at is null
      and at >= ${from}::date::timestamp at time zone 'Europe/Athens'
      and at < (${until}::date + 1)::timestamp at time zone 'Europe/Athens'
    order by at, id`)
  return found.map(({ at, ...off }) => ({ ...off, day: dayOf(at) }))
}

const column = paperColumns(t)

/** What the customer holds at the end of the period, and since when. */
function heldTable(items: readonly StatedItem[], until: Day, onWay: ReadonlyMap<number, Quantity>): PaperTable {
  const held = items.filter(({ after }) => after !== 0)
  const showsWay = onWay.size > 0
  const way = ({ productId }: StatedItem) => (productId === null ? undefined : onWay.get(productId))
  return {
    kind: 'table',
    heading: t('held', { day: onPaper.day(until) }),
    columns: [
      column('item', null),
      column('pieces', 24, 'right'),
      ...(showsWay ? [column('on-way', 30, 'right')] : []),
      column('since', 30, 'right'),
      column('days', 20, 'right'),
    ],
    rows: held.map((item) => [
      item.product,
      onPaper.quantity(item.after),
      ...(showsWay ? [way(item) === undefined ? '' : onPaper.quantity(way(item) ?? 0)] : []),
      item.since === null ? '' : onPaper.day(item.since),
      item.since === null ? '' : String(daysBetween(item.since, until)),
    ]),
    sums: [
      [
        t('sum'),
        onPaper.quantity(sumQuantities(held.map(({ after }) => after))),
        ...(showsWay ? [onPaper.quantity(sumQuantities([...onWay.values()]))] : []),
        '',
        '',
      ],
    ],
  }
}

/** A quantity of zero is left blank, because each row has only one side. */
const side = (pieces: Quantity): string => (pieces === 0 ? '' : onPaper.quantity(pieces))

const movementsTable = ({ product, before, movements, lent, returned, after }: StatedItem): PaperTable => ({
  kind: 'table',
  heading: product,
  columns: [
    column('date', 20),
    column('what', null),
    column('lent', 24, 'right'),
    column('returned', 24, 'right'),
    column('balance', 24, 'right'),
  ],
  rows: [
    ['', t('brought-forward'), '', '', onPaper.quantity(before)],
    ...movements.map((one) => [
      onPaper.day(one.day),
      whatOf(one),
      side(one.lent),
      side(one.returned),
      onPaper.quantity(one.balance),
    ]),
  ],
  sums: [['', t('period-sum'), onPaper.quantity(lent), onPaper.quantity(returned), onPaper.quantity(after)]],
})

/** An order books in one direction, and in the other one if it is cancelled, split or opened again. */
const whatOf = ({ origin, bound, orderId }: LentMovement): string => {
  const isBack = (origin === 'order' && bound === 'INBOUND') || (origin === 'sold' && bound === 'OUTBOUND')
  return t(`what.${origin}${isBack ? '-back' : ''}`, { id: orderId ?? '' }).trim()
}

const writtenOffTable = (offs: readonly WrittenOff[]): PaperTable => ({
  kind: 'table',
  heading: t('written-off'),
  columns: [column('date', 20), column('item', null), column('why', 60), column('pieces', 24, 'right')],
  rows: offs.map(({ day, product, kind, reason, quantity }) => [
    onPaper.day(day),
    product,
    [t(`why.${kind}`), reason].filter(Boolean).join(', '),
    onPaper.quantity(quantity),
  ]),
  sums: [['', t('sum'), '', onPaper.quantity(sumQuantities(offs.map(({ quantity }) => quantity)))]],
})

/** Returns the statement of the lent items of a customer as a paper. */
export const lentStatementMaker = paper(
  lentStatement,
  async (view, input) => (await readLentStatement(view, input)).sheet,
)
