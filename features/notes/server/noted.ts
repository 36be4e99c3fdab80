import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { type Actor, demand } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { type Noted, RIGHT_OF } from '../domain/note.ts'

/** How each kind of record is looked up; a deleted offer is only there for those who may restore it. */
const RECORD: Readonly<Record<Noted, (id: number, actor: Actor) => Sql>> = {
  orders: (id, { role }) => sql`
    select id from orders
    where id = ${id} and (status <> 'OFFER-DELETE' or ${may(role, 'orders.restore-offer')}::boolean)`,
  customers: (id) => sql`select id from customers where id = ${id}`,
}

/** Stops whoever may not see the record that a note is about, or asks about one that does not exist. */
export async function demandRecord(rows: Rows, actor: Actor, entity: Noted, id: number): Promise<void> {
  demand(actor, RIGHT_OF[entity])
  if (!(await rows.maybe(RECORD[entity](id, actor)))) refuse('missing', 'notes.record-missing')
}
