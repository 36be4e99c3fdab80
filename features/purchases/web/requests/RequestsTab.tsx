import { Group } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { QuantityText } from '#web/ui/texts.tsx'
import { countRequests, countRequestStates, listRequests, REQUESTS_PAGE } from '../../domain/requests/contract.ts'
import { REQUEST_ORIGINS, REQUEST_STATES, type RequestState, WAITING_STATES } from '../../domain/requests/request.ts'
import { AskButton } from './AskDialog.tsx'
import { StateBadge } from './StateBadge.tsx'

type Row = RowOf<typeof listRequests>

const SHOWN = ['waiting', ...REQUEST_STATES, 'every'] as const
type Shown = (typeof SHOWN)[number]
const address = z.object({ state: z.enum(SHOWN).catch('waiting') })
const FIXED: Readonly<Record<Shown, { state?: readonly RequestState[] }>> = {
  waiting: { state: WAITING_STATES },
  every: {},
  OPEN: { state: ['OPEN'] },
  ORDERED: { state: ['ORDERED'] },
  'PART-RECEIVED': { state: ['PART-RECEIVED'] },
  RECEIVED: { state: ['RECEIVED'] },
  CANCELED: { state: ['CANCELED'] },
}
const rowKey = (row: Row): number => row.id
const open = (row: Row): string => `/invoice-detail/${row.id}`

const columnsOf = (t: TFunction<'purchases'>): Column<Row>[] => [
  { key: 'id', header: t('column.id'), align: 'end', sortable: true, filter: 'text', width: 90 },
  {
    key: 'goods',
    header: t('requests.goods'),
    width: 260,
    card: 'title',
    value: (row) =>
      row.lineCount > 1 ? t('requests.and-more', { name: row.goods, count: row.lineCount - 1 }) : row.goods,
  },
  {
    key: 'quantity',
    header: t('requests.quantity'),
    kind: 'quantity',
    cell: (row) => (row.quantity === null ? null : <QuantityText value={row.quantity} unit={row.unit} />),
  },
  {
    key: 'state',
    header: t('column.state'),
    sortable: true,
    value: (row) => t(`state.${row.state}`),
    cell: (row) => <StateBadge state={row.state} isLate={row.isLate} />,
    card: 'end',
  },
  { key: 'dueOn', header: t('requests.due'), kind: 'day', sortable: true },
  { key: 'providerName', header: t('column.provider'), sortable: true, filter: 'text', from: 760 },
  {
    key: 'origin',
    header: t('requests.origin'),
    from: 900,
    value: (row) => t(`origin.${row.origin}`),
    filter: { many: true, options: REQUEST_ORIGINS.map((value) => ({ value, label: t(`origin.${value}`) })) },
  },
  { key: 'person', header: t('requests.person'), from: 900 },
  { key: 'section', header: t('requests.section'), from: 1120 },
  { key: 'createdAt', header: t('requests.created'), kind: 'moment', hidden: true },
  { key: 'number', header: t('column.number'), hidden: true },
]

/** Lists requests and orders at providers. At first those for which somebody waits. */
export default function RequestsTab() {
  const { t } = useTranslation('purchases')
  const [{ state }, setAddress] = useSearchState(address)
  const columns = useMemo(() => columnsOf(t), [t])
  const counts = useAsk(countRequestStates, {}).data?.counts
  const countOf = (shown: Shown): number | undefined => {
    if (counts === undefined) return undefined
    const states = FIXED[shown].state ?? REQUEST_STATES
    return states.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  }
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <AskButton />
      </Group>
      <StatusStrip
        label={t('requests.show')}
        chosen={state}
        choose={(next) => setAddress({ state: next === 'waiting' ? undefined : next, page: undefined })}
        statuses={SHOWN.map((key) => ({
          key,
          label: key === 'waiting' || key === 'every' ? t(`requests.${key}`) : t(`state.${key}`),
          count: countOf(key),
        }))}
      />
      <DataTable
        name="purchase-requests"
        label={t('tab.requests')}
        list={listRequests}
        count={countRequests}
        columns={columns}
        rowKey={rowKey}
        open={open}
        pageSize={REQUESTS_PAGE}
        searches={t('requests.searches')}
        fixed={FIXED[state]}
        tone={(row) => (row.isLate ? 'warning' : undefined)}
        empty={{ title: t('requests.empty'), hint: t('requests.empty-hint') }}
      />
    </>
  )
}
