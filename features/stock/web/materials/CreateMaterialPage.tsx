import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MATERIAL_UNITS, type Unit } from '#features/products/domain/product.ts'
import {
  ReorderPointInput,
  SuggestedText,
  UnitSelect,
  useOfferedVat,
  VatRateSelect,
} from '#features/products/web/fields/GoodsFields.tsx'
import type { InputOf } from '#kernel/contract.ts'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { PriceInput, QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { useStartField } from '#web/ui/form/use-start-field.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { createMaterial } from '../../domain/contract.ts'
import { stockRights } from '../../domain/rights.ts'

const NEW_MATERIAL = {
  name: '',
  description: '',
  vat: 2400,
  costprice: null as number | null,
  vatClass: '',
  stock: null as number | null,
  unit: 'Item' as Unit,
  reorderPoint: null as number | null,
}
type MaterialValues = typeof NEW_MATERIAL

const toInput = ({ costprice, stock, unit, ...values }: MaterialValues): InputOf<typeof createMaterial> => ({
  ...values,
  // the schema reports an empty cost
  costprice: costprice as number,
  stock: stock ?? 0,
  unit: unit as InputOf<typeof createMaterial>['unit'],
})

/** The form for a new purchased material. Saving opens the list of materials. */
export default function CreateMaterialPage() {
  const { t } = useTranslation('stock')
  const go = useGo()
  const create = useRun(createMaterial, { filling: true })
  const form = useRecordForm<MaterialValues>({ initialValues: NEW_MATERIAL, schema: createMaterial.input, toInput })
  const values = form.getValues()
  useOfferedVat(values.vat, (vat) => form.setFieldValue('vat', vat))
  return (
    <>
      <PageHeader
        title={t('title.create-material')}
        subtitle={t('material.hint')}
        back={{ to: '/materials-list', label: t('title.materials') }}
      />
      <RecordForm
        form={form}
        saveLabel={t('material.create')}
        closed={values.name.trim() === '' ? t('why.no-name') : values.costprice === null ? t('why.no-cost') : null}
        onCancel={() => go('/materials-list')}
        onSave={async (saved) => {
          await create.mutateAsync(toInput(saved))
          go('/materials-list')
          say.done(t('material.created', { name: saved.name.trim() }))
        }}
      >
        <Fields form={form} />
      </RecordForm>
    </>
  )
}

function Fields({ form }: { form: ReturnType<typeof useRecordForm<MaterialValues>> }) {
  const { t } = useTranslation('stock')
  const mayStock = useMay(stockRights.adjust)
  const values = form.getValues()
  useOfferedVat(values.vat, (vat) => form.setFieldValue('vat', vat))
  const start = useStartField()
  return (
    <Panel>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        <TextInput label={t('word.name')} required autoComplete="off" ref={start} {...form.getInputProps('name')} />
        <PriceInput
          label={t('material.cost')}
          required
          min={0}
          {...form.getInputProps('costprice')}
          value={values.costprice}
        />
        <UnitSelect units={MATERIAL_UNITS} {...form.getInputProps('unit')} value={values.unit} />
        {mayStock ? (
          <QuantityInput
            label={t('reason.opening')}
            description={t('material.opening-hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={0}
            {...form.getInputProps('stock')}
            value={values.stock}
          />
        ) : null}
        <ReorderPointInput unit={values.unit} {...form.getInputProps('reorderPoint')} value={values.reorderPoint} />
        <VatRateSelect {...form.getInputProps('vat')} value={values.vat} />
        <SuggestedText of="vatClass" {...form.getInputProps('vatClass')} value={values.vatClass} />
      </SimpleGrid>
      <Textarea
        mt="sm"
        label={t('word.description')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
    </Panel>
  )
}
