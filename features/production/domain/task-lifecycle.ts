/** The life cycle of a task as one table for server, pages and tests. */
import { lifecycle } from '#kernel/lifecycle.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { productionRights } from './rights.ts'
import { CLOSED_TASK_STATUSES, isOpenTask, TASK_STATUSES, type TaskStatus } from './task.ts'

/** The facts that a transition of a task needs. */
export type TaskFacts = {
  readonly status: TaskStatus
  /** The number of materials that the task has not received yet. */
  readonly waiting: number
  /** True if the task has received or taken materials, or finished or spoilt pieces. */
  readonly begun: boolean
  /** True if the step before it in its chain is finished, or if it is the first step (C-44). */
  readonly isItsTurn: boolean
}

const allReceived = (task: TaskFacts): Refusal | null =>
  task.waiting === 0 ? null : refusal('refused', 'production.materials-missing', { count: task.waiting })

/** Reports whether a task may be closed because its order was cancelled: it is PENDING and nobody has begun it (C-73). */
export const isUnstarted = ({ status, begun }: Pick<TaskFacts, 'status' | 'begun'>): boolean =>
  status === 'PENDING' && !begun

const notBegun = (task: TaskFacts): Refusal | null => (task.begun ? refusal('refused', 'production.begun') : null)

const inTurn = (task: Pick<TaskFacts, 'isItsTurn'>): Refusal | null =>
  task.isItsTurn ? null : refusal('refused', 'production.not-its-turn')

const { update, write } = productionRights

/**
 * A person takes back a press by `undo-press`, which restores the status before the press. So no transition leads back from FINISHED.
 */
// biome-ignore format: a table is read in columns
export const taskLifecycle = lifecycle<TaskStatus, TaskFacts>()({
  code: 'production',
  states: TASK_STATUSES,
  finals: CLOSED_TASK_STATUSES,
  transitions: {
    // transition   from                                                                 to                right    needs
    'proceed':     [['PENDING', 'PRODUCTION', 'STARTED', 'DELIVERY'],                    'STOCK-RECEIVED', update,  inTurn, allReceived],
    'finish':      [['PENDING', 'STOCK-RECEIVED', 'PRODUCTION', 'STARTED', 'DELIVERY'],  'FINISHED',       update,  inTurn],
    'cancel':      [['PENDING'],                                                         'CANCELED',       write,   notBegun],
    // the statuses that only programs set
    'wait-again':  [['PRODUCTION', 'STARTED', 'DELIVERY'],                               'PENDING',        update],
    'produce':     [['PENDING', 'STOCK-RECEIVED', 'STARTED', 'DELIVERY'],                'PRODUCTION',     update],
    'start':       [['PENDING', 'STOCK-RECEIVED', 'PRODUCTION', 'DELIVERY'],             'STARTED',        update],
    'hand-on':     [['PENDING', 'STOCK-RECEIVED', 'PRODUCTION', 'STARTED'],              'DELIVERY',       update],
  },
})

export type TaskTransition = keyof typeof taskLifecycle.transitions

/** Returns why materials of a task cannot be received, ordered or replaced, which no status follows from; null if they can. */
export const whyNotWorked = (task: Pick<TaskFacts, 'status' | 'isItsTurn'>): Refusal | null =>
  isOpenTask(task.status) ? inTurn(task) : refusal('refused', 'production.closed', { status: task.status })
