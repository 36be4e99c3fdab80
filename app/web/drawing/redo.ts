/** Does for a person what they did before the page was awake: presses, keys, and changed fields. */

export type Field = HTMLInputElement | HTMLTextAreaElement

export const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type))

export function click(target: Element | null): void {
  if (target instanceof HTMLElement) target.click()
  else target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }))
}

/** Presses a key where the focus is, with what a browser does if the page does nothing. */
export function press(init: KeyboardEventInit & { readonly key: string }): void {
  const target = document.activeElement ?? document.body
  if (!target.dispatchEvent(new KeyboardEvent('keydown', init)) || init.ctrlKey || init.metaKey || init.altKey) return
  if (init.key === 'Tab') moveFocus(target, init.shiftKey ?? false)
  else if (isField(target)) {
    if (init.key !== 'Enter' || target instanceof HTMLTextAreaElement) edit(target, init.key)
    else target.form?.requestSubmit()
  } else if (target instanceof HTMLElement && ['Enter', ' '].includes(init.key) && target.matches('a, button'))
    target.click()
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'

function moveFocus(from: Element, backwards: boolean): void {
  const all = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.getClientRects().length > 0,
  )
  const index = all.indexOf(from as HTMLElement)
  all.at(backwards ? Math.max(index, 0) - 1 : (index + 1) % all.length)?.focus()
}

/** Writes a letter into a field at its cursor, or does what a key does there. */
function edit(field: Field, key: string): void {
  if (field.readOnly || field.disabled) return
  const { selectionStart: start, selectionEnd: end, value } = field
  // numbers and addresses of mail have no cursor that a page may read
  if (start === null || end === null) {
    if (key.length === 1) change(field, { value: value + key, cursor: null })
    else if (key === 'Backspace') change(field, { value: value.slice(0, -1), cursor: null })
    return
  }
  const isRange = start !== end
  const at = {
    ArrowLeft: isRange ? start : start - 1,
    ArrowRight: isRange ? end : end + 1,
    Home: 0,
    End: value.length,
  }[key]
  if (at !== undefined) return field.setSelectionRange(Math.max(0, at), Math.max(0, at))
  if (key === 'Backspace') field.setRangeText('', isRange ? start : Math.max(0, start - 1), end, 'end')
  else if (key === 'Delete') field.setRangeText('', start, isRange ? end : Math.min(value.length, end + 1), 'end')
  else if (key === 'Enter') field.setRangeText('\n', start, end, 'end')
  else if (key.length === 1) field.setRangeText(key, start, end, 'end')
  else return
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The selection of a field; null if it has none that a page may read. */
export type Cursor = readonly [start: number, end: number] | null
type Written = { readonly value: string; readonly cursor: Cursor }

export function cursorOf(field: Field | HTMLSelectElement): Cursor {
  if (field instanceof HTMLSelectElement) return null
  const { selectionStart, selectionEnd } = field
  return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd]
}

/** Writes a value as a person does: React watches the property of this element, and not that of its kind. */
export function write(field: Field, { value, cursor }: Written): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Reflect.set(prototype, 'value', value, field)
  if (cursor !== null) field.setSelectionRange(...cursor)
}

/** Gives a field its value, so that the page hears of it: React compares with the value that it saw last. */
export function change(field: Element | null, written: Written): void {
  if (field instanceof HTMLSelectElement) {
    field.value = written.value
    return void field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  if (!isField(field)) return
  field.value = ''
  write(field, written)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Gives the focus back to where the person had it, unless a dialog has opened. */
export function focus(element: Element | null, cursor: Cursor): void {
  const here = document.activeElement
  if (!(element instanceof HTMLElement) || here === element || here?.closest('dialog, [role="dialog"]') != null) return
  element.focus({ preventScroll: true })
  if (isField(element) && cursor !== null) element.setSelectionRange(...cursor)
}
