import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { productDetail } from '#features/products/domain/contract.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { refusal } from '#kernel/refusal.ts'
import { PageLink } from '#web/navigation.tsx'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useAsk } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { useMay } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { PriceText, QuantityText, RateText } from '#web/ui/texts.tsx'

/** Shows one material without changing it. The page of the product has its ledger and its recipe. */
export default function MaterialOverviewPage() {
  const { t } = useTranslation('stock')
  const { id, given } = useAddressId()
  const list = { to: '/materials-list', label: t('title.materials') }
  if (id === null)
    return <NoRecordPage missing={refusal('missing', 'products.missing', { productId: given })} list={list} />
  return <LoadedMaterial id={id} list={list} />
}

function LoadedMaterial({ id, list }: { id: number; list: { to: string; label: string } }) {
  const { t } = useTranslation('stock')
  const seesCosts = useMay(productsRights.cost)
  const answer = useAsk(productDetail, { id })
  const material = answer.data?.product
  if (material === undefined)
    return (
      <>
        <PageHeader title={t('title.material')} back={list} />
        {answer.error ? (
          <ErrorState error={answer.error} title={t('products:not-read')} retry={() => void answer.refetch()} />
        ) : (
          <Loading rows={5} />
        )}
      </>
    )
  const cost = { label: t('material.cost'), value: <PriceText value={material.costPrice} /> }
  return (
    <>
      <PageHeader
        title={material.name}
        subtitle={material.description}
        back={list}
        secondary={
          <Button component={PageLink} to={`/product-overview/${id}`} variant="default">
            {t('material.open-product')}
          </Button>
        }
      />
      <Panel>
        <Facts
          items={[
            { label: t('word.name'), value: material.name },
            ...(seesCosts ? [cost] : []),
            { label: t('products:field.b2bSalesPrice'), value: <PriceText value={material.b2bSalesPrice} /> },
            { label: t('products:field.salesPrice'), value: <PriceText value={material.salesPrice} /> },
            { label: t('word.unit'), value: t(`unit.${material.unit}`) },
            { label: t('products:field.vat'), value: <RateText value={material.vat} /> },
            { label: t('products:field.sku'), value: material.sku },
            {
              label: t('word.stock'),
              value: <QuantityText value={material.stock} unit={t(`unit.${material.unit}`)} flagNegative />,
            },
            {
              label: t('figure.incoming'),
              value: <QuantityText value={material.incoming} unit={t(`unit.${material.unit}`)} />,
            },
            {
              label: t('products:field.reorderPoint'),
              value:
                material.reorderPoint === null ? null : (
                  <QuantityText value={material.reorderPoint} unit={t(`unit.${material.unit}`)} />
                ),
            },
          ]}
        />
      </Panel>
    </>
  )
}
