import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/lazy-part.tsx'
import { useAsk } from '#web/query.ts'
import { ListTable } from '#web/records/ListTable.tsx'
import { chartHeight } from '#web/ui/chart/chart-height.ts'
import { FoldedChart } from '#web/ui/chart/FoldedChart.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { providerBalanceList } from '../domain/account-contract.ts'

// The chart library is as large as the page itself, so the list does not wait for it.
const NamedBars = lazyPart(() => import('#web/ui/chart/NamedBars.tsx'))

/** The number of providers in the chart. */
const MOST_IN_CHART = 10

/** Shows the providers that invoiced most, what was paid to them, and their balance. The list below opens them. */
function BalancesChart() {
  const { t } = useTranslation('providers')
  const answer = useAsk(providerBalanceList.list, { sort: 'invoiced', descending: true })
  const rows = answer.data?.rows.filter(({ invoiced }) => invoiced > 0).slice(0, MOST_IN_CHART)
  // The list below says why it could not be read.
  if (rows?.length === 0 || (answer.error && !rows)) return null
  return (
    <FoldedChart name="provider-balance" title={t('balances.chart')}>
      <Box mih={chartHeight(rows?.length ?? MOST_IN_CHART)}>
        {rows ? (
          <NamedBars
            title={t('balances.chart')}
            rows={rows}
            series={[
              { name: 'invoiced', label: t('word.invoices'), color: 'petrol.6' },
              { name: 'paid', label: t('word.payments'), color: 'gray.5' },
              { name: 'balance', label: t('payment.balance'), color: 'orange.6' },
            ]}
          />
        ) : null}
      </Box>
    </FoldedChart>
  )
}

/** Lists what is owed to each provider, by how long it has been owed (C-50). A row opens the provider. */
export default function ProviderBalancesPage() {
  const { t } = useTranslation(['providers', 'parties'])
  return (
    <>
      <PageHeader title={t('title.balances')} subtitle={t('parties:aging.hint')} />
      <BalancesChart />
      <ListTable
        declared={providerBalanceList}
        label={t('title.balances')}
        sumsAtFirst
        empty={{ title: t('list.empty') }}
      />
    </>
  )
}
