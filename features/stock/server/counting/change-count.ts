/** Opens counts and enters their lines. */
import { refuse } from '#kernel/refusal.ts'
import { command, lockingCommand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { askRecount, dropCount, enterLine, openCount, settleLines } from '../../domain/counting/contract.ts'
import { type CountStatus, placeOfCount } from '../../domain/counting/count.ts'
import { readCount } from './read-count.ts'

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

/** Locks an open count until the commit and gives it a new version. Refuses if it is booked or dropped. */
async function changeOpenCount(work: Work, id: number): Promise<void> {
  const changed = await work.tx.run(sql`update counts set version = version + 1 where id = ${id} and status = 'OPEN'`)
  if (changed === 0) refuseClosed((await readCount(work.tx, id)).status, id)
  work.moved({ entity: 'counts', id })
}

export const refuseClosed = (status: CountStatus, countId: number): never =>
  refuse('refused', status === 'BOOKED' ? 'stock.count-booked' : 'stock.count-dropped', { countId })

// People enter lines at the same time. Each entry locks its count, so that a booking contains all of it or refuses it.
export const enterLineCommand = lockingCommand(enterLine, async (work, input) => {
  const { tx, actor, now } = work
  const { countId, line, productId, quantity, countedAt, way } = input
  await changeOpenCount(work, countId)
  const product = await tx.maybe<{ name: string; service: boolean }>(
    sql`select name, service from products where id = ${productId}`,
  )
  if (!product) refuse('missing', 'stock.no-product', { productId })
  if (product.service) refuse('refused', 'stock.service', { name: product.name })
  // a wrong clock of a device must not move a line out of the time of its count
  const at = sql`greatest(least(${countedAt}::timestamptz, ${now}::timestamptz), c.opened_at)`
  const written = await tx.run(sql`
    insert into count_lines as l
      (id, count_id, product_id, quantity_e4, counted_at, first_at, way, person_id, person_name, valid)
    select ${line}::uuid, c.id, ${productId}, ${quantity ?? 0}, ${at}, ${at}, ${way}, ${actor.userId}::bigint,
      ${actor.name}, ${quantity !== null}
    from counts c where c.id = ${countId}
    on conflict (id) do update set quantity_e4 = case when excluded.valid then excluded.quantity_e4 else l.quantity_e4 end,
      counted_at = excluded.counted_at,
      first_at = case when l.valid then least(l.first_at, excluded.counted_at) else excluded.counted_at end,
      valid = excluded.valid, way = excluded.way, recount = false
    where l.count_id = excluded.count_id and l.product_id = excluded.product_id`)
  if (written === 0) refuse('refused', 'stock.other-line', { countId })
  if (way === 'REPLACE' && quantity !== null)
    await tx.run(sql`
      update count_lines set valid = false
      where count_id = ${countId} and product_id = ${productId} and id <> ${line}::uuid and valid
        and counted_at <= (select counted_at from count_lines where id = ${line}::uuid)`)
  return {}
})

export const settleLinesCommand = lockingCommand(settleLines, async (work, { countId, productId, keep }) => {
  const { tx } = work
  await changeOpenCount(work, countId)
  const ofProduct = sql`count_id = ${countId} and product_id = ${productId} and valid`
  if (keep === null) {
    await tx.run(sql`
      update count_lines set way = 'ADD'
      where ${ofProduct} and id <> (select id from count_lines where ${ofProduct} order by counted_at, id limit 1)`)
    return {}
  }
  const kept = await tx.run(sql`update count_lines set way = 'FIRST' where ${ofProduct} and id = ${keep}::uuid`)
  if (kept === 0) refuse('refused', 'stock.other-line', { countId })
  await tx.run(sql`update count_lines set valid = false where ${ofProduct} and id <> ${keep}::uuid`)
  return {}
})

export const askRecountCommand = lockingCommand(askRecount, async (work, { countId, productIds, again }) => {
  await changeOpenCount(work, countId)
  await work.tx.run(sql`
    update count_lines set recount = ${again}
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
