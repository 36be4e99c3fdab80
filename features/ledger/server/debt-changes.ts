/** The customers whose open debts may have changed since the job ran that stores them. Every posting on their account appends one. */
import { type Rows, sql } from '#server/db/database.ts'

/** Returns the customers of the oldest changes, and removes these. The number of changes is that of the rows. */
export const takeDebtChanges = (tx: Rows, most: number): Promise<{ customerId: number }[]> =>
  tx.many<{ customerId: number }>(sql`
    delete from debt_changes where id = any(array(select id from debt_changes order by id limit ${most}))
    returning customer_id as "customerId"`)
