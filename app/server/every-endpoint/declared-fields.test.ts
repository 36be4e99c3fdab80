/**
 * Each declared field of products, customers, providers and orders is stored as a program writes it, and shown as it is stored. Each filter of their
 * lists leaves rows out. The fields and the filters come from the declarations, so a new one is tested without a word here.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { customerContracts, customerList } from '#features/customers/domain/contract.ts'
import { listOrders } from '#features/orders/domain/list-contract.ts'
import { orderDetail } from '#features/orders/domain/detail-contract.ts'
import { LISTED_FIELDS, ORDER_FIELDS } from '#features/orders/domain/fields.ts'
import { PARTY_FIELDS } from '#features/parties/domain/fields.ts'
import { listProducts, productDetail } from '#features/products/domain/contract.ts'
import { PRODUCT_FIELDS } from '#features/products/domain/fields.ts'
import { providerContracts, providerList } from '#features/providers/domain/contract.ts'
import type { Field, Fields } from '#kernel/records/fields.ts'
import { filtersOf as filtersOfColumns } from '#kernel/records/list.ts'
import { columnOf } from '#server/records/kinds.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

type Row = Readonly<Record<string, unknown>>

/** Values of fields for which not every value of their kind is valid. */
const VALID: Readonly<Record<string, unknown>> = {
  vat: '094014201',
  vatType: 17,
  category: 'Category1',
  email: 'a@b.gr',
  cnCode: '34060000',
  // a delivery in the past is refused
  expectedDelivery: '2199-12-01 10:30:00',
  deliveryAddress: { address: 'Ερμού 1', postcode: '10563' },
  tags: ['vip'],
  photos: ['photo-1'],
  customFields: [{ name: 'Ωράριο', value: '9-5' }],
  extraAddresses: [{ address: 'Αιόλου 3', postcode: '10551', phone: '', city: 'Αθήνα', building: '', floor: '' }],
}

/** Returns a value of the kind of a field that is not its usual one, as programs write it. Texts end with `ending`. */
function valueOf(name: string, { kind, choices }: Field, ending = ''): unknown {
  if (kind === 'percent' && name === 'vat') return 13
  if (Object.hasOwn(VALID, name)) return VALID[name]
  switch (kind) {
    case 'name':
    case 'text':
    case 'code':
    case 'email':
      return `Τιμή ${name}${ending}`
    case 'choice':
      return choices[1]
    case 'flag':
    case 'since':
      return true
    case 'wallClock':
      return '2020-02-29 10:30:00'
    case 'day':
      return '2020-02-29'
    case 'percent':
    case 'money':
    case 'price':
    case 'quantity':
    case 'degree':
      return 3.25
    case 'count':
      return 30
    case 'reference':
      return name === 'salespersonId' ? company.stock.salesperson : company.stock.customer
    default:
      throw new Error(`Give ${name} a valid value.`)
  }
}

const KINDS = [
  { table: 'products', fields: PRODUCT_FIELDS },
  { table: 'customers', fields: PARTY_FIELDS },
  { table: 'providers', fields: PARTY_FIELDS },
  { table: 'custorders', fields: ORDER_FIELDS },
] as const satisfies readonly { readonly table: string; readonly fields: Fields }[]

test.each(KINDS)('no two fields of $table have one column, or one name at the data API', ({ fields }) => {
  const columns = Object.entries<Field>(fields).map(([name, field]) => columnOf(name, field))
  expect(new Set(columns).size).toBe(columns.length)
  const names = Object.entries<Field>(fields).map(([name, { options }]) => options.wire || name)
  expect(new Set(names).size).toBe(names.length)
})

