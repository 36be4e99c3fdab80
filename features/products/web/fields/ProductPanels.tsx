import { Checkbox, Group, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { PanelFields } from '#web/records/PanelFields.tsx'
import { useMay } from '#web/session.ts'
import { PriceInput, RateInput } from '#web/ui/form/DecimalInput.tsx'
import { useStartField } from '#web/ui/form/use-start-field.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { PRODUCT_FIELDS } from '../../domain/fields.ts'
import { MATERIAL_UNITS, UNITS, USAGE_TYPES, type UsageType } from '../../domain/product.ts'
import { productsRights } from '../../domain/rights.ts'
import { CnCodeField } from '../codes/CnCodeField.tsx'
import { PlaceInputs } from '../ShelfField.tsx'
import { ReorderPointInput, SuggestedText, UnitSelect, VatRateSelect } from './GoodsFields.tsx'
import { MadeForField } from './MadeForField.tsx'
import { isComputed, type ProductValues } from './product-values.ts'

type PanelProps = { form: UseFormReturnType<ProductValues> }

/** Name, codes, use, place and description. */
export function DetailsPanel({
  form,
  isNew = false,
  startsAtName = isNew,
}: PanelProps & { isNew?: boolean; startsAtName?: boolean }) {
  const { t } = useTranslation('products')
  const values = form.getValues()
  const start = useStartField()
  const units = values.usageType === 'COMPLETE-PRODUCT' ? UNITS : MATERIAL_UNITS
  return (
    <Panel title={t('part.details')}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        <TextInput
          // a new product begins with its name, and so does a copy
          ref={startsAtName ? start : undefined}
          label={t('field.name')}
          required
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Select
          label={t('field.usageType')}
          data={USAGE_TYPES.map((value) => ({ value, label: t(`usage.${value}`) }))}
          {...form.getInputProps('usageType')}
          onChange={(value) => {
            const usageType = (value ?? 'COMPLETE-PRODUCT') as UsageType
            // Materials are not offered in grams.
            const isGram = isNew && usageType !== 'COMPLETE-PRODUCT' && values.unit === 'Gram'
            form.setValues({ usageType, ...(isGram ? { unit: 'Item' as const } : {}) })
          }}
        />
        <UnitSelect units={units} {...form.getInputProps('unit')} value={values.unit} />
        <PanelFields fields={PRODUCT_FIELDS} panel="details" feature="products" form={form} />
        <SuggestedText of="category" {...form.getInputProps('category')} value={values.category} />
        {values.service ? null : (
          <CnCodeField {...form.getInputProps('cnCode')} value={values.cnCode} category={values.category} />
        )}
        {values.service ? null : <PlaceInputs place={values} onChange={(place) => form.setValues(place)} />}
        {values.service ? null : (
          <ReorderPointInput unit={values.unit} {...form.getInputProps('reorderPoint')} value={values.reorderPoint} />
        )}
        <MadeForField customer={values.customer} onChange={(customer) => form.setFieldValue('customer', customer)} />
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

/** The prices, and the costs for people who may see them. A cost that follows from the recipe is not entered. */
export function PricesPanel({ form }: PanelProps) {
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
        {seesCosts && !isComputed(values) ? (
          <PriceInput label={t('field.costPrice')} {...form.getInputProps('costPrice')} value={values.costPrice} />
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
