/** Tests the pages of a declared record with one that only this test has. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { field } from '#kernel/records/fields.ts'
import { defineRecord, defineShortRecord } from '#kernel/records/record.ts'
import { defineRights, OFFICE } from '#kernel/rights.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { CreateRecordPage } from './RecordPages.tsx'
import { ShortListPage } from './ShortListPage.tsx'

const rights = defineRights('candles', { read: OFFICE, write: OFFICE })
const candles = defineRecord('candles', {
  one: 'candle',
  rights,
  pages: { list: '/candles', create: '/create-candle', record: '/candle/$id' },
  size: 150,
  title: ({ name }) => name,
  order: ['name'],
  fields: {
    name: field.name(50, { required: 'candles.no-name', list: true }),
    colour: field.choice(['WHITE', 'RED'], { words: 'colour' }),
    share: field.percent(),
    price: field.money(),
    note: field.text(200, { form: false }),
  },
  refusals: { missing: 'candles.missing' },
})
const wicks = defineShortRecord('wicks', {
  one: 'wick',
  feature: 'candles',
  rights,
  title: ({ name }) => name,
  order: ['name'],
  fields: { name: field.name(50, { required: 'candles.no-name' }), hidden: field.since() },
  refusals: { missing: 'candles.missing' },
})

let sent: object[] = []
let answer: object = {}

beforeAll(async () => {
  await startLanguages()
  i18n.addResourceBundle('en', 'candles', {
    title: { list: 'Candles', create: 'New candle', wicks: 'Wicks' },
    field: { name: 'Name', colour: 'Colour', share: 'Share', price: 'Price', note: 'Note' },
    colour: { WHITE: 'white', RED: 'red' },
    action: { create: 'Create candle' },
    refusal: { 'no-name': 'A candle needs a name.' },
    created: '{{name}} was created.',
    wicks: { name: 'Wick', hide: 'Hide', 'hide-of': 'Hide {{name}}', 'said-hidden': '{{name}} hidden.' },
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  signIn(null)
  sent = []
})

function answerWith(body: object): void {
  answer = body
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (_address: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(JSON.parse(init.body as string) as object)
    return Response.json(answer)
  })
  signIn({ uid: 1, role: 'user' })
}

test('a new record is sent with the fields that people write, and an empty figure is the usual one', async () => {
  answerWith({ id: 7 })
  await drawPart(<CreateRecordPage record={candles} />)
  const submit = () => screen.getByRole('button', { name: 'Create candle' })
  expect(screen.queryByLabelText('Note')).toBeNull()
  expect(submit().getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(screen.getByLabelText(/Name/), { target: { value: 'Κερί' } })
  fireEvent.change(screen.getByLabelText('Share'), { target: { value: '7,5' } })
  fireEvent.click(submit())
  await waitFor(() => expect(sent).toEqual([{ name: 'Κερί', colour: 'WHITE', share: 7_50, price: 0 }]))
})

test('a short record is hidden from its row, with the version that the page shows', async () => {
  answerWith({ wicks: [{ id: 3, name: 'Βαμβακερό', hidden: false, version: 4 }] })
  await drawPart(<ShortListPage record={wicks} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Hide Βαμβακερό' }))
  await waitFor(() => expect(sent).toEqual([{ wick: { id: 3, version: 4 }, name: 'Βαμβακερό', hidden: true }]))
})
