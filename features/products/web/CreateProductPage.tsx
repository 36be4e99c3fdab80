import { Checkbox, Group, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#kernel/contract.ts'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { PriceInput, RateInput } from '#web/ui/form/DecimalInput.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { createProduct } from '../domain/contract.ts'
import { MATERIAL_UNITS, UNITS, USAGE_TYPES, type UsageType } from '../domain/product.ts'
import { productsRights } from '../domain/rights.ts'
import { SuggestedText, UnitSelect, VatRateSelect } from './fields/GoodsFields.tsx'
import { tellSameSku } from './SameCode.tsx'

const NEW_PRODUCT = {
  name: '',
  sku: '',
  provsku: '',
  epsilonCode: '',
  barcode: '',
  description: '',
  usageType: 'COMPLETE-PRODUCT' as UsageType,
  category: '',
  vat: 2400,
  vatClass: '',
  salesPrice: null as number | null,
  b2bSalesPrice: null as number | null,
  costPrice: null as number | null,
  costMargin: null as number | null,
  unit: 'Item' as (typeof UNITS)[number],
  overridable: false,
  lendable: false,
  service: false,
}
type ProductValues = typeof NEW_PRODUCT

/** Leaves out empty fields, so that the server sets their defaults. */
const toInput = ({
  salesPrice,
  b2bSalesPrice,
  costPrice,
  costMargin,
  ...values
}: ProductValues): InputOf<typeof createProduct> => ({
  ...values,
  ...(salesPrice === null ? {} : { salesPrice }),
  ...(b2bSalesPrice === null ? {} : { b2bSalesPrice }),
  ...(costPrice === null ? {} : { costPrice }),
  ...(costMargin === null ? {} : { costMargin }),
})

/** The form for a new product or material. Saving opens its overview. */
export default function CreateProductPage() {
  const { t } = useTranslation('products')
  const go = useGo()
  const create = useRun(createProduct, { invalidates: ['products'] })
  const form = useRecordForm<ProductValues>({ initialValues: NEW_PRODUCT, schema: createProduct.input, toInput })
  const values = form.getValues()
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
          const written = await create.mutateAsync(toInput(saved))
          tellSameSku(written)
          go(`/product-overview/${written.id}`)
          say.done(t('said.created', { name: saved.name.trim() }))
        }}
      >
        <div>
          <DetailsPanel form={form} />
          <PricesPanel form={form} />
        </div>
      </RecordForm>
    </>
  )
}

type PanelProps = { form: ReturnType<typeof useRecordForm<ProductValues>> }

function DetailsPanel({ form }: PanelProps) {
  const { t } = useTranslation('products')
  const values = form.getValues()
  const units = values.usageType === 'COMPLETE-PRODUCT' ? UNITS : MATERIAL_UNITS
  return (
    <Panel title={t('part.details')}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        <TextInput label={t('field.name')} required autoComplete="off" {...form.getInputProps('name')} />
        <Select
          label={t('field.usageType')}
          data={USAGE_TYPES.map((value) => ({ value, label: t(`usage.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('usageType')}
          onChange={(value) => {
            const usageType = (value ?? 'COMPLETE-PRODUCT') as UsageType
            // Materials are not offered in grams.
            form.setValues({
              usageType,
              ...(usageType !== 'COMPLETE-PRODUCT' && values.unit === 'Gram' ? { unit: 'Item' as const } : {}),
            })
          }}
        />
        <UnitSelect units={units} {...form.getInputProps('unit')} value={values.unit} />
        <TextInput label={t('field.sku')} autoComplete="off" {...form.getInputProps('sku')} />
        <TextInput label={t('field.provsku')} autoComplete="off" {...form.getInputProps('provsku')} />
        <TextInput label={t('field.epsilonCode')} autoComplete="off" {...form.getInputProps('epsilonCode')} />
        <TextInput label={t('field.barcode')} autoComplete="off" {...form.getInputProps('barcode')} />
        <SuggestedText of="category" {...form.getInputProps('category')} value={values.category} />
      </SimpleGrid>
      <Textarea
        mt="sm"
        label={t('field.description')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
      <Group mt="md" gap="lg">
        <Checkbox label={t('field.lendable')} {...form.getInputProps('lendable', { type: 'checkbox' })} />
        <Checkbox label={t('field.service')} {...form.getInputProps('service', { type: 'checkbox' })} />
        <Checkbox label={t('field.overridable')} {...form.getInputProps('overridable', { type: 'checkbox' })} />
      </Group>
    </Panel>
  )
}

/** The prices, and the costs for people who may see them. */
function PricesPanel({ form }: PanelProps) {
  const { t } = useTranslation('products')
  const seesCosts = useMay(productsRights.cost)
  const values = form.getValues()
  return (
    <Panel title={t('part.prices')}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        <PriceInput
          label={t('field.salesPrice')}
          min={0}
          {...form.getInputProps('salesPrice')}
          value={values.salesPrice}
        />
        <PriceInput
          label={t('field.b2bSalesPrice')}
          min={0}
          {...form.getInputProps('b2bSalesPrice')}
          value={values.b2bSalesPrice}
        />
        <VatRateSelect {...form.getInputProps('vat')} value={values.vat} />
        <SuggestedText of="vatClass" {...form.getInputProps('vatClass')} value={values.vatClass} />
        {seesCosts ? (
          <PriceInput
            label={t('field.costPrice')}
            min={0}
            {...form.getInputProps('costPrice')}
            value={values.costPrice}
          />
        ) : null}
        {seesCosts ? (
          <RateInput
            label={t('field.costMargin')}
            min={0}
            {...form.getInputProps('costMargin')}
            value={values.costMargin}
          />
        ) : null}
      </SimpleGrid>
    </Panel>
  )
}
