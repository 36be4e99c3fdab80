import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { inPanel } from '#kernel/records/fields.ts'
import { valueText } from '#web/records/field-text.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { MomentText, PriceText, QuantityText, RateText } from '#web/ui/texts.tsx'
import { NOTHING } from '#web/format.ts'
import type { productDetail } from '../domain/contract.ts'
import { fieldOf, PRODUCT_FIELDS, type ProductField } from '../domain/fields.ts'
import { productsRights } from '../domain/rights.ts'
import { shownCode } from '../domain/codes/cn-code.ts'
import { CodeText } from './codes/CnCodeField.tsx'
import { CodeProblemText } from './codes/CodeProblemText.tsx'
import { SameCode } from './SameCode.tsx'
import { ShelfField } from './ShelfField.tsx'

export type StoredProduct = OutputOf<typeof productDetail>['product']

type Props = {
  product: StoredProduct
  /** Leaves out the form of the shelf, for small places. */
  brief?: boolean
}

/** Shows the data of a product, with costs for people with the right to see them. */
export function ProductFacts({ product, brief = false }: Props) {
  const { t } = useTranslation('products')
  const mayOpenCustomer = useMayOpen('/customer-detail/$id')
  const yesNo = (value: boolean) => t(value ? 'action.yes' : 'action.no')
  const codes: Partial<Record<ProductField, ReactNode>> = {
    sku: <Code code={product.sku} same={product.sameSku} />,
    barcode: <Code code={product.barcode} same={product.sameBarcode} />,
  }
  // a service does not move, so it has no code of goods
  const code = product.service ? [] : [{ label: t('field.cnCode'), value: <CodeOfGoods cnCode={product.cnCode} /> }]
  // a service lies on no shelf
  const shelf = product.service
    ? []
    : [
        ...(brief ? [] : [{ label: t('field.place'), long: true, value: <Shelf product={product} /> }]),
        {
          label: t('field.reorderPoint'),
          value:
            product.reorderPoint === null ? null : (
              <QuantityText value={product.reorderPoint} unit={t(`unit.${product.unit}`)} />
            ),
        },
      ]
  return (
    <>
      <PriceFacts product={product} />
      <Panel title={t('part.details')}>
        {product.description === '' ? null : (
          <p style={{ margin: '0 0 12px', whiteSpace: 'pre-line' }}>{product.description}</p>
        )}
        <Facts
          items={[
            { label: t('column.id'), value: product.id },
            ...inPanel(PRODUCT_FIELDS, 'details').map((name) => ({
              label: t(`field.${name}`),
              value: codes[name] ?? valueText(fieldOf(name), product[name]),
            })),
            { label: t('field.category'), value: product.category },
            ...code,
            ...shelf,
            { label: t('field.unit'), value: t(`unit.${product.unit}`) },
            { label: t('field.usageType'), value: t(product.service ? 'usage.service' : `usage.${product.usageType}`) },
            { label: t('field.lendable'), value: yesNo(product.lendable) },
            { label: t('field.service'), value: yesNo(product.service) },
            { label: t('field.overridable'), value: yesNo(product.overridable) },
            {
              label: t('field.customer'),
              value:
                product.customerId === null ? null : mayOpenCustomer ? (
                  <Anchor component={PageLink} to={`/customer-detail/${product.customerId}`}>
                    {product.customerName ?? product.customerId}
                  </Anchor>
                ) : (
                  product.customerName
                ),
            },
            { label: t('field.updatedAt'), value: <MomentText value={product.updatedAt} /> },
          ]}
        />
      </Panel>
    </>
  )
}

/** The form of the shelf begins anew where another person has changed it. */
const Shelf = ({ product }: { product: StoredProduct }) => (
  <ShelfField key={`${product.storePart}/${product.storeFloor}/${product.shelf}`} product={product} />
)

/** Shows the prices of a product, and its cost and margin for people who may see them. */
function PriceFacts({ product }: { product: StoredProduct }) {
  const { t } = useTranslation('products')
  const seesCosts = useMay(productsRights.cost)
  const costs = seesCosts
    ? [
        {
          label: t(product.costComputed ? 'field.costComputed' : 'field.costPrice'),
          value: <PriceText value={product.costPrice} />,
        },
        { label: t('field.costMargin'), value: <RateText value={product.costMargin} /> },
      ]
    : []
  return (
    <Panel title={t('part.prices')}>
      <Facts
        items={[
          { label: t('field.salesPrice'), value: <PriceText value={product.salesPrice} /> },
          { label: t('field.b2bSalesPrice'), value: <PriceText value={product.b2bSalesPrice} /> },
          ...costs,
          { label: t('field.vat'), value: <RateText value={product.vat} /> },
          { label: t('field.vatClass'), value: product.vatClass },
        ]}
      />
    </Panel>
  )
}

/** Shows the code of goods, and what the loaded list says of it. */
function CodeOfGoods({ cnCode }: Pick<StoredProduct, 'cnCode'>) {
  return cnCode === null ? (
    <>
      {NOTHING}
      <CodeProblemText problem="missing" />
    </>
  ) : (
    <>
      {shownCode(cnCode)}
      <CodeText code={cnCode} />
    </>
  )
}

/** Shows a code and the other products that share it. */
function Code({ code, same }: { code: string; same: StoredProduct['sameSku'] }) {
  return (
    <>
      {code === '' ? NOTHING : code}
      {same.length > 0 ? <SameCode same={same} /> : null}
    </>
  )
}
