import { Anchor, Group, Text, Title, VisuallyHidden } from '@mantine/core'
import { ChevronLeft } from '#web/ui/icon/icons.ts'
import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '#web/language/language-of.ts'
import { isPlainClick, PageLink } from '#web/navigation.tsx'
import { useTabName } from '#web/page-title.ts'
import { PageTabsSlot } from '#web/layouts/page-tabs-slot.ts'
import { useBackToList } from '#web/ui/table/rows/return-row.ts'
import styles from './surfaces.module.css'

type PageHeaderProps = {
  title: ReactNode
  /** The title of the browser tab, if it says more than `title`. */
  tab?: string | undefined
  /** Beside the title: a status badge or a number. */
  mark?: ReactNode
  /** A text beside the title, below it where it does not fit. */
  subtitle?: ReactNode
  /** The tabs of the page, or what else divides it. They stand in the line of the title. */
  tabs?: ReactNode
  /** A link before the title to the page that contains this one. */
  back?: { to: string; label: string }
  /** The main action of this page. */
  primary?: ReactNode
  secondary?: ReactNode
}

/**
 * The title and actions of a page. The primary action stays in view. Where the page is one of several tabs, these stand in place of the
 * title, which only a screen reader reads.
 */
export function PageHeader({ title, tab, mark, subtitle, tabs, back, primary, secondary }: PageHeaderProps) {
  const backToList = useBackToList()
  const { i18n } = useTranslation()
  useTabName(tab ?? (typeof title === 'string' ? title : null))
  const pageTabs = use(PageTabsSlot)
  const heading = (
    <Title order={1} lang={typeof title === 'string' ? languageOf(title, i18n.language) : undefined}>
      {title}
    </Title>
  )
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
        {pageTabs}
        <Group gap="sm" align="center">
          {pageTabs ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
          {mark}
        </Group>
        {subtitle ? (
          <Text size="sm" c="dimmed" className={styles.subtitle}>
            {subtitle}
          </Text>
        ) : null}
        {tabs}
      </div>
      {primary || secondary ? (
        <Group gap="xs" className={styles.actions} data-tools>
          {secondary}
          {primary}
        </Group>
      ) : null}
    </header>
  )
}
