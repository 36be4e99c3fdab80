/** The keys of the rows of the dashboard: J and K move, E does the next step, Enter opens. */
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PageKey, usePageKeys } from '#web/ui/keys/page-keys.tsx'
import { linkOf, type NextSteps, ROW, type Row } from './use-next-steps.ts'

/** Returns the row in which the focus is, or null. */
const rowWithFocus = ({ target }: KeyboardEvent): Element | null => (target as Element).closest(`[${ROW}]`)

/** A row by its key, and its place among all rows, at which another row follows if it leaves. */
type Place = { readonly key: string; readonly at: number }

/** Returns where the chosen row stands now; the row at its place if it has left, and at first the first one. Null if there are no rows. */
function placeNow(chosen: Place | null, rows: readonly Row[]): Place | null {
  const found = rows.findIndex(({ key }) => key === chosen?.key)
  const at = found < 0 ? Math.min(chosen?.at ?? 0, rows.length - 1) : found
  const row = rows[at]
  return row === undefined ? null : { key: row.key, at }
}

/**
 * Returns the key of the row to which the keys move first, a function that chooses another, and what the block listens to. If a row that has
 * the focus leaves, the row at its place gets it.
 */
export function useRowKeys(block: RefObject<HTMLElement | null>, { rows, forget, isQuiet }: NextSteps) {
  const { t } = useTranslation('dashboard')
  const [chosen, setChosen] = useState<Place | null>(null)
  const hasFocus = useRef(false)
  const now = placeNow(chosen, rows)
  if (now !== null && (now.key !== chosen?.key || now.at !== chosen.at)) setChosen(now)
  const current = now?.key ?? null

  useEffect(() => {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    if (hasFocus.current && isLost && current !== null) linkOf(block.current, current)?.focus()
  })

  /** Moves by one row. The first press of a key goes to the first row. */
  const move = (by: 1 | -1): boolean => {
    if (now === null) return false
    const isThere = document.activeElement?.closest(`[${ROW}]`) != null
    const to = rows[isThere ? now.at + by : now.at]
    if (to === undefined) return true
    forget()
    linkOf(block.current, to.key)?.focus()
    return true
  }
  const arrow = (by: 1 | -1) => (event: KeyboardEvent) => rowWithFocus(event) !== null && move(by)
  /** Does the step of the row that has the focus. A key that is held, or pressed twice, does it once: the next row has the focus by then. */
  const step = (event: KeyboardEvent): boolean => {
    const button = rowWithFocus(event)?.querySelector<HTMLElement>('[data-step]')
    if (!button || event.repeat || isQuiet()) return false
    button.focus()
    button.click()
    return true
  }
  const keys: readonly PageKey[] = [
    { key: 'j', shown: 'J', text: t('key.down'), press: () => move(1) },
    { key: 'k', shown: 'K', text: t('key.up'), press: () => move(-1) },
    { key: 'ArrowDown', shown: '↓', text: t('key.down'), press: arrow(1) },
    { key: 'ArrowUp', shown: '↑', text: t('key.up'), press: arrow(-1) },
    { key: 'Enter', shown: 'Enter', text: t('key.open') },
    { key: 'e', shown: 'E', text: t('key.step'), press: step },
  ]
  usePageKeys(rows.length === 0 ? [] : keys)
  return {
    current,
    choose: (key: string): void => {
      hasFocus.current = true
      setChosen({ key, at: rows.findIndex((row) => row.key === key) })
    },
    /** The person leaves the rows. An element that is removed from the page does not say so. */
    onBlur: ({ relatedTarget }: FocusEvent): void => {
      hasFocus.current = block.current?.contains(relatedTarget) ?? false
    },
  }
}
