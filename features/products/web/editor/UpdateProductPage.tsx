import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useAsk } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { productDetail } from '../../domain/contract.ts'
import { EditProduct } from './EditProduct.tsx'

/** Changes everything of a product, with its recipe. */
export default function UpdateProductPage() {
  const { t } = useTranslation('products')
  const { id, given } = useAddressId()
  if (id === null) {
    const list = { to: '/products', label: t('title.list') }
    return <NoRecordPage missing={refusal('missing', 'products.missing', { productId: given })} list={list} />
  }
  return <LoadedUpdate key={id} id={id} />
}

function LoadedUpdate({ id }: { id: number }) {
  const { t } = useTranslation('products')
  // What another person saves meanwhile must not replace what is being typed.
  const answer = useAsk(productDetail, { id }, { afresh: true })
  const product = answer.data?.product
  const title = product ? t('title.update-named', { name: product.name }) : t('title.update')
  return (
    <>
      <PageHeader
        title={title}
        subtitle={product ? [product.sku, product.category].filter(Boolean).join(' · ') : undefined}
        back={{ to: `/product-overview/${id}`, label: product?.name ?? t('title.list') }}
      />
      {product ? (
        <EditProduct product={product} />
      ) : answer.error ? (
        <ErrorState error={answer.error} title={t('not-read')} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={10} height={36} />
      )}
    </>
  )
}
