import { CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react'
import { useCellTexts } from '#web/i18n.ts'
import type { BoardRow } from '../domain/board-contract.ts'
import { type TaskMark, taskMark } from '../domain/task-mark.ts'
import styles from './operations.module.css'

const ICONS = { ready: CircleCheck, none: CircleDashed, working: LoaderCircle } as const satisfies Record<
  TaskMark,
  unknown
>

/** Shows the production state of an order: an icon of its own for each state, with its text. */
export function TaskIndicator({ order }: { order: BoardRow }) {
  const t = useCellTexts('operations')
  const mark = taskMark(order)
  const Icon = ICONS[mark]
  const says =
    mark === 'working'
      ? t('tasks.working', { open: order.openTasks, tasks: order.tasks })
      : t(mark === 'ready' && order.status === 'STOCK-OK' ? 'tasks.stock' : `tasks.${mark}`)
  return (
    <span className={styles.tasks} data-tasks={mark} role="img" aria-label={says} title={says}>
      <Icon size={16} aria-hidden />
    </span>
  )
}
