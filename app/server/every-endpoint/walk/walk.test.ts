/** Walks over every command, query, lookup, paper and table with one valid input each. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { customersRights } from '#features/customers/domain/rights.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { queries, tables } from '#app/server/features.ts'
import type { KeptAnswers } from '#server/kept-answers/kept-answers.ts'
import { ENDPOINTS } from '#testing/company.ts'
import { TEST_ENGINE } from '#testing/database.ts'
import { TABLE_METHODS } from '#server/samples/sample-parts.ts'
import { samples, tableSamples } from '#testing/samples.ts'
import { READS_EVERYTHING } from './growth.ts'
import { NO_FAULTS, Walk } from './walk.ts'

let walk: Walk
beforeAll(async () => {
  walk = await Walk.open()
})
afterAll(() => walk?.close())

test('every command, query and table has a sample', () => {
  expect(Object.keys(samples(walk.company)).toSorted()).toEqual(ENDPOINTS.map(({ name }) => name).toSorted())
  expect(Object.keys(tableSamples(walk.company)).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

test.runIf(TEST_ENGINE === 'postgres')('the company has a past in the tables that grow most', () => {
  expect(walk.grown.names).toEqual(
    expect.arrayContaining([
      'accounting_documents',
      'counted_goods',
      'history',
      'inbound_invoice_lines',
      'inbound_invoices',
      'mails',
      'order_lines',
      'order_texts',
      'orders',
      'postings',
      'shipment_orders',
      'stock_movements',
      'task_materials',
      'tasks',
    ]),
  )
})

test('only what exists may read everything', () => {
  const names = [
    ...ENDPOINTS.map(({ name }) => name),
    ...tables.flatMap(({ name }) => TABLE_METHODS.map((method) => `${method} ${name}`)),
  ]
  expect(Object.keys(READS_EVERYTHING).filter((name) => !names.includes(name))).toEqual([])
})

test.each(ENDPOINTS)('$name', async (endpoint) => {
  expect(await walk.endpoint(endpoint)).toEqual(NO_FAULTS)
})

describe.each(tables.map(({ name }) => name))('the table %s', (table) => {
  test.each(TABLE_METHODS)('%s', async (method) => {
    expect(await walk.table(table, method)).toEqual(NO_FAULTS)
  })
})

const endpoint = (name: string): (typeof ENDPOINTS)[number] => {
  const found = ENDPOINTS.find((other) => other.name === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found
}

describe('the walk finds', () => {
  const giveDrivers = (changes: object) =>
    walk.company.runner.work(SYSTEM, 'test.change-rights', async (work) => {
      await work.tx.run(sql`update role_rights set changes = ${JSON.stringify(changes)}::jsonb where role = 'driver'`)
      work.moved({ entity: 'rights', id: 1 })
    })

  test('a person who uses a query without its right', async () => {
    await giveDrivers({ [productsRights.read.name]: true })
    expect((await walk.endpoint(endpoint('products.list'))).rights).toMatchObject([{ person: 'driver', status: 200 }])
    await giveDrivers({})
    expect(await walk.endpoint(endpoint('products.list'))).toEqual(NO_FAULTS)
  })

  test('an answer with a field that its contract does not promise', async () => {
    const query = queries.find(({ contract }) => contract.name === 'customers.detail')
    if (!query) throw new Error('There is no customers.detail')
    const ask = query.ask.bind(query)
    const spy = vi
      .spyOn(query, 'ask')
      .mockImplementation(async (...asked) => ({ ...((await ask(...asked)) as object), planted: 1 }))
    const { contract, ...others } = await walk.endpoint(endpoint('customers.detail'))
    spy.mockRestore()
    expect(contract).toMatchObject([{ status: 200, text: expect.stringContaining('planted') }])
    expect(others).toMatchObject({ rights: [], growth: [], announced: [] })
  })

  test.runIf(TEST_ENGINE === 'postgres')(
    'a query and a table of the data API that read everything, because an index is missing',
    async () => {
      await walk.company.db.script(
        'drop index history_told; alter table task_materials drop constraint task_materials_pkey cascade',
      )
      expect((await walk.endpoint(endpoint('orders.linked'))).growth).toEqual(['history'])
      expect((await walk.table('tasks', 'PATCH')).growth).toEqual(['task_materials'])
    },
  )

  test.each([
    ['customers', 'customers.create-customer'],
    // only a trigger writes the stock of a product
    ['products', 'stock.adjust-stock'],
  ])('a change of %s that does not drop the kept answers', async (table, name) => {
    const kept = walk.company.kept as KeptAnswers
    const wrote = kept.wrote.bind(kept)
    const spy = vi.spyOn(kept, 'wrote').mockImplementation((names) => wrote(names.filter((other) => other !== table)))
    const { announced } = await walk.endpoint(endpoint(name))
    spy.mockRestore()
    expect(announced).toEqual([`an answer from ${table} is still kept`])
    expect(await walk.endpoint(endpoint(name))).toEqual(NO_FAULTS)
  })

  test('a kept answer whose tables are not known', async () => {
    const query = queries.find(({ contract, kept }) => kept && contract.right === customersRights.read)
    if (!query) throw new Error('No answer about customers is kept')
    await walk.company.db.script(
      `create function planted_read() returns bigint language sql as 'select count(*) from banks'`,
    )
    const ask = query.ask.bind(query)
    const spy = vi.spyOn(query, 'ask').mockImplementation(async (view, input) => {
      await view.rows.many(sql`select planted_read()`)
      return ask(view, input)
    })
    const { announced } = await walk.endpoint(endpoint(query.contract.name))
    spy.mockRestore()
    expect(announced).toEqual(['banks'])
  })

  test('a command that leaves no entry in the history', async () => {
    await walk.company.db.script(`
      create function planted_loss() returns trigger language plpgsql as 'begin return null; end';
      create trigger planted_loss before insert on history for each row when (new.entity = 'customers') execute function planted_loss()`)
    const { announced } = await walk.endpoint(endpoint('customers.create-customer'))
    expect(announced).toEqual([expect.stringContaining('no entry tells of the change of customers')])
  })
})
