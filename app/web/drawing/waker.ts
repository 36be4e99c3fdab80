/**
 * Keeps what a person presses and types on a drawn page until the page is awake, and then does it, in its order. Loads the scripts of the
 * page after the browser has painted what the server drew. It is a small file of its own, because it runs before them.
 */
import { AWAKE } from './awake.ts'

/** A page in the background paints nothing, so it wakes after this time. */
const AT_THE_LATEST_MS = 1_000

const own = document.querySelector<HTMLScriptElement>('script[data-wakes]')
const app = document.getElementById('app')

type Field = HTMLInputElement | HTMLTextAreaElement
/** Finds an element, or what stands in its place if the browser has drawn the page again. */
type Place = () => Element | null
/** A press of the mouse on an element, or a key, which goes where the focus is then. */
type Act = { readonly click: Place } | { readonly key: KeyboardEventInit & { readonly key: string } }
const acts: Act[] = []
/** The values of the fields that were changed before anything else was done. React may draw a field anew meanwhile, without them. */
const changed = new Map<Field | HTMLSelectElement, { readonly place: Place; readonly value: string }>()

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type))

function placeOf(element: Element): Place {
  const path: number[] = []
  for (let at: Element | null = element; at !== null && at !== app; at = at.parentElement)
    path.unshift([...(at.parentElement?.children ?? [])].indexOf(at))
  const { tagName, textContent } = element
  return () => {
    if (element.isConnected) return element
    const found = path.reduce<Element | undefined>((at, index) => at?.children[index], app ?? undefined)
    return found?.tagName === tagName && found.textContent === textContent ? found : null
  }
}

const keep = (event: Event, act: Act): void => {
  event.preventDefault()
  event.stopPropagation()
  acts.push(act)
}

function onClick(event: MouseEvent): void {
  const { target } = event
  if (!event.isTrusted || !(target instanceof Element) || !app?.contains(target)) return
  // the browser itself gives the focus to a field, opens the list of a select, and opens a link in another tab
  if (isField(target) || target instanceof HTMLSelectElement) return
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  keep(event, { click: placeOf(target) })
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Backspace')

function onKey(event: KeyboardEvent): void {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey, isTrusted, isComposing, target } = event
  if (!isTrusted || isComposing || ['Shift', 'Control', 'Alt', 'Meta', 'Dead', 'F5', 'F11', 'F12'].includes(key)) return
  // the person sees the letters of a field at once; after another key it is not known where letters belong
  if (
    acts.length === 0 &&
    (target instanceof HTMLSelectElement || (isField(target) && (isLetter(event) || isMove(key))))
  )
    return
  // Tab alone moves between what is drawn already
  if (acts.length === 0 && key === 'Tab') return
  keep(event, { key: { key, code, shiftKey, ctrlKey, altKey, metaKey, bubbles: true, cancelable: true } })
}

const isMove = (key: string): boolean => ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Delete'].includes(key)

function onInput({ target }: Event): void {
  if (isField(target) || target instanceof HTMLSelectElement)
    changed.set(target, { place: placeOf(target), value: target.value })
}

const listeners = { click: onClick, keydown: onKey, input: onInput } as const
for (const [kind, listener] of Object.entries(listeners)) window.addEventListener(kind, listener as EventListener, true)

/** From now on the page itself hears what happens. */
function stop(): void {
  for (const [kind, listener] of Object.entries(listeners))
    window.removeEventListener(kind, listener as EventListener, true)
}

/** Does again what was done, one after the other: what one changes is drawn before the next. New acts wait behind them. */
function redo(): void {
  window.removeEventListener('input', onInput, true)
  for (const { place, value } of changed.values()) change(place(), value)
  changed.clear()
  const next = (): void => {
    const act = acts.shift()
    if (act === undefined) return stop()
    if ('key' in act) press(act.key)
    else click(act.click())
    setTimeout(next)
  }
  setTimeout(next)
}

function click(target: Element | null): void {
  if (target instanceof HTMLElement) target.click()
  else target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }))
}

/** Presses a key where the focus is, with what a browser does if the page does nothing. */
function press(init: KeyboardEventInit & { readonly key: string }): void {
  const target = document.activeElement ?? document.body
  const event = new KeyboardEvent('keydown', init)
  if (!target.dispatchEvent(event)) return
  if (isField(target)) {
    if (isLetter(event)) type(target, event.key)
    else if (event.key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
  } else if (target instanceof HTMLElement && ['Enter', ' '].includes(event.key) && target.matches('a, button'))
    target.click()
}

function type(field: Field, letter: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field
  const [from, to] = [start ?? value.length, end ?? value.length]
  if (letter === 'Backspace') field.setRangeText('', from === to ? Math.max(0, from - 1) : from, to, 'end')
  else field.setRangeText(letter, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Gives a field its value, so that the page hears of it: React compares with the value that it saw last. */
function change(field: Element | null, value: string): void {
  if (field instanceof HTMLSelectElement) {
    field.value = value
    return void field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  if (!isField(field)) return
  const [start, end] = [field.selectionStart, field.selectionEnd]
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  field.value = ''
  // React watches the property of this element, and not that of its kind
  Reflect.set(prototype, 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field === document.activeElement && start !== null) field.setSelectionRange(start, end)
}

document.addEventListener(AWAKE, redo, { once: true })

let waking = false
function wake(): void {
  if (waking) return
  waking = true
  const entry = own?.dataset['wakes']
  if (entry !== undefined) void import(/* @vite-ignore */ entry)
}

// the second frame begins after the first was painted
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(wake)))
setTimeout(wake, AT_THE_LATEST_MS)
