/** Programs read what changed, in the order of the commits, and miss nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeRetention } from '#server/changes/change-list.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { commands, tables } from '#app/server/features.ts'
import { Runner } from '#server/runner.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { secondProcess, TEST_ENGINE } from '#testing/database.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { samples } from '#testing/samples.ts'

let company: TestCompany
let other: Database
beforeAll(async () => {
  company = await openTestCompany()
  other = await secondProcess(company.db)
})
afterAll(async () => {
  await other?.close()
  await company?.close()
})

type Change = { kind: string; id: number; change: string; at: string }
type Answer = { resource: Change[]; meta: { cursor: string; more: boolean } }

const asked = (parameters: string, person: Person = 'admin', address = '/api/v2/_changes') =>
  ask(company, 'GET', `${address}${parameters}`, { token: company.tokens[person] })

async function changes(parameters = '', person: Person = 'admin'): Promise<Answer> {
  const { status, text, json } = await asked(parameters, person)
  expect({ status, text }).toMatchObject({ status: 200 })
  return json as Answer
}

const cursor = async (): Promise<string> => (await changes()).meta.cursor

/** Returns the changes that `act` makes, without their times. */
async function during(act: () => Promise<unknown>, kinds = ''): Promise<string[]> {
  const since = await cursor()
  await act()
  const { resource } = await changes(`?since=${since}${kinds === '' ? '' : `&kinds=${kinds}`}`)
  return resource.map(({ kind, id, change }) => `${kind} ${id} ${change}`)
}

async function write(method: 'POST' | 'PATCH' | 'DELETE', address: string, record: object): Promise<number> {
  const { status, text, json } = await ask(company, method, `/api/v2/_table/${address}`, {
    token: company.tokens.admin,
    body: { resource: [record] },
  })
  expect({ status, text }).toMatchObject({ status: 200 })
  return (json as { resource: [{ id: number }] }).resource[0].id
}

describe('the list of changes', () => {
  test('gives the present cursor and no rows to a program that has none', async () => {
    await write('POST', 'customers', { name: 'Πριν από τον δείκτη' })
    const { resource, meta } = await changes()
    expect({ resource, more: meta.more }).toEqual({ resource: [], more: false })
    expect(await changes(`?since=${meta.cursor}`)).toEqual({ resource: [], meta })
  })

  test('names what was stored, changed and deleted, in this order', async () => {
    let [customer, bank] = [0, 0]
    const seen = await during(async () => {
      customer = await write('POST', 'customers', { name: 'Καφενείο Γωνιά' })
      bank = await write('POST', 'banks', { name: 'Τράπεζα Δοκιμής' })
      await write('PATCH', 'customers', { id: customer, phone: '2101234567' })
      await write('DELETE', 'banks', { id: bank })
    })
    expect(seen).toEqual([`customers ${customer} saved`, `banks ${bank} deleted`])
    expect(await during(() => write('DELETE', 'customers', { id: customer }))).toEqual([
      `customers ${customer} deleted`,
    ])
  })

  test('says when each change was made, and nothing of what was refused, tried or rolled back', async () => {
    const since = await cursor()
    const { status } = await ask(company, 'POST', '/api/v2/_table/customers', {
      token: company.tokens.admin,
      body: { resource: [{ name: 'Καλός πελάτης' }, { name: '' }] },
    })
    expect(status).toBe(400)
    await ask(company, 'POST', '/api/v2/_table/customers?dry_run=true', {
      token: company.tokens.admin,
      body: { resource: [{ name: 'Δοκιμαστικός' }] },
    })
    expect((await changes(`?since=${since}`)).resource).toEqual([])
    const before = Date.now()
    await write('POST', 'customers', { name: 'Με ώρα' })
    const [only] = (await changes(`?since=${since}`)).resource
    expect(only?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)
    expect(Math.abs(Date.parse(only?.at ?? '') - before)).toBeLessThan(60_000)
  })

  test('lists orders and payments that were imported from an earlier system', async () => {
    const { customer, candle } = company.stock
    const order = {
      id: 471_101,
      status: 'SHIPPED',
      created: '2019-05-03T08:00:00Z',
      customer_id: customer,
      products: [{ id: candle, name: 'Κερί', quantity: 3, salesprice: 7.1, vat: 23 }],
    }
    expect(await during(() => write('POST', 'custorders?import=true', order))).toEqual(
      expect.arrayContaining([`custorders ${order.id} saved`, `customers ${customer} saved`]),
    )
    const payment = { bound: 'Inbound', type: 'CASH', ammount: 5, date: '2019-06-01', entity_id: customer }
    let id = 0
    const seen = await during(async () => (id = await write('POST', 'payments?import=true', payment)))
    expect(seen).toEqual(expect.arrayContaining([`payments ${id} saved`, `customers ${customer} saved`]))
  })

  test('lists the product whose stock moved, and the customer and the order that were paid', async () => {
    const { candle, customer } = company.stock
    expect(await during(() => write('PATCH', 'products', { id: candle, stock: 4_321 }))).toEqual([
      `products ${candle} saved`,
    ])
    const order = await company.order('SHIPPED')
    const payment = { bound: 'Inbound', type: 'CASH', ammount: 1, entity_id: customer, order_id: order }
    let id = 0
    const seen = await during(async () => (id = await write('POST', 'payments', payment)))
    expect(seen.toSorted()).toEqual([
      `customers ${customer} saved`,
      `custorders ${order} saved`,
      `payments ${id} saved`,
    ])
  })

  test('calls a merged customer deleted and the kept one saved, until the merge is undone', async () => {
    const input = (await samples(company)['merge.merge-records']?.()) as { keepId: number; fromId: number }
    let merge = 0
    const kinds = 'customers'
    const merged = await during(async () => {
      merge = ((await company.run('merge.merge-records', input)) as { id: number }).id
    }, kinds)
    expect(merged.toSorted()).toEqual(
      [`customers ${input.keepId} saved`, `customers ${input.fromId} deleted`].toSorted(),
    )
    expect(await during(() => company.run('merge.undo-merge', { id: merge }), kinds)).toEqual(
      expect.arrayContaining([`customers ${input.fromId} saved`]),
    )
  })

  test('is read in pages of the limit, and each cursor goes on where its page ends', async () => {
    const since = await cursor()
    const ids: number[] = []
    for (let one = 0; one < 5; one += 1) ids.push(await write('POST', 'customers', { name: `Σελίδα ${one}` }))
    const seen: number[] = []
    for (let [at, more] = [since, true]; more; ) {
      const { resource, meta } = await changes(`?since=${at}&limit=2&kinds=customers`)
      expect(resource.length).toBeLessThanOrEqual(2)
      seen.push(...resource.map(({ id }) => id))
      ;[at, more] = [meta.cursor, meta.more]
    }
    expect(seen).toEqual(ids)
    // what other kinds changed lies behind the reader too
    const { meta } = await changes(`?since=${since}&kinds=banks`)
    expect(meta).toEqual({ cursor: await cursor(), more: false })
  })
})

