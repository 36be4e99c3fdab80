/**
 * Changes the rights of all roles at random. Every command, query, paper, upload, download, table, live update and record with
 * presence then answers each person as the changed rights say.
 */
import { assert, asyncProperty, type Arbitrary, boolean, record } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { type Holder, may, type Right, type RightChanges, ROLES, type Role, whyNotChangeRight } from '#kernel/rights.ts'
import type { NeededRight } from '#server/data-api/fields.ts'
import { sql } from '#server/db/database.ts'
import { downloads, entities, pictures, presence, rights, tables, uploads } from '#app/server/features.ts'
import { mayTakePart, topicsFor } from '#app/server/live/live-reach.ts'
import { ask, callByName, ENDPOINTS, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { COSTS, PEOPLE, type Person, roleOf } from '#testing/people-and-goods.ts'
import { SYSTEM } from '#server/work.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

/** The same changes in every run, so that a failure can be repeated. */
const RUNS = { seed: 22, numRuns: 2 }
const PERSONS = (Object.keys(PEOPLE) as Person[]).filter((person) => person !== 'other driver')

type Changes = Readonly<Record<Role, RightChanges>>

/** Any value for any right of any role, also where the declaration allows no change. */
const anyChanges: Arbitrary<Changes> = record(
  Object.fromEntries(
    ROLES.map((role) => [
      role,
      record(Object.fromEntries(rights.map(({ name }) => [name, boolean()])), { requiredKeys: [] }),
    ]),
  ) as Record<Role, Arbitrary<RightChanges>>,
)

/** Stores the changes as the command does, which tells this server at once. */
const store = (changes: Changes): Promise<void> =>
  company.runner.work(SYSTEM, 'test.change-rights', async (work) => {
    for (const role of ROLES)
      await work.tx.run(
        sql`update role_rights set changes = ${JSON.stringify(changes[role])}::jsonb where role = ${role}`,
      )
    work.moved({ entity: 'rights', id: 1 })
  })

/** Says independently of `may` whether a person holds a right. */
function holds(changes: Changes, person: Person, right: Right): boolean {
  const role = roleOf(person)
  if (role === null) return false
  const changeable = !right.fixed && right.most.includes(role)
  return changeable ? (changes[role][right.name] ?? right.holders.includes(role)) : right.holders.includes(role)
}

/** What is expected of one person: the name of each thing that answered differently. */
async function wrongAnswers(changes: Changes, person: Person): Promise<string[]> {
  const token = company.tokens[person]
  const wrong: string[] = []
  const compare = (what: string, held: boolean, open: boolean): void => {
    if (held !== open) wrong.push(`${person}, ${what}: ${open ? 'open without the right' : 'closed despite the right'}`)
  }
  const refusesRight = (json: unknown, { name }: Right): boolean => {
    const no = refusalIn(json)
    return no?.code === 'forbidden' && no.details?.['right'] === name
  }
  // the right is asked before the input, so an unknown field shows whether it was accepted
  for (const { name, right } of ENDPOINTS) {
    const { json } = await callByName(company, name, { 'unknown-field': 1 }, { token })
    compare(name, holds(changes, person, right), !refusesRight(json, right))
  }
  for (const [method, files] of [
    ['POST', uploads],
    ['GET', downloads],
    ['GET', pictures],
  ] as const)
    for (const { contract } of files) {
      const address = `/app/${contract.name}?input=${encodeURIComponent('{"unknown-field":1}')}`
      const { json } = await ask(company, method, address, { token })
      compare(contract.name, holds(changes, person, contract.right), !refusesRight(json, contract.right))
    }
  for (const table of tables) {
    const methods: ['GET' | 'POST' | 'PATCH' | 'DELETE', NeededRight | undefined][] = [
      ['GET', table.read],
      ['POST', table.create && table.write?.create],
      ['PATCH', table.update && table.write?.update],
      ['DELETE', table.remove && table.write?.delete],
    ]
    for (const [method, needed] of methods) {
      if (needed === undefined) continue
      const held = [needed].flat().some((right) => holds(changes, person, right))
      const body = method === 'GET' ? undefined : { resource: [] }
      const { status } = await ask(company, method, `/api/v2/_table/${table.name}`, { token, body })
      compare(`${method} ${table.name}`, held, status !== 403)
    }
  }
  return wrong
}

test('every endpoint and table answers as the changed rights say', async () => {
  let closed = 0
  let opened = 0
  await assert(
    asyncProperty(anyChanges, async (changes) => {
      await store(changes)
      for (const person of PERSONS) expect(await wrongAnswers(changes, person)).toEqual([])
      for (const right of rights)
        for (const role of ROLES) {
          const held = may({ role, rightChanges: changes[role] }, right)
          if (held === right.holders.includes(role)) continue
          if (held) opened += 1
          else closed += 1
        }
    }),
    RUNS,
  )
  expect(closed).toBeGreaterThan(50)
  expect(opened).toBeGreaterThan(3)
})

test('live updates, presence and the steps of an order follow the changed rights', async () => {
  await assert(
    asyncProperty(anyChanges, async (changes) => {
      for (const person of PERSONS) {
        const role = roleOf(person)
        const who: Holder = role === null ? { role } : { role, rightChanges: changes[role] }
        for (const { name, read } of entities) {
          const told = topicsFor(who, [`${name}:1`]).includes(`${name}:1`)
          expect({ person, name, told }).toEqual({ person, name, told: holds(changes, person, read) })
        }
        for (const { place, right } of presence)
          expect(mayTakePart(who, `${place}:1`)).toBe(holds(changes, person, right))
        for (const [name, { right }] of Object.entries(orderLifecycle.transitions)) {
          const no = orderLifecycle.whyNot(name as 'send', { status: 'OFFER' } as never, who)
          expect({ person, name, closed: no?.code === 'forbidden' }).toEqual({
            person,
            name,
            closed: !holds(changes, person, right),
          })
        }
      }
    }),
    { ...RUNS, numRuns: 10 },
  )
})

test('costs and deleted offers are shown only to people who hold their rights, also in kept answers', async () => {
  const deleted = await company.order('OFFER-DELETE')
  const cost = String(Math.round(COSTS.glass * 10_000))
  const answers = { costs: 0, offers: 0 }
  await assert(
    asyncProperty(anyChanges, async (changes) => {
      await store(changes)
      for (const person of PERSONS) {
        const read = (name: string, input: object) =>
          callByName(company, name, input, { token: company.tokens[person] })
        const sees = (right: Right) => holds(changes, person, right)
        const products = await read('products.list', { search: '', page: 1 })
        const shown = products.text.includes(cost)
        expect({ person, shown }).toEqual({ person, shown: sees(productsRights.read) && sees(productsRights.cost) })
        const offer = (await read('orders.detail', { id: deleted })).status === 200
        expect({ person, offer }).toEqual({ person, offer: sees(ordersRights.read) && sees(ordersRights.restoreOffer) })
        answers.costs += shown ? 1 : 0
        answers.offers += offer ? 1 : 0
      }
    }),
    { ...RUNS, numRuns: 12 },
  )
  expect(answers.costs).toBeGreaterThan(5)
  expect(answers.offers).toBeGreaterThan(1)
})

test('no stored change reaches a right that is fixed or not for the role', () => {
  for (const right of rights)
    for (const role of ROLES) {
      const changed = [true, false].map((held) => may({ role, rightChanges: { [right.name]: held } }, right))
      const isOpen = whyNotChangeRight(role, right) === null
      expect({ role, right: right.name, changed }).toEqual({
        role,
        right: right.name,
        changed: isOpen ? [true, false] : [right.holders.includes(role), right.holders.includes(role)],
      })
    }
})
