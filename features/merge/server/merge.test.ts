/** Tests how two customers become one, and how they become two again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#kernel/day.ts'
import { type Database, raw, type Rows, sql } from '#server/db/database.ts'
import { mergeParts } from '#app/server/features.ts'
import { ask, callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { countViolations } from '#testing/invariants.ts'
import { PIECE } from '#testing/people-and-goods.ts'
import { UNDO_DAYS } from '../domain/contract.ts'
import { movedRecords } from './queries.ts'

let company: TestCompany
let db: Database
beforeAll(async () => {
  company = await openTestCompany()
  db = company.db
})
afterAll(() => company?.close())

const admin = () => ({ token: company.tokens.admin })
const call = async (name: string, input: object, credentials: { token?: string } = admin()) => {
  const { status, json } = await callByName(company, name, input, credentials)
  return { status, json: json as Record<string, unknown>, refusal: refusalIn(json) }
}
const customer = async (name: string, more: object = {}): Promise<number> =>
  ((await company.run('customers.create-customer', { name, ...more })) as { id: number }).id
const versionOf = (id: number) =>
  db.one<{ version: number }>(sql`select version from customers where id = ${id}`).then(({ version }) => version)

async function mergeInput(keepId: number, fromId: number, more: object = {}) {
  const [keepVersion, fromVersion] = [await versionOf(keepId), await versionOf(fromId)]
  return { entity: 'customers', keepId, keepVersion, fromId, fromVersion, ...more }
}
const merge = async (keepId: number, fromId: number, more: object = {}) =>
  call('merge.merge-records', await mergeInput(keepId, fromId, more))
const undo = (id: number) => call('merge.undo-merge', { id })
const mergedNow = async (keepId: number, fromId: number, more: object = {}): Promise<number> => {
  const { status, json } = await merge(keepId, fromId, more)
  expect({ status, json }).toMatchObject({ status: 200 })
  return json.id as number
}
const preview = async (keepId: number, fromId: number, take?: string[]) =>
  (await call('merge.preview', { entity: 'customers', keepId, fromId, ...(take && { take }) })).json as unknown as {
    moves: { name: string; count: number }[]
    figures: { name: string; after: number }[]
    closed: { code: string } | null
    doubts: { code: string }[]
    take: string[]
  }

/** Writes a record of every kind that refers to a customer. */
async function furnish(id: number): Promise<void> {
  const { stock } = company
  await company.order('SHIPPED', { customer: id })
  await company.order('TO-PACKAGE', { customer: id })
  await company.order('OFFER', { customer: id })
  await company.run('payments.record-payment', {
    bound: 'Inbound',
    type: 'CASH',
    amount: 1000 + id,
    date: dayOf(new Date().toISOString()),
    customerId: id,
  })
  await company.run('loans.record-loan', {
    customerId: id,
    productId: stock.glass,
    bound: 'OUTBOUND',
    quantity: 7 * PIECE,
  })
  await company.run('notes.add-note', { entity: 'customers', entityId: id, body: 'Κλειστά τη Δευτέρα' })
  await db.run(sql`insert into products (name, customer_id) values (${`Κερί ${id}`}, ${id})`)
  await db.run(sql`insert into tasks (section, customer_id, customer_name) values ('GEMISMA', ${id}, 'x')`)
  await db.run(sql`insert into mails (entity, entity_id, message_id, to_address, subject, body, user_name, status)
    values ('customers', ${id}, ${crypto.randomUUID()}, 'a@b.gr', 'x', 'y', 'z', 'SENT')`)
}

/** Returns every row that refers to one of the customers, by reference. */
async function rowsOf(rows: Rows, ids: readonly number[]): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {}
  for (const { name, table, column, kindColumn } of mergeParts.references) {
    const kind = kindColumn ? sql` and ${raw(kindColumn)} = 'customers'` : sql``
    found[name] = await rows.many(
      sql`select t.* from ${raw(table)} t where ${raw(column)} = any(${[...ids]}::bigint[])${kind} order by id`,
    )
  }
  return found
}

