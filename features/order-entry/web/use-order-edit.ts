/** The change of an order by a form, while other people may change the same order. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#kernel/day.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { useGo, usePageLeaving, usePendingUntilLeft } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { stopAtUnreadable } from '#web/ui/form/unreadable.ts'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { changeOrder } from '#features/orders/domain/contract.ts'
import { orderDetail } from '#features/orders/domain/detail-contract.ts'
import { EDITABLE_STATUSES, isOffer } from '#features/orders/domain/order.ts'
import { changedFields, type Clashes, mergeDrafts, NO_CLASHES } from '../domain/draft-merge.ts'
import { gapOf, type OrderDraft, toInput } from '../domain/order-draft.ts'
import { type LoadedDraft, loadDraft } from './load-draft.ts'
import { useNoDayQuestion } from './NoDayQuestion.tsx'
import { useToldDay } from './ready/use-told-day.ts'

export type OrderEdit = ReturnType<typeof useOrderEdit>

/**
 * Returns the draft of a changed order, what prevents a save, and how it is saved or merged with a newer version. In one
 * piece, because saving, merging and the news of other people's changes share one state.
 */
export function useOrderEdit(id: number, first: LoadedDraft) {
  const { t } = useTranslation('order-entry')
  const go = useGo()
  const { isLeaving } = usePageLeaving()
  const [base, setBase] = useState(first)
  const [draft, setDraft] = useState<OrderDraft>(first.draft)
  const [problem, setProblem] = useState<unknown>(null)
  const [clashes, setClashes] = useState<Clashes>(NO_CLASHES)
  const latest = useRef(draft)
  const saved = useRef(false)
  const run = useRun(changeOrder)
  const saving = usePendingUntilLeft(run)
  const kept = base.draft.expectedDelivery
  const gap = gapOf(draft, draft.expectedDelivery === kept ? null : dayOf(new Date().toISOString()))
  const clashed = problem instanceof Refused && problem.refusal.kind === 'conflict'
  const dirty = () => !saved.current && changedFields(base.draft, draft).length > 0

  // Changes of another person arrive at once, and not only after a refused save.
  const now = useAsk(orderDetail, { id }).data?.order
  const newer = now !== undefined && now.version > base.version && !run.isPending && !run.isSuccess
  const shut =
    now !== undefined && !EDITABLE_STATUSES.includes(now.status) && !run.isSuccess
      ? refusal('refused', 'orders.not-editable', { status: now.status })
      : null
  const closed = shut ?? (gap === null ? null : t(`gap.${gap}`))

  const { told, tell } = useToldDay()
  const { question, withDay } = useNoDayQuestion(setDraft, told)
  const save = () => {
    if (run.isPending || isLeaving() || stopAtUnreadable(document)) return
    if (closed !== null) return say.note(typeof closed === 'string' ? closed : refusalText(closed))
    // an order that had no delivery day before is saved without a question
    if (kept === null || isOffer(base.status)) store(draft)
    else withDay(draft, store)
  }
  const store = (content: OrderDraft) => {
    setProblem(null)
    // the day that was told belongs to the delivery that was decided by it
    const readyOn = content.expectedDelivery === kept ? {} : { readyOn: told.current }
    run.mutateAsync({ id, version: base.version, ...toInput(content), ...readyOn }).then(
      () => {
        saved.current = true
        say.done(t(isOffer(base.status) ? 'said.offer-changed' : 'said.changed', { id }))
        go(`/order-detail/${id}`)
      },
      (error: unknown) => setProblem(error),
    )
  }

  const reload = () =>
    loadDraft(id).then(
      (theirs) => {
        const merged = mergeDrafts(base.draft, latest.current, theirs.draft, clashes)
        setDraft(merged.draft)
        setClashes({ clashes: merged.clashes, fields: merged.fields })
        setBase(theirs)
        setProblem(null)
        // the choice between two values says the same
        if (merged.clashes.length + merged.fields.length === 0) say.note(t('conflict.reloaded'))
      },
      (error: unknown) => say.failed(error, () => void reload()),
    )

  useEffect(() => {
    latest.current = draft
  })
  useEffect(() => () => say.formEnded(), [])
  // Without own changes there is nothing to merge, so the form shows the new version.
  const quietly = newer && !dirty()
  const load = useRef(reload)
  useEffect(() => {
    load.current = reload
  })
  useEffect(() => {
    if (quietly) void load.current()
  }, [quietly])

  return {
    base,
    draft,
    setDraft,
    tell,
    /** Reports whether there are changes that are not saved. */
    dirty,
    saving,
    save,
    /** The question about an order whose delivery day was removed. */
    question,
    /** Why the order cannot be saved now, as a text or a refusal; null if it can. */
    closed,
    /** The refusal if the order can no longer be edited at all; null otherwise. */
    shut,
    problem,
    /** Another person saved a newer version, and there are own changes to merge with it. */
    conflict: clashed || (newer && !quietly),
    reload,
    clashes,
    forgetClashes: () => setClashes(NO_CLASHES),
  }
}
