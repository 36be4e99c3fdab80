import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import type { Database } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { testDatabase } from '#testing/database.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { codeOf } from '#testing/refused.ts'
import { banks } from '../domain/banks-contract.ts'
import { payments } from './feature.ts'

let db: Database
let runner: Runner

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-11-20T22:30:00Z') })
})
afterAll(() => db.close())

const find = <T extends { contract: { name: string } }>(all: readonly T[], name: string): T => {
  const found = all.find(({ contract }) => contract.name === name)
  if (!found) throw new Error(`${name} is not in the manifest`)
  return found
}
const save = (input: object) =>
  runner.run(find(payments.commands, banks.save.name), input, SYSTEM) as Promise<OutputOf<typeof banks.save>>
const bankOf = async (id: number) => {
  const all = (await runner.ask(find(payments.queries, banks.all.name), {}, SYSTEM)) as OutputOf<typeof banks.all>
  return all.banks.find((bank) => bank.id === id)
}

describe('the list of banks', () => {
  test('takes a new bank, another name, and hides and shows it', async () => {
    const { id } = await save({ bank: null, name: ' Τράπεζα Δοκιμής ' })
    expect(await bankOf(id)).toEqual({ id, name: 'Τράπεζα Δοκιμής', hidden: false, version: 1 })
    await save({ bank: { id, version: 1 }, name: 'Τράπεζα Χίου', hidden: false })
    await save({ bank: { id, version: 2 }, name: 'Τράπεζα Χίου', hidden: true })
    expect(await bankOf(id)).toEqual({ id, name: 'Τράπεζα Χίου', hidden: true, version: 3 })
    await save({ bank: { id, version: 3 }, name: 'Τράπεζα Χίου', hidden: false })
    expect(await bankOf(id)).toMatchObject({ hidden: false })
  })

  test('refuses the name of another bank in any case, an empty name, an unknown bank, and an earlier version', async () => {
    const { id } = await save({ bank: null, name: 'Τράπεζα Σάμου' })
    expect(await codeOf(save({ bank: null, name: 'ΤΡΆΠΕΖΑ ΣΆΜΟΥ' }))).toBe('payments.bank-exists')
    expect(await codeOf(save({ bank: null, name: ' ' }))).toBe('payments.bank-name')
    expect(await codeOf(save({ bank: { id: 999_999, version: 1 }, name: 'Χ' }))).toBe('payments.no-bank')
    await save({ bank: { id, version: 1 }, name: 'Τράπεζα Σύρου' })
    expect(await codeOf(save({ bank: { id, version: 1 }, name: 'Τράπεζα Σίφνου' }))).toBe('conflict')
    expect(await bankOf(id)).toMatchObject({ name: 'Τράπεζα Σύρου' })
  })
})
