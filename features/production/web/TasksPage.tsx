import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ToPackageButton } from '#features/sections/web/FloorButtons.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { LateOrders } from './ready/LateOrders.tsx'
import { TasksOverview } from './overview/TasksOverview.tsx'
import { CalendarRange, Plus } from '#web/ui/icon/icons.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMayOpen } from '#web/may-open.ts'

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

/** A link to the board of the tasks by day. */
function BoardButton() {
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

/** A link to the form for a new task, for people who may create one. */
function CreateTaskButton() {
  const { t } = useTranslation('production')
  return useMayOpen('/createtask') ? (
    <Button component={PageLink} to="/CreateTask" variant="default" leftSection={<Plus size={20} aria-hidden />}>
      {t('overview.create')}
    </Button>
  ) : null
}
