import { Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { rate, unitPrice } from '#kernel/money.ts'
import { askQuery } from '#web/api.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { PriceInput } from '#web/ui/form/DecimalInput.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { QuickForm, type QuickFormOf } from '#web/ui/form/quick/QuickForm.tsx'
import { SameName, useSameName } from '#web/ui/form/quick/SameName.tsx'
import { say } from '#web/ui/say.tsx'
import {
  createProduct,
  type ProductForLine,
  type ProductPatch,
  productsForLines,
  searchProducts,
} from '../domain/contract.ts'
import { MATERIAL_UNITS, type Unit, UNITS } from '../domain/product.ts'
import { productsRights } from '../domain/rights.ts'
import { UnitSelect, useOfferedVat } from './fields/GoodsFields.tsx'
import { NEW_PRODUCT } from './fields/product-values.ts'
import { tellSameSku } from './SameCode.tsx'

type Props = QuickFormOf<ProductForLine> & {
  /** A product is sold and has a price; a material is bought and has a cost. */
  kind: 'product' | 'material'
  /** Reports whether the form around takes a product that exists. */
  takes?: (product: ProductForLine) => boolean
}

type Values = { name: string; unit: Unit; price: number | null; vat: number }

/** Creates a product or a material of three fields while another form is filled in. The rest can be entered later. */
export function QuickProduct({ name, ...props }: Props) {
  const { t } = useTranslation('products')
  return (
    <QuickForm title={t('title.create')} name={name} onClose={props.onClose}>
      {(typed) => <Fields key={typed} {...props} name={typed} />}
    </QuickForm>
  )
}

/** What a `CreatingPick` needs to create goods that it has not found. */
export const creatingGoods = (goods: Pick<Props, 'kind' | 'takes'>) => ({
  right: productsRights.write,
  quick: (form: QuickFormOf<ProductForLine>) => <QuickProduct {...goods} {...form} />,
})

function Fields({ kind, takes, created, name, onClose }: Props & { name: string }) {
  const { t } = useTranslation('products')
  const seesCosts = useMay(productsRights.cost)
  const create = useRun(createProduct, { filling: true })
  const isMaterial = kind === 'material'
  const toInput = ({ price, vat, ...values }: Values): ProductPatch & { name: string } => ({
    ...values,
    vat: rate(vat),
    usageType: isMaterial ? 'PURCHASED-MATERIAL' : 'COMPLETE-PRODUCT',
    ...(price === null ? {} : { [isMaterial ? 'costPrice' : 'salesPrice']: unitPrice(price) }),
  })
  const form = useRecordForm<Values>({
    initialValues: { name, unit: NEW_PRODUCT.unit, price: null, vat: NEW_PRODUCT.vat },
    schema: createProduct.input,
    toInput,
  })
  const values = form.getValues()
  const same = useSameName<ProductForLine>(searchProducts, name, values.name)
  useOfferedVat(values.vat, (vat) => form.setFieldValue('vat', vat))
  return (
    <RecordForm
      form={form}
      guard={false}
      saveLabel={same.isWarned ? t('same-name.create') : t('action.create')}
      closed={values.name.trim() === '' ? t('why.no-name') : null}
      confirmFirst={same.mayCreate}
      onCancel={onClose}
      onSave={async (saved) => {
        const written = await create.mutateAsync(toInput(saved))
        tellSameSku(written)
        say.done(t('said.created', { name: saved.name.trim() }))
        // it is stored, so a failure here must not ask for it again: the person finds it by typing
        const product = await askQuery(productsForLines, { ids: [written.id] }).then(
          ({ rows }) => rows[0],
          () => undefined,
        )
        if (product === undefined) return onClose()
        created(product)
      }}
    >
      <Stack gap="sm">
        <TextInput label={t('field.name')} required data-autofocus autoComplete="off" {...form.getInputProps('name')} />
        <UnitSelect
          label={t('field.unit')}
          units={isMaterial ? MATERIAL_UNITS : UNITS}
          {...form.getInputProps('unit')}
          value={values.unit}
        />
        {isMaterial && !seesCosts ? null : (
          <PriceInput
            label={t(isMaterial ? 'field.costPrice' : 'field.salesPrice')}
            min={0}
            {...form.getInputProps('price')}
            value={values.price}
          />
        )}
        <SameName same={same} {...(takes && { takes })} detail={({ sku }) => [sku]} take={created} />
      </Stack>
    </RecordForm>
  )
}
