/** What a saved view stores, and who may see it. */
import { z } from 'zod'
import { zText } from '#kernel/contract.ts'

/** The most views of one list that a person may have, and that may be shared. */
export const MOST_VIEWS = 30

const zEnd = z.union([z.number(), zText(40)])

/** The filter of a column: a text, chosen values, or the ends of a range. */
const zFilter = z.union([
  zText(200),
  z.array(zText(100)).max(100),
  z.strictObject({ from: zEnd.optional(), to: zEnd.optional() }),
])

/** What a list shows. Filters are named by their column, and numbers are scaled like it. */
export const zViewState = z.strictObject({
  search: zText(200).default(''),
  filters: z.record(zText(60), zFilter).default({}),
  sort: zText(60).nullable().default(null),
  descending: z.boolean().default(false),
  /** True if the rows stand in groups of one value of the sorted column. */
  grouped: z.boolean().default(false),
  /** The shown columns in their order. */
  columns: z.array(zText(60)).min(1).max(60),
  /** True if the footer shows the sums of the number columns. */
  sums: z.boolean().default(false),
  /** What the page has chosen beside its table, by the name in the address. */
  choices: z.record(zText(60), zText(100)).default({}),
})
export type ViewState = z.output<typeof zViewState>

/** A view with more rows than this has no alert. */
export const MOST_KNOWN = 1_000

/** The most views of which one person gets mails. */
export const MOST_ALERTS = 30

type Owned = { readonly ownerId: number; readonly shared: boolean }

/** Reports whether a person may see a view. Whether they may read its list is asked before. */
export const maySeeView = ({ ownerId, shared }: Owned, personId: number): boolean => shared || ownerId === personId
