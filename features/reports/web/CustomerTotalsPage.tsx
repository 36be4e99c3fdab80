import { Box, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/lazy-part.tsx'
import { chartHeight } from '#web/ui/chart/chart-height.ts'
import { FoldedChart } from '#web/ui/chart/FoldedChart.tsx'
import { useSearchTexts } from '#web/navigation.tsx'
import { fitToContract } from '#web/ui/form/fit-to-contract.ts'
import { ListTable } from '#web/records/ListTable.tsx'
import { useAsk } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import figures from '#web/ui/figures.module.css'
import { Figure } from '#web/ui/Panel.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import { customerTotalsList, customerTotalsSummary, MOST_IN_CHART } from '../domain/contract.ts'

// The chart library is as large as the page itself, so the figures do not wait for it.
const NamedBars = lazyPart(() => import('#web/ui/chart/NamedBars.tsx'))

/** Shows which customers bought most and which still owe: a chart, the totals, and a row for each customer. */
export default function CustomerTotalsPage() {
  const { t } = useTranslation('reports')
  const [{ q: search = '' }] = useSearchTexts()
  return (
    <>
      <PageHeader title={t('customers.title')} />
      <Summary search={search} />
      <ListTable declared={customerTotalsList} label={t('customers.title')} empty={{ title: t('customers.empty') }} />
    </>
  )
}

function Summary({ search }: { search: string }) {
  const { t } = useTranslation('reports')
  const answer = useAsk(customerTotalsSummary, fitToContract(customerTotalsSummary, { search }), {
    keepPrevious: true,
  })
  const sums = answer.data
  const figure = (cents: number | undefined) =>
    cents === undefined ? <Skeleton height={19} width={96} /> : <MoneyText value={cents} />
  if (!sums && answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />
  return (
    <FoldedChart
      name="customer-balance"
      title={t('customers.chart')}
      figures={
        <dl className={figures.figures}>
          <Figure label={t('customers.grand-sales')}>{figure(sums?.sales)}</Figure>
          <Figure label={t('customers.grand-receipts')}>{figure(sums?.received)}</Figure>
          <Figure label={t('customers.grand-balance')}>{figure(sums?.balance)}</Figure>
        </dl>
      }
    >
      {sums?.greatest.length === 0 ? null : (
        <Box mih={chartHeight(sums?.greatest.length ?? MOST_IN_CHART)}>
          {sums ? (
            <NamedBars
              title={t('customers.chart')}
              rows={sums.greatest}
              series={[
                { name: 'sales', label: t('customers.sales'), color: 'petrol.6' },
                { name: 'received', label: t('customers.payments'), color: 'gray.5' },
              ]}
            />
          ) : null}
        </Box>
      )}
    </FoldedChart>
  )
}
