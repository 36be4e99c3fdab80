/** Checks what a view is to show against the declaration of its list. */
import { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { demand, type View } from '#server/command.ts'
import type { DeclaredList, DeclaredLists } from '#server/lists/declared-list.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import type { ViewState } from '../domain/view.ts'

/** Reports whether a feature declares the list. Views stay stored when their list is removed. */
export const isDeclared = (lists: DeclaredLists, name: string): boolean => lists().some((list) => list.name === name)

/** Returns the declared list with this name. Refuses unknown names, and lists that the person may not read. */
export function listOf(lists: DeclaredLists, actor: View['actor'], name: string): DeclaredList {
  const found = lists().find((list) => list.name === name)
  if (!found) return refuse('missing', 'views.no-list')
  demand(actor, found.list.right)
  return found
}

/** Returns the question by which the list finds the rows of a view, without what its page has chosen. */
function questionOf({ filterNames = {} }: Pick<DeclaredList, 'filterNames'>, state: ViewState) {
  const filters: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(state.filters)) {
    const name = filterNames[column] ?? column
    if (typeof value === 'string' || Array.isArray(value)) filters[name] = value
    else
      for (const [end, suffix] of [
        [value.from, 'From'],
        [value.to, 'To'],
      ] as const)
        if (end !== undefined) filters[name + suffix] = end
  }
  const sorting = state.sort === null ? {} : { sort: state.sort, descending: state.descending }
  return { search: state.search, filters, ...sorting }
}

/** Returns the question by which the list finds the rows of a view as its page shows them. Refuses one that the list does not have. */
export function questionOnPage(list: DeclaredList, state: ViewState): unknown {
  const { filters, ...question } = questionOf(list, state)
  return parseInput(list.list.input, { ...question, filters: { ...filters, ...list.alert?.fixed(state.choices) } })
}

/** Returns the columns that a list may show: the fields of a row, its sorts, and those that its page computes. */
function columnsOf({ list, columns = [] }: DeclaredList): ReadonlySet<string> {
  const answer = list.output instanceof z.ZodObject ? list.output.shape.rows : undefined
  const row = answer instanceof z.ZodArray ? answer.element : undefined
  return new Set([...columns, ...(row instanceof z.ZodObject ? Object.keys(row.shape) : [])])
}

/** Refuses a filter, sort, column or choice that the list does not have. */
export function checkState(list: DeclaredList, state: ViewState): void {
  parseInput(list.list.input, questionOf(list, state))
  const known = columnsOf(list)
  const unknown = state.columns.find((column) => !known.has(column))
  if (unknown !== undefined) refuse('invalid', 'views.no-column', { column: unknown, first: 'state.columns' })
  const wrong = Object.entries(state.choices).find(([name, value]) => !list.choices?.[name]?.includes(value))
  if (wrong) refuse('invalid', 'views.no-choice', { choice: wrong.join('='), first: 'state.choices' })
}
