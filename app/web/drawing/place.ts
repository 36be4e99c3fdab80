/** Finds an element of a drawn page again after the browser has drawn the page itself. */

/** Finds an element, or what stands in its place if the browser has drawn the page again; null if that is not there. */
export type Place = () => Element | null

const MARKS = ['type', 'name', 'aria-label', 'placeholder', 'href', 'title', 'role'] as const

/** Returns by what a person recognises an element: its kind, its label and its text. */
function lookOf(element: Element): string {
  const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
  const marks = MARKS.map((name) => element.getAttribute(name) ?? '')
  return [...marks, ...[...(labels ?? [])].map((label) => label.textContent), element.textContent].join('\n')
}

const alike = (app: Element, { tagName }: Element, look: string): Element[] =>
  [...app.querySelectorAll(tagName)].filter((element) => lookOf(element) === look)

/** Returns the numbers of the children that lead from one element to another one in it. */
function pathFrom(top: Element, element: Element): number[] {
  const path: number[] = []
  for (let at = element; at !== top && at.parentElement !== null; at = at.parentElement)
    path.unshift([...at.parentElement.children].indexOf(at))
  return path
}

const follow = (top: Element, path: readonly number[]): Element | undefined =>
  path.reduce<Element | undefined>((at, index) => at?.children[index], top)

/**
 * Returns how to find an element of the page again. It is found by itself or by the row or part in which it is, as the only one that looks like
 * it. So another row is never taken for it.
 */
export function placeOf(app: Element, element: Element): Place {
  let known = element
  while (known !== app && known.parentElement !== null && alike(app, known, lookOf(known)).length !== 1)
    known = known.parentElement
  const look = lookOf(known)
  const within = pathFrom(known, element)
  const path = pathFrom(app, element)
  const ownLook = lookOf(element)
  return () => {
    if (element.isConnected) return element
    const [only, another] = known === app ? [] : alike(app, known, look)
    const found = only !== undefined && another === undefined ? follow(only, within) : follow(app, path)
    return found?.tagName === element.tagName && lookOf(found) === ownLook ? found : null
  }
}
