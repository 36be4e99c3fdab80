/** What salespersons earned by commission and were paid, summed by month. */
import { sql } from '#server/db/database.ts'
import { derivedSums } from '#server/derived/sums.ts'

export const commissionMonths = derivedSums('commission_months', {
  key: { salesperson_id: sql`salesperson_id`, month: sql`date_trunc('month', day)::date` },
  of: [
    {
      from: sql`postings`,
      where: sql`each_row.salesperson_id is not null and each_row.ended_at is null`,
      sums: {
        earned_cents: sql`case source when 'order' then commission_cents else 0 end`,
        paid_cents: sql`case source when 'payment' then total_cents else 0 end`,
      },
      rare: true,
    },
  ],
  fold: { through: 'commission_changes', columns: ['salesperson_id', 'day'] },
})

export const derived = [commissionMonths]
