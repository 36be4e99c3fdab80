import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InvoicesUnderWay } from '#features/invoicing/web/InvoicesUnderWay.tsx'
import { countOrders, orderIds, sumOrders } from '#features/orders/domain/list-contract.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { productionRights } from '#features/production/domain/rights.ts'
import { lazyDialog } from '#web/lazy-part.tsx'
import { useMay } from '#web/session.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { filterInput, useAddressState } from '#web/ui/table/table-state.ts'
import { boardOrders, type BoardRow } from '../domain/board-contract.ts'
import { BoardBulk } from './BoardBulk.tsx'
import { boardColumns } from './board-columns.tsx'
import { SCROLL_HEIGHT } from './board-sizes.ts'
import { type BoardTab, statusesOf, TAB_RULES } from '../domain/board-tabs.ts'
import { BoardPanels } from './BoardPanels.tsx'

type OfOrder = { readonly orderId: number | null; readonly close: () => void }
const isOpened = ({ orderId }: OfOrder): boolean => orderId !== null
const ShortageDialog = lazyDialog(isOpened, async () => {
  const shortages = await import('#features/production/web/plan/ShortageDialog.tsx')
  return shortages.ShortageDialog
})
const OrderDialog = lazyDialog(isOpened, async () => (await import('./OrderDialog.tsx')).OrderDialog)

const ALONE = `max(${SCROLL_HEIGHT.tableAlone}px, calc(100dvh - 350px))`
const rowKey = (row: BoardRow) => row.id
const orderPage = (row: BoardRow) => `/order-detail/${row.id}`

type Props = { tab: BoardTab; statusFilter: string | undefined; toggles: HTMLElement | null }

/** Shows the orders of one tab, the bulk actions, and what the orders need. */
export function BoardTable({ tab, statusFilter, toggles }: Props) {
  const { t } = useTranslation('operations')
  const { bulk, needs } = TAB_RULES[tab]
  const { from, right } = orderLifecycle.transitions[bulk ?? 'send']
  const mayMove = useMay(right)
  const [opened, setOpened] = useState<number | null>(null)
  const mayCreate = useMay(productionRights.write)
  const [lacking, setLacking] = useState<number | null>(null)
  const columns = useMemo(() => boardColumns(t, tab, mayCreate ? setLacking : null), [t, tab, mayCreate])
  const fixed = useMemo(() => ({ status: statusesOf(tab, statusFilter) }), [tab, statusFilter])
  const takes = useMemo(() => ({ status: [...from] }), [from])
  const selectable = useCallback((row: BoardRow) => from.includes(row.status), [from])
  const open = useCallback((row: BoardRow) => setOpened(row.id), [])

  const table = (height: string) => (
    <DataTable
      name={`operations-${tab}`}
      label={t(`tab.${tab}`)}
      searches={t('orders:list.searches')}
      list={boardOrders}
      count={countOrders}
      sums={sumOrders}
      columns={columns}
      rowKey={rowKey}
      fixed={fixed}
      open={orderPage}
      onOpen={open}
      height={height}
      empty={{ title: t('empty.title'), hint: t(`empty.${tab}`), nothingFound: t('empty.title') }}
      {...(bulk && mayMove
        ? {
            selectable,
            ids: orderIds,
            takes,
            bulk: (rows, clear, all) => <BoardBulk transition={bulk} chosen={{ rows, all }} clear={clear} />,
          }
        : {})}
    />
  )
  return (
    <>
      {tab === 'packaged' ? <InvoicesUnderWay /> : null}
      {needs ? <WithNeeds columns={columns} fixed={fixed} table={table} toggles={toggles} /> : table(ALONE)}
      {mayCreate ? <ShortageDialog orderId={lacking} close={() => setLacking(null)} /> : null}
      <OrderDialog orderId={opened} close={() => setOpened(null)} />
    </>
  )
}

/** Shows the table with its panels. The panels count the orders that the filters of the table leave. */
function WithNeeds({
  columns,
  fixed,
  table,
  toggles,
}: {
  columns: readonly Column<BoardRow>[]
  fixed: Readonly<Record<string, unknown>>
  table: (height: string) => ReactNode
  toggles: HTMLElement | null
}) {
  const [state] = useAddressState(columns)
  const key = JSON.stringify({
    ...filterInput(columns, state.filters),
    ...fixed,
    words: state.search || undefined,
  })
  // the panels wait until the filters stop changing, so that they do not delay the rows of the table
  const [settled] = useDebouncedValue(key, 300)
  const orders = useMemo(() => JSON.parse(settled) as Record<string, unknown>, [settled])
  return <BoardPanels orders={orders} table={table} toggles={toggles} alone={ALONE} />
}
