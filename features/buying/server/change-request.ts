/** Requests by hand, their cancellation, and the day by which they are due. */
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { lockingCommand, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { askForGoods, cancelRequest, setDueDay } from '../domain/contract.ts'
import { type RequestState, whyNotCanceled, whyNotBought } from '../domain/request.ts'
import { lockRequests, settleRequests } from './settle.ts'
import { cancelOpenRequest, writeRequests } from './write-requests.ts'

export const askForGoodsCommand = lockingCommand(askForGoods, async (work, { productId, quantity, dueOn, note }) => {
  const product = await work.tx.maybe<{ name: string; unit: string; service: boolean }>(
    sql`select name, unit, service from products where id = ${productId}`,
  )
  if (!product || product.service) return refuse('missing', 'purchases.no-product', { productId })
  stopOn(whyNotBought(product, quantity))
  const [id] = await writeRequests(work, [{ origin: 'HAND', dueOn, note, lines: [{ productId, quantity }] }])
  return { id: id as number }
})

type Stored = {
  readonly state: RequestState
  readonly version: number
  readonly dueOn: string | null
  readonly orderedIn: number | null
}

/** Locks a request and refuses one that somebody has changed since the person looked at it. */
async function lockRequest(work: Work, id: number, version: number): Promise<Stored> {
  await lockRequests(work, [id])
  const stored = await work.tx.maybe<Stored>(sql`
    select i.state, i.version, i.due_on::text as "dueOn",
      (select l.ordered_in from inbound_invoice_lines l where l.invoice_id = i.id and l.ordered_in is not null limit 1) as "orderedIn"
    from inbound_invoices i where i.id = ${id} and i.type = 'REQUEST-PM'`)
  if (!stored) return refuse('missing', 'purchases.no-request', { requestId: id })
  if (stored.version !== version) refuse('conflict', 'purchases.request-changed')
  return stored
}

/** Cancels what is still expected of a request. What an ordered one answered is open again. */
export const cancelRequestCommand = lockingCommand(cancelRequest, async (work, { id, version, reason }) => {
  const stored = await lockRequest(work, id, version)
  stopOn(whyNotCanceled(stored))
  if (stored.state === 'OPEN') {
    await cancelOpenRequest(work, id, reason)
    return { state: 'CANCELED' as const }
  }
  if (stored.state === 'ORDERED') {
    await work.tx.run(sql`
      update inbound_invoices set state = 'CANCELED', canceled_at = ${work.now}::timestamptz, canceled_by = ${work.actor.userId}::bigint,
        canceled_name = ${work.actor.name}, cancel_reason = ${reason}, updated_at = ${work.now}::timestamptz, version = version + 1
      where id = ${id}`)
    work.record({ entity: 'invoices', id, changes: { state: ['ORDERED', 'CANCELED'] }, note: reason })
  } else {
    await work.tx.run(sql`
      update inbound_invoice_lines set dropped_e4 = greatest(quantity_e4 - received_e4, 0) where invoice_id = ${id}`)
    work.record({ entity: 'invoices', id, changes: { rest: [null, 'CANCELED'] }, note: reason })
  }
  await settleRequests(work, await lockRequests(work, [id]))
  const after = await work.tx.one<{ state: RequestState }>(sql`select state from inbound_invoices where id = ${id}`)
  return { state: after.state }
})

export const setDueDayCommand = lockingCommand(setDueDay, async (work, { id, version, dueOn }) => {
  const stored = await lockRequest(work, id, version)
  stopOn(whyNotCanceled(stored))
  if (stored.dueOn === dueOn) return { version }
  const written = await work.tx.one<{ version: number }>(sql`
    update inbound_invoices set due_on = ${dueOn}::date, updated_at = ${work.now}::timestamptz, version = version + 1
    where id = ${id} returning version`)
  work.record({ entity: 'invoices', id, changes: changes({ dueOn: stored.dueOn }, { dueOn }) })
  return written
})
