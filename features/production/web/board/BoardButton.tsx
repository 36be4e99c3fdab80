import { Button } from '@mantine/core'
import { CalendarRange } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'

/** A link to the board of the tasks by day. */
export function BoardButton() {
  const { t } = useTranslation('production')
  return (
    <Button
      component={PageLink}
      to="/tasks/board"
      variant="default"
      leftSection={<CalendarRange size={20} aria-hidden />}
    >
      {t('board.open')}
    </Button>
  )
}
