import { useLayoutEffect, useRef } from 'react'
import { showRows } from '#web/format.ts'
import styles from '#web/ui/table/StatusStrip.module.css'

export type StripStatus<Key extends string> = {
  readonly key: Key
  readonly label: string
  /** The number of records in this status. Undefined while it is read. */
  readonly count: number | undefined
}

/** So many statuses stand in one row in a narrower window too. */
const ONE_ROW = 7

/**
 * The strip above a list that filters it by status: one button for each status, in the order of the workflow, all of one
 * shape. Where the strip is scrolled, as on a phone, the chosen status is brought into view.
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
  useLayoutEffect(() => {
    const button = strip.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (!strip.current || !button) return
    const { offsetLeft, offsetWidth } = button
    const { scrollLeft, clientWidth } = strip.current
    if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth)
      strip.current.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2
  }, [chosen])
  return (
    <div className={styles.strip}>
      <div
        ref={strip}
        className={styles.statuses}
        role="group"
        aria-label={label}
        data-few={statuses.length <= ONE_ROW || undefined}
      >
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
