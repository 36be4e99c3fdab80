/** Tests that a declaration alone gives a settings form its command, its history, its query and its row of the data API. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Setting } from '#kernel/settings/form.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { type DeclaredForm, readSettings } from '#server/settings.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { settingsRights } from '../domain/rights.ts'
import { settingsForms } from './forms.ts'

/** One setting of every kind. */
const SETTINGS = [
  { kind: 'text', name: 'note', longest: 50, wanted: true },
  { kind: 'yes-no', name: 'open', usual: false },
  { kind: 'count', name: 'copies', usual: 1, least: 1, most: 9 },
  { kind: 'amount', name: 'fee', of: 'money', usual: 0, least: 0, most: 100_00 },
  { kind: 'choice', name: 'size', usual: 'A4', options: ['A4', 'A5'] },
  { kind: 'names', name: 'shelves', usual: ['A'], longest: 20, mostEntries: 10 },
  {
    kind: 'rows',
    name: 'rates',
    usual: [],
    mostEntries: 5,
    columns: [{ kind: 'amount', name: 'rate', of: 'rate', usual: 0, least: 0, most: 100_00 }],
  },
  { kind: 'kept-days', name: 'days', usual: 30, least: 10, most: 100 },
] as const satisfies readonly Setting[]
const FORM: DeclaredForm = { id: 99, name: 'trial', group: 'data', right: settingsRights.write, settings: SETTINGS }
const USUAL = { note: '', open: false, copies: 1, fee: 0, size: 'A4', shelves: ['A'], rates: [], days: 30 }

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { commands, queries, tables } = settingsForms([FORM])
const command = commands[0]
const save = (values: object, shown: object) =>
  company.runner.work(SYSTEM, 'settings.save-trial', async (work) =>
    command?.act(work, parseInput(command.contract.input, { values, shown })),
  )

test('the command saves every kind, the code reads it with its type, and the history has each change', async () => {
  expect([command?.contract.name, queries.map(({ contract }) => contract.name), tables.length]).toEqual([
    'settings.save-trial',
    expect.arrayContaining(['settings.trial', 'settings.forms', 'settings.history']),
    1,
  ])
  expect(await readSettings(company.db, { name: 'trial', settings: SETTINGS })).toEqual(USUAL)
  const values = {
    note: 'Ερμού 1',
    open: true,
    copies: 3,
    fee: 3_50,
    size: 'A5',
    shelves: ['B', 'A'],
    rates: [{ rate: 24_00 }],
    days: 60,
  }
  await save(values, USUAL)
  const read = await readSettings(company.db, { name: 'trial', settings: SETTINGS })
  expect(read).toEqual(values)
  // the compiler knows the type of each value
  expect([read.copies + 1, read.open, read.size, read.rates[0]?.rate]).toEqual([4, true, 'A5', 24_00])
  const { changes } = await company.db.one<{ changes: object }>(
    sql`select changes from history where entity = 'settings' and entity_id = 99 order by id desc limit 1`,
  )
  expect(Object.keys(changes).toSorted((a, b) => a.localeCompare(b))).toEqual(
    Object.keys(values)
      .map((name) => `trial.${name}`)
      .toSorted((a, b) => a.localeCompare(b)),
  )
})

test('what breaks the declaration is refused at its field', async () => {
  await expect(save({ size: 'A3', rates: [{ rate: 100_01 }] }, {})).rejects.toMatchObject({
    refusal: {
      kind: 'invalid',
      details: { fields: { 'values.size': 'invalid_value', 'values.rates.0.rate': 'too_big' } },
    },
  })
})
