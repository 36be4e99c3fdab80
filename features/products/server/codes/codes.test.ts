/** Codes of goods: their form, the list of codes, the goods without a valid one, proposals, and many at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { PIECE } from '#testing/people-and-goods.ts'
import type { CodedRow, ListedCode } from '../../domain/codes/contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
const today = dayOf(new Date().toISOString())
const CATEGORY = 'Με κωδικό'
let serial = 0
const create = async (cnCode: string | null, more: object = {}) =>
  (
    await does<{ id: number }>('user', 'products.create-product', {
      name: `Κερί ${(serial += 1)}`,
      category: CATEGORY,
      cnCode,
      ...more,
    })
  ).id
const codeOf = async (id: number) =>
  (await does<{ product: { cnCode: string | null } }>('user', 'products.detail', { id })).product.cnCode
type Row = { id: number; cnCode: string | null; codeProblem: string | null; timesLeft: number }
const list = async (filters: object, more: object = {}) =>
  (await does<{ rows: Row[] }>('user', 'products.list', { filters: { category: CATEGORY, ...filters }, ...more })).rows
const api = (method: string, path: string, body?: object) =>
  ask(company, method, `/api/v2/_table/products${path}`, { token: company.tokens.admin, body })
const loadList = (rows: readonly (readonly [code: string, name: string, from?: string | null, to?: string | null])[]) =>
  company.db.run(sql`
    insert into goods_codes (code, name, from_day, to_day)
    select code, name, from_day, to_day
    from jsonb_to_recordset(${JSON.stringify(
      rows.map(([code, name, from_day = null, to_day = null]) => ({ code, name, from_day, to_day })),
    )}::jsonb) as r(code text, name text, from_day date, to_day date)`)
const forgetList = () => company.db.run(sql`delete from goods_codes`)

describe('without a list of codes', () => {
  test('only the form of a code is checked, in the form, by programs and in the database', async () => {
    const id = await create('34060000')
    await does('user', 'products.change-product', { id, version: 1, changes: { cnCode: '3406000090' } })
    expect(await codeOf(id)).toBe('3406000090')
    for (const cnCode of ['', '3406', '340600000', '3406 0000', '3406000A'])
      expect(await refusalOf('user', 'products.change-product', { id, version: 2, changes: { cnCode } })).toMatchObject(
        { kind: 'invalid', details: { fields: { 'changes.cnCode': 'products.code-form' } } },
      )
    await does('user', 'products.change-product', { id, version: 2, changes: { cnCode: null } })
    expect(await codeOf(id)).toBeNull()
    await expect(company.db.run(sql`update products set cn_code = '3406' where id = ${id}`)).rejects.toThrow()
  })

  test('programs read and write `cn_code` of eight or ten digits or null, and get 400 for anything else', async () => {
    const { json } = await api('POST', '?fields=*', { resource: [{ name: 'Από πρόγραμμα', cn_code: '34060000' }] })
    const [made] = (json as { resource: { id: number; cn_code: string }[] }).resource
    expect(made?.cn_code).toBe('34060000')
    for (const [code, status] of [
      ['3406000090', 200],
      ['34060', 400],
      ['', 400],
      ['3406 00 00', 400],
      ['x', 400],
      [null, 200],
    ] as const)
      expect([code, (await api('PATCH', `/${made?.id}`, { cn_code: code })).status]).toEqual([code, status])
    for (const code of ['3406000', '340600000'])
      expect((await api('PATCH', `/${made?.id}`, { cn_code: code })).text).toContain('A CN code has 8 digits')
    const wrong = await api('PATCH', `/${made?.id}`, { cn_code: '1' })
    expect(wrong.text).toContain('cn_code')
    await api('PATCH', `/${made?.id}`, { cn_code: '70139900' })
    const found = await api('GET', `?filter=${encodeURIComponent("cn_code='70139900'")}&fields=id,cn_code`)
    expect((found.json as { resource: object[] }).resource).toContainEqual({ id: made?.id, cn_code: '70139900' })
  })

  test('the filter of the code takes its first digits as lists print them, and words find nothing', async () => {
    const filters = { category: 'Φίλτρο κωδικού' }
    const id = await create('3406000010', filters)
    await create('70139900', filters)
    const found = async (cnCode: string) => (await list({ ...filters, cnCode })).map((row) => row.id)
    for (const typed of ['3406', '3406 00 00', '3406.0000 10'])
      expect([typed, await found(typed)]).toEqual([typed, [id]])
    for (const typed of ['κερί', '340699', '06']) expect([typed, await found(typed)]).toEqual([typed, []])
  })

  test('a copy has the code, and the history names it', async () => {
    const id = await create('34060000')
    const { id: copy } = await does<{ id: number }>('user', 'products.clone-product', { id })
    expect(await codeOf(copy)).toBe('34060000')
    const { rows } = await does<{ rows: { changes: object }[] }>('admin', 'products.history', { id })
    expect(rows[0]?.changes).toMatchObject({ cnCode: [null, '34060000'] })
  })

  test('goods without a code are listed, those first that left most often, and services are not', async () => {
    const filters = { category: 'Φεύγουν' }
    const [rare, often, coded, service] = await Promise.all([
      create(null, filters),
      create(null, filters),
      create('34060000', filters),
      create(null, { ...filters, service: true }),
    ])
    const moved = (id: number, reason: string, times: number, sign: 1 | -1) =>
      company.db.run(sql`
        insert into stock_movements (product_id, quantity_e4, reason, user_name)
        select ${id}::bigint, ${sign * PIECE}::bigint, ${reason}, 'Δοκιμή' from generate_series(1, ${times})`)
    await moved(rare, 'packaged', 1, -1)
    await moved(rare, 'consumed', 5, -1)
    await moved(rare, 'received', 9, 1)
    await moved(often, 'packaged', 2, -1)
    await moved(often, 'lent', 1, -1)
    await moved(often, 'restored', 4, 1)
    expect(
      (await list({ ...filters, marks: ['withoutCode'] }, { sort: 'timesLeft', descending: true })).map(
        ({ id, timesLeft, codeProblem }) => [id, timesLeft, codeProblem],
      ),
    ).toEqual([
      [often, 3, 'missing'],
      [rare, 1, 'missing'],
    ])
    expect((await list(filters)).find(({ id }) => id === service)?.codeProblem).toBeNull()
    expect((await list({ ...filters, cnCode: '3406 00' })).map(({ id }) => id)).toEqual([coded])
    const { counts } = await does<{ counts: { withoutCode: number } }>('user', 'products.count-marks', {})
    const [{ count } = { count: -1 }] = await company.db.many<{ count: number }>(
      sql`select count(*)::int as count from products where cn_code is null and not service`,
    )
    expect(counts.withoutCode).toBe(count)
  })
})

describe('with a list of codes', () => {
  const search = (text: string) =>
    does<{ loaded: boolean; codes: ListedCode[] }>('user', 'products.search-codes', { search: text })

  test('codes that are valid today are found by their first digits and by words of their text', async () => {
    expect(await search('3406')).toEqual({ loaded: false, codes: [] })
    await loadList([
      ['34060000', 'Κεριά και παρόμοια είδη', '2020-01-01'],
      ['34069900', 'Κεριά που καταργήθηκαν', null, addDays(today, -1)],
      ['70139900', 'Γυάλινα σκεύη'],
    ])
    try {
      expect((await search('3406 0')).codes.map(({ code }) => code)).toEqual(['34060000'])
      expect((await search('κερι')).codes.map(({ code }) => code)).toEqual(['34060000'])
      expect((await search('γυαλινα σκευη')).codes).toMatchObject([{ code: '70139900', text: 'Γυάλινα σκεύη' }])
      expect((await search('3406')).loaded).toBe(true)
    } finally {
      await forgetList()
    }
  })

  test('a code that is not listed, has ended or has not begun is refused when it is given, and named when goods have it', async () => {
    const other = { category: 'Λήγουν' }
    const [ended, unlisted, early, valid, below, above] = await Promise.all(
      ['34069900', '99999999', '34068800', '34060000', '3406000010', '70139900'].map((code) => create(code, other)),
    )
    await loadList([
      ['34060000', 'Κεριά', '2020-01-01', today],
      ['34069900', 'Παλιά κεριά', '2020-01-01', addDays(today, -1)],
      ['34068800', 'Νέα κεριά', addDays(today, 1)],
      ['7013990000', 'Γυάλινα σκεύη'],
    ])
    try {
      expect(new Map((await list(other)).map(({ id, codeProblem }) => [id, codeProblem]))).toEqual(
        new Map([
          [ended, 'ended'],
          [unlisted, 'unlisted'],
          [early, 'early'],
          [valid, null],
          // a TARIC code below a listed CN code, and a CN code of which the list has the TARIC code
          [below, null],
          [above, null],
        ]),
      )
      expect(new Set((await list({ ...other, marks: ['withoutCode'] })).map(({ id }) => id))).toEqual(
        new Set([ended, unlisted, early]),
      )
      for (const [cnCode, code] of [
        ['34069900', 'ended'],
        ['99999999', 'unlisted'],
        ['34068800', 'early'],
      ] as const) {
        const refused = { kind: 'invalid', code: `products.code-${code}` }
        expect(await refusalOf('user', 'products.create-product', { name: 'Κερί', cnCode })).toMatchObject(refused)
        expect(
          await refusalOf('user', 'products.change-product', { id: valid, version: 1, changes: { cnCode } }),
        ).toMatchObject(refused)
        expect((await api('PATCH', `/${valid}`, { cn_code: cnCode })).status).toBe(400)
      }
      // what goods have already stays while something else changes, in a copy, and in what an earlier system brings
      await does('user', 'products.change-product', {
        id: ended,
        version: 1,
        changes: { cnCode: '34069900', description: 'ίδιο' },
      })
      await does('user', 'products.clone-product', { id: ended })
      const brought = await api('POST', '?import=true', { resource: [{ name: 'Από παλιά', cn_code: '34069900' }] })
      expect(brought.status).toBe(200)
      expect(await does('user', 'products.code', { code: '34069900' })).toEqual({
        loaded: true,
        listed: {
          code: '34069900',
          text: 'Παλιά κεριά',
          problem: 'ended',
          fromDay: '2020-01-01',
          toDay: addDays(today, -1),
        },
      })
    } finally {
      await forgetList()
    }
  })
})

describe('many products', () => {
  const codes = async (ids: readonly number[]) =>
    (await does<{ rows: CodedRow[] }>('user', 'products.codes-of', { ids })).rows

  test('are proposed the valid code that most other products of their category have', async () => {
    const category = 'Προτάσεις'
    const proposed = async () =>
      (await does<{ proposals: { code: string; count: number }[] }>('user', 'products.proposed-codes', { category }))
        .proposals
    expect(await proposed()).toEqual([])
    for (const code of ['34060000', '34060000', '34069900', '34069900', '34069900', null])
      await create(code, { category })
    await create('11111111', { category, service: true })
    expect((await proposed()).map(({ code, count }) => [code, count])).toEqual([
      ['34069900', 3],
      ['34060000', 2],
    ])
    const bare = await create(null, { category })
    const [lonely, service] = [await create(null, { category: 'Μόνο του' }), await create(null, { service: true })]
    await loadList([['34060000', 'Κεριά']])
    try {
      // the list has ended the other one
      expect(await proposed()).toEqual([{ code: '34060000', text: 'Κεριά', count: 2 }])
      const rows = await codes([bare, lonely, service])
      expect(rows.map(({ id, problem, proposal }) => [id, problem, proposal])).toEqual(
        expect.arrayContaining([
          [bare, 'missing', '34060000'],
          [lonely, 'missing', null],
        ]),
      )
      expect(rows).toHaveLength(2)
    } finally {
      await forgetList()
    }
  })

  test('get their codes all or none', async () => {
    const [one, two] = [await create(null), await create('34060000')]
    const given = (cnCode: string, versions: readonly [number, number] = [1, 1]) => ({
      products: [
        { id: one, version: versions[0], cnCode },
        { id: two, version: versions[1], cnCode },
      ],
    })
    expect(await refusalOf('user', 'products.change-codes', given('70139900', [1, 7]))).toMatchObject({
      kind: 'conflict',
      code: 'products.codes-changed',
    })
    await loadList([['34060000', 'Κεριά']])
    expect(await refusalOf('user', 'products.change-codes', given('70139900'))).toMatchObject({
      code: 'products.code-unlisted',
    })
    await forgetList()
    expect([await codeOf(one), await codeOf(two)]).toEqual([null, '34060000'])
    expect(await does('user', 'products.change-codes', given('34060000'))).toEqual({ changed: 1 })
    expect(await does('user', 'products.change-codes', given('70139900', [2, 1]))).toEqual({ changed: 2 })
    expect([await codeOf(one), await codeOf(two)]).toEqual(['70139900', '70139900'])
    expect(await refusalOf('driver', 'products.change-codes', given('34060000'))).toMatchObject({ kind: 'forbidden' })
  })
})
