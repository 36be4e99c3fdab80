/** Reads the rows and the count of a table from the server. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { InputOf, QueryContract } from '#kernel/contract.ts'
import { DENSITY } from '#web/density.ts'
import { firstScreen, heightOfScreen } from '#web/drawing/first-screen.ts'
import { useAsk } from '#web/query.ts'
import { signOutOfFailedPage } from '#web/session.ts'
import { fitToContract } from '#web/ui/form/fit-to-contract.ts'
import { endsSession } from '#web/ui/problems.ts'
import type { DataTableProps, RowOf } from '#web/ui/table/data-table-props.ts'
import { filterInput, type TableState } from '#web/ui/table/table-state.ts'

/** What the list is asked for. */
type ListQuestion = {
  readonly search: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly sort?: string
  readonly descending?: boolean
  readonly page: number
}

/** The part of the question that decides how many rows match. */
type CountQuestion = Pick<ListQuestion, 'search' | 'filters'>

/** Returns what the list is asked for: the state of the table, with the filters that the page sets itself. */
function useQuestion<C extends QueryContract>(
  { list, columns, fixed }: DataTableProps<C>,
  state: TableState,
): ListQuestion {
  return useMemo(() => {
    const wanted = {
      search: state.search,
      filters: { ...filterInput(columns, state.filters), ...fixed },
      ...(state.sort === undefined ? {} : { sort: state.sort, descending: state.descending }),
      page: state.page,
    }
    return fitToContract(list, wanted as InputOf<C>) as ListQuestion
  }, [state, fixed, columns, list])
}

function countQuestion({ page: _page, sort: _sort, descending: _descending, ...counted }: ListQuestion): CountQuestion {
  return counted
}

/** Returns at least as many rows as the window has room for. */
const firstRows = (): number => Math.ceil(heightOfScreen() / DENSITY.row)
const PART_ROWS = 35
/** The pause before each part. Fast typing leaves less time between two keys, so that no part is drawn meanwhile. */
const PART_PAUSE_MS = 120
const NO_ROWS: never[] = []

/** Returns the rows of the shown page and their count, and reports whether they are being read or reading failed. */
export function useTableData<C extends QueryContract>(props: DataTableProps<C>, state: TableState) {
  const { list, count, standIn, pageSize = 150 } = props
  const client = useQueryClient()
  const question = useQuestion(props, state)
  const counted = countQuestion(question)
  const strict = props.signOutWhenRefused ?? false
  const asked = { withoutSignIn: strict }
  const answer = useAsk(list, question as InputOf<C>, {
    ...asked,
    keepPrevious: true,
    standIn: standIn && (() => standIn.list(question as InputOf<C>)),
  })
  const countAnswer = useAsk(count ?? list, counted as InputOf<QueryContract>, {
    ...asked,
    standIn: standIn && (() => standIn.count(counted as InputOf<C>)),
    enabled: count !== undefined,
  })
  useEffect(() => {
    if (strict && endsSession(answer.error)) void signOutOfFailedPage(answer.error)
  }, [strict, answer.error])

  const data = answer.data as { rows: RowOf<C>[]; more: boolean; count?: number } | undefined
  const rows = data?.rows ?? NO_ROWS
  const key = JSON.stringify(question)
  const stale = answer.isPlaceholderData
  const shown = useQuestionOfRows(question, stale)
  const shownKey = JSON.stringify(shown)
  const countsRows = JSON.stringify(counted) === JSON.stringify(countQuestion(shown))
  return {
    question,
    counted,
    /** The number of rows before the first shown one. While the rows are stale it is that of the earlier question. */
    before: (shown.page - 1) * pageSize,
    pageSize,
    /** The question as text. It changes with every other page, filter, search or sort. */
    key,
    /** The options with which further questions about this list are asked. */
    asked,
    /** False until the server has answered for the first time. */
    loaded: data !== undefined,
    rows,
    drawn: useDrawnRows(rows, shownKey, stale),
    /** The question that the rows answer, as text: while they are stale the earlier one. */
    shownKey,
    more: data?.more ?? false,
    // A short list may return its count together with its rows. A count is never shown beside rows that it does not count.
    total: countsRows ? ((count ? countAnswer.data : data) as { count?: number } | undefined)?.count : undefined,
    error: answer.error,
    /** True while the rows of an earlier question are shown. */
    stale,
    fetching: answer.isFetching,
    retry: () => void answer.refetch(),
    refresh: () => void client.invalidateQueries({ queryKey: [list.name] }),
  }
}

/** Returns the question whose rows are shown: the earlier one until its successor is answered. */
function useQuestionOfRows(question: ListQuestion, stale: boolean): ListQuestion {
  const shown = useRef(question)
  if (!stale) shown.current = question
  return shown.current
}

/**
 * Returns the rows to draw now, which answer the question `of`. After a new question the visible rows are drawn first, and the others in small parts after
 * that, so that the page reacts to a key or a click between two parts. A live update of the same rows, and a page to
 * which the person returns, draw all at once, so that the scroll position stays.
 */
function useDrawnRows<Row>(rows: Row[], of: string, stale: boolean): Row[] {
  const [drawn, setDrawn] = useState(() => ({
    of,
    // the first screen has rows from the beginning, and is drawn in parts like any other
    count: rows.length > 0 && firstScreen() === null ? Number.POSITIVE_INFINITY : firstRows(),
  }))
  const count = drawn.of === of ? drawn.count : firstRows()
  const isComplete = count >= rows.length
  useEffect(() => {
    if (isComplete || stale) return undefined
    const timer = setTimeout(() => setDrawn({ of, count: count + PART_ROWS }), PART_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isComplete, stale, of, count])
  return useMemo(() => (isComplete ? rows : rows.slice(0, count)), [rows, isComplete, count])
}
