import { Button, Stack, Text, Textarea } from '@mantine/core'
import { Plus } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCounted } from '#features/products/domain/product.ts'
import { creatingGoods } from '#features/products/web/QuickProduct.tsx'
import type { InputOf } from '#kernel/contract.ts'
import { askQuery } from '#web/api.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { CreatingPick } from '#web/ui/form/quick/QuickForm.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { findGoods, type Goods } from '#features/supplier-catalogue/domain/goods.ts'
import { askForGoods } from '../domain/contract.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'

export type AskedProduct = { readonly id: number; readonly name: string; readonly unit: string }

/** Opens the form of a request. Not shown to people who may not write requests. */
export function AskButton({ product }: { product?: AskedProduct }) {
  const { t } = useTranslation('purchases')
  const [open, setOpen] = useState(false)
  if (!useMay(purchasesRights.write)) return null
  return (
    <>
      <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('ask.open')}
      </Button>
      {open ? <AskDialog product={product} close={() => setOpen(false)} /> : null}
    </>
  )
}

const find = (search: string) => askQuery(findGoods, { search }).then(({ rows }) => rows.filter((row) => !row.service))

type Values = { product: AskedProduct | null; quantity: number | null; dueOn: string | null; note: string }

const toInput = ({ product, ...values }: Values): InputOf<typeof askForGoods> => ({
  ...values,
  productId: product?.id as number,
  quantity: values.quantity as number,
})

/** The form of a request by hand: the product, how much, by when. */
function AskDialog({ product, close }: { product?: AskedProduct; close: () => void }) {
  const { t } = useTranslation('purchases')
  const run = useRun(askForGoods, { filling: true })
  const form = useRecordForm<Values>({
    initialValues: { product: product ?? null, quantity: null, dueOn: null, note: '' },
    schema: askForGoods.input,
    toInput,
  })
  const values = form.getValues()
  const closed = values.product === null ? t('ask.no-product') : values.quantity === null ? t('ask.no-quantity') : null
  return (
    <Dialog opened onClose={close} title={t('ask.title')}>
      <RecordForm
        form={form}
        guard={false}
        saveLabel={t('ask.save')}
        closed={closed}
        onCancel={close}
        onSave={async (saved) => {
          await run.mutateAsync(toInput(saved))
          close()
          say.done(t('ask.done', { name: saved.product?.name }))
        }}
      >
        <Stack gap="sm">
          {product ? (
            <Text fw={600}>{product.name}</Text>
          ) : (
            <CreatingPick<Pick<Goods, 'id' | 'name' | 'unit' | 'sku'>>
              of={values.product?.id ?? 0}
              startsHere
              label={values.product ? t('ask.product-is', { name: values.product.name }) : t('word.product')}
              search={find}
              onPick={({ id, name, unit }) => form.setFieldValue('product', { id, name, unit })}
              row={(row) => `${row.name} ${row.sku}`}
              {...creatingGoods({ kind: 'material', takes: ({ service }) => !service })}
            />
          )}
          <QuantityInput
            label={t('ask.quantity', {
              unit: values.product ? t(`unit.${values.product.unit}`, { ns: 'frame' }) : '',
            })}
            min={0}
            whole={values.product !== null && isCounted(values.product.unit)}
            required
            {...form.getInputProps('quantity')}
            value={values.quantity}
          />
          <DayInput label={t('ask.due')} clearable {...form.getInputProps('dueOn')} value={values.dueOn} />
          <Textarea label={t('ask.note')} autosize minRows={1} maxLength={500} {...form.getInputProps('note')} />
        </Stack>
      </RecordForm>
    </Dialog>
  )
}