describe('a caller', () => {
  test('needs the right to read each kind that it names, and without names gets those that it may read', async () => {
    const since = await cursor()
    const order = await company.order('TO-PACKAGE')
    await write('POST', 'customers', { name: 'Μόνο για το γραφείο' })
    expect((await asked(`?since=${since}&kinds=customers`, 'section')).status).toBe(403)
    const { resource } = await changes(`?since=${since}`, 'section')
    expect(resource.filter(({ kind }) => !['tasks', 'taskTypes', 'products'].includes(kind))).toEqual([])
    const all = await changes(`?since=${since}&kinds=custorders,customers`)
    expect(new Set(all.resource.map(({ kind }) => kind))).toEqual(new Set(['custorders', 'customers']))
    expect(all.resource.map(({ id }) => id)).toContain(order)
  })

  test('that sees only its own records of a kind learns of no others, not even their ids', async () => {
    const since = await cursor()
    await company.order('TO-PACKAGE')
    for (const [person, kinds] of [
      ['driver', ['custorders', 'shipments']],
      ['section', ['tasks']],
    ] as const) {
      for (const kind of kinds) {
        expect((await asked(`?since=${since}&kinds=${kind}`, person)).status).toBe(403)
        expect((await asked(`?since=${since}&kinds=${kind}`, 'admin')).status).toBe(200)
      }
      const { json } = await asked(`?since=${since}`, person)
      const found = (json as { resource?: { kind: string }[] }).resource ?? []
      expect(found.filter(({ kind }) => kinds.some((one) => one === kind))).toEqual([])
    }
  })

  test('gets a record that it may not see any more as deleted', async () => {
    const since = await cursor()
    const order = await company.order('OFFER-DELETE')
    const of = async (person: Person) =>
      (await changes(`?since=${since}&kinds=custorders`, person)).resource.find(({ id }) => id === order)?.change
    expect([await of('admin'), await of('user')]).toEqual(['saved', 'deleted'])
  })

  test.each([
    ['?kinds=settings', /Kind 'settings' is not known/],
    ['?kinds=orders', /Kind 'orders' is not known.*custorders/],
    ['?kinds=', /names no kind/],
    ['?since=', /since/],
    ['?since=5', /since/],
    ['?offset=3', /Parameter 'offset' is not known.*since, kinds, limit/],
    ['?limit=x', /limit/],
  ])('is refused with 400 for %s', async (parameters, says) => {
    const { status, json } = await asked(parameters)
    expect({ status, json }).toMatchObject({ status: 400, json: { error: { message: expect.stringMatching(says) } } })
  })

  test('is answered at the address of a service and with a slash at the end, and not without credentials', async () => {
    for (const address of ['/api/v2/_changes/', '/api/v2/db/_changes'])
      expect((await asked('', 'admin', address)).json).toEqual(await changes())
    expect((await ask(company, 'GET', '/api/v2/_changes')).status).toBe(400)
  })
})

