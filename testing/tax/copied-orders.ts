/** A copy of tax documents and their orders that tests restore, as a backup does, beside a service that goes on. */
import { sql } from '#server/db/database.ts'
import type { Restoring } from '#server/restoring/restoring.ts'
import type { JobKind } from '#server/work.ts'
import { copyTables, type TwoProcesses } from './two-processes.ts'

/**
 * Copies whole tables and the status of orders. Returns a function that puts them back with what `steps` keep, and returns the jobs that the
 * restore wrote.
 */
export async function copyOrders(
  { company, runners }: Pick<TwoProcesses, 'company' | 'runners'>,
  tables: readonly string[],
  orderIds: readonly number[],
): Promise<(steps: readonly Restoring[]) => Promise<JobKind[]>> {
  const putBack = await copyTables(company.db, tables)
  const { all } = await company.db.one<{ all: string }>(sql`
    select coalesce(json_agg(json_build_object('id', id, 'status', status, 'mode', invoice_mode, 'refcode', refcode, 'day', invoiced_on)), '[]')::text as all
    from orders where id = any(${[...orderIds]}::bigint[])`)
  return (steps) =>
    company.db.transaction('locking', async (tx) => {
      const jobs: JobKind[] = []
      const enqueue = async (job: JobKind) => void jobs.push(job)
      const now = runners[0].clock().toISOString()
      const restored = { tx, now, madeAt: now, userId: null, administrator: null, enqueue }
      const afters = []
      for (const step of steps) afters.push(await step(restored))
      await putBack(tx)
      await tx.run(sql`
        update orders o set status = r.status, invoice_mode = r.mode, refcode = r.refcode, invoiced_on = r.day
        from json_to_recordset(${all}::json) as r (id bigint, status text, mode text, refcode text, day date) where o.id = r.id`)
      for (const after of afters) await after(restored)
      return jobs
    })
}
