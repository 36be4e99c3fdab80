import { Button, Tooltip } from '@mantine/core'
import { CalendarSearch, FilePlus2, RefreshCcwDot } from '#web/ui/icon/icons.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { say } from '#web/ui/say.tsx'
import type { AllRows } from '#web/ui/table/TableBulk.tsx'
import { BULK_TRANSITIONS, processOrders } from '../../domain/contract.ts'
import { orderLifecycle } from '../../domain/lifecycle.ts'
import { countOrders, listOrders, orderIds, type OrderRow, sumOrders } from '../../domain/list-contract.ts'
import { ordersRights } from '../../domain/rights.ts'
import { CopyLink } from '../CopyLink.tsx'
import { BulkMove } from './BulkMove.tsx'
import { ManyPapers } from './ManyPapers.tsx'
import { FilterButtons } from './FilterButtons.tsx'
import { orderColumns } from './order-columns.tsx'
import { type Processed, ProcessReport } from './ProcessReport.tsx'
import {
  DELETED_OFFERS,
  FILTERS,
  FIRST_FILTER,
  fixedFilter,
  type OrderFilter,
  showsInvoicing,
} from '../../domain/order-filters.ts'
import { keepOpenedList } from '../opened-list.ts'
import { BULK_ACTION } from '../order-parts.ts'
import styles from './order-list.module.css'

const DeliverySearch = lazyPart(async () => ({ default: (await import('./DeliverySearch.tsx')).DeliverySearch }))

const address = z.object({ show: z.enum(FILTERS).catch(FIRST_FILTER) })
const rowKey = (row: OrderRow) => row.id
const open = (row: OrderRow) => `/order-detail/${row.id}`
type Listed = InputOf<typeof listOrders>

/** Shows all orders and offers: status buttons, Process, search by delivery date, and bulk actions. */
export default function OrdersPage() {
  const { t } = useTranslation('orders')
  const [{ show: wanted }, setAddress] = useSearchState(address)
  const maySeeDeleted = useMay(ordersRights.restoreOffer)
  const show: OrderFilter = wanted === DELETED_OFFERS && !maySeeDeleted ? FIRST_FILTER : wanted
  const choose = (filter: OrderFilter) =>
    setAddress({ show: filter === FIRST_FILTER ? undefined : filter, page: undefined, 'f.status': undefined })
  const [datesOpen, setDatesOpen] = useState(false)
  const process = useProcess(() => choose('STOCK-OK'))
  const columns = useMemo(() => orderColumns(t, show === 'ALL', showsInvoicing(show)), [t, show])
  const fixed = useMemo(() => fixedFilter(show), [show])
  const { listed, keepShown } = useShownList()
  const bulk = useBulk(show, () => listed.current)

  return (
    <>
      <PageHeader
        title={t('title.list')}
        secondary={
          <>
            <Button
              className={styles.headButton}
              variant="default"
              leftSection={<CalendarSearch size={16} aria-hidden />}
              aria-expanded={datesOpen}
              onClick={() => setDatesOpen(!datesOpen)}
            >
              {t('list.delivery-search')}
            </Button>
            {process.button}
          </>
        }
        primary={<CreateButton />}
      />
      {datesOpen ? <DeliverySearch close={() => setDatesOpen(false)} /> : null}
      {process.report}
      <FilterButtons show={show} choose={choose} withDeleted={maySeeDeleted} />
      <DataTable
        name="orders"
        label={t('title.list')}
        list={listOrders}
        count={countOrders}
        sums={sumOrders}
        columns={columns}
        rowKey={rowKey}
        open={open}
        searches={t('list.searches')}
        fixed={fixed}
        shown={keepShown}
        signOutWhenRefused
        {...bulk}
        empty={{
          title: t('list.empty', { filter: t(`filter.${show}`) }),
          hint: show === 'STOCK-OK' ? t('list.empty-stock-ok') : undefined,
        }}
      />
    </>
  )
}

/** Returns what the list shows now, and a function that keeps it for the pages of its orders. */
function useShownList() {
  const listed = useRef<Listed>({})
  const keepShown = useCallback((rows: readonly OrderRow[], input: Listed) => {
    listed.current = input
    // while the page of an order is being loaded, the list is still read again, but the address is no longer its own
    if (!window.location.pathname.startsWith('/orders')) return
    keepOpenedList({
      address: `${window.location.pathname}${window.location.search}`,
      input,
      ids: rows.map((row) => row.id),
    })
  }, [])
  return { listed, keepShown }
}

/** Returns the button that rechecks the stock of all waiting orders, and its outcome for each of them. `done` is called after it. */
function useProcess(done: () => void) {
  const [processed, setProcessed] = useState<Processed | null>(null)
  return {
    button: (
      <ProcessButton
        done={(answer) => {
          done()
          setProcessed((before) => ({ ...answer, press: (before?.press ?? 0) + 1 }))
        }}
      />
    ),
    report: processed && <ProcessReport key={processed.press} processed={processed} close={() => setProcessed(null)} />,
  }
}

/** Rechecks the stock of all waiting orders, and then calls `done`. */
function ProcessButton({ done }: { done: (answer: OutputOf<typeof processOrders>) => void }) {
  const { t } = useTranslation('orders')
  const may = useMay(ordersRights.process)
  const process = useRun(processOrders, {
    onSuccess: (answer) => {
      done(answer)
      say.done(t('said.processed', { promoted: answer.promoted, demoted: answer.demoted }))
    },
    onError: (error) => say.failed(error, () => process.mutate({ named: true }), t('processed.failed')),
  })
  if (!may) return null
  return (
    <Tooltip label={t('list.process-hint')} multiline w={280}>
      <ActionButton
        className={styles.headButton ?? ''}
        variant="default"
        leftSection={<RefreshCcwDot size={16} aria-hidden />}
        pending={process.isPending}
        onClick={() => process.mutate({ named: true })}
      >
        {t('list.process')}
      </ActionButton>
    </Tooltip>
  )
}

function CreateButton() {
  const { t } = useTranslation('orders')
  if (!useMay(ordersRights.write)) return null
  return (
    <Button
      className={styles.headButton}
      component={PageLink}
      to="/createorder"
      leftSection={<FilePlus2 size={16} aria-hidden />}
    >
      {t('list.create')}
    </Button>
  )
}

/** Returns the actions for the selected orders: which orders may be selected, the papers, and the button of the status. */
function useBulk(show: OrderFilter, listed: () => Listed) {
  const action = usePageParts(BULK_ACTION).find(({ status }) => status === show)
  const move = BULK_TRANSITIONS.find((name) => orderLifecycle.transitions[name].from.some((status) => status === show))
  const mayMove = useMay(orderLifecycle.transitions[move ?? 'send'].right)
  const selectable = useCallback(
    (row: OrderRow) => show === 'ALL' || (row.status === show && (action === undefined || action.selectable(row))),
    [show, action],
  )
  return {
    selectable,
    ids: orderIds,
    bulk: (rows: OrderRow[], clear: () => void, all: AllRows | null) => (
      <>
        {move !== undefined && mayMove ? (
          <BulkMove transition={move} chosen={{ rows, all }} clear={clear} />
        ) : action ? (
          <action.Button chosen={{ rows, all }} clear={clear} />
        ) : null}
        <ManyPapers chosen={{ rows, all }} listed={listed} />
        {all === null && rows.length === 1 ? rows.map((row) => <CopyLink key={row.id} order={row} />) : null}
      </>
    ),
  }
}
