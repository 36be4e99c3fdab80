import { ActionIcon, Alert, Anchor, Text, VisuallyHidden } from '@mantine/core'
import { X } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { isCounted } from '#features/products/domain/product.ts'
import { type Cents, lineTotal, ONE_UNIT, type Quantity, sumCents, type UnitPrice } from '#kernel/money.ts'
import { askQuery } from '#web/api.ts'
import { NOTHING } from '#web/format.ts'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { ActionButton, WhyClosed } from '#web/ui/ActionButton.tsx'
import { LightPriceInput, LightQuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { CreatingPick } from '#web/ui/form/quick/QuickForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState, Loading } from '#web/ui/states.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import stack from '#features/orders/web/order-frame.module.css'
import { PartyPick } from '#features/parties/web/QuickParty.tsx'
import { productsRights } from '#features/products/domain/rights.ts'
import { QuickProduct } from '#features/products/web/QuickProduct.tsx'
import { providerPages } from '#features/providers/web/provider-pages.ts'
import { findGoods, type Goods } from '#features/supplier-catalogue/domain/goods.ts'
import { goodsForDraft } from '../../domain/contract.ts'
import { fileDraft } from '../../domain/from-file/contract.ts'
import { fileLack, originOf, productsOfFile, receivedGoods } from '../../domain/from-file/invoice-of-file.ts'
import { type DraftFile, isPriced, netPriceOf } from '../../domain/invoice-draft.ts'
import { findProviders } from '#features/supplier-catalogue/web/find-providers.ts'
import { FileProblems } from '../from-file/FileProblems.tsx'
import { type DraftStart, useOpenDraft } from '../entry/open-draft.ts'
import styles from './receipt.module.css'

/** A line of the receipt. A figure that cannot be read is null, and the amount stays that of the last figures that could. */
type Line = {
  readonly goods: Goods
  readonly quantity: Quantity | null
  readonly price: UnitPrice | null
  readonly amount: Cents
}

const newLine = (goods: Goods): Line => {
  const price = netPriceOf(goods)
  return { goods, quantity: ONE_UNIT, price, amount: lineTotal(ONE_UNIT, price) }
}

/** Returns the line of goods that came with a note, which has no prices. One that is not known must be typed. */
const receivedLine = (goods: Goods, count: Quantity): Line => {
  const price = netPriceOf(goods)
  return { goods, quantity: count, price: isPriced(goods) ? price : null, amount: lineTotal(count, price) }
}

/** Returns what the draft of the invoice gets of a line; nothing if a figure cannot be read. */
const startOf = ({ goods, quantity: count, price }: Line): DraftStart['lines'][number][] =>
  count === null || price === null ? [] : [{ productId: goods.id, quantity: count, price }]

/** What the page begins with. */
type Start = Pick<DraftStart, 'provider' | 'origin'> & { readonly lines: readonly Line[] }

const EMPTY: Start = { provider: null, lines: [] }

/** The file whose goods came, such as the delivery note of a provider. */
const address = z.object({ file: z.coerce.number().int().positive().nullable().catch(null) })

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
  const [{ file }] = useSearchState(address)
  return file === null ? <Receipt key="typed" start={EMPTY} /> : <ReceiptOfFile key={file} id={file} />
}

