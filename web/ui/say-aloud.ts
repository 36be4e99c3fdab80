/** Says short texts to screen readers that the page shows in another way, or where nobody looks. */

/** Of several texts about the same thing in quick succession, such as a number that is counted up, only the last is heard. */
const PAUSE_MS = 100
/** A reader has taken the text by then. Later a person who reads through the page would come upon it without what it was about. */
const STAYS_MS = 2_000

let region: HTMLElement | null = null
const ofThing = new Map<string, { timer: ReturnType<typeof setTimeout>; element?: HTMLElement }>()

/** Draws the region once. It must stand in the page before the first text is added. */
function theRegion(): HTMLElement {
  if (region?.isConnected) return region
  region = document.createElement('div')
  region.ariaLive = 'polite'
  region.setAttribute('aria-relevant', 'additions')
  region.className = 'said-aloud'
  document.body.append(region)
  return region
}

function withdraw(about: string): void {
  const before = ofThing.get(about)
  clearTimeout(before?.timer)
  before?.element?.remove()
  ofThing.delete(about)
}

/**
 * Says a text when the reader has finished its present sentence. It replaces a text about the same thing that was not said yet; texts about
 * different things are said one after the other.
 */
export function sayAloud(text: string, about = ''): void {
  const said = theRegion()
  withdraw(about)
  const add = (): void => {
    const element = Object.assign(document.createElement('p'), { textContent: text })
    said.append(element)
    ofThing.set(about, { element, timer: setTimeout(() => withdraw(about), STAYS_MS) })
  }
  ofThing.set(about, { timer: setTimeout(add, PAUSE_MS) })
}
