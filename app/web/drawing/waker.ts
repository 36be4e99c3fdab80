/**
 * Keeps what a person presses and types on a drawn page until the page is awake, and then does it. Loads the scripts of the page after
 * the browser has painted what the server drew. It is a small file of its own, because it runs before them.
 */
import { AWAKE, LISTENING } from './awake.ts'

/** A page in the background paints nothing, so it wakes after this time. */
const AT_THE_LATEST_MS = 1_000

const own = document.querySelector<HTMLScriptElement>('script[data-wakes]')
const app = document.getElementById('app')

type Act = { readonly target: Element; readonly event: MouseEvent | KeyboardEvent }
let acts: Act[] = []
/** The fields in which something was typed. */
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>()

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type))

function onClick(event: MouseEvent): void {
  const { target } = event
  if (!(target instanceof Element) || !app?.contains(target) || isField(target)) return
  // the browser itself opens a link in another tab
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  acts.push({ target, event })
}

function onKey(event: KeyboardEvent): void {
  const { target, key } = event
  if (!(target instanceof Element)) return
  // letters in a field are in its value
  if (isField(target) && key !== 'Enter' && key !== 'Escape') return
  if (key === 'Tab') return
  // a field without its form would send the page
  if (key === 'Enter') event.preventDefault()
  acts.push({ target, event })
}

function onInput({ target }: Event): void {
  if (isField(target)) typed.add(target)
}

const listeners = { click: onClick, keydown: onKey, input: onInput } as const
for (const [kind, listener] of Object.entries(listeners))
  document.addEventListener(kind, listener as EventListener, true)

/** From now on the page itself hears what happens. */
function stop(): void {
  for (const [kind, listener] of Object.entries(listeners))
    document.removeEventListener(kind, listener as EventListener, true)
}

/** Does again what was done. */
function redo(): void {
  for (const field of typed) retype(field)
  typed.clear()
  const all = acts
  acts = []
  for (const { target, event } of all) {
    if (!target.isConnected) continue
    if (event.type === 'click' && target instanceof HTMLElement) target.click()
    else if (event.type === 'click')
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }))
    else target.dispatchEvent(new KeyboardEvent('keydown', { ...copyOf(event as KeyboardEvent) }))
  }
}

const copyOf = ({ key, code, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): KeyboardEventInit => ({
  key,
  code,
  shiftKey,
  ctrlKey,
  altKey,
  metaKey,
  bubbles: true,
  cancelable: true,
})

/** Makes the page hear of a value that stands in a field already: React compares with the value that it saw last. */
function retype(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = field
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  field.value = ''
  // React watches the property of this element, and not that of its kind
  Reflect.set(prototype, 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field === document.activeElement && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
}

document.addEventListener(LISTENING, stop, { once: true })
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
