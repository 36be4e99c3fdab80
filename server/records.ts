/** Finds the records that mails, notes and history refer to. */
import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import type { Actor } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/**
 * A deleted offer is visible only with the right to restore it (C-02). A placeholder record is never visible (C-14).
 */
const RECORD = {
  orders: (id: number, { role }: Actor): Sql => sql`
    select id from orders
    where id = ${id} and (status <> 'OFFER-DELETE' or ${may(role, 'orders.restore-offer')}::boolean)`,
  customers: (id: number): Sql => sql`select id from customers where id = ${id} and not system`,
} as const

/** Refuses with `code` if the record does not exist or is not visible to the actor. */
export async function requireRecord(
  rows: Rows,
  actor: Actor,
  entity: keyof typeof RECORD,
  id: number,
  code: string,
): Promise<void> {
  if (!(await rows.maybe(RECORD[entity](id, actor)))) refuse('missing', code)
}