describe('nothing is skipped', () => {
  test.runIf(TEST_ENGINE === 'postgres')('when a transaction that wrote first is committed last', async () => {
    let since = await cursor()
    const late = Promise.withResolvers<void>()
    const wrote = Promise.withResolvers<number>()
    const slow = other.transaction('serializable', async (tx) => {
      const { id } = await tx.one<{ id: number }>(sql`insert into customers (name) values ('Άργησε') returning id`)
      wrote.resolve(id)
      await late.promise
    })
    const first = await wrote.promise
    const second = await write('POST', 'customers', { name: 'Πρόλαβε' })
    const seen = await changes(`?since=${since}&kinds=customers`)
    expect(seen.resource.map(({ id }) => id)).toEqual([second])
    since = seen.meta.cursor
    late.resolve()
    await slow
    expect((await changes(`?since=${since}&kinds=customers`)).resource.map(({ id }) => id)).toEqual([first])
  })

  test('beside writers of two processes and two readers that number at the same time', async () => {
    const create = commands.find(({ contract }) => contract.name === 'customers.create-customer')
    if (!create) throw new Error('no such command')
    const start = await cursor()
    const stored: number[] = []
    const runners = [company.runner, new Runner({ db: other, clock: () => new Date() })]
    let writing = true
    const write = async (runner: Runner, who: number): Promise<void> => {
      for (let one = 0; one < 15; one += 1) {
        const { id } = (await runner.run(create, { name: `Μαζί ${who} ${one}` }, SYSTEM)) as { id: number }
        stored.push(id)
      }
    }
    /** Goes on from each cursor until a reading that began after the last commit. */
    const read = async (): Promise<number[]> => {
      const seen: number[] = []
      for (let at = start; ; ) {
        const isLast = !writing
        const { resource, meta } = await changes(`?since=${at}&limit=7&kinds=customers`)
        seen.push(...resource.map(({ id }) => id))
        at = meta.cursor
        if (isLast && !meta.more) return seen
      }
    }
    const reading = [read(), read()]
    await Promise.all([0, 1, 2, 3].map((who) => write(runners[who % 2] as Runner, who)))
    writing = false
    const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
    for (const reader of reading) expect(sorted(await reader)).toEqual(sorted(stored))
  })
})

describe('a cursor', () => {
  test('is refused with 410 when changes after it were deleted, and the newest one still counts', async () => {
    const old = await cursor()
    await write('POST', 'customers', { name: 'Πολύ παλιός' })
    await company.db.run(sql`update noted_changes set noted_at = now() - interval '31 days'`)
    const known = await cursor()
    await write('POST', 'customers', { name: 'Χθεσινός' })
    let forgotten = 0
    for (let some = 1; some > 0; forgotten += some) some = await changeRetention.forget(company.db, 30, 500)
    expect(forgotten).toBe(1)
    const { status, json } = await asked(`?since=${old}`)
    expect({ status, json }).toMatchObject({
      status: 410,
      json: { error: { code: 410, message: expect.stringMatching(/read the tables anew/) } },
    })
    expect((await changes(`?since=${known}&kinds=customers`)).resource).toHaveLength(1)
  })

  test('of another list, or from after the end of this one, is refused with 410', async () => {
    const { meta } = await changes()
    const [epoch = '', number = ''] = meta.cursor.split('-')
    for (const strange of [`000000000000-${number}`, `${epoch}-${Number(number) + 1}`])
      expect((await asked(`?since=${strange}`)).status).toBe(410)
  })
})

test('each table of the data API is listed when its records change, except the settings', () => {
  expect(tables.filter(({ unlisted }) => unlisted).map(({ name }) => name)).toEqual(['settings'])
})
