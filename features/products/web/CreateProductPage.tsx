import { useTranslation } from 'react-i18next'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { sendAsWritten } from '#web/ui/as-written.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { say } from '#web/ui/say.tsx'
import { createProduct } from '../domain/contract.ts'
import { RecipePanel } from './editor/RecipePanel.tsx'
import { useOfferedVat } from './fields/GoodsFields.tsx'
import { DetailsPanel, PricesPanel } from './fields/ProductPanels.tsx'
import { NEW_PRODUCT, type ProductValues, toPatch } from './fields/product-values.ts'
import { tellSameSku } from './SameCode.tsx'

const toInput = (values: ProductValues) => ({ ...toPatch(values), name: values.name })

/** The form for a new product or material, with its recipe. Saving opens its overview. */
export default function CreateProductPage() {
  const { t } = useTranslation('products')
  const go = useGo()
  const create = useRun(createProduct, { filling: true })
  const form = useRecordForm<ProductValues>({ initialValues: NEW_PRODUCT, schema: createProduct.input, toInput })
  const values = form.getValues()
  useOfferedVat(values.vat, (vat) => form.setFieldValue('vat', vat))
  return (
    <>
      <PageHeader
        title={t('title.create')}
        subtitle={t('create.hint')}
        back={{ to: '/products', label: t('title.list') }}
      />
      <RecordForm
        form={form}
        saveLabel={t('action.create')}
        closed={values.name.trim() === '' ? t('why.no-name') : null}
        onCancel={() => go('/products')}
        onSave={async (saved) => {
          const written = await sendAsWritten((confirmed) => create.mutateAsync({ ...toInput(saved), ...confirmed }), {
            body: t('own-code.body'),
            confirmLabel: t('own-code.save'),
          })
          tellSameSku(written)
          go(`/product-overview/${written.id}`)
          say.done(t('said.created', { name: saved.name.trim() }))
        }}
      >
        <div>
          <DetailsPanel form={form} isNew />
          <PricesPanel form={form} />
          {values.service ? null : <RecipePanel form={form} circle={null} />}
        </div>
      </RecordForm>
    </>
  )
}
