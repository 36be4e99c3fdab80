import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ChevronDown } from '#web/ui/icon/icons.ts'
import styles from './folded-chart.module.css'

type FoldedChartProps = {
  /** What the chart is called where the device remembers whether it is open. */
  name: string
  /** What the chart shows, as a question. */
  title: string
  /** The figures that stand for the chart while it is folded. */
  figures?: ReactNode
  /** The chart. It is drawn when it is opened. */
  children: ReactNode
}

/**
 * A line of figures with the chart of them folded behind it, so that the table below begins high in the window. A device remembers which
 * charts a person keeps open.
 */
export function FoldedChart({ name, title, figures, children }: FoldedChartProps) {
  const key = `chart:${name}`
  const [isOpen, setOpen] = useState(() => localStorage.getItem(key) === 'open')
  const toggle = () => {
    if (isOpen) localStorage.removeItem(key)
    else localStorage.setItem(key, 'open')
    setOpen(!isOpen)
  }
  return (
    <section className={styles.fold} data-open={isOpen || undefined}>
      <div className={styles.line}>
        {figures}
        <Button
          size="compact-sm"
          variant="subtle"
          className={`${styles.toggle} no-print`}
          rightSection={<ChevronDown size={14} aria-hidden />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {title}
        </Button>
      </div>
      {isOpen ? <div className={styles.chart}>{children}</div> : null}
    </section>
  )
}
