import { Button, UnstyledButton } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { showCount } from '#web/format.ts'
import { QuantityText } from '#web/ui/texts.tsx'
import styles from './loans.module.css'

/** A named quantity. A press on it calls `press` or opens the address `to`. */
export type Bar = {
  readonly key: string
  readonly name: string
  readonly value: number
  readonly press?: () => void
  readonly to?: string
}

/** The number of bars that are shown without a press. */
const SHOWN = 12

/** A bar chart of quantities, longest first as given. It is a list, so that keys and screen readers reach each bar. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const { t } = useTranslation('laundry')
  const [all, setAll] = useState(false)
  const most = Math.max(1, ...bars.map(({ value }) => Math.abs(value)))
  return (
    <>
      <ul className={styles.bars} aria-label={label}>
        {(all ? bars : bars.slice(0, SHOWN)).map((bar) => (
          <li key={bar.key}>
            <OneBar bar={bar} share={Math.abs(bar.value) / most} />
          </li>
        ))}
      </ul>
      {all || bars.length <= SHOWN ? null : (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(true)}>
          {t('loans.all', { shown: showCount(bars.length) })}
        </Button>
      )}
    </>
  )
}

function OneBar({ bar: { name, value, press, to }, share }: { bar: Bar; share: number }) {
  const content = (
    <>
      <span className={styles.name}>{name}</span>
      <span
        className={styles.bar}
        data-below={value < 0 || undefined}
        style={{ '--share': `${share * 100}%` } as CSSProperties}
      />
      <QuantityText value={value} />
    </>
  )
  if (press)
    return (
      <UnstyledButton className={styles.row} onClick={press}>
        {content}
      </UnstyledButton>
    )
  if (to === undefined) return <span className={styles.row}>{content}</span>
  return (
    <PageLink to={to} className={styles.row}>
      {content}
    </PageLink>
  )
}
