import { useTranslation } from 'react-i18next'
import { LogoutButton, ToPackageButton } from '#features/sections/web/FloorButtons.tsx'
import { usePerson } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TasksOverview } from './overview/TasksOverview.tsx'

/** All tasks for the workshop, without a menu and with large targets. A button leads the office back to its own page. */
export default function FloorTasksPage() {
  const { t } = useTranslation('production')
  const isOffice = usePerson()?.actingRole !== 'section'
  return (
    <>
      <PageHeader
        title={t('title.sections')}
        mark={<LogoutButton />}
        {...(isOffice && { back: { to: '/tasks', label: t('title.tasks') } })}
        primary={<ToPackageButton />}
      />
      <TasksOverview large />
    </>
  )
}
