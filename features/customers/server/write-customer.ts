import { nameOfSalesperson, requireSalesperson } from '#features/salespersons/server/write-salesperson.ts'
import { changes, type FieldChanges } from '#kernel/changes.ts'
import { PLACES, type Rate, toNumber } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { empty, join, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { refuseStale } from '#server/history.ts'
import type { Customer, CustomerPatch } from '../domain/contract.ts'
import { whyNotCustomer, whyNotPlace, withPlace } from '../domain/customer.ts'
import { hasWrongCheckDigit, plainVat } from '#kernel/vat-number.ts'
import { IS_LISTED } from './listed.ts'

/** The column of each field, and whether it is stored as JSON. */
const COLUMNS: Readonly<Record<keyof CustomerPatch, { column: string; json?: true }>> = {
  name: { column: 'name' },
  label: { column: 'label' },
  taxOffice: { column: 'tax_office' },
  address: { column: 'address' },
  city: { column: 'city' },
  postcode: { column: 'postcode' },
  country: { column: 'country' },
  lat: { column: 'lat' },
  lon: { column: 'lon' },
  phone: { column: 'phone' },
  phone2: { column: 'phone2' },
  startDate: { column: 'start_date' },
  representor: { column: 'representor' },
  discount: { column: 'discount_bp' },
  category: { column: 'category' },
  vatType: { column: 'vat_type_bp' },
  vat: { column: 'vat' },
  social: { column: 'social' },
  profession: { column: 'profession' },
  email: { column: 'email' },
  tags: { column: 'tags', json: true },
  salespersonId: { column: 'salesperson_id' },
  customFields: { column: 'custom_fields', json: true },
  extraAddresses: { column: 'extra_addresses', json: true },
}
const FIELDS = Object.keys(COLUMNS) as (keyof CustomerPatch)[]

const customerColumns: Sql = sql`id, version, created_at as "createdAt", updated_at as "updatedAt", ${join(
  FIELDS.map((field) => raw(`${COLUMNS[field].column} as "${field}"`)),
)}`

/**
 * Returns one customer with every field, locked until the commit if `lock` is true. Placeholders of external programs
 * are not found. A customer that was merged into another one is refused with the name of that one.
 */
export async function readCustomer(rows: Rows, id: number, lock = false): Promise<Customer> {
  const { mergedInto, ...customer } = await readAnyCustomer(rows, id, lock)
  if (mergedInto !== null) await refuseMerged(rows, customer, mergedInto)
  return customer
}

/** Returns one customer, also one that was merged into another. */
export async function readAnyCustomer(
  rows: Rows,
  id: number,
  lock = false,
): Promise<Customer & { mergedInto: number | null }> {
  const customer = await rows.maybe<Customer & { mergedInto: number | null }>(sql`
    select ${customerColumns}, merged_into as "mergedInto" from customers
    where id = ${id} and not system ${lock ? sql`for update` : empty}`)
  return customer ?? refuse('missing', 'customers.missing', { customerId: id })
}

async function refuseMerged(rows: Rows, { id, name }: Customer, keptId: number): Promise<never> {
  const kept = await rows.one<{ name: string }>(sql`select name from customers where id = ${keptId}`)
  return refuse('refused', 'customers.merged', { customerId: id, name, keptId, keptName: kept.name })
}

const sentFields = (patch: CustomerPatch): (keyof CustomerPatch)[] =>
  FIELDS.filter((field) => patch[field] !== undefined)

function storedValue(patch: CustomerPatch, field: keyof CustomerPatch): Sql {
  const value = patch[field]
  return COLUMNS[field].json ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`
}

/** Returns the changes for the history, with percentages as plain decimals. */
const readable = (patch: { readonly discount?: Rate; readonly vatType?: Rate }): Record<string, unknown> => ({
  ...patch,
  ...(patch.discount === undefined ? {} : { discount: toNumber(patch.discount, PLACES.rate) }),
  ...(patch.vatType === undefined ? {} : { vatType: toNumber(patch.vatType, PLACES.rate) }),
})

/** Returns the changes for the history, with the salesperson's name instead of the id. */
async function named(rows: Rows, { salespersonId, ...changes }: FieldChanges): Promise<FieldChanges> {
  if (!salespersonId) return changes
  // An id from an older system may belong to no salesperson.
  const name = async (id: unknown) =>
    typeof id === 'number' ? ((await nameOfSalesperson(rows, id)) ?? `#${id}`) : null
  return { ...changes, salesperson: [await name(salespersonId[0]), await name(salespersonId[1])] }
}

/** Stores a new customer. */
export async function insertCustomer(work: Work, customer: CustomerPatch & { name: string }): Promise<number> {
  stopOn(whyNotCustomer(customer))
  stopOn(whyNotPlace(customer))
  if (customer.salespersonId != null) await requireSalesperson(work.tx, customer.salespersonId)
  const fields = sentFields(customer)
  const { id } = await work.tx.one<{ id: number }>(sql`
    insert into customers (${join(fields.map((field) => raw(COLUMNS[field].column)))}, created_at, updated_at)
    values (${join(fields.map((field) => storedValue(customer, field)))}, ${work.now}, ${work.now})
    returning id`)
  work.record({ entity: 'customers', id, changes: await named(work.tx, changes({}, readable(customer))) })
  return id
}

/**
 * Changes the given fields of a customer. With a `version` older than the stored one, refuses with a conflict that
 * names the other person. Returns the new version.
 */
export async function rewriteCustomer(work: Work, id: number, sent: CustomerPatch, version?: number): Promise<number> {
  const before = await readCustomer(work.tx, id, true)
  if (version !== undefined && version !== before.version) await refuseStale(work.tx, 'customers', id, before.version)
  const patch = withPlace(before, sent)
  stopOn(whyNotPlace({ ...before, ...patch }))
  const changed = changes(readable(before), readable(patch))
  const fields = sentFields(patch).filter((field) => Object.hasOwn(changed, field))
  if (fields.length === 0) return before.version
  // Values that a customer already has may stay, even if the rules would refuse them today.
  stopOn(whyNotCustomer(Object.fromEntries(fields.map((field) => [field, patch[field]]))))
  if (patch.salespersonId != null && patch.salespersonId !== before.salespersonId)
    await requireSalesperson(work.tx, patch.salespersonId)
  await storeFields(work, id, patch, fields)
  work.record({ entity: 'customers', id, changes: await named(work.tx, changed) })
  return before.version + 1
}

const storeFields = (work: Work, id: number, patch: CustomerPatch, fields: readonly (keyof CustomerPatch)[]) =>
  work.tx.run(sql`
    update customers
    set ${join(fields.map((field) => sql`${raw(COLUMNS[field].column)} = ${storedValue(patch, field)}`))},
      updated_at = ${work.now}, version = version + 1
    where id = ${id}`)

/**
 * Writes values that another customer had, or that this one had before. They may stay as they are, even if the rules would
 * refuse them today.
 */
export async function takeValues(work: Work, before: Customer, patch: CustomerPatch): Promise<void> {
  const fields = sentFields(patch)
  if (fields.length === 0) return
  await storeFields(work, before.id, patch, fields)
  const changed = changes(readable(before), readable(patch))
  work.record({ entity: 'customers', id: before.id, changes: await named(work.tx, changed) })
}

/** Deletes a customer without references. Refuses any other. */
export async function removeCustomer(work: Work, id: number): Promise<void> {
  const { tx } = work
  const { name } = await readCustomer(tx, id, true)
  const { used } = await tx.one<{ used: boolean }>(sql`
    select exists (select from orders where customer_id = ${id}) or exists (select from payments where customer_id = ${id})
      or exists (select from loans where customer_id = ${id}) or exists (select from products where customer_id = ${id})
      or exists (select from tasks where customer_id = ${id})
      or exists (select from customers where merged_into = ${id})
      or exists (select from notes where entity = 'customers' and entity_id = ${id})
      or exists (select from mails where entity = 'customers' and entity_id = ${id}) as used`)
  if (used) refuse('refused', 'customers.in-use', { name })
  await tx.run(sql`delete from customers where id = ${id}`)
  work.record({ entity: 'customers', id, changes: changes({ name }, { name: null }) })
}

/** Returns the first customers with this VAT number in any spelling, except the given one. */
export async function customersOfVat(
  rows: Rows,
  vat: string,
  exceptId: number | null,
): Promise<{ id: number; name: string }[]> {
  if (plainVat(vat) === '') return []
  return rows.many<{ id: number; name: string }>(sql`
    select id, name from customers
    where plain_vat(vat) = plain_vat(${vat}) and ${IS_LISTED} ${exceptId === null ? empty : sql`and id <> ${exceptId}`}
    order by id limit 10`)
}

/** Returns the warnings about a customer's VAT number. They do not prevent the saving. */
export async function vatDoubts(
  rows: Rows,
  id: number,
): Promise<{ vatWarning: boolean; sameVat: { id: number; name: string }[] }> {
  const { vat } = await readCustomer(rows, id)
  return { vatWarning: hasWrongCheckDigit(vat), sameVat: await customersOfVat(rows, vat, id) }
}
