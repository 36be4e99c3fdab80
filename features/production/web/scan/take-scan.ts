/** Carries out the scan of a task card, and shows the result with a sound. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Quantity, smallerQuantity, subtractQuantity } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { problemText } from '#web/ui/problems.ts'
import { useScanMessage } from '#web/ui/scan/ScanNotice.tsx'
import { type EarlierScan, type ScannedTask, takeScan, type TaskCode, taskCode } from '../../domain/cards/task-code.ts'

export type ScanPresses = {
  /** Finishes pieces under the name of the person. Calls `begun` once the name is known. Resolves to why it failed, or null. */
  readonly finish: (task: ScannedTask, pieces: Quantity, begun: () => void) => Promise<unknown>
  readonly open: (id: number) => void
}

/** The pieces of a code that came twice, until the person says whether they count again. */
type Again = { readonly task: ScannedTask; readonly pieces: Quantity }

/** A scan of a task. `left` is what the page showed before it, which does not count its pieces yet. */
type Fresh = { readonly id: number; readonly left: Quantity; readonly pieces: Quantity }

export function useTakeScan({ finish, open }: ScanPresses) {
  const { t } = useTranslation('production')
  const { word, show, clear } = useScanMessage()
  const [again, setAgain] = useState<Again | null>(null)
  const earlier = useRef<EarlierScan | null>(null)
  const wrong = (text: string) => show({ text, sound: 'wrong' })
  const withUnit = (count: number, { unit }: ScannedTask) =>
    `${showQuantity(count)} ${t(`frame:unit.${unit}`, { defaultValue: unit })}`

  // the scans whose pieces the page has not subtracted from `left` yet
  const fresh = useRef<readonly Fresh[]>([])
  const asScanned = <T extends ScannedTask>(task: T): T => ({
    ...task,
    left: fresh.current
      .filter(({ id, left }) => id === task.id && left === task.left)
      .reduce((left, { pieces }) => subtractQuantity(left, smallerQuantity(left, pieces)), task.left),
  })

  const press = async (task: ScannedTask, pieces: Quantity) => {
    const left = subtractQuantity(asScanned(task).left, pieces)
    const scanned = { id: task.id, left: task.left, pieces }
    fresh.current = [...fresh.current, scanned]
    const text = t('scan.finished', { count: withUnit(pieces, task), product: task.product, left: showQuantity(left) })
    const failure = await finish(task, pieces, () => show({ text, sound: left === 0 ? 'full' : 'fits' }))
    fresh.current = fresh.current.filter((one) => one !== scanned)
    if (failure !== null) wrong(t('scan.refused', { product: task.product, why: problemText(failure) }))
  }

  const take = (shown: ScannedTask, code: TaskCode, at: number) => {
    const task = asScanned(shown)
    const result = takeScan(task, code, at, earlier.current)
    if (result.kind === 'finish' || result.kind === 'again') earlier.current = { code: taskCode(code), at }
    switch (result.kind) {
      case 'open':
        show({ text: t('scan.opened', { product: task.product }), sound: 'fits' })
        return open(task.id)
      case 'finish':
        return void press(shown, result.pieces)
      case 'again':
        wrong(t('scan.again', { count: withUnit(result.pieces, task), product: task.product }))
        return setAgain({ task: shown, pieces: result.pieces })
      case 'too-many':
        return wrong(t('scan.too-many', { product: task.product, left: withUnit(task.left, task) }))
      case 'washing':
        return wrong(t('refusal.laundry'))
    }
  }

  return {
    word,
    again,
    wrong,
    take,
    forget: () => setAgain(null),
    clear: () => {
      clear()
      setAgain(null)
    },
    confirm: () => {
      if (again !== null) void press(again.task, again.pieces)
      setAgain(null)
    },
  }
}
