/** What the page of a customer and the list of overdue debts show of one customer. */
import { readCustomer } from '#features/customers/server/customer-kind.ts'
import { sumOpen } from '#features/parties/domain/settlement.ts'
import { query } from '#server/command.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { sql } from '#server/db/database.ts'
import { dueOfCustomer } from '../domain/contract.ts'
import { readOverdueDebts, readStop } from './debts-of-customer.ts'

/** The page shows this many letters. */
const MOST_LETTERS = 50

export const dueOfCustomerQuery = query(dueOfCustomer, async ({ rows, today }, { id }) => {
  const debts = await readOverdueDebts(rows, await readCustomer(rows, id), today)
  return {
    overdue: sumOpen(debts),
    debts,
    letters: await rows.many<OutputOf<typeof dueOfCustomer>['letters'][number]>(sql`
      select r.id, r.step, r.day, r.amount_cents as amount, r.to_address as "to", r.user_name as "userName", m.status as mail
      from reminders r left join mails m on m.id = r.mail_id where r.customer_id = ${id} order by r.id desc limit ${MOST_LETTERS}`),
    stopped: await readStop(rows, id),
  }
})
