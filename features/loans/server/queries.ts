/** The queries of loan balances by product and by customer. */
import type { OutputOf } from '#kernel/contract.ts'
import { addQuantity, type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { customerKind } from '#features/customers/server/customer-kind.ts'
import { matchesParty, numbersFirst, partiesThatMatch } from '#features/parties/server/find-parties.ts'
import { keptQuery, query } from '#server/command.ts'
import { empty, raw, sql, type Sql } from '#server/db/database.ts'
import * as contract from '../domain/contract.ts'
import { type ProductBalance, readLent } from './balances.ts'

/**
 * Selects all balances of products, or those of one. Stored balances that are not 0 come first, then the records whose names match no
 * customer or no product (C-38).
 */
const balancesOf = (product: Sql): Sql => sql`(
  select customer_id, product_id, null as customer_name, null as product_name, balance_e4 as e4
  from loan_balances where balance_e4 <> 0 and ${product}
  union all
  select customer_id, product_id, customer_name, product_name, case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end
  from loans where (customer_id is null or product_id is null) and ${product})`

function total(balances: readonly { quantity: Quantity }[]): Quantity {
  return balances.reduce((sum, row) => addQuantity(sum, row.quantity), ZERO_QUANTITY)
}

export const customerLoansQuery = query(contract.customerLoans, async ({ rows }, { customerId }) => {
  const products = await readLent(rows, customerId, sql`quantity desc, "productName"`)
  return { total: total(products), products }
})

/** Sums the balance of each product. Records without a product id are grouped by name (C-38). */
export const loanTotalsQuery = keptQuery(contract.loanTotals, async ({ rows }) => {
  const products = await rows.many<ProductBalance>(sql`
    select l.product_id as "productId", coalesce(max(p.name), max(l.product_name)) as "productName", sum(l.e4)::bigint as quantity
    from ${balancesOf(sql`true`)} l left join products p on p.id = l.product_id
    group by l.product_id, case when l.product_id is null then fold(l.product_name) end
    having sum(l.e4) <> 0
    order by quantity desc, "productName"`)
  return { total: total(products), products }
})

export const productLoansQuery = query(contract.productLoans, async ({ rows }, { productId }) => {
  const customers = await rows.many<{ customerId: number | null; customerName: string; quantity: Quantity }>(sql`
    select l.customer_id as "customerId", coalesce(max(c.name), max(l.customer_name)) as "customerName", sum(l.e4)::bigint as quantity
    from ${balancesOf(sql`product_id = ${productId}`)} l left join customers c on c.id = l.customer_id
    group by l.customer_id, case when l.customer_id is null then fold(l.customer_name) end
    having sum(l.e4) <> 0
    order by quantity desc, "customerName"`)
  return { total: total(customers), customers }
})

const HOLDERS = 20

/** Selects the pieces of products that customers hold. Records without a product cannot be taken back in the form. */
const HELD: Sql = sql`loan_sums where held_e4 > 0 and product_id is not null`

/** Selects the first matching customers who hold items, or of those who hold none. */
const customersThatHold = (holding: boolean, search: string): Sql => {
  const condition = sql`id ${holding ? empty : raw('not')} in (select customer_id from ${HELD} and customer_id is not null)`
  return sql`
    select id, name, label, phone, phone2, vat,
      ${holding ? sql`coalesce((select sum(held_e4) from ${HELD} and customer_id = id), 0)::bigint` : sql`0::bigint`} as held
    from ${partiesThatMatch(customerKind, sql`${condition} and ${matchesParty(search)}`, search)}
    order by ${numbersFirst(search)}name collate "und-x-icu", id limit ${HOLDERS}`
}

export const loanHoldersQuery = keptQuery(contract.loanHolders, async ({ rows }, { search }) => ({
  // the others are read in the order of an index, so those who hold items are read apart from them
  rows: await rows.many<OutputOf<typeof contract.loanHolders>['rows'][number]>(sql`
    select id, name, label, phone, vat, held from (
      (${customersThatHold(true, search)}) union all (${customersThatHold(false, search)})) found
    order by ${numbersFirst(search)}held > 0 desc, name collate "und-x-icu", id limit ${HOLDERS}`),
}))
