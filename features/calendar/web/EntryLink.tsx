import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import type { Entry } from '../domain/contract.ts'
import { keyOf } from '../domain/moves.ts'
import { useCalendarParts } from './calendar-parts.ts'
import styles from './entry.module.css'

/** The id of the text that tells how an entry is moved by keys. */
export const HOW_ID = 'calendar-how'

type EntryLinkProps = {
  entry: Entry
  className?: string | undefined
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** Moves the focus to the entry above or below, or to a day beside. */
function focusBeside(from: HTMLElement, key: string): boolean {
  const day = from.closest('[data-day]')
  const entriesOf = (of: Element | null) => [...(of?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
  const here = entriesOf(day)
  const place = here.indexOf(from)
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = here[place + (key === 'ArrowUp' ? -1 : 1)]
    next?.focus()
    return next !== undefined
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false
  const days = [...document.querySelectorAll('[data-day]')].filter((one) => one === day || entriesOf(one).length > 0)
  const beside = entriesOf(days[days.indexOf(day as Element) + (key === 'ArrowLeft' ? -1 : 1)] ?? null)
  const next = beside[Math.min(place, beside.length - 1)]
  next?.focus()
  return next !== undefined
}

/** An entry as a link to its page. Space picks it up, and the arrows lead to the entries beside it. */
export function EntryLink({ entry, className, ref, children }: EntryLinkProps) {
  const { moves, picked } = useCalendarParts()
  const { t } = useTranslation('calendar')
  const movable = moves.mayMove(entry)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.code === 'Space' && movable) picked.pick(entry)
    else if (!focusBeside(event.currentTarget, event.key)) return
    event.preventDefault()
  }
  const isPicked = picked.picked !== null && keyOf(picked.picked.entry) === keyOf(entry)
  const shared = {
    'data-entry': keyOf(entry),
    'data-status': entry.status ?? undefined,
    'data-movable': movable || undefined,
    'data-picked': isPicked || undefined,
    // it has the focus again where it is drawn next (use-picked.ts)
    'data-own-focus': true,
    'data-moving': moves.isMoving(entry) || undefined,
    className: `${styles.entry} ${className ?? ''}`,
    onKeyDown,
    ...(movable && { 'aria-roledescription': t('movable'), 'aria-describedby': HOW_ID }),
  }
  if (entry.to === null && !movable)
    return (
      <div ref={ref as Ref<HTMLDivElement>} {...shared}>
        {children}
      </div>
    )
  if (entry.to === null)
    return (
      <button type="button" ref={ref as Ref<HTMLButtonElement>} {...shared}>
        {children}
      </button>
    )
  return (
    <PageLink to={entry.to} draggable={false} ref={ref as Ref<HTMLAnchorElement>} {...shared}>
      {children}
    </PageLink>
  )
}
