/**
 * Wakes a drawn page: loads its scripts after the first paint, keeps what is pressed and typed until the page is awake, and does it again
 * then. It is a small file of its own, because it runs before them.
 */
import { AWAKE } from './awake.ts'
import { type Place, placeOf } from './place.ts'
import { change, click, type Cursor, cursorOf, focus, isField, press, write } from './redo.ts'

/** A page in the background paints nothing, so it wakes after this time. */
const AT_THE_LATEST_MS = 1_000
/** A page that the browser draws again shows its rows and fields within this time after it is awake, all of them. */
const APPEAR_WITHIN_MS = 10_000
const LOOK_MS = 50

const own = document.querySelector<HTMLScriptElement>('script[data-wakes]')
/** The script runs before the page is read. */
const app = (): HTMLElement => document.getElementById('app') ?? document.body

type Change = { readonly place: Place; readonly value: string; readonly cursor: Cursor }
/** A press of the mouse on an element, a changed field, or a key, which goes where the focus is then. */
type Act =
  | { readonly click: Place }
  | { readonly change: Change }
  | { readonly key: KeyboardEventInit & { readonly key: string } }
const acts: Act[] = []
/** The values of the fields that were changed before anything else was done. React may draw a field anew meanwhile, without them. */
const changed = new Map<Element, Change>()
/** Where the person has typed, or moved the focus. A page that wakes may move it elsewhere. */
let used: { readonly element: Element; readonly place: Place } | null = null
/** Where the button of the mouse is held down. If that element is gone when it is released, the browser presses nothing. */
let held: { readonly element: Element; readonly place: Place; readonly x: number; readonly y: number } | null = null
/** The hand of a person who presses a button moves less than this, in pixels. */
const STILL = 8
/** True while the browser does what follows a key or a press of the person, such as moving the focus. */
let isActing = false
/** True from the moment at which the page is awake: everything waits behind what was done before. */
let isRedoing = false
/** True when all is done again. */
let isRedone = false

const noteUsed = (element: Element): void => {
  if (used?.element !== element && app().contains(element)) used = { element, place: placeOf(app(), element) }
}

const keep = (event: Event, act: Act): void => {
  event.preventDefault()
  event.stopPropagation()
  acts.push(act)
}

function noteActing({ isTrusted }: Event): void {
  if (!isTrusted) return
  isActing = true
  setTimeout(() => (isActing = false))
}

