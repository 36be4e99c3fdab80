import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCompany } from '#server/company.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { NOTHING_OUTSIDE, type Outside } from '#server/integrations/ports.ts'
import { startViesSimulator, type ViesSimulator } from '#simulators/vies-simulator.ts'
import { openVies } from '#server/integrations/vies/vies.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import { customerCommands } from './customer-kind.ts'
import { unionVatQuery, verifyUnionVatLookup } from './union-vat.ts'

let db: Database
let runner: Runner
let vies: ViesSimulator
let outside: Outside
let german: number
let now = new Date('2026-11-20T08:00:00Z')
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => now })
  await saveCompany(db, { vat: 'EL 094014201' })
  const created = { name: 'Kerzen GmbH', vat: 'DE 136695976', country: 'Γερμανία' }
  german = (await runner.run(customerCommands.create, created, SYSTEM)).id
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.run(sql`delete from vies_answers`)
  now = new Date('2026-11-20T08:00:00Z')
  vies = await startViesSimulator()
  outside = { ...NOTHING_OUTSIDE, vies: openVies({ url: vies.url }) }
  return () => vies.close()
})

const daysLater = (days: number) => {
  now = new Date(now.getTime() + days * 24 * 60 * 60 * 1000)
}
const verify = (again = false, id = german) => runner.look(verifyUnionVatLookup, { id, again }, SYSTEM, outside)
const refusedBy = async (call: () => Promise<unknown>): Promise<string | null> => {
  const error = await call().then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof Refused ? error.refusal.code : null
}
const known = () => runner.ask(unionVatQuery, { id: german }, SYSTEM)

test('a number is asked for once, and its answer counts for 90 days and is in the history', async () => {
  expect(await known()).toMatchObject({ concerned: true, number: 'DE136695976', standing: 'unverified', last: null })
  const first = await verify()
  expect(first).toMatchObject({ standing: 'valid', failure: null, last: { requestId: 'WAPIAAAA000001' } })
  daysLater(90)
  expect(await verify()).toEqual(first)
  expect(vies.asked()).toEqual(['DE136695976/094014201'])
  expect(await verify(true)).toMatchObject({ last: { requestId: 'WAPIAAAA000002' } })
  const { notes } = await db.one<{ notes: string[] }>(
    sql`select array_agg(note order by id) as notes from history where entity = 'customers' and entity_id = ${german} and note is not null`,
  )
  expect(notes).toEqual(['DE136695976 · WAPIAAAA000001', 'DE136695976 · WAPIAAAA000002'])
})

test('while VIES gives no answer, the last one stands until it is too old', async () => {
  vies.ended.add('DE136695976')
  expect(await verify()).toMatchObject({ standing: 'invalid' })
  daysLater(1)
  vies.failWith('MS_UNAVAILABLE')
  expect(await verify(true)).toMatchObject({ standing: 'invalid', failure: 'MS_UNAVAILABLE' })
  daysLater(1)
  vies.fail('html-502')
  expect(await verify()).toMatchObject({
    standing: 'unverified',
    failure: 'http-502',
    last: { valid: false, askedAt: '2026-11-20T08:00:00.000Z' },
  })
})

test('VIES is asked once when many people press at the same time', async () => {
  await Promise.all(Array.from({ length: 8 }, () => verify()))
  expect(vies.asked()).toHaveLength(1)
})

test('VIES is never asked for a Greek customer, nor where it is switched off', async () => {
  const greek = await runner.run(customerCommands.create, { name: 'Ξενοδοχείο', vat: '094019245' }, SYSTEM)
  expect(await refusedBy(() => verify(false, greek.id))).toBe('customers.not-in-vies')
  expect(await runner.ask(unionVatQuery, { id: greek.id }, SYSTEM)).toMatchObject({ concerned: false })
  outside = NOTHING_OUTSIDE
  expect(await refusedBy(() => verify())).toBe('customers.vies-off')
  expect(vies.asked()).toEqual([])
})
