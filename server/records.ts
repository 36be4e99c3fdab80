/** Records that mails, notes and history hang on. */
import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import type { Actor } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/** A deleted offer is there for those who may restore it (ruling C-02), a placeholder for nobody (ruling C-14). */
const RECORD = {
  orders: (id: number, { role }: Actor): Sql => sql`
    select id from orders
    where id = ${id} and (status <> 'OFFER-DELETE' or ${may(role, 'orders.restore-offer')}::boolean)`,
  customers: (id: number): Sql => sql`select id from customers where id = ${id} and not system`,
} as const

/** Stops whoever asks about a record that is not there for them, with the code that says so. */
export async function demandThere(
  rows: Rows,
  actor: Actor,
  entity: keyof typeof RECORD,
  id: number,
  code: string,
): Promise<void> {
  if (!(await rows.maybe(RECORD[entity](id, actor)))) refuse('missing', code)
}
