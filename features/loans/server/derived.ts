/** What is lent to each customer, of each product. */
import { sql } from '#server/db/database.ts'
import { derivedSums } from '#server/derived/sums.ts'
import { signedQuantity } from './balances.ts'

const loanBalances = derivedSums('loan_balances', {
  key: { customer_id: sql`customer_id`, product_id: sql`product_id` },
  of: [
    {
      from: sql`loans`,
      where: sql`customer_id is not null and product_id is not null`,
      sums: { balance_e4: signedQuantity(sql`each_row`) },
    },
  ],
})

export const derived = [loanBalances]
