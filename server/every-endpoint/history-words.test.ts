/**
 * Checks that histories are shown in words: every command with an entry, every field and every value of a list has a
 * text in all six languages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CUSTOMER_WORDS } from '#features/customers/domain/history-words.ts'
import { DOCUMENT_STATUSES } from '#features/invoicing/domain/document.ts'
import { LOAN_BOUNDS } from '#features/loans/domain/loan.ts'
import { MAIL_STATUSES } from '#features/mail/domain/mail.ts'
import { ORDER_WORDS } from '#features/orders/domain/history-words.ts'
import { INVOICE_MODES, ORDER_STATUSES } from '#features/orders/domain/order.ts'
import { PRODUCT_WORDS } from '#features/products/domain/history-words.ts'
import { UNITS, USAGE_TYPES } from '#features/products/domain/product.ts'
import { DELIVERY_REASONS } from '#features/shipping/domain/delivery.ts'
import { DRIVER_TYPES } from '#features/shipping/domain/shipment.ts'
import { type HistoryWords, wordKeys } from '#kernel/history-words.ts'
import { sql } from '#server/db/database.ts'
import { commands, lookups, tables } from '#server/features.ts'
import type { AccountingOutcome } from '#server/integrations/accounting/accounting.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#server/testing/company.ts'
import { samples } from '#server/testing/samples.ts'

const LANGUAGES = ['eng', 'gr', 'it', 'sp', 'rs', 'sr']
const ROOT = join(import.meta.dirname, '..', '..')

/** Commands without a history entry: they only look something up, or store a file for a later note. */
const SILENT = ['customers.find-places', 'customers.look-up-vat', 'customers.place-at', 'shipping.plan-route']

/** Every outcome of the accounting service. The types report a missing one. */
const OUTCOMES = Object.keys({
  acknowledged: true,
  refused: true,
  unknown: true,
  'in-progress': true,
  absent: true,
  technical: true,
  foreign: true,
  unsent: true,
} satisfies Record<AccountingOutcome['kind'], true>)

/** Commands that the product runs by itself. */
const BY_ITSELF = [
  ...OUTCOMES.map((kind) => `invoicing.${kind}`),
  'invoicing.gave-up',
  ...MAIL_STATUSES.map((status) => `mail.${status.toLowerCase()}`),
]

type Texts = { readonly [key: string]: string | Texts }

function flat(texts: Texts, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${before}${key}`, text] as [string, string]] : flat(text, `${before}${key}.`),
  )
}

/** The texts of each language, by `<namespace>:<key>`. */
const TEXTS = new Map(
  LANGUAGES.map((language) => {
    const features = readdirSync(join(ROOT, 'features')).map((name) => [name, `features/${name}/web/locales`] as const)
    const known = [...features, ['frame', 'web/locales'] as const].flatMap(([namespace, folder]) => {
      const file = join(ROOT, folder, `${language}.json`)
      if (!existsSync(file)) return []
      return flat(JSON.parse(readFileSync(file, 'utf8')) as Texts).map(([key]) => `${namespace}:${key}`)
    })
    return [language, new Set(known)] as const
  }),
)

/** Returns the languages in which none of the keys has a text. */
const missing = (keys: readonly string[]): string[] =>
  LANGUAGES.filter((language) => !keys.some((key) => TEXTS.get(language)?.has(key)))
const NAMESPACES = ['frame', ...readdirSync(join(ROOT, 'features'))]
const anywhere = (key: string): string[] => NAMESPACES.map((namespace) => `${namespace}:${key}`)

const WORDS: Readonly<Record<string, HistoryWords>> = {
  orders: ORDER_WORDS,
  customers: CUSTOMER_WORDS,
  products: PRODUCT_WORDS,
}

const LISTS: readonly [entity: string, field: string, values: readonly string[]][] = [
  ['orders', 'status', ORDER_STATUSES],
  ['orders', 'mail', MAIL_STATUSES],
  ['orders', 'invoiceMode', INVOICE_MODES],
  ['orders', 'deliveryReason', DELIVERY_REASONS],
  ['orders', 'shipping', DRIVER_TYPES],
  [
    'orders',
    'document',
    [...DOCUMENT_STATUSES, ...OUTCOMES, 'gave-up', 'asked-again', 'not-issued', 'invoice', 'credit-note'],
  ],
  ['customers', 'mail', MAIL_STATUSES],
  ['customers', 'loan', LOAN_BOUNDS],
  ['products', 'unit', UNITS],
  ['products', 'usageType', USAGE_TYPES],
]

/** Fields with text of people and programs, names, or codes that are shown unchanged. */
const FREE: Readonly<Record<string, readonly string[]>> = {
  orders:
    'customer name label description driverNote expectedDelivery validUntil packagedBy refcode invoiceReason invoicedOn shippingBy recipient mark'.split(
      ' ',
    ),
  customers:
    'name label taxOffice address city postcode country phone phone2 startDate representor category vat social profession email salesperson'.split(
      ' ',
    ),
  products: 'name sku provsku epsilonCode barcode description category vatClass customer'.split(' '),
}

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
  const names = [...[...commands, ...lookups].map(({ contract }) => contract.name), ...byPrograms, ...BY_ITSELF]

  test.each(names.filter((name) => !SILENT.includes(name)))('%s', (name) => {
    expect(missing(anywhere(`command.${name}`))).toEqual([])
  })

  test('a command listed as silent leaves no entry', async () => {
    const told = await company.db.many<{ command: string }>(sql`select distinct command from history`)
    const unknown = told.filter(({ command }) => command !== 'test.hire' && !names.includes(command))
    expect({ unknown, speaking: told.filter(({ command }) => SILENT.includes(command)) }).toEqual({
      unknown: [],
      speaking: [],
    })
    expect(told.length).toBeGreaterThan(25)
  })
})

test('every field in a history has a text', async () => {
  const told = await company.db.many<{ entity: string; field: string }>(sql`
    select distinct entity, jsonb_object_keys(changes) as field from history order by 1, 2`)
  const listed = Object.entries(FREE).flatMap(([entity, fields]) => fields.map((field) => ({ entity, field })))
  const wordless = [...told, ...listed].filter(({ field }) => missing(anywhere(`field.${field}`)).length > 0)
  expect(wordless).toEqual([])
  expect(told.length).toBeGreaterThan(40)
})

describe('every value of a list has a text', () => {
  test.each(LISTS)('%s: %s', (entity, field, values) => {
    const words = WORDS[entity] as HistoryWords
    expect(values.filter((value) => missing(wordKeys(words, field, value)).length > 0)).toEqual([])
  })

  test('no other field contains a value of a list', async () => {
    const found = (await valuesInHistory()).filter(({ entity }) => Object.hasOwn(WORDS, entity))
    const raw = found.filter(({ entity, field, value }) => {
      if (FREE[entity]?.includes(field)) return false
      return missing(wordKeys(WORDS[entity] as HistoryWords, field, value)).length > 0
    })
    expect(raw).toEqual([])
    expect(found.length).toBeGreaterThan(30)
  })
})
