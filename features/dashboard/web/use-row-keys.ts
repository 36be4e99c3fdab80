/** The keys of the rows of the dashboard: J and K move, E does the next step, Enter opens. */
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PageKey, usePageKeys } from '#web/ui/keys/page-keys.tsx'
import { linkOf, type Row, ROW } from './use-next-steps.ts'

/** Reports whether the focus is in a row, so that the arrows move it and do not scroll the page. */
const isInRow = ({ target }: KeyboardEvent): boolean => (target as Element).closest(`[${ROW}]`) !== null

/** Returns the key of the row on which the keys act, at first the first one, and a function that chooses another. */
export function useRowKeys(block: RefObject<HTMLElement | null>, rows: readonly Row[], moved: () => void) {
  const { t } = useTranslation('dashboard')
  const [chosen, choose] = useState<string | null>(null)
  const at = rows.findIndex(({ key }) => key === chosen)
  const current = (at < 0 ? rows[0] : rows[at])?.key ?? null

  /** Moves by one row. The first press of a key goes to the first row. */
  const move = (by: 1 | -1): boolean => {
    const isThere = document.activeElement?.closest(`[${ROW}]`) != null
    const to = isThere ? rows[Math.max(0, at) + by] : rows[Math.max(0, at)]
    if (to === undefined) return rows.length > 0
    moved()
    linkOf(block.current, to.key)?.focus()
    return true
  }
  const arrow = (by: 1 | -1) => (event: KeyboardEvent) => isInRow(event) && move(by)
  const step = (): boolean => {
    const row = current === null ? null : linkOf(block.current, current)?.closest(`[${ROW}]`)
    const button = row?.querySelector<HTMLElement>('[data-step]')
    if (!button) return false
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
  return { current, choose }
}
