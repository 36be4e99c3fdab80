/** The open debts of customers, for lists. They are exact at any moment, whether or not the job has run. */
import { openCharges } from '#features/ledger/server/open-charges.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

const FOLDED = sql`
  select customer_id as party, kind, document_id as id, day, payment_days as own, open_cents as open from open_debts`

/** The same of these customers, from the accounts themselves. */
const computed = (ids: readonly number[]): Sql => sql`
  select c.party, c.kind, c.id, c.day, v.payment_days as own, c.open
  from (${openCharges('customers', (column) => sql`${column} = any(${[...ids]}::bigint[])`)}) c join customers v on v.id = c.party`

/**
 * Reads which customers have changed since the job ran, and returns the open debts of all customers as a selection:
 * `party, kind, id, day, own, open`, where `own` are the days after which the customer pays, or null.
 */
export async function openDebts(rows: Rows): Promise<Sql> {
  const changed = await rows.many<{ id: number }>(sql`select distinct customer_id as id from debt_changes`)
  const ids = changed.map(({ id }) => id)
  if (ids.length === 0) return FOLDED
  return sql`${FOLDED} where customer_id <> all(${ids}::bigint[]) union all ${computed(ids)}`
}

/** Returns the same of one customer. Their account is read only if it has changed since the job ran. */
export async function openDebtsOf(rows: Rows, customerId: number): Promise<Sql> {
  const { hasChanged } = await rows.one<{ hasChanged: boolean }>(sql`
    select exists (select from debt_changes where customer_id = ${customerId}) as "hasChanged"`)
  return hasChanged ? computed([customerId]) : sql`${FOLDED} where customer_id = ${customerId}`
}
