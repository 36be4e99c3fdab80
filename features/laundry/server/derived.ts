/** What was lent, moved and written off of each product in all years, for the chart of all items. */
import { signedQuantity } from '#features/loans/server/balances.ts'
import { sql } from '#server/db/database.ts'
import { derivedSums } from '#server/derived/sums.ts'

const SIGNED = signedQuantity(sql`each_row`)

/** Loans of an order move stock; those of the laundry belong to a task. */
const BY_HAND = sql`task_id is null and (origin in ('manual', 'driver', 'laundry') or moves_no_stock)`

const lentSums = derivedSums('lent_sums', {
  key: { product_id: sql`product_id` },
  of: [
    {
      from: sql`loans`,
      where: sql`product_id is not null`,
      sums: {
        balance_e4: SIGNED,
        by_hand_e4: sql`case when ${BY_HAND} then ${SIGNED} else 0 end`,
        sold_e4: sql`case when origin = 'sold' then -(${SIGNED}) else 0 end`,
      },
    },
    {
      from: sql`stock_movements`,
      where: sql`reason in ('lent', 'lent-restored', 'washed')`,
      sums: { moved_e4: sql`quantity_e4` },
      onlyAdded: true,
    },
    {
      from: sql`write_offs`,
      where: sql`product_id is not null and undone_at is null
        and exists (select from public.loans lent where lent.task_id = each_row.task_id)`,
      sums: { written_off_e4: sql`quantity_e4` },
    },
  ],
})

export const derived = [lentSums]
