/** The numbers beside an entry of the menu. */
import { Tooltip, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAwake } from '#web/drawing/first-screen.ts'
import { showCount } from '#web/format.ts'
import type { NamedEntry } from '#web/layouts/menu-entries.ts'
import { useAsk } from '#web/query.ts'
import type { CountQuery, MenuCount } from '#web/routes.ts'
import styles from './sidebar.module.css'

/** The page shows its own rows before the menu asks for numbers. */
const AFTER_ROWS_MS = 1_500

/** The numbers of these entries: what waits for the person in the colour of the product, other numbers in grey. */
export function MenuCounts({ entries }: { entries: readonly NamedEntry[] }) {
  const isLate = useLate()
  return entries.map(({ to, feature, count }) =>
    count === undefined || !isLate ? null : <LoadedCount key={to} count={count} feature={feature} />,
  )
}

/** Reports whether the page has had time to show its rows. */
function useLate(): boolean {
  const awake = useAwake()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!awake) return undefined
    const timer = setTimeout(() => setLate(true), AFTER_ROWS_MS)
    return () => clearTimeout(timer)
  }, [awake])
  return isLate
}

type CountProps = { count: MenuCount; feature: string }

function LoadedCount({ count, feature }: CountProps) {
  const [query, setQuery] = useState<CountQuery | null>(null)
  useEffect(() => {
    // without a connection the menu has no numbers
    count.query().then(
      (loaded) => setQuery(() => loaded),
      () => undefined,
    )
  }, [count])
  return query === null ? null : <Count query={query} count={count} feature={feature} />
}

function Count({ query, count: { input, textKey, quiet = false }, feature }: CountProps & { query: CountQuery }) {
  const { t } = useTranslation()
  const { data } = useAsk(query, input, { withoutSignIn: true })
  if (!data || data.count === 0) return null
  const text = t(textKey, { ns: feature, count: data.count })
  return (
    <Tooltip label={text} position="right">
      <span className={quiet ? styles.figure : styles.waits}>
        <span aria-hidden>{showCount(data.count)}</span>
        <VisuallyHidden>{text}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}