const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, record?: Row): Promise<[number, unknown]> => {
  const { status, json } = await ask(company, method, `/api/v2/_table/${path}`, {
    token: path.endsWith('?import=true') ? company.tokens.admin : company.tokens.user,
    ...(record && { body: { resource: [record] } }),
  })
  return [status, json]
}
const made = async (table: string, record: Row): Promise<number> => {
  const [status, json] = await call('POST', table, record)
  expect([table, record, status, json]).toMatchObject([table, record, 200, {}])
  return (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
}
/** Returns the fields that a new record of a table needs besides the one that is tested. */
const needed = (table: string, name: string): Row =>
  table === 'custorders'
    ? {
        status: 'OFFER',
        customer_id: company.stock.customer,
        products: [{ id: company.stock.candle, quantity: 1, salesprice: 1 }],
      }
    : { name }
const stored = async (table: string, id: number): Promise<Row> => (await call('GET', `${table}/${id}`))[1] as Row

test.each(KINDS)(
  'programs write and import each declared field of $table, alone, and read it back',
  async ({ table, fields }) => {
    const plain = await stored(table, await made(table, needed(table, 'Χωρίς τίποτε')))
    for (const [name, field] of Object.entries<Field>(fields)) {
      if (field.options.wire === false) continue
      const wire = field.options.wire || name
      const value = valueOf(name, field)
      expect([wire, plain[wire]]).not.toEqual([wire, value])
      const record = { ...needed(table, `Με ${name}`), [wire]: value }
      expect([wire, (await stored(table, await made(table, record)))[wire]]).toEqual([wire, value])
      const kept = valueOf(name, field, ' εκεί')
      const old = await made(`${table}?import=true`, { ...needed(table, `Από ${name}`), [wire]: kept })
      expect([wire, (await stored(table, old))[wire]]).toEqual([wire, kept])
      const changed = await made(table, needed(table, `Αλλάζει ${name}`))
      const other = valueOf(name, field, ' άλλη')
      expect([wire, (await call('PATCH', table, { id: changed, [wire]: other }))[0]]).toEqual([wire, 200])
      expect([wire, (await stored(table, changed))[wire]]).toEqual([wire, other])
    }
  },
)

const ask200 = async (query: string, input: object): Promise<unknown> => {
  const { status, json } = await callByName(company, query, input, { token: company.tokens.user })
  expect([query, input, status, json]).toMatchObject([query, input, 200, {}])
  return json
}
const idsOf = async (query: string, filters: object): Promise<number[]> =>
  ((await ask200(query, { filters })) as { rows: { id: number }[] }).rows.map(({ id }) => id)

/** Returns the names of the filters of a list. */
const filtersOf = (input: z.ZodType): string[] => {
  const { filters } = (input as z.ZodObject<{ filters: z.ZodPrefault<z.ZodObject> }>).shape
  return Object.keys(filters.unwrap().shape)
}

type Listing = {
  readonly table: string
  readonly fields: Fields
  readonly list: { readonly name: string; readonly input: z.ZodType }
  readonly detail: (id: number) => Promise<Row>
  /** What the record that is looked for has besides the values of its fields, for programs and for filters. */
  readonly record: () => Row
  readonly values: Row
  /** The filters that are tested, if the list has others, such as those of sums. */
  readonly filters?: readonly string[]
}

const LISTS: readonly Listing[] = [
  {
    table: 'products',
    fields: PRODUCT_FIELDS,
    list: listProducts,
    detail: async (id: number) => ((await ask200(productDetail.name, { id })) as { product: Row }).product,
    // a service is not asked for its code, and is not lent
    record: () => ({ service: false, requirements: [{ seq: 1, typid: 'ΧΥΤΑ' }] }),
    values: { section: 'ΧΥΤΑ', marks: ['low'] },
  },
  ...[
    { table: 'customers', contracts: customerContracts, list: customerList.list },
    { table: 'providers', contracts: providerContracts, list: providerList.list },
  ].map(({ table, contracts, list }) => ({
    table,
    fields: PARTY_FIELDS,
    list,
    detail: async (id: number) => ((await ask200(contracts.detail.name, { id })) as { party: Row }).party,
    record: () => ({ phone: '2101234567' }),
    values: {},
  })),
  {
    table: 'custorders',
    fields: ORDER_FIELDS,
    list: listOrders,
    detail: async (id: number) => ((await ask200(orderDetail.name, { id })) as { order: Row }).order,
    record: () => needed('custorders', ''),
    values: { delivery: '2199-12-01' },
    filters: Object.keys(filtersOfColumns(LISTED_FIELDS)),
  },
]

test.each(LISTS)(
  'each filter of the list of $table finds a record by its value, and leaves others out',
  async (given) => {
    const { table, fields, list, detail, record, values } = given
    const full = Object.entries<Field>(fields).flatMap(([name, field]) =>
      field.options.wire === false ? [] : [[field.options.wire || name, valueOf(name, field, ' πλήρες')]],
    )
    const id = await made(table, { ...Object.fromEntries(full), ...record() })
    const other = await made(table, needed(table, 'Τίποτε το ίδιο'))
    const shown: Row = { ...(await detail(id)), ...values }
    const names = given.filters ?? filtersOf(list.input)
    expect(names.length).toBeGreaterThan(given.filters ? 1 : 4)
    for (const name of names) {
      const one = shown[name.replace(/(From|To)$/, '')]
      const filter = name === 'id' ? String(id) : name === 'usageType' ? [one] : one
      const found = await idsOf(list.name, { [name]: filter })
      expect([name, found.includes(id), found.includes(other)]).toEqual([name, true, false])
    }
  },
)
