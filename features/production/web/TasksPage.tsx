import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ToPackageButton } from '#features/sections/web/FloorButtons.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { BoardButton } from './board/BoardButton.tsx'
import { CreateTaskButton } from './overview/CreateTaskButton.tsx'
import { LateOrders } from './ready/LateOrders.tsx'
import { TasksOverview } from './overview/TasksOverview.tsx'

/** All tasks for the office, grouped by order. */
export default function TasksPage() {
  const { t } = useTranslation('production')
  return (
    <>
      <PageHeader
        title={t('title.tasks')}
        primary={
          <Group gap="xs">
            <BoardButton />
            <CreateTaskButton />
            <ToPackageButton />
          </Group>
        }
      />
      <LateOrders />
      <TasksOverview />
    </>
  )
}
