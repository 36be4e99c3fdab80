/** The queries of loan balances by product and by customer. */
import { addQuantity, type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { keptQuery, query } from '#server/command.ts'
import { type Rows, sql, type Sql } from '#server/db/database.ts'
import * as contract from '../domain/contract.ts'
import { netQuantity } from './balances.ts'

type ProductBalance = { productId: number | null; productName: string; quantity: Quantity }

/** Sums the balance of each product. Records without a product id are grouped by name (C-38). */
async function byProduct(rows: Rows, where: Sql): Promise<{ total: Quantity; products: ProductBalance[] }> {
  const products = await rows.many<ProductBalance>(sql`
    select loans.product_id as "productId", coalesce(max(p.name), max(loans.product_name)) as "productName",
      ${netQuantity} as quantity
    from loans left join products p on p.id = loans.product_id
    where ${where}
    group by loans.product_id, case when loans.product_id is null then fold(loans.product_name) end
    having ${netQuantity} <> 0
    order by quantity desc, "productName"`)
  return { total: total(products), products }
}

function total(balances: readonly { quantity: Quantity }[]): Quantity {
  return balances.reduce((sum, row) => addQuantity(sum, row.quantity), ZERO_QUANTITY)
}

export const customerLoansQuery = query(contract.customerLoans, ({ rows }, { customerId }) =>
  byProduct(rows, sql`loans.customer_id = ${customerId}`),
)

export const loanTotalsQuery = keptQuery(contract.loanTotals, ({ rows }) => byProduct(rows, sql`true`))

export const productLoansQuery = query(contract.productLoans, async ({ rows }, { productId }) => {
  const customers = await rows.many<{ customerId: number | null; customerName: string; quantity: Quantity }>(sql`
    select loans.customer_id as "customerId", coalesce(max(c.name), max(loans.customer_name)) as "customerName",
      ${netQuantity} as quantity
    from loans left join customers c on c.id = loans.customer_id
    where loans.product_id = ${productId}
    group by loans.customer_id, case when loans.customer_id is null then fold(loans.customer_name) end
    having ${netQuantity} <> 0
    order by quantity desc, "customerName"`)
  return { total: total(customers), customers }
})
