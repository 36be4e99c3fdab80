import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { USUAL_LAYOUT } from '#accounts/domain/preferences/layout.ts'
import { choosePreferences, keepLanguage, preferencesHere, receivePreferences } from './own-preferences.ts'

const realFetch = globalThis.fetch
const BOXED = { ...USUAL_LAYOUT, layoutWidth: 'boxed', leftSideBarType: 'icon' } as const
const NOTHING = { language: null, layout: null, pins: null, slashKey: null }

/** What the server gets, and how it answers the next requests. An answer of 0 is no connection; it answers 200 at the end. */
let sent: { key: string | null; body: unknown }[]
let answers: number[]

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  answers = []
  globalThis.fetch = async (_address, { headers, body } = {}) => {
    sent.push({
      key: new Headers(headers).get('Idempotency-Key'),
      body: typeof body === 'string' ? JSON.parse(body) : null,
    })
    const status = answers.shift() ?? 200
    if (status === 0) throw new TypeError('no connection')
    if (status === 200) return Response.json({ saved: true })
    const kind = status === 403 ? 'forbidden' : 'unavailable'
    return Response.json({ refusal: { kind, code: 'busy' } }, { status })
  }
})
afterEach(() => {
  vi.useRealTimers()
  globalThis.fetch = realFetch
})

/** Each test has a person of its own, because choices stay on the device. */
let person = 100
beforeEach(() => {
  person += 1
})

test('a choice is kept here at once and sent once', async () => {
  choosePreferences(person, { layout: BOXED })
  expect(preferencesHere(person).layout).toEqual(BOXED)
  await vi.runAllTimersAsync()
  expect(sent.map(({ body }) => body)).toEqual([{ layout: BOXED }])
  expect(preferencesHere(person).unsaved).toBeNull()
  expect(JSON.parse(localStorage.getItem(`preferences:${person}`) ?? '')).toMatchObject({
    layout: BOXED,
    unsaved: null,
  })
})

test('a save that fails is kept here and sent again under the same key until the server accepts it', async () => {
  answers = [503, 0, 500]
  choosePreferences(person, { layout: BOXED })
  await vi.advanceTimersByTimeAsync(0)
  expect(preferencesHere(person)).toMatchObject({ layout: BOXED, unsaved: { choices: { layout: BOXED } } })
  await vi.runAllTimersAsync()
  expect(sent).toHaveLength(4)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(preferencesHere(person).unsaved).toBeNull()
})

test('a choice that the server has not accepted wins over the stored one, which wins over an earlier one', async () => {
  answers = [403]
  choosePreferences(person, { layout: BOXED })
  await vi.runAllTimersAsync()
  expect(sent).toHaveLength(1)
  expect(receivePreferences(person, { ...NOTHING, language: 'it', layout: USUAL_LAYOUT })).toMatchObject({
    language: 'it',
    layout: BOXED,
  })
  await vi.runAllTimersAsync()
  expect(sent.map(({ body }) => body)).toEqual([{ layout: BOXED }, { layout: BOXED }])
  expect(receivePreferences(person, { ...NOTHING, language: 'it', layout: USUAL_LAYOUT }).layout).toEqual(USUAL_LAYOUT)
})

test('pinned pages and the switch of the key / are sent, and stay on the device', async () => {
  choosePreferences(person, { pins: ['/cheques'] })
  choosePreferences(person, { slashKey: false })
  await vi.runAllTimersAsync()
  expect(sent.at(-1)?.body).toEqual({ pins: ['/cheques'], slashKey: false })
  expect(JSON.parse(localStorage.getItem(`preferences:${person}`) ?? '')).toMatchObject({
    pins: ['/cheques'],
    slashKey: false,
    unsaved: null,
  })
})

test('two choices one after the other are both sent', async () => {
  answers = [0]
  choosePreferences(person, { layout: BOXED })
  choosePreferences(person, { language: 'sr' })
  await vi.runAllTimersAsync()
  expect(sent.at(-1)?.body).toEqual({ language: 'sr', layout: BOXED })
  expect(preferencesHere(person)).toMatchObject({ language: 'sr', layout: BOXED, unsaved: null })
})

test('the language that was chosen on the sign-in page belongs to the person who signs in next', async () => {
  keepLanguage(null, 'rs')
  expect(receivePreferences(person, { ...NOTHING, language: 'gr' }).language).toBe('rs')
  await vi.runAllTimersAsync()
  expect(sent.map(({ body }) => body)).toEqual([{ language: 'rs' }])
  expect(receivePreferences(person + 1000, NOTHING).language).toBeNull()
})
