/** The actions for the selected rows of the lists of products and materials. */
import type { ComponentType } from 'react'
import { may, type Right } from '#kernel/rights.ts'
import { partKind, usePageParts } from '#web/page-parts.ts'
import { useActing } from '#web/session.ts'
import type { AllRows, RowIds } from '#web/ui/table/TableBulk.tsx'

/** The selected products, or all that match. */
type ChosenProducts = { readonly rows: readonly { readonly id: number }[]; readonly all: AllRows | null }

/** Returns the ids of the selection. For all that match, it asks the server. */
export const idsOfChosen = ({ rows, all }: ChosenProducts): Promise<RowIds> =>
  all ? all.ids() : Promise.resolve({ ids: rows.map(({ id }) => id), more: false })

export type ManyProps = { readonly chosen: ChosenProducts; readonly clear: () => void }

/** A button in the bar over selected products, for people with the right. */
export type ManyAction = {
  readonly key: string
  readonly right: Right
  readonly Button: ComponentType<ManyProps>
}

export const MANY_ACTION = partKind<ManyAction>('products.many-action')

/** Returns what makes the rows of a list selectable. Without a right to any action they are not. */
export function useManyProducts() {
  const acting = useActing()
  const actions = usePageParts(MANY_ACTION).filter(({ right }) => may(acting, right))
  return {
    selectable: actions.length > 0,
    bulk: (rows: readonly { readonly id: number }[], clear: () => void, all: AllRows | null) =>
      actions.map(({ key, Button }) => <Button key={key} chosen={{ rows, all }} clear={clear} />),
  }
}
