import { Anchor, SegmentedControl } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#kernel/day.ts'
import { showQuantity } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { AGEING_PAGE, type AgeingRow, countAgeing, lentAgeing } from '../domain/contract.ts'
import { ProposeInvoice } from './ProposeInvoice.tsx'

const ALL = {}
const LATE = { onlyLate: true }
const rowKey = (row: AgeingRow): number => row.id
const open = (row: AgeingRow): string => `/customer-detail/${row.customerId}`
const tone = (row: AgeingRow) => (row.late > 0 ? 'warning' : undefined)

const columnsOf = (t: TFunction<'laundry'>, days: number): Column<AgeingRow>[] => [
  { key: 'customer', header: t('ageing.customer'), sortable: true, filter: 'text', width: 220, card: 'title' },
  { key: 'product', header: t('ageing.product'), sortable: true, filter: 'text', width: 140 },
  { key: 'quantity', header: t('ageing.quantity'), kind: 'quantity', sortable: true },
  { key: 'since', header: t('ageing.since'), kind: 'day', value: (row) => dayOf(row.since), sortable: true },
  { key: 'late', header: t('ageing.late', { days }), kind: 'quantity', sortable: true, from: 760 },
  { key: 'onOrders', header: t('propose.on-orders'), kind: 'quantity', hidden: true },
  {
    key: 'toInvoice',
    header: t('propose.title'),
    kind: 'quantity',
    align: 'start',
    cell: (row) => (
      <>
        <ProposeInvoice
          customerId={row.customerId}
          productId={row.productId}
          quantity={row.toInvoice}
          name={row.product}
        />
        {row.onOrders > 0 ? <small>{t('propose.ordered', { quantity: showQuantity(row.onOrders) })}</small> : null}
      </>
    ),
  },
  {
    key: 'statement',
    header: t('title.statement'),
    value: () => '',
    cell: (row) => (
      <Anchor
        component={PageLink}
        to={`/lent-statement/${row.customerId}`}
        inherit
        display="inline-block"
        py={2}
        onClick={(event) => event.stopPropagation()}
      >
        {t('ageing.statement')}
      </Anchor>
    ),
    from: 980,
  },
]

/** Lists since when customers have which lent items, longest first. `days` is the setting after which they are missing too long. */
export function AgeingList({ days }: { days: number }) {
  const { t } = useTranslation('laundry')
  const [late, setLate] = useState(false)
  const columns = useMemo(() => columnsOf(t, days), [t, days])
  return (
    <DataTable
      name="lent-items"
      label={t('ageing.title')}
      list={lentAgeing}
      count={countAgeing}
      columns={columns}
      rowKey={rowKey}
      open={open}
      tone={tone}
      fixed={late ? LATE : ALL}
      pageSize={AGEING_PAGE}
      height="none"
      toolbar={
        <SegmentedControl
          size="xs"
          aria-label={t('ageing.title')}
          value={late ? 'late' : 'all'}
          data={[
            { value: 'all', label: t('ageing.all') },
            { value: 'late', label: t('ageing.late', { days }) },
          ]}
          onChange={(value) => setLate(value === 'late')}
        />
      }
      empty={{ title: t('ageing.empty') }}
    />
  )
}
