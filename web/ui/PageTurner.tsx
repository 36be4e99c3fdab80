import { Button, Group } from '@mantine/core'
import { ChevronLeft, ChevronRight } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { idleIf } from '#web/ui/idle.ts'

type PageTurnerProps = {
  page: number
  /** Whether there is a page after this one. Undefined while it loads. */
  more: boolean | undefined
  turn: (page: number) => void
  /** True if the list begins with what is newest. */
  byAge?: boolean
}

/** The buttons to the page before and the page after, if there are more than one. */
export function PageTurner({ page, more = false, turn, byAge = false }: PageTurnerProps) {
  const { t } = useTranslation('frame')
  if (page === 1 && !more) return null
  return (
    <Group component="nav" aria-label={t('table.pages')} justify="flex-end" p="sm" gap="xs">
      <Button
        variant="default"
        leftSection={<ChevronLeft size={16} aria-hidden />}
        {...idleIf(page === 1, () => turn(page - 1))}
      >
        {t(byAge ? 'table.newer' : 'table.previous-page')}
      </Button>
      <Button
        variant="default"
        rightSection={<ChevronRight size={16} aria-hidden />}
        {...idleIf(!more, () => turn(page + 1))}
      >
        {t(byAge ? 'table.older' : 'table.next-page')}
      </Button>
    </Group>
  )
}
