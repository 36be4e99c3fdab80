/** The register of cheques, and what would be due again if one bounced. */
import { isDocument, settle } from '#features/parties/domain/settlement.ts'
import { subtractCents } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { countRowsBy } from '#server/paging.ts'
import { chequeStates } from '../../domain/cheques/cheque.ts'
import { bouncePreview, type Cheque, chequeRegister, MOST_SHOWN_CHEQUES } from '../../domain/cheques/contract.ts'
import { readParts } from '../matching/settlement.ts'

const PASSED_TO: Sql = sql`(select o.entity_name from payments o where o.id = c.passed_payment_id)`
const WEEK: Sql = sql`date_trunc('week', c.expires)::date`

export const chequeRegisterQuery = query(chequeRegister, async ({ rows }, { given, states, until }) => {
  const from = sql`from cheques c where c.given = ${given} and c.state = any(${states}::text[])${until ? sql` and c.expires <= ${until}::date` : sql``}`
  const found = await rows.many<Cheque>(sql`
    select p.id, c.expires, ${WEEK} as week, c.cents as amount, p.bank_name as bank, p.issuer, p.receipt_code as receipt,
      p.customer_id as "customerId", p.entity_name as name, c.given, c.state, ${PASSED_TO} as "passedTo"
    from (select * ${from} order by c.expires, c.payment_id limit ${MOST_SHOWN_CHEQUES + 1}) c join payments p on p.id = c.payment_id
    order by c.expires, c.payment_id`)
  const weeks = await rows.many<{ week: Cheque['week']; count: number; amount: Cheque['amount'] }>(sql`
    select ${WEEK} as week, count(*)::int as count, sum(c.cents)::bigint as amount ${from} group by 1 order by 1`)
  const counts = await countRowsBy(rows, sql`cheques`, sql`given = ${given} and state`, chequeStates(given))
  return { rows: found.slice(0, MOST_SHOWN_CHEQUES), weeks, more: found.length > MOST_SHOWN_CHEQUES, counts }
})

export const bouncePreviewQuery = query(bouncePreview, async ({ rows }, { id }) => {
  const cheque = await rows.maybe<Pick<Cheque, 'amount' | 'customerId' | 'passedTo' | 'given' | 'name'>>(sql`
    select c.cents as amount, p.customer_id as "customerId", ${PASSED_TO} as "passedTo", c.given, p.entity_name as name
    from cheques c join payments p on p.id = c.payment_id where c.payment_id = ${id}`)
  if (!cheque) return refuse('missing', 'payments.no-cheque', { paymentId: id })
  const { amount, customerId, passedTo } = cheque
  const owedTo = cheque.given ? cheque.name : null
  if (customerId === null || cheque.given) return { amount, orders: [], passedTo, owedTo }
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
  return { amount, orders, passedTo, owedTo }
})
