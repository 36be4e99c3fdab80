/** Opens counts and enters their lines. */
import type { Unit } from '#features/products/domain/product.ts'
import { keepUnit } from '#features/products/server/write/keep-unit.ts'
import type { InputOf } from '#kernel/contract.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, lockingCommand, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import {
  askRecount,
  dropCount,
  enterLine,
  MOST_COUNT_LINES,
  MOST_COUNTED_PRODUCTS,
  openCount,
  settleLines,
} from '../../domain/counting/contract.ts'
import { type CountStatus, placeOfCount, withLine } from '../../domain/counting/count.ts'
import { readCount, readLinesOf } from './read-count.ts'

export const openCountCommand = command(openCount, async ({ tx, actor, now, record }, input) => {
  const { kind, place } = input
  if (kind !== 'SCAN' && place === '') refuse('invalid', 'stock.no-place', { fields: { place: 'stock.no-place' } })
  const where = kind === 'SCAN' ? '' : place
  const { storePart, storeFloor } = kind === 'SHELF' ? input : { storePart: null, storeFloor: null }
  const { id } = await tx.one<{ id: number }>(sql`
    insert into counts (kind, place, store_part, store_floor, opened_at, opened_by, opened_name)
    values (${kind}, ${where}, ${storePart}, ${storeFloor}, ${now}, ${actor.userId}::bigint, ${actor.name}) returning id`)
  record({
    entity: 'counts',
    id,
    changes: {
      status: [null, 'OPEN'],
      kind: [null, kind],
      place: [null, placeOfCount({ place: where, storePart, storeFloor })],
    },
  })
  return { id }
})

type OpenCount = {
  readonly version: number
  readonly products: number
  readonly lines: number
  readonly openedAt: string
}

/** Locks an open count until the commit and gives it a new version, which its changed lines get too. Refuses if it is booked or dropped. */
async function changeOpenCount(work: Work, id: number): Promise<OpenCount> {
  const count = await work.tx.maybe<OpenCount>(sql`
    update counts set version = version + 1 where id = ${id} and status = 'OPEN' returning version, products, lines,
      opened_at as "openedAt"`)
  work.moved({ entity: 'counts', id })
  return count ?? refuseClosed((await readCount(work.tx, id)).status, id)
}

export const refuseClosed = (status: CountStatus, countId: number): never =>
  refuse('refused', status === 'BOOKED' ? 'stock.count-booked' : 'stock.count-dropped', { countId })

type Enter = InputOf<typeof enterLine>

/** What a product and its count are before a line is entered. */
type Before = {
  readonly name: string
  readonly service: boolean
  readonly unit: Unit
  /** Whether the count has valid lines of the product. */
  readonly counted: boolean
  /** Whether the line was entered before. */
  readonly known: boolean
}

/**
 * Returns what a product and its count are before a line is entered. Refuses a product that cannot be counted, or a unit that is not its
 * unit. It keeps its unit until the commit, and after it because of the line.
 */
async function demandCountable(tx: Rows, { countId, line, productId, quantity, unit }: Enter): Promise<Before> {
  const before = await tx.maybe<Before & { everCounted: boolean }>(sql`
    select p.name, p.service, p.unit, exists (select from count_lines l where l.product_id = p.id) as "everCounted",
      exists (select from count_lines l where l.count_id = ${countId} and l.product_id = p.id and l.valid) as counted,
      exists (select from count_lines l where l.id = ${line}::uuid) as known
    from products p where p.id = ${productId} for key share of p`)
  if (!before) refuse('missing', 'stock.no-product', { productId })
  const { name } = before
  if (before.service) refuse('refused', 'stock.service', { name })
  if (quantity !== null && unit !== undefined && unit !== before.unit)
    refuse('conflict', 'stock.unit-changed', { name, unit, newUnit: before.unit })
  if (!before.everCounted) await keepUnit(tx, productId)
  return before
}

const earliest = (a: string, b: string): string => (a < b ? a : b)
const latest = (a: string, b: string): string => (a < b ? b : a)

