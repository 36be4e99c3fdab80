/** Says what planning a task for another day means, before it is done. */
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/sections/web/section-name.ts'
import type { Day } from '#kernel/day.ts'
import { showNames, showWeekday } from '#web/format.ts'
import type { BoardTask } from '../../domain/board-contract.ts'
import { meaningOf } from '../../domain/planning.ts'

/** Returns a function that writes which later steps would have to wait and by how many days the order would be late. */
export function useMeaning(): (task: BoardTask, day: Day) => string {
  const { t } = useTranslation('production')
  const shownName = useShownName()
  return useCallback(
    (task, day) => {
      const { waiting, lateDays, lateNow } = meaningOf(task, day)
      const id = task.orderId ?? 0
      const late = lateDays ?? 0
      const order =
        late > 0
          ? t(late === lateNow ? 'board.stays-late' : 'board.gets-late', { id, count: late })
          : lateNow > 0
            ? t('board.in-time', { id })
            : null
      const steps = waiting.map((step) => `${shownName(step.section)} ${showWeekday(step.day, 'short')}`)
      const texts = [order, steps.length > 0 ? t('board.must-wait', { steps: showNames(steps) }) : null]
      const said = texts.filter((text) => text !== null)
      if (said.length === 0) return t('board.nothing-late')
      return steps.length === 0 && late > 0 ? `${said.join(', ')}, ${t('board.nothing-else')}` : said.join(', ')
    },
    [t, shownName],
  )
}
