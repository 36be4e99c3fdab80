/** A record is not deleted while any other one refers to it, whichever feature that one belongs to. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { deleteUnused, isReferredTo } from './references.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const create = async (command: string, input: object): Promise<number> =>
  ((await company.run(command, input)) as { id: number }).id
const insert = async (statement: ReturnType<typeof sql>): Promise<number> =>
  (await company.db.one<{ id: number }>(statement)).id
const remove = async (table: string, id: number): Promise<[status: number, text: string]> => {
  const { status, text } = await ask(company, 'DELETE', `/api/v2/_table/${table}/${id}`, {
    token: company.tokens.admin,
  })
  return [status, text]
}
let made = 0
const fresh = (name: string) => `${name} αναφορών ${(made += 1)}`
const product = (more: object = {}) => create('products.create-product', { name: fresh('Υλικό'), ...more })

/** Writes a task that takes a material, and returns its id. */
const taskWith = async (material: number): Promise<number> => {
  const task = await insert(sql`insert into tasks (section, quantity_e4) values ('GEMISMA', 10000) returning id`)
  await company.db.run(
    sql`insert into task_materials (task_id, line_no, product_id, name) values (${task}, 1, ${material}, 'x')`,
  )
  return task
}

describe('a deletion is refused in the words of the record', () => {
  test('of a product that only a material of a task names', async () => {
    const id = await product()
    await taskWith(id)
    expect(await remove('products', id)).toEqual([400, expect.stringContaining('products.in-use')])
    expect(await company.db.maybe(sql`select id from products where id = ${id}`)).not.toBeNull()
  })

  test('of a product that is a material, and its own recipe does not count', async () => {
    const material = await product()
    const made = await product({
      steps: [{ seq: 1, section: 'ΧΥΤΑ', materials: [{ materialId: material, quantity: 1 }] }],
    })
    expect(await remove('products', material)).toEqual([400, expect.stringContaining('products.in-use')])
    expect((await remove('products', made))[0]).toBe(200)
    expect((await remove('products', material))[0]).toBe(200)
  })

  test('of a customer for whom a product is made', async () => {
    const id = await create('customers.create-customer', { name: fresh('Πελάτης') })
    const own = await product({ customerId: id })
    expect(await remove('customers', id)).toEqual([400, expect.stringContaining('customers.in-use')])
    expect((await remove('products', own))[0]).toBe(200)
    expect((await remove('customers', id))[0]).toBe(200)
  })

  test('of a provider with a price of a product', async () => {
    const id = await create('providers.create-provider', { name: fresh('Προμηθευτής') })
    await company.db.run(
      sql`insert into provider_products (provider_id, product_id) values (${id}, ${await product()})`,
    )
    expect(await remove('providers', id)).toEqual([400, expect.stringContaining('providers.in-use')])
  })

  test('of a salesperson with a customer', async () => {
    const id = await insert(sql`insert into salespersons (name, surname) values ('Άννα', 'Αναφορά') returning id`)
    const customer = await create('customers.create-customer', { name: fresh('Πελάτης'), salespersonId: id })
    expect(await remove('salespersons', id)).toEqual([400, expect.stringContaining('salespersons.in-use')])
    expect((await remove('customers', customer))[0]).toBe(200)
    expect((await remove('salespersons', id))[0]).toBe(200)
  })
})

test('a customer with an opening balance of zero is deleted', async () => {
  const id = await create('customers.create-customer', { name: fresh('Πελάτης') })
  await company.db.run(sql`
    insert into opening_balances (customer_id, amount_cents, day, user_name, created_at, updated_at)
    values (${id}, 0, '2026-01-01', 'x', now(), now())`)
  expect((await remove('customers', id))[0]).toBe(200)
})

test('the unit of a material that an open task needs does not change, because the need is in this unit', async () => {
  const id = await product({ unit: 'KG', usageType: 'PURCHASED-MATERIAL', costPrice: 1_0000 })
  await taskWith(id)
  const change = company.run('products.change-product', { id, version: 1, changes: { unit: 'Gram' } })
  await expect(change).rejects.toMatchObject({ refusal: { code: 'products.unit-moved' } })
})

test('rows of the tables that are left out, and those that a deletion takes along, are no reference', async () => {
  const { db } = company
  const id = await product()
  expect(await isReferredTo(db, 'products', id, [])).toBe(false)
  const provider = await create('providers.create-provider', { name: fresh('Προμηθευτής') })
  await db.run(sql`insert into provider_products (provider_id, product_id) values (${provider}, ${id})`)
  expect(await isReferredTo(db, 'products', id, [])).toBe(false)
  await taskWith(id)
  expect(await isReferredTo(db, 'products', id, ['task_materials'])).toBe(false)
  expect(await isReferredTo(db, 'products', id, [])).toBe(true)
})

test('any other error of a deletion stays what it is', async () => {
  const inUse = refusal('refused', 'products.in-use', { name: 'x' })
  const broken = company.db.transaction('serializable', (tx) => deleteUnused(tx, sql`delete from no_such_table`, inUse))
  await expect(broken).rejects.not.toMatchObject({ refusal: inUse })
})
