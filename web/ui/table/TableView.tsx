import { ActionIcon, Popover } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/lazy-part.tsx'
import { Columns3 } from '#web/ui/icon/icons.ts'
import type { TableChoicesProps } from '#web/ui/table/view/TableChoices.tsx'

const Choices = lazyPart<TableChoicesProps>(() => import('#web/ui/table/view/TableChoices.tsx'))

/** The button of what a person may choose about the table. The choices load when they are opened. */
export function TableView(props: TableChoicesProps) {
  const { t } = useTranslation('frame')
  return (
    <Popover position="bottom-end" trapFocus width={300}>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t('view.title')} title={t('view.title')}>
          <Columns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('view.title')}>
        <Choices {...props} />
        {/* has the focus until the choices are there */}
        <span data-autofocus tabIndex={-1} />
      </Popover.Dropdown>
    </Popover>
  )
}
