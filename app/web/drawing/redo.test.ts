import { beforeEach, expect, test, vi } from 'vitest'
import { change, click, focus, press } from './redo.ts'

let field: HTMLInputElement
beforeEach(() => {
  document.body.innerHTML = '<form><input value="abc"><button type="button">Save</button></form><input type="number">'
  field = document.querySelector<HTMLInputElement>('form input')!
})

const type = (...keys: string[]): void => keys.forEach((key) => press({ key, bubbles: true, cancelable: true }))

test('letters and keys change the field that has the focus, at its cursor', () => {
  field.focus()
  field.setSelectionRange(1, 1)
  type('X', 'ArrowRight', 'Y', 'Backspace', 'Home', 'Delete', 'End', 'Z')
  expect(field.value).toBe('XbcZ')
  field.setSelectionRange(0, 4)
  type('q')
  expect(field.value).toBe('q')
  field.readOnly = true
  type('w')
  expect(field.value).toBe('q')
})

test('a number, whose cursor a page cannot read, gets the letter at its end', () => {
  const number = document.querySelector<HTMLInputElement>('input[type=number]')!
  number.focus()
  type('1', '2', 'Backspace', '3')
  expect(number.value).toBe('13')
})

test('a key that the page uses does nothing else', () => {
  field.focus()
  const onKey = (event: Event): void => event.preventDefault()
  window.addEventListener('keydown', onKey)
  type('x')
  window.removeEventListener('keydown', onKey)
  expect(field.value).toBe('abc')
})

test('Enter sends the form, presses a button, and Tab moves between them', () => {
  const form = document.querySelector('form')!
  const [sent, pressed] = [vi.fn((event: Event) => event.preventDefault()), vi.fn()]
  form.addEventListener('submit', sent)
  const button = document.querySelector('button')!
  button.addEventListener('click', pressed)
  // jsdom lays nothing out
  for (const element of document.querySelectorAll('input, button'))
    element.getClientRects = () => [new DOMRect()] as unknown as DOMRectList
  field.focus()
  type('Enter', 'Tab')
  expect(document.activeElement).toBe(button)
  type('Enter', ' ')
  click(button)
  press({ key: 'Tab', shiftKey: true })
  expect([sent.mock.calls.length, pressed.mock.calls.length, document.activeElement]).toEqual([1, 3, field])
})

test('a changed field keeps its cursor, and the page hears of it', () => {
  const heard = vi.fn()
  field.addEventListener('input', heard)
  field.focus()
  change(field, { value: 'Wine Bar', cursor: [4, 4] })
  expect([field.value, field.selectionStart, heard.mock.calls.length]).toEqual(['Wine Bar', 4, 1])
})

test('the focus returns to where the person had it, unless a dialog has it', () => {
  document.querySelector('button')!.focus()
  focus(field, [2, 2])
  expect([document.activeElement, field.selectionStart]).toEqual([field, 2])
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><input id="pin"></div>')
  const pin = document.querySelector<HTMLInputElement>('#pin')!
  pin.focus()
  focus(field, null)
  expect(document.activeElement).toBe(pin)
})
