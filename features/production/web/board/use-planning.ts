/** Plans tasks for other days, and offers to undo each move. */
import { useTranslation } from 'react-i18next'
import type { Day } from '#kernel/day.ts'
import { Refused } from '#kernel/refusal.ts'
import { showWeekday } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { type BoardTask, planTask } from '../../domain/board-contract.ts'
import { productionRights } from '../../domain/rights.ts'

export type Planning = {
  /** False for people who may only look. */
  readonly mayPlan: boolean
  /** Plans a task for a day, or says why that is not possible. */
  readonly plan: (task: BoardTask, day: Day) => void
}

export function usePlanning(): Planning {
  const { t } = useTranslation('production')
  const mayPlan = useMay(productionRights.write)
  const run = useRun(planTask)
  const send = (task: BoardTask, day: Day | null, version: number, shown: Day | null, isUndo = false): void =>
    run.mutate(
      { taskId: task.id, day, version },
      {
        onSuccess: (answer) => {
          const undo = () => send(task, answer.before, answer.version, task.day, true)
          const what = { product: task.product, day: shown === null ? t('board.undated') : showWeekday(shown) }
          say.done(t('board.moved', what), isUndo ? undefined : undo)
        },
        onError: (error) => say.failed(error),
      },
    )
  return {
    mayPlan,
    plan: (task, day) => {
      if (day === task.day && day === task.plannedOn) return
      if (task.fixed) say.failed(new Refused(task.fixed))
      else send(task, day, task.version, day)
    },
  }
}
