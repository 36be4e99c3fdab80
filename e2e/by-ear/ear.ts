/**
 * A person who works by keyboard and by what a screen reader says. Before each key their story says what has the focus, as the accessibility tree
 * of the browser gives it, and after each key the focus must be somewhere in the page.
 */
import type { CDPSession } from '@playwright/test'
import { expect, type Page } from '../fixtures.ts'

/** What a screen reader says of the element that has the focus. */
type Heard = {
  readonly role: string
  readonly name: string
  /** What follows the name: an error, a hint. */
  readonly description: string
  readonly value: string
  /** 'invalid', 'checked', 'expanded' and others, if they are set. */
  readonly states: readonly string[]
  /** The marked option of a list whose field keeps the focus. */
  readonly marked: string
  /** The name of the dialog around the element, and what is read after it. */
  readonly dialog: string
  readonly question: string
}

/** A text as it is, or a part of it. */
type Spoken = string | RegExp

/** What must be heard besides role and name. */
type Further = {
  readonly description?: Spoken
  readonly value?: Spoken
  readonly states?: readonly string[]
  readonly marked?: Spoken
  readonly dialog?: Spoken
  readonly question?: Spoken
}

const STATES = ['invalid', 'checked', 'pressed', 'selected', 'expanded', 'required', 'disabled', 'readonly']
const NOTHING: Heard = {
  role: 'none',
  name: '',
  description: '',
  value: '',
  states: [],
  marked: '',
  dialog: '',
  question: '',
}

type AxNode = Awaited<ReturnType<typeof nodeOf>>

/** Returns what the accessibility tree has of an element, given as an expression of the page; undefined if it has nothing. */
async function nodeOf(session: CDPSession, expression: string) {
  const { result } = await session.send('Runtime.evaluate', { expression })
  const { objectId } = result
  if (objectId === undefined) return undefined
  // the element may be gone by now
  const { nodes } = await session
    .send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false })
    .catch(() => ({ nodes: [] }))
  await session.send('Runtime.releaseObject', { objectId })
  return nodes[0]?.ignored === false ? nodes[0] : undefined
}

const textOf = (value: { value?: unknown } | undefined): string =>
  typeof value?.value === 'string' || typeof value?.value === 'number' ? String(value.value) : ''

/** Returns the states that are set, such as 'invalid' or 'checked'; 'not checked' of a box that is not. */
const statesOf = (node: AxNode): string[] =>
  STATES.flatMap((state) => {
    const value = node?.properties?.find(({ name }) => name === state)?.value.value
    if (value === undefined) return []
    if (value === false || value === 'false')
      return ['checked', 'pressed', 'expanded'].includes(state) ? [`not ${state}`] : []
    return [state]
  })

