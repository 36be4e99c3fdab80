/** The register of cheques, and what would be due again if one bounced. */
import { isDocument, settle } from '#features/parties/domain/settlement.ts'
import { subtractCents } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { join, type Sql, sql } from '#server/db/database.ts'
import { bouncePreview, type Cheque, chequeRegister, MOST_CHEQUES } from '../../domain/cheques/contract.ts'
import { readParts } from '../matching/settlement.ts'

/** Over payments `p` and cheques `c`: the state, and the cheques of the register. A cancelled one is in it only if it bounced. */
export const STATE: Sql = sql`coalesce(c.state, 'IN-HAND')`
export const IN_REGISTER: Sql = sql`p.type = 'CHECK' and p.bound = 'Inbound' and p.expire_date is not null and p.amount_cents > 0
  and p.cancels_id is null
  and (c.state = 'BOUNCED' or not exists (select from payments x where x.cancels_id = p.id))`
const PASSED_TO: Sql = sql`(select o.entity_name from payments o where o.id = c.passed_payment_id)`
const WEEK: Sql = sql`date_trunc('week', p.expire_date)::date`

export const chequeRegisterQuery = query(chequeRegister, async ({ rows }, { states, until }) => {
  const all = [IN_REGISTER, sql`${STATE} = any(${states}::text[])`]
  if (until) all.push(sql`p.expire_date <= ${until}::date`)
  const from = sql`from payments p left join cheques c on c.payment_id = p.id where ${join(all, ' and ')}`
  const found = await rows.many<Cheque>(sql`
    select p.id, p.expire_date as expires, ${WEEK} as week, p.amount_cents as amount, p.bank_name as bank, p.issuer,
      p.receipt_code as receipt, p.customer_id as "customerId", p.entity_name as name, ${STATE} as state, ${PASSED_TO} as "passedTo"
    ${from} order by p.expire_date, p.id limit ${MOST_CHEQUES + 1}`)
  const weeks = await rows.many<{ week: Cheque['week']; count: number; amount: Cheque['amount'] }>(sql`
    select ${WEEK} as week, count(*)::int as count, sum(p.amount_cents)::bigint as amount ${from} group by 1 order by 1`)
  return { rows: found.slice(0, MOST_CHEQUES), weeks, more: found.length > MOST_CHEQUES }
})

export const bouncePreviewQuery = query(bouncePreview, async ({ rows }, { id }) => {
  const cheque = await rows.maybe<Pick<Cheque, 'amount' | 'customerId' | 'passedTo'>>(sql`
    select p.amount_cents as amount, p.customer_id as "customerId", ${PASSED_TO} as "passedTo"
    from payments p left join cheques c on c.payment_id = p.id where p.id = ${id} and ${IN_REGISTER}`)
  if (!cheque) return refuse('missing', 'payments.no-cheque', { paymentId: id })
  const { amount, customerId, passedTo } = cheque
  if (customerId === null) return { amount, orders: [], passedTo }
  const { entries, matches } = await readParts(rows, { kind: 'customers', id: customerId })
  const now = settle(entries, matches)
  const without = settle(
    entries.filter((entry) => isDocument(entry) || entry.id !== id),
    matches,
  )
  const openNow = new Map(now.charges.map(({ entry, open }) => [entry, open]))
  const orders = without.charges.flatMap(({ entry, open }) => {
    const due = subtractCents(open, openNow.get(entry) ?? open)
    return due > 0 && isDocument(entry) ? [{ id: entry.id, due }] : []
  })
  return { amount, orders, passedTo }
})
