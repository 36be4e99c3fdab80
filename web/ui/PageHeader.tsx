import { Anchor, Group, Text, Title } from '@mantine/core'
import { ChevronLeft } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { isPlainClick, PageLink } from '#web/navigation.tsx'
import { useTabName } from '#web/page-title.ts'
import { useBackToList } from '#web/ui/table/rows/return-row.ts'
import styles from './surfaces.module.css'

type PageHeaderProps = {
  title: ReactNode
  /** The title of the browser tab, if it says more than `title`. */
  tab?: string | undefined
  /** Beside the title: a status badge or a number. */
  mark?: ReactNode
  /** One line of text below the title. */
  subtitle?: ReactNode
  /** A link above the title to the page that contains this one. */
  back?: { to: string; label: string }
  /** The main action of this page. */
  primary?: ReactNode
  secondary?: ReactNode
}

/** The title and actions of a page. The primary action stays in view. */
export function PageHeader({ title, tab, mark, subtitle, back, primary, secondary }: PageHeaderProps) {
  const backToList = useBackToList()
  useTabName(tab ?? (typeof title === 'string' ? title : null))
  return (
    <header className={styles.header}>
      <div className={styles.headings}>
        {back ? (
          <Anchor
            component={PageLink}
            to={back.to}
            size="sm"
            className={styles.back}
            onClick={(event) => {
              if (isPlainClick(event) && backToList(back.to)) event.preventDefault()
            }}
          >
            <ChevronLeft size={16} aria-hidden />
            {back.label}
          </Anchor>
        ) : null}
        <Group gap="sm" align="center">
          <Title order={1}>{title}</Title>
          {mark}
        </Group>
        {subtitle ? (
          <Text size="sm" c="dimmed">
            {subtitle}
          </Text>
        ) : null}
      </div>
      {primary || secondary ? (
        <Group gap="xs" className={styles.actions}>
          {secondary}
          {primary}
        </Group>
      ) : null}
    </header>
  )
}
