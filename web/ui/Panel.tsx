import { Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './surfaces.module.css'
import { NOTHING } from '#web/format.ts'

/** A block of a page with its own heading. With `flush` a table in it reaches the edges. */
export function Panel({
  title,
  actions,
  children,
  flush = false,
}: {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  flush?: boolean
}) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={title ? id : undefined}>
      {title || actions ? (
        <Group justify="space-between" className={styles.panelHead}>
          {title ? (
            <Title order={2} id={id}>
              {title}
            </Title>
          ) : (
            <span />
          )}
          {actions ? <Group gap="xs">{actions}</Group> : null}
        </Group>
      ) : null}
      <div className={flush ? undefined : styles.panelBody}>{children}</div>
    </section>
  )
}

/**
 * A named value. `figures` is true for numbers and codes, whose digits have one width. `long` gives a value such as an e-mail a row
 * of its own on a phone.
 */
type Fact = {
  readonly label: string
  readonly value: ReactNode
  readonly figures?: boolean
  readonly long?: boolean
}

const isEmpty = (value: ReactNode): boolean => value === null || value === undefined || value === ''

/** Pairs of label and value for the data of a record. What is empty takes no room; if all is, one dash says so. */
export function Facts({ items }: { items: readonly Fact[] }) {
  if (items.every(({ value }) => isEmpty(value))) return <div>{NOTHING}</div>
  return (
    <dl className={styles.facts}>
      {items
        .filter(({ value }) => !isEmpty(value))
        .map((item) => (
          <div key={item.label} data-long={item.long || undefined}>
            <dt>{item.label}</dt>
            <dd className={item.figures ? 'figures' : undefined}>{item.value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** One figure with its name above it, in a list with the styles of `figures.module.css`. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
