/** The open debts of customers, for lists. They are exact at any moment, whether or not the job has run. */
import { openCharges } from '#features/ledger/server/open-charges.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/**
 * Reads which customers have changed since the job ran, and returns the open debts of all customers as a selection:
 * `party, kind, id, day, own, open`, where `own` are the days after which the customer pays, or null.
 */
export async function openDebts(rows: Rows): Promise<Sql> {
  const changed = await rows.many<{ id: number }>(sql`select distinct customer_id as id from debt_changes`)
  const ids = changed.map(({ id }) => id)
  const folded = sql`
    select customer_id as party, kind, document_id as id, day, payment_days as own, open_cents as open from open_debts`
  if (ids.length === 0) return folded
  return sql`
    ${folded} where customer_id <> all(${ids}::bigint[])
    union all
    select c.party, c.kind, c.id, c.day, v.payment_days, c.open
    from (${openCharges('customers', (column) => sql`${column} = any(${ids}::bigint[])`)}) c join customers v on v.id = c.party`
}
