import { afterEach, expect, test, vi } from 'vitest'
import { SCREEN_COOKIE } from '#kernel/drawing/drawing.ts'
import { storeUser } from '#web/offline/stored-person.ts'
import { screenIn, storeShown, tellScreen } from './screen-cookie.ts'

/** Returns what the server reads of the cookie, which it decodes once before. */
const told = () => {
  const [, value = ''] = new RegExp(`${SCREEN_COOKIE}=([^;]*)`).exec(document.cookie) ?? []
  return screenIn(decodeURIComponent(value))
}

const signIn = (uid: number): void => {
  storeUser({ uid, username: 'Anna', email: '', first_name: 'Anna', role: 'user', section: null, right_changes: {} })
  window.dispatchEvent(new StorageEvent('storage', { key: 'authUser' }))
}

afterEach(() => localStorage.clear())

test('the cookie says what is stored at the same moment, of the person who is signed in', () => {
  localStorage.setItem('table:7:orders', '{"dense":false}')
  localStorage.setItem('packer-name', 'Petros')
  localStorage.setItem('I18N_LANGUAGE', 'el')
  signIn(7)
  tellScreen()
  const first = { I18N_LANGUAGE: 'el', 'table:7:orders': '{"dense":false}' }
  expect(told()?.stored).toEqual(first)
  storeShown('table-views:orders', 'none')
  expect(localStorage.getItem('table-views:orders')).toBe('none')
  expect(told()?.stored).toEqual({ ...first, 'table-views:orders': 'none' })
  storeShown('table-views:orders', null)
  expect(localStorage.getItem('table-views:orders')).toBeNull()
  expect(told()?.stored).toEqual(first)
  signIn(8)
  expect(told()?.stored).toEqual({ I18N_LANGUAGE: 'el' })
})

test('a change of the language or the colours is told with the change', async () => {
  tellScreen()
  localStorage.setItem('mantine-color-scheme-value', 'dark')
  document.documentElement.dataset['mantineColorScheme'] = 'dark'
  await Promise.resolve()
  expect(told()?.stored).toEqual({ 'mantine-color-scheme-value': 'dark' })
})

test('the size of the window is told when the person works with it', () => {
  tellScreen()
  vi.stubGlobal('innerWidth', 555)
  window.dispatchEvent(new Event('focus'))
  expect(told()?.width).toBe(555)
  vi.unstubAllGlobals()
})

test('what has no room in the cookie is left out, the longest first', () => {
  signIn(7)
  tellScreen()
  const order = (length: number) => JSON.stringify({ order: Array.from({ length }, (_, index) => `column${index}`) })
  storeShown('table:7:orders', order(500))
  for (const name of ['customers', 'products']) storeShown(`table:7:${name}`, order(30))
  storeShown('table-views:orders', 'none')
  expect(document.cookie.length).toBeLessThan(4_000)
  expect(told()?.stored).toEqual({
    'table:7:customers': order(30),
    'table:7:products': order(30),
    'table-views:orders': 'none',
  })
})

test('a cookie of another form describes no screen', () => {
  for (const text of ['', '{}', '[1280]', '[1280,720,"",null]', "(1280!720!''"]) expect(screenIn(text), text).toBeNull()
  expect(screenIn('[1280,720,"cd",{"table:1:orders":"{}","other":"1"}]')).toEqual({
    width: 1280,
    height: 720,
    coarse: true,
    dark: true,
    calm: false,
    stored: { 'table:1:orders': '{}' },
  })
})