// People enter lines at the same time. Each entry locks its count, so that a booking contains all of it or refuses it.
export const enterLineCommand = lockingCommand(enterLine, async (work, input) => {
  const { tx, actor, now } = work
  const { countId, line, productId, quantity, countedAt, way } = input
  const { version, products, lines, openedAt } = await changeOpenCount(work, countId)
  const { counted, known } = await demandCountable(tx, input)
  const isNewProduct = quantity !== null && !counted
  if (isNewProduct && products >= MOST_COUNTED_PRODUCTS)
    refuse('refused', 'stock.count-full', { countId, most: MOST_COUNTED_PRODUCTS })
  if (!known && lines >= MOST_COUNT_LINES)
    refuse('refused', 'stock.count-lines-full', { countId, most: MOST_COUNT_LINES })
  // a wrong clock of a device must not move a line out of the time of its count
  const at = latest(openedAt, earliest(new Date(countedAt).toISOString(), now))
  const before = await readLinesOf(tx, countId, productId)
  const after = withLine(before, { id: line, productId, quantity, countedAt: at, way, person: actor.name })
  const own = after.find(({ id }) => id === line)
  const written = await tx.run(sql`
    insert into count_lines as l
      (id, count_id, product_id, quantity_e4, counted_at, first_at, recount_at, way, person_id, person_name, valid, version)
    values (${line}::uuid, ${countId}, ${productId}, ${own?.quantity ?? 0}, ${at}::timestamptz, ${own?.firstAt ?? at}::timestamptz,
      ${own?.recountAt ?? null}::timestamptz, ${way}, ${actor.userId}::bigint, ${actor.name}, ${own !== undefined}, ${version})
    on conflict (id) do update set quantity_e4 = case when excluded.valid then excluded.quantity_e4 else l.quantity_e4 end,
      counted_at = excluded.counted_at, first_at = excluded.first_at, recount_at = excluded.recount_at,
      valid = excluded.valid, way = excluded.way, version = excluded.version
    where l.count_id = excluded.count_id and l.product_id = excluded.product_id`)
  if (written === 0) refuse('refused', 'stock.other-line', { countId })
  const replaced = before.filter(({ id }) => id !== line && after.every((one) => one.id !== id)).map(({ id }) => id)
  if (replaced.length > 0)
    await tx.run(sql`update count_lines set valid = false, version = ${version} where id = any(${replaced}::uuid[])`)
  if (!known || isNewProduct || (counted && quantity === null))
    await tx.run(sql`
      update counts set lines = lines + ${known ? 0 : 1}, products = products - ${counted ? 1 : 0} + (
        exists (select from count_lines where count_id = ${countId} and product_id = ${productId} and valid))::int
      where id = ${countId}`)
  return {}
})

export const settleLinesCommand = lockingCommand(settleLines, async (work, { countId, productId, keep }) => {
  const { tx } = work
  const { version } = await changeOpenCount(work, countId)
  const ofProduct = sql`count_id = ${countId} and product_id = ${productId} and valid`
  if (keep === null) {
    await tx.run(sql`
      update count_lines set way = 'ADD', version = ${version}
      where ${ofProduct} and id <> (select id from count_lines where ${ofProduct} order by counted_at, id limit 1)`)
    return {}
  }
  const kept = await tx.run(sql`
    update count_lines set way = 'FIRST', version = ${version} where ${ofProduct} and id = ${keep}::uuid`)
  if (kept === 0) refuse('refused', 'stock.other-line', { countId })
  await tx.run(
    sql`update count_lines set valid = false, version = ${version} where ${ofProduct} and id <> ${keep}::uuid`,
  )
  return {}
})

export const askRecountCommand = lockingCommand(askRecount, async (work, { countId, productIds, again }) => {
  const { version } = await changeOpenCount(work, countId)
  await work.tx.run(sql`
    update count_lines set recount_at = ${again ? work.now : null}::timestamptz, version = ${version}
    where count_id = ${countId} and product_id = any(${[...productIds]}::bigint[]) and valid`)
  return {}
})

export const dropCountCommand = lockingCommand(dropCount, async (work, { id }) => {
  await changeOpenCount(work, id)
  await work.tx.run(sql`
    update counts set status = 'DROPPED', closed_at = ${work.now}, closed_by = ${work.actor.userId}::bigint,
      closed_name = ${work.actor.name} where id = ${id}`)
  work.record({ entity: 'counts', id, changes: { status: ['OPEN', 'DROPPED'] } })
  return {}
})
