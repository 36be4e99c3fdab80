/** Answers what the form of an inbound invoice asks while a person types. */
import type { SalePrices } from '#features/products/domain/margin.ts'
import { readEntered } from '#features/products/server/costs/entered-costs.ts'
import { tryCosts } from '#features/products/server/costs/try-costs.ts'
import { findBelowMargin } from '#features/products/server/figures/below-margin.ts'
import { lookAlikeKey } from '#kernel/fold.ts'
import type { Day } from '#kernel/day.ts'
import type { Cents, UnitPrice } from '#kernel/money.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { numberTaken, providerHabits, tryInvoiceCosts } from '../domain/contract.ts'

/** Returns the code of the last booked invoice of a provider; an empty text if there is none. */
export async function readLastCode(rows: Rows, providerId: number): Promise<string> {
  const last = await rows.maybe<{ refcode: string }>(sql`
    select refcode from booked_invoices where provider_id = kept_provider(${providerId}::bigint)
    order by import_date desc, id desc limit 1`)
  return last?.refcode ?? ''
}

export const providerHabitsQuery = query(providerHabits, async ({ rows }, { providerId }) => ({
  refcode: await readLastCode(rows, providerId),
}))

type Taken = { id: number; number: string; importDate: Day; total: Cents }

/** Returns the invoice with a number that the provider has given already; null if the number is free (C-51, C-72). */
export const readTaken = (rows: Rows, providerId: number, number: string): Promise<Taken | null> =>
  rows.maybe<Taken>(sql`
    select id, number, import_date as "importDate", total_cents as total from inbound_invoices
    where provider_id = kept_provider(${providerId}::bigint) and type = 'INBOUND' and look_alike_key(number) = ${lookAlikeKey(number)}
      and state <> 'CANCELED'
    order by historic, id limit 1`)

export const numberTakenQuery = query(numberTaken, async ({ rows }, { providerId, number }) => ({
  taken: await readTaken(rows, providerId, number),
}))

export const tryInvoiceCostsQuery = query(tryInvoiceCosts, async ({ rows }, { costs }) => {
  const tried = new Map(costs)
  const read = await readEntered(rows, [...tried.keys()])
  const entered = new Map([...read].filter(([, product]) => !product.computed))
  const { before, after } = await tryCosts(rows, entered, new Map([...tried].filter(([id]) => entered.has(id))))
  const sold = await rows.many<SalePrices & { id: number }>(sql`
    select id, sales_price_e4 as "salesPrice", b2b_sales_price_e4 as "b2bSalesPrice" from products
    where id = any(${[...after.keys()]}::bigint[])`)
  const raised = [...after].filter(([id, cost]) => cost > (before.get(id) ?? cost))
  const below = await findBelowMargin(rows, sold, (product) => ({
    ...product,
    cost: after.get(product.id) ?? (0 as UnitPrice),
  }))
  return {
    raised: raised.length,
    lowered: after.size - raised.length,
    below: below.size,
  }
})
