/** Says short texts to screen readers that the page shows in another way, or where nobody looks. */

/** A reader hears a change of the region, so the text before is removed first, and equal texts are heard twice. */
const PAUSE_MS = 100
/** A reader has taken the text by then. Later a person who reads through the page would come upon it without what it was about. */
const STAYS_MS = 2_000

let region: HTMLElement | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** Draws the region once. It must stand in the page before its text changes. */
function theRegion(): HTMLElement {
  if (region?.isConnected) return region
  region = document.createElement('div')
  region.ariaLive = 'polite'
  region.ariaAtomic = 'true'
  region.className = 'said-aloud'
  document.body.append(region)
  return region
}

/** Says a text when the reader has finished its present sentence. A later text replaces one that was not said yet. */
export function sayAloud(text: string): void {
  const said = theRegion()
  said.textContent = ''
  clearTimeout(timer)
  timer = setTimeout(() => {
    said.textContent = text
    timer = setTimeout(() => (said.textContent = ''), STAYS_MS)
  }, PAUSE_MS)
}
