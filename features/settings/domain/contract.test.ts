import { expect, test } from 'vitest'
import { settingsContracts } from '#kernel/settings/form.ts'
import { APPS_SETTINGS, linkTarget } from './apps.ts'
import { saveShippingLists } from './contract.ts'
import { MOST_LOGO_BYTES, saveLogo } from './logo.ts'
import { settingsRights } from './rights.ts'

test('drivers and vehicles are stored once each, and without empty entries', () => {
  const lists = { drivers: ['Νίκος', '', 'Μαρία', 'Νίκος'], vehicles: [' '], place: null }
  expect(saveShippingLists.input.parse({ ...lists, shown: lists })).toMatchObject({
    drivers: ['Νίκος', 'Μαρία'],
    vehicles: [],
  })
})

test('a link to another service needs a name and an address, which is opened by https unless it says http', () => {
  const { save } = settingsContracts({ name: 'apps', right: settingsRights.write, settings: APPS_SETTINGS })
  const isAccepted = (name: string, address: string): boolean =>
    save.input.safeParse({ values: { links: [{ name, address }] }, shown: {} }).success
  expect(isAccepted('Τράπεζα', 'bank.example.gr')).toBe(true)
  expect([isAccepted('', 'bank.example.gr'), isAccepted('Τράπεζα', '')]).toEqual([false, false])
  expect(['bank.example.gr', 'HTTP://bank.example.gr'].map(linkTarget)).toEqual([
    'https://bank.example.gr',
    'HTTP://bank.example.gr',
  ])
})

test('a logo may have as many bytes as a paper carries at most', () => {
  const isAccepted = (bytes: number): boolean =>
    saveLogo.input.safeParse({ picture: Buffer.alloc(bytes).toString('base64') }).success
  expect([isAccepted(MOST_LOGO_BYTES), isAccepted(MOST_LOGO_BYTES + 10)]).toEqual([true, false])
})