/** Returns what a press of the mouse is done to again; null if the browser alone does what it means. */
function pressedBy({ isTrusted, target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): Element | null {
  if (!isTrusted || !(target instanceof Element) || !app().contains(target)) return null
  // the browser itself gives the focus to a field, opens the list of a select, and opens a link in another tab
  if (isField(target) || target instanceof HTMLSelectElement) return null
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey ? null : target
}

function onDown(event: PointerEvent): void {
  noteActing(event)
  const element = event.pointerType === 'mouse' ? pressedBy(event) : null
  held = element && { element, place: placeOf(app(), element), x: event.clientX, y: event.clientY }
}

/** Presses what was held down if it was drawn again meanwhile, because the browser then presses nothing. */
function onUp({ isTrusted, clientX, clientY }: PointerEvent): void {
  const press = held
  letGo()
  if (!isTrusted || press === null || press.element.isConnected) return
  if (Math.hypot(clientX - press.x, clientY - press.y) > STILL) return
  if (isRedone) click(press.place())
  else acts.push({ click: press.place })
}

/** Forgets what is held down, and listens no longer if all is done again. */
function letGo(): void {
  held = null
  if (!isRedone) return
  window.removeEventListener('pointerup', onUp, true)
  window.removeEventListener('pointercancel', letGo, true)
}

function onFocus({ target }: Event): void {
  if (isActing && target instanceof Element) noteUsed(target)
}

function onClick(event: MouseEvent): void {
  const target = pressedBy(event)
  if (target !== null) keep(event, { click: placeOf(app(), target) })
}

/** Keys that browsers act upon without a page, such as those that copy, print or go back. */
const isOfBrowser = ({ code, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) !== altKey &&
  (altKey ? /^Arrow/ : /^(Key[ACFHJLNOPRTUVWXYZ]|Digit\d|Minus|Equal|Numpad\w+|Tab)$/).test(code)

/** Keys that write or move in a field. */
const isOfField = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && (key.length === 1 || EDITS.includes(key))
const EDITS = ['Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'Home', 'End']
/** Keys that move the page if nothing has the focus. */
const SCROLLS = [' ', 'PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']
const NEVER = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'Dead', 'F5', 'F11', 'F12']

/** Reports whether the browser can do at once what a key means. After another act it is not known where the key belongs. */
function isDoneByBrowser(event: KeyboardEvent): boolean {
  const { key, target } = event
  if (isRedoing || acts.length > 0) return false
  if (key === 'Tab' || target instanceof HTMLSelectElement) return true
  // a field that the browser draws again has lost the focus, and the space still belongs to it
  return isField(target) ? isOfField(event) : target === document.body && used === null && SCROLLS.includes(key)
}

function onKey(event: KeyboardEvent): void {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey, isTrusted, isComposing, target } = event
  if (!isTrusted || isComposing || NEVER.includes(key) || isOfBrowser(event)) return
  noteActing(event)
  if (isDoneByBrowser(event)) {
    if (!isField(target)) return
    noteUsed(target)
    // React gives a field its own value when it takes it over, and the next letter would follow that
    const known = changed.get(target)
    if (known !== undefined && known.value !== target.value) write(target, known)
    return
  }
  const modifiers = event.getModifierState('AltGraph') ? {} : { ctrlKey, altKey, metaKey }
  keep(event, { key: { key, code, shiftKey, ...modifiers, bubbles: true, cancelable: true } })
}

function onInput({ target }: Event): void {
  if (!isField(target) && !(target instanceof HTMLSelectElement)) return
  noteUsed(target)
  const change = { place: placeOf(app(), target), value: target.value, cursor: cursorOf(target) }
  if (acts.length === 0) changed.set(target, change)
  else acts.push({ change })
}

const listeners: readonly (readonly [kind: string, listener: (event: never) => void])[] = [
  ['pointerdown', onDown],
  ['focusin', onFocus],
  ['click', onClick],
  ['keydown', onKey],
  ['input', onInput],
]
for (const [kind, listener] of listeners) window.addEventListener(kind, listener as EventListener, true)
window.addEventListener('pointerup', onUp, true)
window.addEventListener('pointercancel', letGo, true)

/** From now on the page itself hears what happens. What is held down at this moment is still waited for. */
function stop(): void {
  isRedone = true
  if (held === null) letGo()
  for (const [kind, listener] of listeners) window.removeEventListener(kind, listener as EventListener, true)
}

const pause = (milliseconds = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Returns the element at a place as soon as it is there; null if it does not appear by then. */
async function found(place: Place, until: number): Promise<Element | null> {
  for (;;) {
    const element = place()
    if (element !== null || performance.now() > until) return element
    await pause(LOOK_MS)
  }
}

/** Does again what was done, one after the other: what one changes is drawn before the next. New acts wait behind them. */
async function redo(): Promise<void> {
  isRedoing = true
  const until = performance.now() + APPEAR_WITHIN_MS
  const last = used
  window.removeEventListener('input', onInput, true)
  window.removeEventListener('focusin', onFocus, true)
  await pause()
  for (const known of changed.values()) change(await found(known.place, until), known)
  if (last !== null) focus(await found(last.place, until), changed.get(last.element)?.cursor ?? null)
  for (let act = acts.shift(); act !== undefined; act = acts.shift()) {
    await pause()
    if ('key' in act) press(act.key)
    else if ('click' in act) click(await found(act.click, until))
    else change(await found(act.change.place, until), act.change)
  }
  stop()
}

document.addEventListener(AWAKE, () => void redo(), { once: true })

let waking = false
function wake(): void {
  if (waking) return
  waking = true
  const entry = own?.dataset['wakes']
  // without its scripts the page still has links and texts
  if (entry !== undefined) void import(/* @vite-ignore */ entry).catch(stop)
}

// the second frame begins after the first was painted
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(wake)))
setTimeout(wake, AT_THE_LATEST_MS)
