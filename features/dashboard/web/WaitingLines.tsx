import { CircleCheck } from '#web/ui/icon/icons.ts'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#kernel/day.ts'
import { useAsk } from '#web/query.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { type DashboardLine, dashboardLines } from '../domain/lines.ts'
import styles from './dashboard.module.css'
import { LineOfRows } from './LineOfRows.tsx'
import { keyOf, useNextSteps } from './use-next-steps.ts'
import { useRowKeys } from './use-row-keys.ts'

/**
 * Names what waits for the person, most urgent first, with the next step of each. What stands below is shown once the rows are known, so that
 * it does not jump.
 */
export function WaitingLines({ below }: { below: ReactNode }) {
  const answer = useAsk(dashboardLines, {})
  if (!answer.data)
    return answer.error ? (
      <>
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        {below}
      </>
    ) : (
      <Loading rows={12} height={28} />
    )
  return (
    <>
      <Lines
        lines={answer.data.lines}
        today={answer.data.today}
        // what the step changed is mostly being read already
        rowsRead={() => answer.refetch({ cancelRefetch: false })}
      />
      {below}
    </>
  )
}

type LinesProps = { lines: readonly DashboardLine[]; today: Day; rowsRead: () => Promise<unknown> }

function Lines({ lines, today, rowsRead }: LinesProps) {
  const { t } = useTranslation('dashboard')
  const block = useRef<HTMLDivElement>(null)
  const steps = useNextSteps(lines, block, rowsRead)
  const { current, choose, onBlur } = useRowKeys(block, steps)
  return (
    <>
      {lines.length === 0 ? (
        <p className={styles.quiet}>
          <CircleCheck size={20} aria-hidden /> {t('lines.none')}
        </p>
      ) : (
        <div ref={block} className={styles.lines} onBlur={onBlur}>
          {lines.map((line) => (
            <LineOfRows
              key={line.name}
              line={line}
              today={today}
              isCurrent={(named) => keyOf(line.name, named) === current}
              focused={(named) => {
                choose(keyOf(line.name, named))
                steps.focused(keyOf(line.name, named))
              }}
              pending={steps.pending}
              start={(step, named) => steps.start(step, line.name, named)}
            />
          ))}
        </div>
      )}
      {/* what a step asks stays, whatever other people change meanwhile */}
      {steps.running}
    </>
  )
}
