/**
 * Invoices orders by themselves after they are packed, if the company has switched that on. An order that needs a decision, such as one
 * of a customer without a VAT number, stays packaged and is named by the bell.
 */
import { z } from 'zod'
import { ordersAsThings } from '#features/orders/server/returned-orders.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { zId } from '#kernel/contract.ts'
import { SYSTEM } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type JobRun, writeJob } from '#server/jobs/jobs.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'
import type { Runner } from '#server/runner.ts'
import { readSettings } from '#server/settings.ts'
import type { Announce, Change, Touched } from '#server/work.ts'
import { SENDING_FORM } from '../domain/ways.ts'
import { sendInvoices } from './invoice-orders.ts'
import { accountingMissing } from './write-document.ts'

export const PACKED_JOB = 'invoicing.invoice-packed'

/** A packer may take the packing of an order back within this time, before it is invoiced. */
export const UNDO_SECONDS = 60

const isSwitchedOn = async (rows: Rows): Promise<boolean> => (await readSettings(rows, SENDING_FORM)).whenPacked

const wasPacked = (one: Change | Touched): boolean =>
  one.entity === 'orders' && 'changes' in one && one.changes?.['status']?.[1] === 'PACKAGED'

/** Returns the orders among these that are packaged, each with the moment of its packing. */
const readPacked = (rows: Rows, ids: readonly number[]) =>
  rows.many<{ id: number; packedAt: string }>(sql`
    select id, packaged_at as "packedAt" from orders where id = any(${[...ids]}::bigint[]) and status = 'PACKAGED'`)

/** Writes a job for each order that a command has packed. What is imported or restored is not invoiced. */
export const announcePacked: Announce = async (tx, { touched, quiet }) => {
  const packed = new Set(touched.filter(wasPacked).map(({ id }) => id))
  if (quiet || packed.size === 0 || !(await isSwitchedOn(tx))) return false
  const orders = await readPacked(tx, [...packed])
  for (const payload of orders) await writeJob(tx, { kind: PACKED_JOB, payload, delaySeconds: UNDO_SECONDS })
  return orders.length > 0
}

/** The order, and when it was packed: what was taken back and packed again waits for its own minute. */
const zPayload = z.object({ id: zId, packedAt: z.string() })

/** Returns the job that invoices one packed order. It does nothing if the packing was taken back or the rule was switched off. */
export function invoicePacked(runner: Runner): JobRun {
  return async (payload) => {
    const { id, packedAt } = zPayload.parse(payload)
    await runner.work(SYSTEM, PACKED_JOB, async (work) => {
      const [order] = await readPacked(work.tx, [id])
      if (order?.packedAt !== packedAt || !(await isSwitchedOn(work.tx))) return
      // without a service the order waits, as it does without the rule
      if ((await accountingMissing(work)) === null) await sendInvoices(work, [id], { release: true })
    })
  }
}

/** Packed orders that the rule did not invoice: a person must decide something about each of them. */
export const packedNotInvoiced: FactKind = {
  name: 'invoicing.packed',
  right: ordersRights.read,
  page: '/orders?show=PACKAGED',
  find: async (rows) => {
    if (!(await isSwitchedOn(rows))) return []
    const found = await rows.many<{ id: number }>(sql`
      select id from orders where status = 'PACKAGED' and packaged_at < now() - make_interval(secs => ${5 * UNDO_SECONDS})
      order by id desc limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: ordersAsThings,
}
