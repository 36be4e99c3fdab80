import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { X } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCounted } from '#features/products/domain/product.ts'
import { type Cents, lineTotal, type Quantity, quantity, sumCents, type UnitPrice } from '#kernel/money.ts'
import { askQuery } from '#web/api.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { LightPriceInput, LightQuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import stack from '#features/orders/web/order-frame.module.css'
import { findGoods, type Goods } from '../../domain/contract.ts'
import { netPriceOf } from '../../domain/invoice-draft.ts'
import { findProviders } from '../find-providers.ts'
import { useOpenDraft } from '../requests/use-receive.ts'
import styles from './receipt.module.css'

/** A line of the receipt. A figure that cannot be read is null, and the amount stays that of the last figures that could. */
type Line = {
  readonly goods: Goods
  readonly quantity: Quantity | null
  readonly price: UnitPrice | null
  readonly amount: Cents
}

const ONE = quantity(1_0000)

const newLine = (goods: Goods): Line => {
  const price = netPriceOf(goods)
  return { goods, quantity: ONE, price, amount: lineTotal(ONE, price) }
}

/** Returns a line with changed figures. Without a figure that can be read nothing is calculated (S2-VAL-15). */
function withFigures(line: Line, changed: Partial<Pick<Line, 'quantity' | 'price'>>): Line {
  const next = { ...line, ...changed }
  return next.quantity === null || next.price === null
    ? next
    : { ...next, amount: lineTotal(next.quantity, next.price) }
}

const isReady = ({ quantity: count, price }: Line): boolean => count !== null && count > 0 && price !== null

/** Receives goods quickly: products with quantity and price, which become the draft of an inbound invoice (C-50). */
export default function QuickReceiptPage() {
  const { t } = useTranslation('purchases')
  const [provider, setProvider] = useState<{ id: number; name: string } | null>(null)
  const [lines, setLines] = useState<readonly Line[]>([])
  const openDraft = useOpenDraft()
  const findGoodsFor = (search: string) =>
    askQuery(findGoods, { search, providerId: provider?.id ?? null }).then(({ rows }) => rows)
  const change = (id: number, changed: Partial<Pick<Line, 'quantity' | 'price'>>) =>
    setLines((before) => before.map((line) => (line.goods.id === id ? withFigures(line, changed) : line)))
  const press = () => {
    const ready = lines.flatMap((line) =>
      line.quantity === null || line.price === null
        ? []
        : [{ productId: line.goods.id, quantity: line.quantity, price: line.price }],
    )
    openDraft({ provider, lines: ready }).catch((fault: unknown) => say.failed(fault, press))
  }
  const closed = lines.length === 0 ? t('receipt.no-lines') : lines.every(isReady) ? null : t('receipt.unreadable')
  return (
    <>
      <PageHeader
        title={t('title.quick-receipt')}
        subtitle={t('receipt.hint')}
        primary={
          <ActionButton closed={closed} onClick={press}>
            {t('receipt.to-invoice')}
          </ActionButton>
        }
      />
      <div className={stack.stack}>
        <Panel>
          <div className={styles.fields}>
            <SearchPick
              key={`provider-${provider?.id ?? 0}`}
              label={provider ? t('proposals.provider-is', { name: provider.name }) : t('receipt.provider')}
              search={findProviders}
              onPick={({ id, name }) => setProvider({ id, name })}
              row={({ name }) => name}
            />
            <SearchPick
              key={`goods-${lines.length}`}
              startsHere
              label={t('word.product')}
              placeholder={t('receipt.product-hint')}
              search={findGoodsFor}
              onPick={(goods) =>
                setLines((before) =>
                  before.some((line) => line.goods.id === goods.id) ? before : [...before, newLine(goods)],
                )
              }
              row={(goods) => `${goods.name} ${goods.providerSku || goods.sku}`}
            />
          </div>
        </Panel>
        <Panel flush>
          {lines.length === 0 ? (
            <EmptyState title={t('receipt.empty')} hint={t('receipt.empty-hint')} />
          ) : (
            <Table
              lines={lines}
              change={change}
              remove={(id) => setLines((before) => before.filter((line) => line.goods.id !== id))}
            />
          )}
        </Panel>
      </div>
    </>
  )
}

type TableProps = {
  lines: readonly Line[]
  change: (id: number, changed: Partial<Pick<Line, 'quantity' | 'price'>>) => void
  remove: (id: number) => void
}

function TableHead() {
  const { t } = useTranslation('purchases')
  return (
    <thead>
      <tr>
        <th scope="col">{t('word.product')}</th>
        <th scope="col" className={shortTable.end}>
          {t('word.stock')}
        </th>
        <th scope="col">{t('word.quantity')}</th>
        <th scope="col">{t('word.price')}</th>
        <th scope="col" className={shortTable.end}>
          {t('paper.column.net')}
        </th>
        <th scope="col">
          <VisuallyHidden>{t('receipt.remove-column')}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  )
}

function Table({ lines, change, remove }: TableProps) {
  const { t } = useTranslation('purchases')
  return (
    <div role="group" className={shortTable.scroll} tabIndex={0} aria-label={t('receipt.table')}>
      <table className={`${shortTable.list} ${shortTable.named} ${styles.table}`}>
        <TableHead />
        <tbody>
          {lines.map(({ goods, quantity: count, price, amount }) => (
            <tr key={goods.id}>
              <th scope="row">
                {goods.name}
                <small>{[goods.providerSku, goods.sku].filter(Boolean).join(' · ')}</small>
              </th>
              <td className={shortTable.end} data-label={t('word.stock')}>
                <QuantityText value={goods.stock} unit={goods.unit} />
              </td>
              <td data-label={t('word.quantity')}>
                <LightQuantityInput
                  label={t('proposals.quantity-of', { name: goods.name })}
                  value={count}
                  min={0}
                  whole={isCounted(goods.unit)}
                  onChange={(value) => change(goods.id, { quantity: value as Quantity | null })}
                />
              </td>
              <td data-label={t('word.price')}>
                <LightPriceInput
                  label={t('receipt.price-of', { name: goods.name })}
                  value={price}
                  min={0}
                  onChange={(value) => change(goods.id, { price: value as UnitPrice | null })}
                />
              </td>
              <td className={shortTable.end} data-label={t('paper.column.net')}>
                <MoneyText value={amount} />
              </td>
              <td>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t('receipt.remove', { name: goods.name })}
                  onClick={() => remove(goods.id)}
                >
                  <X size={16} aria-hidden />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text className={styles.total}>
        {t('word.total')} <MoneyText value={sumCents(lines.map(({ amount }) => amount))} />
      </Text>
    </div>
  )
}
