/**
 * Checks that histories are shown in words. Every command with an entry, every field and every value of a list has a
 * text in all six languages.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KINDS } from '#features/history/domain/kinds.ts'
import { entryKeys, type HistoryWords, wordKeys } from '#kernel/history/words.ts'
import { LANGUAGES } from '#kernel/languages.ts'
import type { Setting } from '#kernel/settings/form.ts'
import { sql } from '#server/db/database.ts'
import { commands, entities, FEATURES, forms, lookups, rights, tables } from '#app/server/features.ts'
import { productTexts, type Texts } from '#server/texts/text-book.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { historySamples, samples } from '#testing/samples.ts'

/** Commands without a history entry. */
const SILENT = historySamples.flatMap(({ silent = [] }) => silent)
/** Names of entries that jobs write. */
const BY_JOBS = historySamples.flatMap(({ byJobs = [] }) => byJobs)

function flat(texts: Texts, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${before}${key}`, text] as [string, string]] : flat(text, `${before}${key}.`),
  )
}

const NAMESPACES = productTexts.areas()

/** The texts of each language, by `<namespace>:<key>`. */
const TEXTS = new Map(
  LANGUAGES.map(({ code, tag }) => {
    const known = NAMESPACES.flatMap((area) => flat(productTexts.textsOf(area, tag)).map(([key]) => `${area}:${key}`))
    return [code, new Set(known)] as const
  }),
)

/** Returns the languages in which none of the keys has a text. */
const missing = (keys: readonly string[]): string[] =>
  [...TEXTS].filter(([, known]) => !keys.some((key) => known.has(key))).map(([language]) => language)
const anywhere = (key: string): string[] => NAMESPACES.map((namespace) => `${namespace}:${key}`)

const WORDS = Object.assign({}, ...historySamples.map(({ words }) => words ?? {})) as Readonly<
  Record<string, HistoryWords>
>

const LISTS: readonly (readonly [entity: string, field: string, values: readonly string[]])[] = historySamples.flatMap(
  ({ lists = {} }) =>
    Object.entries(lists).flatMap(([entity, fields]) =>
      Object.entries(fields).map(([field, values]) => [entity, field, values] as const),
    ),
)

/** Fields with text of people and programs, names, or codes that are shown unchanged, as `<kind of record>.<field>`. */
const FREE = new Set(
  historySamples.flatMap(({ free = {} }) =>
    Object.entries(free).flatMap(([entity, fields]) => fields.map((field) => `${entity}.${field}`)),
  ),
)

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
  const valid = samples(company)
  for (const { contract } of [...commands, ...lookups]) {
    const input = await (valid[contract.name] as () => Promise<object>)()
    await callByName(company, contract.name, input, { token: company.tokens.admin })
  }
  const id = await company.order('STOCK-OK')
  const body = { description: 'από πρόγραμμα', name: 'Άλλο όνομα', label: 'Άλλη επωνυμία', services: [{ id: 1 }] }
  await ask(company, 'PATCH', `/api/v2/_table/custorders/${id}`, { token: company.tokens.admin, body })
})
afterAll(() => company?.close())

type Value = { entity: string; field: string; value: string }
const valuesInHistory = (): Promise<Value[]> =>
  company.db.many<Value>(sql`
    select distinct h.entity, c.key as field, v.value #>> '{}' as value
    from history h cross join lateral jsonb_each(h.changes) c cross join lateral jsonb_array_elements(c.value) v
    where jsonb_typeof(v.value) = 'string' and v.value <> '""'::jsonb`)

describe('every command that leaves an entry has a text', () => {
  const byPrograms = tables.flatMap(({ name, write }) =>
    [write?.create ? 'post' : '', write?.update ? 'patch' : '', write?.delete ? 'delete' : ''].flatMap((method) =>
      method === '' ? [] : [`data-api.${method}-${name}`],
    ),
  )
  const names = [...[...commands, ...lookups].map(({ contract }) => contract.name), ...byPrograms, ...BY_JOBS]

  test.each(names.filter((name) => !SILENT.includes(name)))('%s', (name) => {
    expect(missing(entryKeys(name).flatMap(anywhere))).toEqual([])
  })

  test('a command listed as silent leaves no entry', async () => {
    const recorded = await company.db.many<{ command: string }>(sql`select distinct command from history`)
    const unknown = recorded.filter(({ command }) => command !== 'test.hire' && !names.includes(command))
    expect({ unknown, silentWithEntry: recorded.filter(({ command }) => SILENT.includes(command)) }).toEqual({
      unknown: [],
      silentWithEntry: [],
    })
    expect(recorded.length).toBeGreaterThan(25)
  })
})

test('every kind of record in a history is declared by the feature that owns it', async () => {
  const recorded = await company.db.many<{ entity: string }>(sql`select distinct entity from history`)
  const declared = new Set(entities.map(({ name }) => name))
  expect(recorded.filter(({ entity }) => !declared.has(entity))).toEqual([])
  expect(declared.size).toBe(entities.length)
})

test('the history browser offers every kind of record and has a word for it', () => {
  expect([...KINDS].toSorted()).toEqual(entities.map(({ name }) => name).toSorted())
  expect(KINDS.filter((kind) => missing([`history:kind.${kind}`]).length > 0)).toEqual([])
})

test('every field in a history has a text', async () => {
  const recorded = await company.db.many<{ entity: string; field: string }>(sql`
    select distinct entity, jsonb_object_keys(changes) as field from history order by 1, 2`)
  const listed = [...FREE].map((name) => ({ entity: name.split('.')[0], field: name.split('.')[1] }))
  const keysOf = (entity: string | undefined, field: string | undefined): string[] =>
    anywhere(entity === 'rights' ? `right.${field}` : `field.${field}`)
  const wordless = [...recorded, ...listed].filter(({ entity, field }) => missing(keysOf(entity, field)).length > 0)
  expect(wordless).toEqual([])
  expect(recorded.length).toBeGreaterThan(40)
})

test('every right and every area of rights has words', () => {
  expect(rights.filter(({ name }) => missing(anywhere(`right.${name}`)).length > 0).map(({ name }) => name)).toEqual([])
  const areas = FEATURES.filter((feature) => Object.keys(feature.rights).length > 0).map(({ name }) => name)
  expect(areas.filter((area) => missing(anywhere(`right-area.${area}`)).length > 0)).toEqual([])
  expect(areas.length).toBeGreaterThan(15)
})

/** Returns the keys of the texts of a setting: its name, its hint, and those of its options and columns. */
const wordsOfSetting = (form: string, setting: Setting): string[] => [
  `field.${form}.${setting.name}`,
  `setting-hint.${form}.${setting.name}`,
  ...optionsOf(`${form}.${setting.name}`, setting),
  ...(setting.kind === 'rows'
    ? setting.columns.flatMap((column) => [
        `column.${form}.${setting.name}.${column.name}`,
        ...optionsOf(`${form}.${setting.name}.${column.name}`, column),
      ])
    : []),
]
const optionsOf = (path: string, setting: Setting): string[] =>
  setting.kind === 'choice' ? setting.options.map((option) => `option.${path}.${option}`) : []

describe('every settings form has its texts', () => {
  test.each(forms)('$name', ({ name, settings }) => {
    expect(missing([`settings:form.${name}.title`])).toEqual([])
    expect(missing([`settings:form.${name}.body`])).toEqual([])
    const keys = settings.flatMap((setting) => wordsOfSetting(name, setting))
    expect(keys.filter((key) => missing(anywhere(key)).length > 0)).toEqual([])
    expect(keys.length).toBeGreaterThan(0)
  })
})

describe('every value of a list has a text', () => {
  test.each(LISTS)('%s: %s', (entity, field, values) => {
    const words = WORDS[entity] as HistoryWords
    expect(values.filter((value) => missing(wordKeys(words, field, value)).length > 0)).toEqual([])
  })

  test('no other field contains a value of a list', async () => {
    const found = (await valuesInHistory()).filter(({ entity }) => Object.hasOwn(WORDS, entity))
    const raw = found.filter(({ entity, field, value }) => {
      if (FREE.has(`${entity}.${field}`)) return false
      return missing(wordKeys(WORDS[entity] as HistoryWords, field, value)).length > 0
    })
    expect(raw).toEqual([])
    expect(found.length).toBeGreaterThan(30)
  })
})
