/** How two customers are merged. The merged one stays as a row with `merged_into`. */
import { refuse } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Mergeable, MergeRecord, Reference } from '#server/merging/merging.ts'
import type { Customer, CustomerPatch } from '../domain/contract.ts'
import { differencesOf, mergeChanges, mergeDoubts, type MergeValues } from '../domain/merging.ts'
import { customersRights } from '../domain/rights.ts'
import { readBalances } from './account.ts'
import { readAnyCustomer, readCustomer, takeValues } from './write-customer.ts'

const recordOf = ({ id, name, version, createdAt: _, updatedAt: __, ...rest }: Customer): MergeRecord => ({
  id,
  name,
  version,
  values: { name, ...rest },
})

const valuesOf = ({ values }: MergeRecord): MergeValues => values as MergeValues

/** The fields that may have no value. In the others an empty text stands for none, which changes name as null. */
const WITHOUT_VALUE = ['lat', 'lon', 'startDate', 'salespersonId']

const patchOf = (values: MergeRecord['values']): CustomerPatch =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, WITHOUT_VALUE.includes(field) ? value : (value ?? '')]),
  )

/** Returns the pieces lent to each of these customers, without those that were returned. */
async function readLent(rows: Rows, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const lent = await rows.many<{ id: number; pieces: number }>(sql`
    select customer_id as id, sum(balance_e4)::bigint as pieces from loan_sums
    where customer_id = any(${[...ids]}::bigint[]) group by customer_id`)
  return new Map(lent.map(({ id, pieces }) => [id, pieces]))
}

export const mergeableCustomers: Mergeable = {
  entity: 'customers',
  read: customersRights.read,
  record: async (rows, id, lock = false) => recordOf(await readCustomer(rows, id, lock)),
  mergedRecord: async (rows, id) => {
    const { mergedInto, ...customer } = await readAnyCustomer(rows, id, true)
    return mergedInto === null ? refuse('refused', 'customers.not-merged', { name: customer.name }) : recordOf(customer)
  },
  differences: (kept, merged) => differencesOf(valuesOf(kept), valuesOf(merged)),
  changesOf: (kept, merged, take) => mergeChanges(valuesOf(kept), valuesOf(merged), take),
  doubts: (kept, merged) => mergeDoubts(valuesOf(kept), valuesOf(merged)),
  change: async (work, id, values) => takeValues(work, await readCustomer(work.tx, id), patchOf(values)),
  mark: async (work, id, into) => {
    await work.tx.run(sql`
      update customers set merged_into = ${into}::bigint,
        merged_at = case when ${into}::bigint is null then null else ${work.now}::timestamptz end,
        updated_at = ${work.now}, version = version + 1
      where id = ${id}`)
  },
  figures: async (rows, kept, merged) => {
    const [balances, lent] = [await readBalances(rows, [kept, merged]), await readLent(rows, [kept, merged])]
    return [
      { name: 'balance', unit: 'money', kept: balances.get(kept) ?? 0, merged: balances.get(merged) ?? 0 },
      { name: 'lent', unit: 'quantity', kept: lent.get(kept) ?? 0, merged: lent.get(merged) ?? 0 },
    ]
  },
}

/** Customers that were merged into a customer earlier. They lead to the new one as well. */
export const earlierMerged: Reference = {
  to: 'customers',
  name: 'merged',
  table: 'customers',
  column: 'merged_into',
}
