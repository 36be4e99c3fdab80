import { Button } from '@mantine/core'
import { Plus } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'

/** A link to the form for a new task, for people who may create one. */
export function CreateTaskButton() {
  const { t } = useTranslation('production')
  return useMayOpen('/createtask') ? (
    <Button component={PageLink} to="/CreateTask" variant="default" leftSection={<Plus size={20} aria-hidden />}>
      {t('overview.create')}
    </Button>
  ) : null
}
