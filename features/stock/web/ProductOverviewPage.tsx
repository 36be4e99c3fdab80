import { Badge, Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Calculator, History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { productDetail } from '#features/products/domain/contract.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { ProductChanges } from '#features/products/web/ProductChanges.tsx'
import { ProductCostDialog } from '#features/products/web/ProductCostDialog.tsx'
import { ProductFacts } from '#features/products/web/ProductFacts.tsx'
import { ProductRequirements } from '#features/products/web/ProductRequirements.tsx'
import { ProductUsedIn } from '#features/products/web/ProductUsedIn.tsx'
import { historyRights } from '#kernel/rights.ts'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, Drawer } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { stockRights } from '../domain/rights.ts'
import { AdjustStock } from './AdjustStock.tsx'
import { StockFigures } from './StockFigures.tsx'
import { StockLedger } from './StockLedger.tsx'
import surfaces from '#web/ui/surfaces.module.css'

const searchState = z.object({
  ledger: z.enum(['1']).optional().catch(undefined),
  history: z.enum(['1']).optional().catch(undefined),
})

/** Shows one product: stock with its ledger, prices and details, how it is made, and where it is used. */
export default function ProductOverviewPage() {
  const { t } = useTranslation('stock')
  const id = Number(useParams({ strict: false }).id)
  const [{ ledger, history }, setSearch] = useSearchState(searchState)
  const [adjusting, setAdjusting] = useState(false)
  const [costing, setCosting] = useState(false)
  const mayAdjust = useMay(stockRights.adjust)
  const seesCosts = useMay(productsRights.cost)
  const seesHistory = useMay(historyRights.read)
  // The promised quantity changes with orders, and costs and stock of the materials change with their products.
  const answer = useAsk(productDetail, { id }, { topics: ['products', 'orders'] })
  const product = answer.data?.product
  const back = { to: '/products', label: t('title.products') }

  if (!product) {
    return (
      <>
        <PageHeader title={t('title.product')} back={back} />
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={10} />}
      </>
    )
  }
  const unit = t(`unit.${product.unit}`)
  return (
    <>
      <PageHeader
        title={product.name}
        mark={
          <Badge variant="default" tt="none" fw={500}>
            {t(`usage.${product.usageType}`, { ns: 'products' })}
          </Badge>
        }
        subtitle={[product.sku, product.category].filter(Boolean).join(' · ')}
        back={back}
        primary={
          mayAdjust ? <ActionButton onClick={() => setAdjusting(true)}>{t('action.adjust')}</ActionButton> : undefined
        }
        secondary={
          <>
            {seesHistory ? (
              <Button
                variant="default"
                leftSection={<History size={16} aria-hidden />}
                onClick={() => setSearch({ history: '1' })}
              >
                {t('history.title', { ns: 'frame' })}
              </Button>
            ) : null}
            {seesCosts ? (
              <Button
                variant="default"
                leftSection={<Calculator size={16} aria-hidden />}
                onClick={() => setCosting(true)}
              >
                {t('cost.open', { ns: 'products' })}
              </Button>
            ) : null}
          </>
        }
      />
      <StockFigures
        stock={product.stock}
        promised={product.promised}
        free={product.free}
        unit={unit}
        openLedger={() => setSearch({ ledger: '1' })}
      />
      <div className={surfaces.columns}>
        <div>
          <ProductRequirements product={product} />
          <ProductUsedIn product={product} />
        </div>
        <div>
          <ProductFacts product={product} />
        </div>
      </div>
      <Drawer
        opened={ledger === '1'}
        onClose={() => setSearch({ ledger: undefined })}
        title={t('ledger.title')}
        size="xl"
      >
        <StockLedger productId={id} name={product.name} unit={unit} />
      </Drawer>
      {seesHistory ? (
        <Drawer
          opened={history === '1'}
          onClose={() => setSearch({ history: undefined })}
          title={t('history.title', { ns: 'frame' })}
        >
          <ProductChanges id={id} />
        </Drawer>
      ) : null}
      {seesCosts ? <ProductCostDialog opened={costing} onClose={() => setCosting(false)} productId={id} /> : null}
      <Dialog opened={adjusting} onClose={() => setAdjusting(false)} title={t('adjust.title', { name: product.name })}>
        <AdjustStock productId={id} stock={product.stock} unit={unit} close={() => setAdjusting(false)} />
      </Dialog>
    </>
  )
}
