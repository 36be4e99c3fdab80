/** Declares the names, inputs and outputs of saved views. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId, zName, zText, zVersion } from '#kernel/contract.ts'
import { zLanguage } from '#accounts/domain/contract.ts'
import { viewsRights } from './rights.ts'
import { zViewState } from './view.ts'

const zViewName = zName(60).refine((name) => name !== '', { message: 'required' })
const zSaved = z.object({ id: z.int(), version: z.int() })

const zView = z.object({
  id: z.int(),
  name: z.string(),
  shared: z.boolean(),
  /** True if the person who asks owns it. */
  own: z.boolean(),
  mayChange: z.boolean(),
  /** True if the person who asks gets a mail when something enters the view. */
  alert: z.boolean(),
  state: zViewState,
  version: z.int(),
  changedBy: z.string(),
})
export type View = z.output<typeof zView>

/** Returns the own and the shared views of a list, by their names. */
export const listViews = defineQuery('views.list', {
  right: viewsRights.keep,
  input: z.strictObject({ list: zText(60) }),
  output: z.object({
    views: z.array(zView),
    /** What the page of the list chooses beside its table, by the name in the address. */
    choices: z.array(z.string()),
    mayShare: z.boolean(),
    /** True if people can get a mail when something enters a view of this list. */
    hasAlerts: z.boolean(),
  }),
})

/** Returns a view with the page that shows it, for links to the view. */
export const viewOnPage = defineQuery('views.on-page', {
  right: viewsRights.keep,
  input: z.strictObject({ id: zId }),
  output: z.object({ page: z.string(), list: z.string(), view: zView, choices: z.array(z.string()) }),
})

/** Saves a view of a list for the person. With `shared` everybody who may read the list sees it. */
export const createView = defineCommand('views.create', {
  right: viewsRights.keep,
  input: z.strictObject({ list: zText(60), name: zViewName, state: zViewState, shared: z.boolean().default(false) }),
  output: zSaved,
})

/** Changes what a view shows, or its name. What is left out stays. */
export const changeView = defineCommand('views.change', {
  right: viewsRights.keep,
  input: z.strictObject({ id: zId, version: zVersion, name: zViewName.optional(), state: zViewState.optional() }),
  output: zSaved,
})

/** Shows a view to everybody who may read its list, or to its owner only. */
export const shareView = defineCommand('views.share', {
  right: viewsRights.share,
  input: z.strictObject({ id: zId, shared: z.boolean() }),
  output: zSaved,
})

/**
 * Mails the person when something enters a view, or no more. What the view contains now counts as known. The language is that of the
 * page, for people who have chosen none.
 */
export const setAlert = defineCommand('views.set-alert', {
  right: viewsRights.keep,
  input: z.strictObject({ id: zId, on: z.boolean(), language: zLanguage }),
  output: z.object({ id: z.int() }),
})

export const deleteView = defineCommand('views.delete', {
  right: viewsRights.keep,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})
