/** The goods of counted documents, summed by month. */
import { sql } from '#server/db/database.ts'
import { derivedSums } from '#server/derived/sums.ts'

export const goodsMonths = derivedSums('goods_months', {
  key: { source: sql`source`, month: sql`date_trunc('month', day)::date`, product_id: sql`product_id` },
  of: [
    {
      from: sql`counted_goods`,
      sums: {
        quantity_e4: sql`quantity_e4`,
        net_cents: sql`net_cents`,
        vat_cents: sql`vat_cents`,
        cost_cents: sql`cost_cents`,
      },
    },
  ],
  fold: { through: 'goods_changes', columns: ['source', 'day', 'product_id'] },
})

export const derived = [goodsMonths]