/** Returns the sums that a merge must not change: balances, lent pieces and the number of records. */
const sumsOf = (ids: readonly number[]) =>
  db.one<object>(sql`
    select (select coalesce(sum(total_cents), 0)::bigint from orders where customer_id = any(${[...ids]}::bigint[])) as orders,
      (select coalesce(sum(amount_cents), 0)::bigint from payments where customer_id = any(${[...ids]}::bigint[])) as payments,
      (select coalesce(sum(balance_e4), 0)::bigint from loan_sums where customer_id = any(${[...ids]}::bigint[])) as lent,
      (select coalesce(sum(held_e4), 0)::bigint from loan_sums where customer_id = any(${[...ids]}::bigint[])) as held`)

test('every foreign key to a kind of record that can be merged is declared as a reference', async () => {
  const tables: Readonly<Record<string, string>> = { customers: 'customers' }
  for (const { entity } of mergeParts.kinds) {
    const keys = await db.many<{ key: string }>(sql`
      select c.conrelid::regclass::text || '.' || a.attname as key
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = ${tables[entity] ?? entity}::regclass order by 1`)
    const declared = mergeParts.references
      .filter(({ to }) => to === entity)
      .map(({ table, column }) => `${table}.${column}`)
    expect(declared.toSorted()).toEqual(keys.map(({ key }) => key))
  }
  expect(mergeParts.kinds.length).toBeGreaterThan(0)
})

