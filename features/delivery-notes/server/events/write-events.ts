/**
 * Writes the events of delivery notes in the transaction of the press that causes them: departure, a closed or reopened stop, the end of
 * a shipment. It compares what happened with what is stored, so it may run any number of times.
 */
import { UNDER_WAY } from '#features/invoicing/domain/document.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { writeJob } from '#server/jobs/jobs.ts'
import type { Direction } from '#kernel/tax/delivery-note.ts'
import type { Announce, Change, Touched } from '#server/work.ts'
import { eventChanges, isOpen, type NotedMovement, wantedBackEvents, wantedEvents } from '../../domain/events/events.ts'
import { readEvents, REPORT_JOB } from './stored-events.ts'

/** The parts of a shipment's history that may begin or end an event of its notes. */
const CAUSES = ['departed', 'outcome', 'status', 'noteState', 'returnNote']

const mayCause = (touched: Change | Touched): boolean =>
  touched.entity === 'shipments' &&
  'changes' in touched &&
  touched.changes !== undefined &&
  Object.keys(touched.changes).some((name) => CAUSES.includes(name))

/** Writes the events of all shipments that a command changed. Returns true if it wrote a job. */
export const announceMovement: Announce = async (tx, { touched, now }) => {
  const ids = new Set(touched.filter(mayCause).map(({ id }) => id))
  let written = false
  for (const id of ids) if (await writeEvents(tx, id, now)) written = true
  return written
}

type NoteRow = NotedMovement & { readonly id: number; readonly direction: Direction; readonly issuedAt: string }

/**
 * Reads the notes of a shipment with what happened to their orders. Couriers report their own deliveries. A note that was refused or withdrawn
 * moves no goods. What was left of an order may be delivered in parts later, so all orders that follow it count.
 */
const readMovements = (tx: Rows, shipmentId: number): Promise<NoteRow[]> =>
  tx.many<NoteRow>(sql`
    select d.id, d.direction, coalesce(d.left_at, d.created_at) as "issuedAt", s.departed_at as "departedAt", s.finished_at as "finishedAt", (
      select json_agg(json_build_object('outcome', so.outcome, 'closedAt', coalesce(so.done_at, so.outcome_at), 'parcels', o.parcels,
          'delivered', o.quantity_e4, 'rest', coalesce((
            with recursive follow_ups as (
              select f.id, f.quantity_e4 from orders f where f.follows_order_id = o.id and f.created_at >= so.outcome_at
              union all select f.id, f.quantity_e4 from orders f join follow_ups e on f.follows_order_id = e.id)
            select sum(quantity_e4) from follow_ups), 0)))
      from shipment_orders so join orders o on o.id = so.order_id
      where so.shipment_id = s.id and so.order_id = any(d.order_ids)) as deliveries
    from shipments s join delivery_notes d on d.shipment_id = s.id
    where s.id = ${shipmentId} and s.driver_type = 'Driver' and not d.test
      and d.status = any(${[...UNDER_WAY, 'ACKNOWLEDGED']}::text[])`)

/** Writes the events of a shipment's notes. Returns true if it wrote a job. */
async function writeEvents(tx: Rows, shipmentId: number, now: string): Promise<boolean> {
  const movements = await readMovements(tx, shipmentId)
  if (movements.length === 0) return false
  const stored = await readEvents(
    tx,
    movements.map(({ id }) => id),
  )
  let written = false
  for (const movement of movements) {
    const own = stored.filter(({ noteId }) => noteId === movement.id)
    const wanted =
      movement.direction === 'back'
        ? wantedBackEvents(movement)
        : wantedEvents({ ...movement, deliveries: movement.deliveries ?? [] })
    const changes = eventChanges(own, wanted)
    for (const one of changes) {
      if (one.change === 'set') {
        await tx.run(sql`
          update movement_events set status = ${one.status}, updated_at = ${now}::timestamptz where id = ${one.id}`)
        continue
      }
      const { kind, outcome, packages, at, dueAt } = one.event
      await (one.change === 'add'
        ? tx.run(sql`
            insert into movement_events (note_id, kind, status, outcome, packages, happened_at, due_at)
            values (${movement.id}, ${kind}, 'WAITING', ${outcome}, ${packages}, ${at}::timestamptz, ${dueAt}::timestamptz)`)
        : tx.run(sql`
            update movement_events set outcome = ${outcome}, packages = ${packages}, happened_at = ${at}::timestamptz,
              due_at = ${dueAt}::timestamptz, updated_at = ${now}::timestamptz
            where id = ${one.id}`))
    }
    const opened = changes.some((one) => one.change !== 'set' || isOpen(one.status))
    const waits = own.some(({ status }) => isOpen(status))
    if (!opened && !waits) continue
    const dues = changes.flatMap((one) => (one.change === 'set' ? [] : [Date.parse(one.event.dueAt)]))
    const delay = Math.ceil((Math.min(...dues, Number.MAX_SAFE_INTEGER) - Date.parse(now)) / 1000)
    const delaySeconds = dues.length > 0 && delay > 0 ? delay : 0
    await writeJob(tx, { kind: REPORT_JOB, payload: { noteId: movement.id }, delaySeconds })
    written = true
  }
  return written
}