/** Begins with the goods of a file, as soon as each of its lines is matched. */
function ReceiptOfFile({ id }: { id: number }) {
  const { t } = useTranslation('purchases')
  const answer = useAsk(fileDraft, { id })
  const file = answer.data?.draft
  const lack = file ? fileLack(file) : null
  const providerId = file?.provider?.id ?? null
  const wanted = { ids: file ? productsOfFile(file) : [], providerId }
  const goods = useAsk(goodsForDraft, wanted, { enabled: file !== undefined && lack === null })
  if (file && lack === null && goods.data) {
    const found = new Map(goods.data.rows.map((one) => [one.id, one]))
    const lines = receivedGoods(file).flatMap(({ productId, quantity: count }) => {
      const one = found.get(productId)
      return one ? [receivedLine(one, count)] : []
    })
    return <Receipt start={{ provider: file.provider, lines, origin: originOf(file) }} />
  }
  const failed = answer.error ?? goods.error
  return (
    <>
      <PageHeader title={t('title.quick-receipt')} />
      {failed ? (
        <FileProblems error={failed} />
      ) : lack === null ? (
        <Loading rows={8} height={36} />
      ) : (
        <Alert color="yellow" variant="light">
          {t(`file.lack.${lack}`)}{' '}
          <Anchor component={PageLink} to={`/invoice-file/${id}?use=receipt`} size="sm" underline="always">
            {t('file.show')}
          </Anchor>
        </Alert>
      )}
    </>
  )
}

function Receipt({ start }: { start: Start }) {
  const { t } = useTranslation('purchases')
  const { origin } = start
  const [provider, setProvider] = useState(start.provider)
  const [lines, setLines] = useState(start.lines)
  const openDraft = useOpenDraft()
  const change = (id: number, changed: Partial<Pick<Line, 'quantity' | 'price'>>) =>
    setLines((before) => before.map((line) => (line.goods.id === id ? withFigures(line, changed) : line)))
  const press = () => {
    openDraft({ provider, lines: lines.flatMap(startOf), origin }).catch((fault: unknown) => say.failed(fault, press))
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
      <WhyClosed reasons={[lines.length === 0 ? null : closed]} />
      <div className={stack.stack}>
        {origin?.file ? <FromFile file={origin.file} /> : null}
        <Panel>
          <div className={styles.fields}>
            <PartyPick
              pages={providerPages}
              of={provider?.id ?? 0}
              label={provider ? t('proposals.provider-is', { name: provider.name }) : t('receipt.provider')}
              search={findProviders}
              onPick={({ id, name }) => setProvider({ id, name })}
              row={({ name }) => name}
            />
            <GoodsPick
              of={lines.length}
              providerId={provider?.id ?? null}
              add={(goods) =>
                setLines((before) =>
                  before.some((line) => line.goods.id === goods.id) ? before : [...before, newLine(goods)],
                )
              }
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

/** Names the file of the goods, and says where their prices are from. */
function FromFile({ file: { id, name, net } }: { file: DraftFile }) {
  const { t } = useTranslation('purchases')
  return (
    <Alert variant="light" py="xs">
      {t('file.strip', { name })} {net === null ? `${t('file.last-prices')} ` : null}
      <Anchor component={PageLink} to={`/invoice-file/${id}?use=receipt`} size="sm" underline="always">
        {t('file.show')}
      </Anchor>
    </Alert>
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
      <table className={`${shortTable.list} ${shortTable.named} ${styles.table}`} aria-label={t('receipt.table')}>
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
                {price === null && amount === 0 ? NOTHING : <MoneyText value={amount} />}
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

type GoodsPickProps = { of: number; providerId: number | null; add: (goods: Goods) => void }

/** Finds goods as the provider names them, or creates a material. */
function GoodsPick({ of, providerId, add }: GoodsPickProps) {
  const { t } = useTranslation('purchases')
  return (
    <CreatingPick<Goods>
      of={of}
      startsHere
      label={t('word.product')}
      placeholder={t('receipt.product-hint')}
      search={(search) => askQuery(findGoods, { search, providerId }).then(({ rows }) => rows)}
      onPick={add}
      row={(goods) => `${goods.name} ${goods.providerSku || goods.sku}`}
      right={productsRights.write}
      quick={({ created, ...entry }) => (
        <QuickProduct
          kind="material"
          {...entry}
          created={({ id }) => {
            entry.onClose()
            // it is stored: if it cannot be read now, the person finds it by typing
            askQuery(goodsForDraft, { ids: [id], providerId }).then(
              ({ rows: [goods] }) => goods && created(goods),
              (fault: unknown) => say.failed(fault),
            )
          }}
        />
      )}
    />
  )
}
