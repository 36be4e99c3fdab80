import { useTranslation } from 'react-i18next'
import { LogoutButton, ToPackageButton } from '#features/sections/web/FloorButtons.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TasksOverview } from './overview/TasksOverview.tsx'

/** The same page for the workshop, without a menu and with large targets. */
export default function FloorTasksPage() {
  const { t } = useTranslation('production')
  return (
    <>
      <PageHeader title={t('title.tasks')} primary={<ToPackageButton />} secondary={<LogoutButton />} />
      <TasksOverview large />
    </>
  )
}