test('every table whose rows name a kind of record and its id is declared, or named as staying', async () => {
  // each record keeps its history; a message opens the address of the merged record, which opens the kept one; photos are used by
  // tasks, which are never merged
  const staying = ['history', 'messages', 'merges', 'photo_uses']
  const tables = await db.many<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'entity' order by 1`)
  const declared = mergeParts.references.filter(({ to }) => to === null).map(({ table }) => table)
  expect([...declared, ...staying].toSorted()).toEqual(tables.map(({ name }) => name))
})

test('no two references have the same name', () => {
  const names = [...mergeParts.references, ...mergeParts.followings].map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

describe('a merge', () => {
  test('moves everything, keeps every sum, and its undo gives back the same rows', async () => {
    const [kept, merged] = [await customer('Ταβέρνα Ο Νίκος'), await customer('ΤΑΒΕΡΝΑ Ο ΝΙΚΟΣ ΟΕ', { phone: '210' })]
    await furnish(kept)
    await furnish(merged)
    const both = [kept, merged]
    const [rows, sums] = [await rowsOf(db, both), await sumsOf(both)]
    const planned = await preview(kept, merged)
    expect(planned.moves).toEqual(
      expect.arrayContaining([
        { name: 'orders', count: 3 },
        { name: 'payments', count: 1 },
        { name: 'products', count: 1 },
        { name: 'tasks', count: 1 },
        { name: 'notes', count: 1 },
        { name: 'mails', count: 1 },
        { name: 'shipments', count: 1 },
      ]),
    )

    const id = await mergedNow(kept, merged)
    expect(await sumsOf(both)).toEqual(sums)
    expect(await sumsOf([kept])).toEqual(sums)
    const account = (await call('customers.account', { id: kept })).json as unknown as {
      statistics: { balance: number; loans: number }
    }
    const after = Object.fromEntries(planned.figures.map((figure) => [figure.name, figure.after]))
    expect(after).toEqual({ balance: account.statistics.balance, lent: account.statistics.loans })
    expect((await rowsOf(db, [merged])).orders).toEqual([])

    expect((await undo(id)).status).toBe(200)
    expect(await rowsOf(db, both)).toEqual(rows)
    expect(await sumsOf(both)).toEqual(sums)
    expect(Object.values(await countViolations(db)).filter((count) => count > 0)).toEqual([])
  })

  test('fills the empty fields of the kept customer and takes the chosen ones', async () => {
    const kept = await customer('Πρώτος πελάτης', { email: 'kept@b.gr' })
    const merged = await customer('Δεύτερος πελάτης', { email: 'other@b.gr', phone: '2101234567' })
    expect((await preview(kept, merged)).take).toEqual(['phone'])
    await mergedNow(kept, merged, { take: ['name', 'phone'] })
    const { json } = await call('customers.detail', { id: kept })
    expect(json.party).toMatchObject({ name: 'Δεύτερος πελάτης', phone: '2101234567', email: 'kept@b.gr' })
  })

  test('with the salesperson of the other customer leaves each sale its own, and later sales have the chosen one (C-57)', async () => {
    await db.script(`insert into salespersons (id, name, surname) values (71, 'Άννα', 'Μία'), (72, 'Νίκος', 'Δύο')`)
    const [kept, merged] = [
      await customer('Κρατημένος Πωλητή', { salespersonId: 71 }),
      await customer('Άλλος Πωλητή', { salespersonId: 72 }),
    ]
    const sale = (of: number) => company.order('SHIPPED', { customer: of })
    const [first, second] = [await sale(kept), await sale(merged)]
    await mergedNow(kept, merged, { take: ['salespersonId'] })
    const third = await sale(kept)
    const sellers = await db.many(sql`
      select document_id as id, salesperson_id as seller from postings
      where account = 'customers' and source = 'order' and party_id = ${kept} and ended_at is null order by document_id`)
    expect(sellers).toEqual([
      { id: first, seller: 71 },
      { id: second, seller: 72 },
      { id: third, seller: 72 },
    ])
  })

  test('takes values that the rules would refuse today, and empty ones', async () => {
    const old = await db.one<{ id: number }>(
      sql`insert into customers (name, category) values ('ΔΕΗ', 'Παλιά') returning id`,
    )
    const kept = await customer('Δημόσια Επιχείρηση', { email: 'dei@b.gr' })
    const id = await mergedNow(kept, old.id, { take: ['name', 'category', 'email'] })
    const stored = () => db.one<object>(sql`select name, category, email from customers where id = ${kept}`)
    expect(await stored()).toEqual({ name: 'ΔΕΗ', category: 'Παλιά', email: '' })
    expect((await undo(id)).json).toMatchObject({ stayed: [] })
    expect(await stored()).toEqual({ name: 'Δημόσια Επιχείρηση', category: '', email: 'dei@b.gr' })
  })

  test('is refused for one and the same customer, an unknown field, an old version and an unknown kind', async () => {
    const [kept, merged] = [await customer('Πελάτης ένα'), await customer('Πελάτης δύο')]
    expect((await merge(kept, kept)).refusal?.code).toBe('merge.same-record')
    expect((await merge(kept, merged, { take: ['password'] })).refusal?.code).toBe('merge.no-choice')
    expect((await merge(kept, merged, { keepVersion: 9 })).refusal).toMatchObject({ kind: 'conflict' })
    expect((await merge(kept, merged, { entity: 'orders' })).status).toBe(400)
    const { status } = await call('merge.merge-records', await mergeInput(kept, merged), {
      token: company.tokens.user,
    })
    expect(status).toBe(403)
  })

  test('is refused if tax documents were issued with a VAT number that would not stay', async () => {
    const kept = await customer('Εταιρεία Άλφα', { vat: '094014201' })
    const merged = await customer('Εταιρεία Βήτα', { vat: '090000045' })
    expect((await preview(kept, merged)).doubts).toMatchObject([{ code: 'customers.merge-two-vats' }])
    const order = await company.order('OFFER', { customer: merged })
    await db.run(sql`insert into accounting_documents (order_id, kind, key, status, request)
      values (${order}, 'invoice', ${crypto.randomUUID()}, 'ACKNOWLEDGED', '{"total": 1}')`)
    expect((await preview(kept, merged)).closed?.code).toBe('invoicing.merge-other-vat')
    expect((await merge(kept, merged)).refusal).toMatchObject({
      kind: 'refused',
      code: 'invoicing.merge-other-vat',
      details: { name: 'Εταιρεία Βήτα', vat: '090000045' },
    })
    // the number of the documents may stay instead, because the other customer has none
    expect((await preview(kept, merged, ['vat'])).closed).toBeNull()
    await db.run(sql`delete from accounting_documents where order_id = ${order}`)
  })
})

describe('a merged customer', () => {
  test('is found by no list, picker or search, and its address names the kept one', async () => {
    const [kept, merged] = [await customer('Ξενοδοχείο Αιγαίον'), await customer('Αιγαιοπλοία Μοναδική')]
    await mergedNow(kept, merged)
    for (const name of ['customers.list', 'customers.options'])
      expect((await call(name, { search: 'Αιγαιοπλοία' })).json.rows).toEqual([])
    const found = await call('search.everything', { text: 'Αιγαιοπλοία Μοναδική' })
    expect(found.status).toBe(200)
    expect(JSON.stringify(found.json)).not.toContain(`"id":${merged}`)
    expect((await call('customers.detail', { id: merged })).refusal).toMatchObject({
      kind: 'refused',
      code: 'customers.merged',
      details: { keptId: kept, keptName: 'Ξενοδοχείο Αιγαίον' },
    })
    const change = { id: merged, version: await versionOf(merged), changes: { phone: '1' } }
    expect((await call('customers.change-customer', change)).refusal?.code).toBe('customers.merged')
  })

  test('is read by programs with the id of the kept one, and writing to it is refused', async () => {
    const [kept, merged] = [await customer('Πρόγραμμα ένα'), await customer('Πρόγραμμα δύο')]
    await mergedNow(kept, merged)
    const path = `/api/v2/_table/customers/${merged}`
    expect((await ask(company, 'GET', path, admin())).json).toMatchObject({ id: merged, merged_into: kept })
    const patch = await ask(company, 'PATCH', path, { ...admin(), body: { phone: '1' } })
    expect(patch.status).toBeGreaterThanOrEqual(400)
    expect(patch.text).toContain('Πρόγραμμα ένα')
    expect((await ask(company, 'DELETE', path, admin())).status).toBeGreaterThanOrEqual(400)
  })

  test('leads what is still written for it to the kept one', async () => {
    const [kept, merged] = [await customer('Λιμάνι Πειραιά'), await customer('Λιμανι Πειραια')]
    await mergedNow(kept, merged)
    await furnishOld(merged)
    expect((await rowsOf(db, [merged])).orders).toEqual([])
    expect((await rowsOf(db, [merged])).payments).toEqual([])
    expect((await rowsOf(db, [merged])).loans).toEqual([])
    const { orders, payments, loans } = await rowsOf(db, [kept])
    expect([orders?.length, payments?.length, loans?.length]).toEqual([1, 2, 1])
  })

  test('leads to the last of a chain of merges, which is undone from its end', async () => {
    const [first, second, third] = [
      await customer('Αλυσίδα 1'),
      await customer('Αλυσίδα 2'),
      await customer('Αλυσίδα 3'),
    ]
    const order = await company.order('OFFER', { customer: first })
    const holder = () => db.one<{ id: number }>(sql`select customer_id as id from orders where id = ${order}`)
    const one = await mergedNow(second, first)
    const two = await mergedNow(third, second)
    expect((await holder()).id).toBe(third)
    expect((await call('customers.detail', { id: first })).refusal?.details).toMatchObject({ keptId: third })
    expect((await undo(one)).refusal?.code).toBe('merge.kept-was-merged')
    expect((await undo(two)).status).toBe(200)
    expect((await holder()).id).toBe(second)
    expect((await undo(one)).status).toBe(200)
    expect((await holder()).id).toBe(first)
  })
})

/** Writes an order, payments and a loan for a customer, as a phone or a program that knows only the old number. */
async function furnishOld(id: number): Promise<void> {
  await company.order('OFFER', { customer: id })
  const payment = { bound: 'Inbound', type: 'CASH', amount: 500, date: dayOf(new Date().toISOString()), customerId: id }
  await company.run('payments.record-payment', payment)
  await company.run('payments.collect-payment', { type: 'CASH', amount: 700, customerId: id })
  const loan = { customerId: id, productId: company.stock.glass, bound: 'OUTBOUND', quantity: PIECE }
  await company.run('loans.record-loan', loan)
}

describe('undoing a merge', () => {
  test('leaves what was written or changed since with the kept customer', async () => {
    const kept = await customer('Καφέ Κέντρο')
    const merged = await customer('Καφε Κεντρο', { phone: '2100000001', email: 'other@b.gr' })
    const old = await company.order('OFFER', { customer: merged })
    const id = await mergedNow(kept, merged)
    const later = await company.order('OFFER', { customer: kept })
    await call('customers.change-customer', {
      id: kept,
      version: await versionOf(kept),
      changes: { phone: '2109999999' },
    })
    const { json } = await undo(id)
    expect(json).toMatchObject({ keptId: kept, mergedId: merged, moved: 1, left: 0, stayed: ['phone'] })
    expect((await rowsOf(db, [kept])).orders).toMatchObject([{ id: later }])
    expect((await rowsOf(db, [merged])).orders).toMatchObject([{ id: old }])
    expect((await call('customers.detail', { id: kept })).json.party).toMatchObject({
      phone: '2109999999',
      email: '',
    })
    expect((await undo(id)).refusal?.code).toBe('merge.already-undone')
  })

  test('leaves a record that was given to another customer since where it is', async () => {
    const [kept, merged, third] = [await customer('Πρώην'), await customer('Πρωην δύο'), await customer('Τρίτος')]
    const order = await company.order('OFFER', { customer: merged })
    const id = await mergedNow(kept, merged)
    await db.run(sql`update orders set customer_id = ${third} where id = ${order}`)
    expect((await undo(id)).json).toMatchObject({ moved: 0, left: 1 })
    expect((await rowsOf(db, [third])).orders).toMatchObject([{ id: order }])
  })

  test('is refused if an order was invoiced to the other VAT number since', async () => {
    const kept = await customer('Τιμολόγιο Άλφα', { vat: '094014201' })
    const merged = await customer('Τιμολόγιο Βήτα', { vat: '090000045' })
    const order = await company.order('OFFER', { customer: merged })
    const id = await mergedNow(kept, merged)
    await db.run(sql`insert into accounting_documents (order_id, kind, key, status, request)
      values (${order}, 'invoice', ${crypto.randomUUID()}, 'ACKNOWLEDGED', '{"total": 1}')`)
    expect((await undo(id)).refusal).toMatchObject({
      code: 'invoicing.undo-merge-invoiced',
      details: { orderId: order },
    })
    await db.run(sql`delete from accounting_documents where order_id = ${order}`)
    expect((await undo(id)).status).toBe(200)
  })

  test('is refused after thirty days, when the nightly job deletes the list of moved records', async () => {
    const [kept, merged] = [await customer('Παλιά συγχώνευση'), await customer('Παλια συγχωνευση')]
    await company.order('OFFER', { customer: merged })
    const id = await mergedNow(kept, merged)
    const lists = () => db.many(sql`select 1 from merged_references where merge_id = ${id}`)
    const age = (days: number) =>
      db.run(sql`update merges set created_at = now() - make_interval(days => ${days}) where id = ${id}`)
    await age(UNDO_DAYS - 1)
    expect(await movedRecords.forget(db, UNDO_DAYS, 500)).toBe(0)
    expect((await lists()).length).toBe(1)
    await age(UNDO_DAYS + 1)
    expect((await undo(id)).refusal).toMatchObject({ code: 'merge.too-late', details: { days: UNDO_DAYS } })
    expect(await movedRecords.forget(db, UNDO_DAYS, 500)).toBe(1)
    expect(await movedRecords.forget(db, UNDO_DAYS, 500)).toBe(0)
    expect(await lists()).toEqual([])
    // the merge itself stays, for the page of the customer
    const { rows } = (await call('merge.of-record', { entity: 'customers', id: kept })).json as unknown as {
      rows: { mergedId: number; undoUntil: string | null }[]
    }
    expect(rows).toMatchObject([{ mergedId: merged, undoUntil: null }])
  })
})

test('after undoing a merge a cancelled payment and its counter-entry have one customer, and nothing is matched between two', async () => {
  const [kept, merged] = [await customer('Πληρωμές α'), await customer('Πληρωμές β')]
  const order = await company.order('SHIPPED', { customer: merged })
  const pay = (customerId: number) =>
    company.run('payments.record-payment', {
      bound: 'Inbound',
      type: 'CASH',
      amount: 1000,
      date: dayOf(new Date().toISOString()),
      customerId,
    }) as Promise<{ id: number }>
  const { id: cancelled } = await pay(merged)
  const id = await mergedNow(kept, merged)
  const { id: later } = await pay(kept)
  const matches = [{ documentId: order, cents: 1000 }]
  await company.run('payments.match-payment', { id: later, matches })
  await company.run('payments.cancel-payment', { id: cancelled, reason: 'λάθος' })

  expect((await undo(id)).status).toBe(200)
  expect(
    await db.many(sql`
      select customer_id as of, sum(amount_cents)::bigint as sum from payments where customer_id in (${kept}, ${merged}) group by 1 order by 1`),
  ).toEqual([
    { of: kept, sum: 1000 },
    { of: merged, sum: 0 },
  ])
  await company.run('payments.match-payment', { id: (await pay(merged)).id, matches })
})

describe('at the same time', () => {
  test('of two merges of the same customers in opposite directions exactly one succeeds', async () => {
    const [one, other] = [await customer('Σταυρωτά ένα'), await customer('Σταυρωτά δύο')]
    const order = await company.order('OFFER', { customer: one })
    const inputs = [await mergeInput(one, other), await mergeInput(other, one)]
    const results = await Promise.all(inputs.map((input) => call('merge.merge-records', input)))
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = results.find(({ status }) => status !== 200)?.refusal
    expect(['customers.merged', 'conflict']).toContain(refused?.code)
    const { kept } = await db.one<{ kept: number }>(
      sql`select id as kept from customers where id in (${one}, ${other}) and merged_into is null`,
    )
    expect((await rowsOf(db, [kept])).orders).toMatchObject([{ id: order }])
  })

  test('an order, a payment and a loan that are written for the merged customer end with the kept one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [kept, merged] = [await customer(`Μαζί ${round} α`), await customer(`Μαζί ${round} β`)]
      const input = await mergeInput(kept, merged)
      const [{ status }] = await Promise.all([
        call('merge.merge-records', input),
        company.order('OFFER', { customer: merged }),
        furnishOld(merged),
      ])
      expect(status).toBe(200)
      expect(Object.values(await rowsOf(db, [merged])).flat()).toEqual([])
      const { orders, payments, loans } = await rowsOf(db, [kept])
      expect([orders?.length, payments?.length, loans?.length]).toEqual([2, 2, 1])
    }
  })

  test('an order that is packaged meanwhile lends to the kept customer', async () => {
    const [kept, merged] = [await customer('Συσκευασία α'), await customer('Συσκευασία β')]
    const orders = await Promise.all([1, 2, 3].map(() => company.order('TO-PACKAGE', { customer: merged })))
    const input = await mergeInput(kept, merged)
    const [{ status }] = await Promise.all([
      call('merge.merge-records', input),
      ...orders.map((id) => company.run('packaging.package-order', { id, name: 'Νίκος' })),
    ])
    expect(status).toBe(200)
    expect(Object.values(await rowsOf(db, [merged])).flat()).toEqual([])
    expect((await rowsOf(db, [kept])).loans?.length).toBe(orders.length)
  })
})