/** Runs in the page before its program. Hands over what is added to regions that a screen reader follows. */
function followRegions(): void {
  const REGION = '[role="alert"], [role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"]'
  const say = (element: HTMLElement): void => {
    const text = (element.innerText ?? '').replaceAll(/\s+/g, ' ').trim()
    const isHidden = element.closest('[aria-hidden="true"]') !== null || !element.checkVisibility()
    if (text !== '' && !isHidden)
      (globalThis as unknown as { heard: (text: string) => Promise<void> }).heard(text).catch(() => undefined)
  }
  const known = new WeakSet<Element>()
  const regionOf = (node: Node): HTMLElement | null =>
    (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>(REGION) ?? null
  const observer = new MutationObserver((changes) => {
    const spoken = new Set<HTMLElement>()
    for (const { type, target, addedNodes } of changes) {
      const region = regionOf(target)
      // many screen readers do not say the content with which a region appears
      if (region !== null && known.has(region)) {
        const isWhole = region.getAttribute('role') !== 'log' && !region.hasAttribute('aria-relevant')
        if (type === 'characterData' || isWhole) spoken.add(region)
        else for (const node of addedNodes) if (node instanceof HTMLElement) spoken.add(node)
      }
      // all of them say an alert that appears
      for (const node of addedNodes)
        if (node instanceof HTMLElement)
          for (const alert of [node, ...node.querySelectorAll<HTMLElement>('[role="alert"]')])
            if (alert.getAttribute('role') === 'alert') spoken.add(alert)
    }
    for (const element of spoken) say(element)
    for (const region of document.querySelectorAll(REGION))
      if (region.checkVisibility()) known.add(region)
      else known.delete(region)
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })
}

const fits = (heard: string, wanted: Spoken | undefined): boolean =>
  wanted === undefined || (typeof wanted === 'string' ? heard === wanted : wanted.test(heard))

/** Returns what is wanted in a form that an expectation prints beside what was heard. */
const expected = (wanted: Spoken | undefined, heard: string): Spoken =>
  wanted === undefined || fits(heard, wanted) ? heard : wanted

export class Ear {
  readonly #page: Page
  readonly #session: CDPSession
  readonly #said: string[] = []
  /** How much had been said before the last key. */
  #before = 0

  private constructor(page: Page, session: CDPSession) {
    this.#page = page
    this.#session = session
  }

  /** Begins to listen to a page that has not opened an address yet. */
  static async of(page: Page): Promise<Ear> {
    const ear = new Ear(page, await page.context().newCDPSession(page))
    await page.exposeFunction('heard', (text: string) => void ear.#said.push(text))
    await page.addInitScript(followRegions)
    return ear
  }

  /** Returns what a screen reader says of the element that has the focus. */
  async focus(): Promise<Heard> {
    const node = await nodeOf(this.#session, 'document.activeElement')
    if (node === undefined) return NOTHING
    const marked = await nodeOf(
      this.#session,
      'document.getElementById(document.activeElement?.getAttribute("aria-activedescendant") ?? "")',
    )
    const dialog = await nodeOf(this.#session, 'document.activeElement?.closest("[role=dialog]")')
    return {
      role: textOf(node.role),
      name: textOf(node.name),
      description: textOf(node.description),
      value: textOf(node.value),
      states: statesOf(node),
      marked: textOf(marked?.name),
      dialog: textOf(dialog?.name),
      question: textOf(dialog?.description),
    }
  }

  /** Waits until the focus is on an element that is announced so. */
  async at(role: string, name: Spoken, further: Further = {}): Promise<void> {
    await expect(async () => {
      const heard = await this.focus()
      const { states = [], ...texts } = further
      expect(heard).toMatchObject({
        role,
        name: expected(name, heard.name),
        ...Object.fromEntries(
          Object.entries(texts).map(([what, text]) => [what, expected(text, heard[what as keyof typeof texts])]),
        ),
      })
      expect(heard.states, `${role} ${heard.name}`).toEqual(expect.arrayContaining([...states]))
    }).toPass({ timeout: 60_000, intervals: [20, 50, 100, 250] })
  }

  /** Presses a key on the element that has the focus, which is announced so. */
  async press(key: string, role: string, name: Spoken, further?: Further): Promise<void> {
    await this.at(role, name, further)
    await this.#key(key)
  }

  /** Types a text into the field that has the focus. */
  async type(text: string, role: string, name: Spoken, further?: Further): Promise<void> {
    await this.at(role, name, further)
    this.#before = this.#said.length
    await this.#page.keyboard.type(text)
    await this.#demandFocus(`typing ${text}`)
  }

  /** Presses Tab, or another key that goes on, until the focus is on an element that is announced so, at most `most` times. */
  async go(role: string, name: Spoken, most: number, key = 'Tab'): Promise<void> {
    const passed: string[] = []
    for (let presses = 0; presses < most; presses += 1) {
      await this.#key(key)
      const heard = await this.focus()
      if (heard.role === role && fits(heard.name, name)) return
      passed.push(`${heard.role} “${heard.name}”`)
    }
    throw new Error(`${most} presses of ${key} do not lead to ${role} ${String(name)}, only to ${passed.join(', ')}`)
  }

  /** Goes past the bar and the menu, as the first link of each page offers. The next Tab is the first one of the content. */
  async skip(): Promise<void> {
    await this.go('link', 'Skip to content', 1)
    await this.press('Enter', 'link', 'Skip to content')
    await this.at('main', /.*/)
  }

  /** Waits until a text has been said since the last key. */
  async hears(text: Spoken): Promise<void> {
    await expect
      .poll(
        () => {
          const since = this.#said.slice(this.#before)
          return since.some((one) => (typeof text === 'string' ? one.includes(text) : text.test(one))) ? 'said' : since
        },
        `hears ${String(text)}`,
      )
      .toBe('said')
  }

  async #key(key: string): Promise<void> {
    this.#before = this.#said.length
    await this.#page.keyboard.press(key)
    await this.#demandFocus(key)
  }

  /** No key ends on nothing: the next one would begin at the top of the page, and the reader would be silent. */
  async #demandFocus(after: string): Promise<void> {
    await expect
      .poll(() => this.#page.evaluate(() => document.activeElement?.localName ?? 'body'), `the focus after ${after}`)
      .not.toBe('body')
  }
}
