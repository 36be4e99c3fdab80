import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/lazy-part.tsx'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { DayText, PriceText, QuantityText } from '#web/ui/texts.tsx'
import { lastPrices, type ProviderProduct } from '../domain/contract.ts'

const PriceChart = lazyPart(() => import('./PriceChart.tsx'))

/** Shows the last purchases of a product from a provider, as a chart and as a table. */
export function LastPrices({ of, close }: { of: ProviderProduct; close: () => void }) {
  const { t } = useTranslation('purchases')
  const { productId, providerId } = of
  const answer = useAsk(lastPrices, { productId, providerId })
  return (
    <Dialog
      opened
      onClose={close}
      title={t('catalogue.prices-title', { product: of.productName, provider: of.providerName })}
      size="lg"
    >
      {!answer.data ? (
        answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading rows={6} />
        )
      ) : answer.data.rows.length === 0 ? (
        <EmptyState title={t('catalogue.no-purchases')} />
      ) : (
        <>
          {answer.data.rows.length > 1 ? <PriceChart rows={answer.data.rows} /> : null}
          <table className={shortTable.list}>
            <thead>
              <tr>
                <th scope="col">{t('catalogue.day')}</th>
                <th scope="col">{t('column.number')}</th>
                <th scope="col" className={shortTable.end}>
                  {t('word.quantity')}
                </th>
                <th scope="col" className={shortTable.end}>
                  {t('catalogue.price')}
                </th>
              </tr>
            </thead>
            <tbody>
              {answer.data.rows.map((row) => (
                <tr key={`${row.invoiceId}:${row.quantity}:${row.price}`}>
                  <td>
                    <DayText value={row.day} />
                  </td>
                  <td>
                    <Anchor component={PageLink} to={`/invoice-detail/${row.invoiceId}`} size="sm">
                      {row.number}
                    </Anchor>
                  </td>
                  <td className={shortTable.end}>
                    <QuantityText value={row.quantity} unit={of.unit} />
                  </td>
                  <td className={shortTable.end}>
                    <PriceText value={row.price} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Dialog>
  )
}
