import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFocus } from './lost-focus.ts'

let end: () => void

beforeEach(() => {
  document.body.innerHTML = `
    <main id="content" tabindex="-1">
      <ul><li><button>first</button></li><li><button>second</button></li><li><button>third</button></li></ul>
    </main>
    <div role="dialog"><button>save</button><button>later</button></div>`
  window.history.replaceState(null, '', '/orders')
  end = keepFocus()
})
afterEach(() => end())

const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`no button ${name}`)
  return found
}
const focused = () => document.activeElement?.textContent?.trim()
const expectFocus = (name: string) => vi.waitFor(() => expect(focused()).toBe(name))
/** Waits until the focus would have moved. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 120))
const key = (name: string, repeat = false) => {
  const event = new KeyboardEvent('keydown', { key: name, repeat, bubbles: true, cancelable: true })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
  return event
}

test('a button that its press removes leaves the focus to what stands in its place', async () => {
  button('second').focus()
  key('Enter')
  button('second').closest('li')?.remove()
  await expectFocus('third')
})

test('the main part has the focus if nothing is left near a removed button', async () => {
  button('second').focus()
  document.querySelector('ul')?.remove()
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

test('a button that is hidden leaves the focus to its neighbour, in a dialog too', async () => {
  button('save').focus()
  button('save').hidden = true
  // a browser takes the focus from what is hidden
  button('save').blur()
  await expectFocus('later')
})

test('a button that moves to another place keeps the focus', async () => {
  button('first').focus()
  document.querySelector('ul')?.append(button('first').closest('li') as Element)
  await expectFocus('first')
})

test('a held key presses nothing that has the focus in place of what is gone, and its next press does', async () => {
  button('second').focus()
  button('second').closest('li')?.remove()
  await expectFocus('third')
  expect(key('Enter', true).defaultPrevented).toBe(true)
  document.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter' }))
  expect(key('Enter').defaultPrevented).toBe(false)
})

test('what a part gives the focus back to itself is left to it', async () => {
  button('second').dataset['ownFocus'] = 'true'
  button('second').focus()
  button('second').closest('li')?.remove()
  await aMoment()
  expect(document.activeElement).toBe(document.body)
})

test('a part that places the focus itself keeps it', async () => {
  button('second').focus()
  button('second').closest('li')?.remove()
  button('first').focus()
  await aMoment()
  expect(focused()).toBe('first')
})

test.each([
  ['another page is opened', () => window.history.replaceState(null, '', '/customers')],
  ['the pointer was pressed', () => void document.dispatchEvent(new Event('pointerdown'))],
])('nothing is focused if %s', async (_what, before) => {
  button('second').focus()
  before()
  button('second').closest('li')?.remove()
  await aMoment()
  expect(document.activeElement).toBe(document.body)
})

test('nothing is focused when a dialog closes, which gives the focus back itself', async () => {
  button('save').focus()
  document.querySelector('[role="dialog"]')?.remove()
  await aMoment()
  expect(document.activeElement).toBe(document.body)
})
