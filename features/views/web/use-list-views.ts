/** Reads the saved views of a list, and opens them. */
import { useEffect } from 'react'
import { useSearchTexts } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { markOf, type TableViewsProps, type ViewMark } from '#web/ui/table/views/table-views.ts'
import { listViews, type View } from '../domain/contract.ts'
import { viewsRights } from '../domain/rights.ts'
import { isShown, isUsual, marking, opening, type Shown, stateOf } from './shown-view.ts'

/** The views change rarely, and a change arrives by its topic. */
export const FRESH_MS = 10 * 60_000
const NO_VIEWS: readonly View[] = []
const NO_CHOICES: readonly string[] = []

export type ListViews = ReturnType<typeof useListViews>

/** Returns the views of a list, which one is open, and whether the list shows something else by now. */
export function useListViews({
  name,
  prefix,
  columns,
  state,
  visible,
  sums,
  sumsAtFirst,
  isAdopted,
  adopt,
}: TableViewsProps) {
  const [texts, setTexts] = useSearchTexts()
  const mayKeep = useMay(viewsRights.keep)
  const answer = useAsk(listViews, { list: name }, { enabled: mayKeep, staleTime: FRESH_MS })
  const views = answer.data?.views ?? NO_VIEWS
  const choices = answer.data?.choices ?? NO_CHOICES
  const shown: Shown = { prefix, columns, state, visible, sums, sumsAtFirst, texts, choices }
  const mark = markOf(texts[`${prefix}view`])
  const chosen = views.find(({ id }) => id === mark?.id) ?? null
  const isSaved = chosen ? isShown(shown, chosen.state) : isUsual(shown)
  // a view that was saved a moment ago is open before the views are read again
  const isExpected = mark !== null && chosen === null && answer.isFetching
  const isNewer = chosen !== null && mark !== null && chosen.version > mark.version

  return {
    /** The name of the list. */
    name,
    mayKeep,
    /** True as soon as the views are read. */
    isRead: answer.data !== undefined,
    views,
    mayShare: answer.data?.mayShare ?? false,
    hasAlerts: answer.data?.hasAlerts ?? false,
    /** The open view, or null in the usual view. */
    chosen,
    /** The version of the open view that the address was written for. */
    mark,
    /** True if the list shows something that is not saved. False until the views are read, if the address names one of them. */
    differs: mayKeep && (answer.data !== undefined || mark === null) && !isSaved && !isExpected,
    /** True if somebody changed the open view after this person opened it, and the list shows something else. */
    isOutdated: isNewer && !isSaved,
    /** True if the address names an older version of what the list shows. */
    isBehind: isNewer && isSaved,
    isAdopted,
    now: () => stateOf(shown),
    open: (view: View) => {
      adopt(view.id, view.state)
      setTexts(opening(shown, view), { push: true })
    },
    /** Returns to the usual view of the list. */
    close: () => setTexts(opening(shown, null), { push: true }),
    /** Names a view as the open one, and leaves what the list shows. */
    markOpen: (view: ViewMark) => {
      if (view.id !== mark?.id) adopt(view.id, { columns: visible.map(({ key }) => key), sums })
      setTexts(marking(prefix, view))
    },
    adoptChosen: () => {
      if (chosen) adopt(chosen.id, chosen.state)
    },
  }
}

/** Follows the open view: shows its columns when a link opened it, and notes a newer version that is shown already. */
export function useFollowing({ chosen, isAdopted, isBehind, adoptChosen, markOpen }: ListViews): void {
  const waits = chosen !== null && !isAdopted
  useEffect(() => {
    if (waits) adoptChosen()
    else if (isBehind && chosen) markOpen(chosen)
  })
}
