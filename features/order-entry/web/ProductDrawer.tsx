import { Button, Group, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Plus, Search } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchProducts } from '#features/products/domain/contract.ts'
import { useAsk } from '#web/query.ts'
import { Drawer } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { Thumb } from '#web/ui/photo/Thumb.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { PriceText } from '#web/ui/texts.tsx'
import type { DraftProduct } from '../domain/order-draft.ts'
import form from './order-form.module.css'
import styles from '#features/orders/web/line-notes.module.css'
import { ProductStock } from './ProductStock.tsx'

type Props = { opened: boolean; close: () => void; add: (product: DraftProduct) => void }

/** Finds products by SKU, name, codes, description and category. It stays open while several are added. */
export function ProductDrawer({ opened, close, add }: Props) {
  const { t } = useTranslation('order-entry')
  return (
    <Drawer opened={opened} onClose={close} title={t('form.browse-products')} size={520}>
      <Products add={add} />
    </Drawer>
  )
}

function Products({ add }: { add: (product: DraftProduct) => void }) {
  const { t } = useTranslation('order-entry')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 200)
  const answer = useAsk(searchProducts, { search }, { keepPrevious: true })

  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        label={t('form.search-products')}
        value={text}
        leftSection={<Search size={16} aria-hidden />}
        onChange={(event) => setText(event.currentTarget.value)}
        mb="sm"
      />
      {answer.data ? null : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={8} height={44} />
      )}
      {answer.data?.rows.length === 0 ? <EmptyState title={t('table.nothing-found')} /> : null}
      {answer.data?.rows.map((product) => (
        <div key={product.id} className={form.found} data-product={product.id}>
          <Group wrap="nowrap" gap="sm" miw={0}>
            <Thumb photo={product.photo} size={44} />
            <div style={{ minWidth: 0 }}>
              {product.name}
              <div className={styles.note}>
                {[product.sku, product.category].filter(Boolean).join(' · ')} · <PriceText value={product.salesPrice} />{' '}
                · <ProductStock product={product} />
              </div>
            </div>
          </Group>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Plus size={14} aria-hidden />}
            aria-label={t('form.add-named', { name: product.name })}
            onClick={() => {
              add(product)
              say.done(t('said.added', { name: product.name }))
            }}
          >
            {t('action.add')}
          </Button>
        </div>
      ))}
    </>
  )
}
