import { Box } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/lazy-part.tsx'
import { useAsk } from '#web/query.ts'
import { chartHeight } from '#web/ui/chart/chart-height.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import {
  BALANCES_PAGE,
  countProviderBalances,
  listProviderBalances,
  type ProviderBalance,
  sumProviderBalances,
} from '../domain/account-contract.ts'

// The chart library is as large as the page itself, so the list does not wait for it.
const NamedBars = lazyPart(() => import('#web/ui/chart/NamedBars.tsx'))

/** The number of providers in the chart. */
const MOST_IN_CHART = 10

const rowKey = (row: ProviderBalance): number => row.id
const open = (row: ProviderBalance): string => `/provider-detail/${row.id}`

const columnsOf = (t: TFunction<'providers'>): Column<ProviderBalance>[] => [
  { key: 'name', header: t('column.name'), sortable: true, width: 220, card: 'title' },
  { key: 'label', header: t('column.label'), width: 160, from: 1120 },
  { key: 'invoiced', header: t('figures.invoiced'), kind: 'money', sortable: true, sum: true },
  { key: 'paid', header: t('figures.paid'), kind: 'money', sortable: true, sum: true },
  { key: 'balance', header: t('figures.balance'), kind: 'money', sortable: true, sum: true },
  { key: 'days30', header: t('parties:aging.days30'), kind: 'money', sortable: true, sum: true, from: 900 },
  { key: 'days60', header: t('parties:aging.days60'), kind: 'money', sortable: true, sum: true, from: 900 },
  { key: 'days90', header: t('parties:aging.days90'), kind: 'money', sortable: true, sum: true, from: 900 },
  { key: 'older', header: t('parties:aging.older'), kind: 'money', sortable: true, sum: true },
  { key: 'credit', header: t('parties:aging.credit'), kind: 'money', sortable: true, sum: true, hidden: true },
]

/** Shows the providers that invoiced most, what was paid to them, and their balance. The list below opens them. */
function BalancesChart() {
  const { t } = useTranslation('providers')
  const answer = useAsk(listProviderBalances, { sort: 'invoiced', descending: true })
  const rows = answer.data?.rows.filter(({ invoiced }) => invoiced > 0).slice(0, MOST_IN_CHART)
  // The list below says why it could not be read.
  if (rows?.length === 0 || (answer.error && !rows)) return null
  return (
    <Box mb="md">
      <Panel title={t('balances.chart')}>
        <Box mih={chartHeight(rows?.length ?? MOST_IN_CHART)}>
          {rows ? (
            <NamedBars
              title={t('balances.chart')}
              rows={rows}
              series={[
                { name: 'invoiced', label: t('figures.invoiced'), color: 'petrol.6' },
                { name: 'paid', label: t('figures.paid'), color: 'gray.5' },
                { name: 'balance', label: t('figures.balance'), color: 'orange.6' },
              ]}
            />
          ) : null}
        </Box>
      </Panel>
    </Box>
  )
}

/** Lists what is owed to each provider, by how long it has been owed (C-50). A row opens the provider. */
export default function ProviderBalancesPage() {
  const { t } = useTranslation(['providers', 'parties'])
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <>
      <PageHeader title={t('title.balances')} subtitle={t('parties:aging.hint')} />
      <BalancesChart />
      <DataTable
        name="provider-balances"
        label={t('title.balances')}
        list={listProviderBalances}
        count={countProviderBalances}
        sums={sumProviderBalances}
        sumsAtFirst
        columns={columns}
        rowKey={rowKey}
        open={open}
        pageSize={BALANCES_PAGE}
        empty={{ title: t('list.empty') }}
      />
    </>
  )
}
