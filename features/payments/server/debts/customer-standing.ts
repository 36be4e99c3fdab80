/** Reads how a customer stands, from sums and from the open debts. Their history stays unread, so it may be asked for at each key. */
import { customerStanding } from '#features/customers/domain/account-contract.ts'
import { readAccount } from '#features/customers/server/account.ts'
import { readCustomer } from '#features/customers/server/customer-kind.ts'
import { LENT_BY_NAME, readLent } from '#features/loans/server/balances.ts'
import { dueDay, readUsualDays } from '#features/parties/server/due-day.ts'
import type { Cents } from '#kernel/money.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { openDebtsOf } from './open-debts.ts'

export const customerStandingQuery = query(customerStanding, async ({ rows, today }, { id }) => {
  await readCustomer(rows, id)
  const { balance } = await readAccount(rows, id)
  const due = dueDay(sql`d.day`, sql`d.own`, await readUsualDays(rows, 'customers'))
  const { overdue } = await rows.one<{ overdue: Cents }>(sql`
    select coalesce(sum(d.open), 0)::bigint as overdue from (${await openDebtsOf(rows, id)}) d where ${due} < ${today}::date`)
  const lent = await readLent(rows, id, LENT_BY_NAME)
  return {
    balance,
    overdue,
    held: lent
      .filter(({ held }) => held > 0)
      .map(({ productId, productName: name, held: quantity }) => ({ productId, name, quantity })),
  }
})
