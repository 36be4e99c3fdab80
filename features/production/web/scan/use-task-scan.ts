/** Receives scans of task cards on the page of a section. A code finishes pieces without a press. */
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { askQuery, isUnreachable } from '#web/api.ts'
import { useShownName } from '#features/sections/web/section-name.ts'
import { problemText } from '#web/ui/problems.ts'
import { useHandScanner } from '#web/ui/scan/use-hand-scanner.ts'
import { taskPlace } from '../../domain/cards/card-contract.ts'
import { readTaskCode, type TaskCode, whyNotHere } from '../../domain/cards/task-code.ts'
import type { SectionNow } from '../../domain/section-now.ts'
import { type ScanPresses, useTakeScan } from './take-scan.ts'

export type TaskScanOptions = ScanPresses & {
  now: SectionNow | undefined
  /** Why no scan counts at the moment, or null. */
  closed: string | null
}

/** The words for each reason why the section does not work on a task. */
const WORDS = { canceled: 'canceled', finished: 'is-finished', elsewhere: 'elsewhere', later: 'later' } as const

/** After this many milliseconds without an answer the place of a task is not known. */
const PATIENCE_MS = 4_000

type Found =
  | { readonly kind: 'found'; readonly place: OutputOf<typeof taskPlace> }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'problem'; readonly problem: unknown }

/** Asks the server where the task of a scanned card is. Never throws. */
const placeOf = (taskId: number): Promise<Found> =>
  askQuery(taskPlace, { taskId }, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    (place): Found => ({ kind: 'found', place }),
    (problem: unknown): Found => (isUnreachable(problem) ? { kind: 'unreachable' } : { kind: 'problem', problem }),
  )

export function useTaskScan({ now, closed, ...presses }: TaskScanOptions) {
  const { t } = useTranslation('production')
  const shownName = useShownName()
  const { take, wrong, forget, ...shown } = useTakeScan(presses)
  // the number of scans: the answer about an earlier scan is ignored
  const scans = useRef(0)

  /** Says why this section does not work on the task of a card. If it does, and the page only does not list the task, the code counts. */
  const find = async (code: TaskCode, at: number) => {
    const mine = scans.current
    const found = await placeOf(code.taskId)
    if (mine !== scans.current) return
    if (found.kind === 'unreachable') return wrong(t('scan.not-kept', { id: code.taskId }))
    if (found.kind === 'problem') return wrong(problemText(found.problem))
    const { place } = found
    const why = whyNotHere(place, now?.section ?? '')
    const names = { id: code.taskId, section: shownName(place.section), before: shownName(place.before ?? '') }
    if (why !== null) return wrong(t(`scan.${WORDS[why]}`, names))
    if (place.task !== null) take(place.task, code, at)
  }

  const receive = (spellings: readonly string[]) => {
    const at = performance.now()
    scans.current += 1
    forget()
    const code = readTaskCode(spellings)
    if (code === null) return wrong(t('scan.unknown', { code: spellings[0] ?? '' }))
    if (closed !== null) return wrong(closed)
    if (now === undefined) return
    const task = now.tasks.find(({ id }) => id === code.taskId)
    if (task) return take(task, code, at)
    const isDoneHere = now.waiting.some(({ taskId }) => taskId === code.taskId)
    if (isDoneHere) return wrong(t('scan.is-finished', { id: code.taskId }))
    void find(code, at)
  }
  useHandScanner(receive)

  return { ...shown, receive: (code: string) => receive([code]) }
}
export type TaskScan = ReturnType<typeof useTaskScan>
