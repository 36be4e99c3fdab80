import { useEffect, useLayoutEffect, useRef } from 'react'
import { showRows } from '#web/format.ts'
import styles from '#web/ui/table/StatusStrip.module.css'
import { scrollToMiddle } from '#web/ui/table/scroll-to-middle.ts'

export type StripStatus<Key extends string> = {
  readonly key: Key
  readonly label: string
  /** The number of records in this status. Undefined while it is read. */
  readonly count: number | undefined
}

/** The width in which the line fades where it goes on, in pixels, as in the style sheet. */
const FADE_PX = 40

/** Marks at which ends the line goes on out of sight. */
function markEnds(line: HTMLElement): void {
  const isStart = line.scrollLeft <= 1
  const isEnd = line.scrollLeft + line.clientWidth >= line.scrollWidth - 1
  if (isStart && isEnd) delete line.dataset['goesOn']
  else line.dataset['goesOn'] = isStart ? 'end' : isEnd ? 'start' : 'both'
}

/** Scrolls the line by the wheel of a mouse. Where the line ends, the page is scrolled as usual. */
function rollSideways(line: HTMLElement, event: WheelEvent): void {
  if (event.deltaX !== 0 || event.ctrlKey) return
  const before = line.scrollLeft
  line.scrollLeft += event.deltaY
  if (line.scrollLeft !== before) event.preventDefault()
}

/** Marks the ends of the line while it is scrolled, and lets the wheel scroll it. Returns a function that ends this. */
function followLine(line: HTMLElement): () => void {
  const mark = () => markEnds(line)
  const roll = (event: WheelEvent) => rollSideways(line, event)
  line.addEventListener('scroll', mark, { passive: true })
  line.addEventListener('wheel', roll, { passive: false })
  window.addEventListener('resize', mark)
  return () => {
    line.removeEventListener('scroll', mark)
    line.removeEventListener('wheel', roll)
    window.removeEventListener('resize', mark)
  }
}

/**
 * The strip above a list that filters it by status: one line with a button for each status, in the order of the workflow. Where the strip
 * is scrolled, as on a phone, the chosen status is brought into view, also when the numbers arrive and widen the buttons.
 */
export function StatusStrip<Key extends string>({
  label,
  statuses,
  chosen,
  choose,
}: {
  label: string
  statuses: readonly StripStatus<Key>[]
  /** The chosen status, or the chosen ones of a strip on which several can be. */
  chosen: Key | readonly Key[]
  choose: (key: Key) => void
}) {
  const strip = useRef<HTMLDivElement>(null)
  const counted = statuses.map(({ count }) => count).join()
  useLayoutEffect(() => {
    const button = strip.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (!strip.current || !button) return
    const { offsetLeft, offsetWidth } = button
    const { scrollLeft, clientWidth } = strip.current
    if (offsetLeft < scrollLeft + FADE_PX || offsetLeft + offsetWidth > scrollLeft + clientWidth - FADE_PX)
      scrollToMiddle(strip.current, button)
  }, [chosen, counted])
  useEffect(() => {
    if (strip.current) markEnds(strip.current)
  }, [chosen, counted])
  useEffect(() => (strip.current ? followLine(strip.current) : undefined), [])
  return (
    <div className={styles.strip}>
      <div ref={strip} className={styles.statuses} role="group" aria-label={label}>
        {statuses.map(({ key, label: text, count }) => (
          <button
            key={key}
            type="button"
            className={styles.status}
            data-filter={key}
            data-none={count === 0 || undefined}
            aria-pressed={Array.isArray(chosen) ? chosen.includes(key) : key === chosen}
            onClick={() => choose(key)}
          >
            {text} <span className={styles.count}>{count === undefined ? '·' : showRows(count)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
