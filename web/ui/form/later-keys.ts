/**
 * Keys that a person presses after Enter, while the answer to what they chose is on its way. They belong to the field that Enter leads
 * to, so they are kept and pressed there once the answer has come.
 */
import { flushSync } from 'react-dom'
import { isSaveKey } from '#web/ui/form/save-key.ts'
import { FOCUSABLE } from '#web/ui/overlay/focus-place.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** A typed text, or a key that ends it: Enter, Tab, or one that saves the form. */
export type LaterKey = { readonly text: string } | { readonly press: Pressed }

/** Returns a key that is kept for the next field; null if the pressed key is none of those. */
export function laterKeyOf(event: KeyboardEvent): LaterKey | null {
  const { key, code, shiftKey, ctrlKey, metaKey } = event
  const isKept = key === 'Enter' || isSaveKey(event) || (key === 'Tab' && !ctrlKey && !metaKey)
  return isKept ? { press: { key, code, shiftKey, ctrlKey, metaKey } } : null
}

/** Returns the kept keys after a backspace: the last letter is taken back, or the last key. */
export function withoutLast(keys: readonly LaterKey[]): LaterKey[] {
  const last = keys.at(-1)
  const before = keys.slice(0, -1)
  return last !== undefined && 'text' in last && last.text.length > 1
    ? [...before, { text: last.text.slice(0, -1) }]
    : before
}

/** Presses the keys one after the other where the focus is. A key may move it, and may also begin to wait for an answer of its own. */
export function pressLater(keys: readonly LaterKey[]): void {
  for (const key of keys) {
    const focused = document.activeElement
    // what the key changes is drawn before the next key is pressed
    if (focused instanceof HTMLElement) flushSync(() => press(focused, key))
  }
}

function press(focused: HTMLElement, key: LaterKey): void {
  if ('text' in key) return typeInto(focused, key.text)
  const event = new KeyboardEvent('keydown', { ...key.press, bubbles: true, cancelable: true })
  const isFree = focused.dispatchEvent(event)
  if (isFree && event.key === 'Tab') focusNext(focused, event.shiftKey)
}

/** Types a text in place of what is selected, so that React notices it. */
function typeInto(field: HTMLElement, text: string): void {
  const takesText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (!takesText || field.selectionStart === null || field.disabled || field.readOnly) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Moves the focus to the next element of the page, or to the one before. What is hidden does not take it. */
function focusNext(from: HTMLElement, isBackwards: boolean): void {
  const all = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(({ tabIndex }) => tabIndex >= 0)
  const at = all.indexOf(from)
  for (const next of isBackwards ? all.slice(0, at).toReversed() : all.slice(at + 1)) {
    next.focus()
    if (document.activeElement !== next) continue
    if (next instanceof HTMLInputElement) next.select()
    return
  }
}
