import { ActionIcon, Popover } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/lazy-part.tsx'
import { Columns3 } from '#web/ui/icon/icons.ts'
import styles from '#web/ui/table/table-tools.module.css'
import type { TableChoicesProps } from '#web/ui/table/view/TableChoices.tsx'

const Choices = lazyPart<TableChoicesProps>(() => import('#web/ui/table/view/TableChoices.tsx'))

/** The distance that the choices keep from the edge of the window, in pixels. */
const EDGE = 8

/**
 * The button of what a person may choose about the table. The choices load when they are opened. They are at most as high as the window leaves, and
 * are scrolled in themselves.
 */
export function TableView(props: TableChoicesProps) {
  const { t } = useTranslation('frame')
  return (
    <Popover position="bottom-end" trapFocus width={300} middlewares={{ size: { padding: EDGE } }}>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t('view.title')} title={t('view.title')}>
          <Columns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('view.title')} className={styles.choices}>
        <Choices {...props} />
        {/* has the focus until the choices are there */}
        <span data-autofocus tabIndex={-1} />
      </Popover.Dropdown>
    </Popover>
  )
}
