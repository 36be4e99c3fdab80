import { CircleCheck, CircleDashed, ListPlus, LoaderCircle } from '#web/ui/icon/icons.ts'
import { useCellTexts } from '#web/i18n.ts'
import type { BoardRow } from '../domain/board-contract.ts'
import { mayNeedTasks, type TaskMark, taskMark } from '../domain/task-mark.ts'
import styles from './operations.module.css'

const ICONS = { ready: CircleCheck, none: CircleDashed, working: LoaderCircle } as const satisfies Record<
  TaskMark,
  unknown
>

type TaskIndicatorProps = {
  order: BoardRow
  /** Opens what the order lacks, to create tasks for it. Null if the person may not. */
  createTasks: ((orderId: number) => void) | null
}

/** Shows the production state of an order: an icon of its own for each state, with its text, and the button that creates tasks. */
export function TaskIndicator({ order, createTasks }: TaskIndicatorProps) {
  const t = useCellTexts('operations')
  const mark = taskMark(order)
  const Icon = ICONS[mark]
  const says =
    mark === 'working'
      ? t('tasks.working', { open: order.openTasks, tasks: order.tasks })
      : t(mark === 'ready' && order.status === 'STOCK-OK' ? 'tasks.stock' : `tasks.${mark}`)
  const indicator = (
    <span className={styles.tasks} data-tasks={mark} role="img" aria-label={says} title={says}>
      <Icon size={16} aria-hidden />
    </span>
  )
  if (createTasks === null || !mayNeedTasks(order)) return indicator
  return (
    <span className={styles.state}>
      {indicator}
      <button
        type="button"
        className={styles.createTasks}
        aria-label={t('tasks.create-of', { id: order.id })}
        title={t('tasks.create')}
        onClick={() => createTasks(order.id)}
      >
        <ListPlus size={16} aria-hidden />
      </button>
    </span>
  )
}
