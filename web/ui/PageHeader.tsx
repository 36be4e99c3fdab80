import { Anchor, Group, Text, Title } from '@mantine/core'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageLink } from '#web/navigation.tsx'
import styles from './surfaces.module.css'

export type PageHeaderProps = {
  title: ReactNode
  /** Beside the title: a status badge, a number. */
  mark?: ReactNode
  /** One line below the title. */
  subtitle?: ReactNode
  /** Where the page belongs: a link above the title. */
  back?: { to: string; label: string }
  /** The one thing done most on this page. */
  primary?: ReactNode
  secondary?: ReactNode
}

/** Title and actions at the head of a page; the primary action is always in view. */
export function PageHeader({ title, mark, subtitle, back, primary, secondary }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.headings}>
        {back ? (
          <Anchor component={PageLink} to={back.to} size="sm" className={styles.back}>
            <ChevronLeft size={15} aria-hidden />
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
