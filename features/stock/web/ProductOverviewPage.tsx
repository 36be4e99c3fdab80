import { Badge, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Calculator, History } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { productDetail } from '#features/products/domain/contract.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { CloneButton } from '#features/products/web/CloneButton.tsx'
import { ProductChanges } from '#features/products/web/ProductChanges.tsx'
import { ProductCostDialog } from '#features/products/web/ProductCostDialog.tsx'
import { ProductFacts, type StoredProduct } from '#features/products/web/ProductFacts.tsx'
import { ProductRequirements } from '#features/products/web/ProductRequirements.tsx'
import { ProductUsedIn } from '#features/products/web/ProductUsedIn.tsx'
import { refusal } from '#kernel/refusal.ts'
import { historyRights } from '#kernel/rights.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { useSearchState } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Drawer } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { AdjustProduct, EditProduct } from './ProductSteps.tsx'
import { PRODUCT_PANEL } from './product-parts.ts'
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
  const { id, given } = useAddressId()
  const list = { to: '/products', label: t('title.products') }
  if (id === null)
    return <NoRecordPage missing={refusal('missing', 'products.missing', { productId: given })} list={list} />
  return <LoadedProduct id={id} list={list} />
}

type LoadedProductProps = {
  id: number
  /** The list of products, to which the page leads while it loads. */
  list: { to: string; label: string }
}

function LoadedProduct({ id, list }: LoadedProductProps) {
  const { t } = useTranslation('stock')
  // The promised quantity changes with orders, and costs and stock of the materials change with their products.
  const answer = useAsk(productDetail, { id })
  if (answer.data) return <ProductOverview product={answer.data.product} />
  return (
    <>
      <PageHeader title={t('title.product')} back={list} />
      {answer.error ? (
        <ErrorState
          error={answer.error}
          title={t('not-read', { ns: 'products' })}
          retry={() => void answer.refetch()}
        />
      ) : (
        <Loading rows={10} />
      )}
    </>
  )
}

function ProductOverview({ product }: { product: StoredProduct }) {
  const { t } = useTranslation('stock')
  const [{ ledger, history }, setSearch] = useSearchState(searchState)
  const [costing, cost] = useDisclosure(false)
  const seesCosts = useMay(productsRights.cost)
  const seesHistory = useMay(historyRights.read)
  const { id, name, service } = product
  const unit = t(`unit.${product.unit}`)
  const panels = usePageParts(PRODUCT_PANEL).map(({ key, Panel }) => <Panel key={key} product={product} />)
  return (
    <>
      <ProductHeader
        product={product}
        openHistory={seesHistory ? () => setSearch({ history: '1' }) : null}
        openCost={seesCosts ? cost.open : null}
      />
      {/* A service is neither stored nor made. */}
      {service ? (
        <>
          {panels}
          <ProductFacts product={product} />
        </>
      ) : (
        <>
          <StockFigures figures={product} unit={unit} openLedger={() => setSearch({ ledger: '1' })} />
          <div className={surfaces.columns}>
            <div>
              <ProductRequirements product={product} />
              <ProductUsedIn product={product} />
            </div>
            <div>
              {panels}
              <ProductFacts product={product} />
            </div>
          </div>
        </>
      )}
      <Drawer
        opened={ledger === '1'}
        onClose={() => setSearch({ ledger: undefined })}
        title={t('ledger.title')}
        size="xl"
      >
        <StockLedger productId={id} name={name} unit={unit} />
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
      {seesCosts ? <ProductCostDialog opened={costing} onClose={cost.close} productId={id} /> : null}
    </>
  )
}

type ProductHeaderProps = {
  product: StoredProduct
  /** Null for a person who may not read the history. */
  openHistory: (() => void) | null
  /** Null for a person who may not see costs. */
  openCost: (() => void) | null
}

function ProductHeader({ product, openHistory, openCost }: ProductHeaderProps) {
  const { t } = useTranslation('stock')
  const mayWrite = useMay(productsRights.write)
  return (
    <PageHeader
      title={product.name}
      mark={
        <Badge variant="default" tt="none" fw={500}>
          {t(product.service ? 'usage.service' : `usage.${product.usageType}`, { ns: 'products' })}
        </Badge>
      }
      subtitle={[product.sku, product.category].filter(Boolean).join(' · ')}
      back={{ to: '/products', label: t('title.products') }}
      primary={<EditProduct product={product} />}
      secondary={
        <>
          <AdjustProduct product={product} />
          {mayWrite ? <CloneButton product={product} /> : null}
          {openHistory ? (
            <Button variant="default" leftSection={<History size={16} aria-hidden />} onClick={openHistory}>
              {t('history.title', { ns: 'frame' })}
            </Button>
          ) : null}
          {openCost ? (
            <Button variant="default" leftSection={<Calculator size={16} aria-hidden />} onClick={openCost}>
              {t('cost.open', { ns: 'products' })}
            </Button>
          ) : null}
        </>
      }
    />
  )
}
