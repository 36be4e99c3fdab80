import { Alert, Switch, Text } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productsRights } from '#features/products/domain/rights.ts'
import { sumCents } from '#kernel/money.ts'
import { NOTHING, showQuantity } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import cards from '#web/ui/table/card-table.module.css'
import { Dialog } from '#web/ui/Overlays.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import { type Need, totalNeeds } from '../domain/availability.ts'
import { type MissingMaterials, missingMaterials } from '../domain/contract.ts'
import mark from '#web/ui/mark.module.css'
import styles from './goods.module.css'

export type StockDialogProps = {
  opened: boolean
  onClose: () => void
  lines: readonly Need[]
  /** The stored order of the lines. Its own lines do not count as promised to another order. */
  orderId?: number | undefined
}

type MaterialNeed = MissingMaterials['materials'][number]

/** Shows the materials for making the short products of an order, through all levels, missing ones first. */
export function MissingMaterialsDialog({ opened, onClose, lines }: StockDialogProps) {
  const { t } = useTranslation('stock')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('materials.title')} size={880}>
      <MissingMaterialsList lines={lines} />
    </Dialog>
  )
}

/** The same content without a dialog. */
function MissingMaterialsList({ lines }: Pick<StockDialogProps, 'lines'>) {
  const { t } = useTranslation('stock')
  const [onlyShort, setOnlyShort] = useState(false)
  const needs = [...totalNeeds(lines)].filter(([, quantity]) => quantity > 0)
  const answer = useAsk(missingMaterials, { lines: needs }, { enabled: needs.length > 0 })
  if (needs.length === 0) return <EmptyState title={t('check.no-lines')} />
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading />
  const { short, materials, cycles } = answer.data
  if (short.length === 0) return <EmptyState title={t('check.all')} hint={t('materials.nothing-short')} />
  const shown = onlyShort ? materials.filter((material) => material.short) : materials
  return (
    <>
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      <ShortProducts short={short} />
      {cycles.length > 0 ? <Cycles cycles={cycles} /> : null}
      {materials.length === 0 ? null : (
        <>
          <div className={styles.bar}>
            <Text size="sm" c="dimmed" maw={560}>
              {t('materials.hint')}
            </Text>
            <Switch
              label={t('materials.only-short')}
              checked={onlyShort}
              onChange={(event) => setOnlyShort(event.currentTarget.checked)}
            />
          </div>
          {materials.some((material) => material.short) ? null : (
            <p className={`${cards.good} ${styles.lead}`}>{t('materials.all-there')}</p>
          )}
          {shown.length === 0 ? null : <Materials rows={shown} />}
        </>
      )}
    </>
  )
}

function ShortProducts({ short }: Pick<MissingMaterials, 'short'>) {
  const { t } = useTranslation('stock')
  return (
    <div className={styles.lead}>
      <Text size="sm" fw={600}>
        {t('materials.for')}
      </Text>
      <ul className={styles.shortList}>
        {short.map((product) => (
          <li key={product.productId}>
            {product.name}:{' '}
            {t('check.missing', { missing: showQuantity(product.missing), stock: showQuantity(product.stock) })}
            {product.origin === 'purchased' ? ` · ${t('materials.is-purchased')}` : null}
            {product.origin === 'unknown' ? (
              <div className={cards.danger}>{t('materials.no-requirements', { name: product.name })}</div>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Cycles({ cycles }: Pick<MissingMaterials, 'cycles'>) {
  const { t } = useTranslation('stock')
  return (
    <Alert
      color="red"
      variant="light"
      icon={<TriangleAlert size={16} aria-hidden />}
      title={t('materials.cycle')}
      mb="md"
    >
      {cycles.map((cycle, index) => (
        <Text key={index} size="sm" c="var(--mantine-color-text)">
          {cycle.join(' → ')}
        </Text>
      ))}
    </Alert>
  )
}

function Materials({ rows }: { rows: readonly MaterialNeed[] }) {
  const { t } = useTranslation('stock')
  const toBuy = rows.flatMap((material) => material.missingCost ?? [])
  const seesCosts = useMay(productsRights.cost) && toBuy.length > 0
  return (
    <table className={cards.table}>
      <thead>
        <tr>
          <th scope="col">{t('word.material')}</th>
          <th scope="col" className={cards.end}>
            {t('materials.needed')}
          </th>
          <th scope="col" className={cards.end}>
            {t('check.stock')}
          </th>
          <th scope="col" className={cards.end}>
            {t('materials.available')}
          </th>
          {seesCosts ? (
            <th scope="col" className={cards.end}>
              {t('materials.to-buy')}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((material) => (
          <MaterialRow key={material.productId} material={material} seesCosts={seesCosts} />
        ))}
      </tbody>
      {seesCosts ? (
        <tfoot>
          <tr>
            <td colSpan={4}>{t('materials.to-buy-total')}</td>
            <td className={cards.end} data-label={t('materials.to-buy')}>
              <MoneyText value={sumCents(toBuy)} />
            </td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  )
}

function MaterialRow({ material, seesCosts }: { material: MaterialNeed; seesCosts: boolean }) {
  const { t } = useTranslation('stock')
  return (
    <tr data-short={material.short || undefined}>
      <td>
        {material.name}
        <span
          className={`${mark.mark} ${styles.origin}`}
          data-origin={material.origin}
          data-tone={material.origin === 'unknown' ? 'warning' : undefined}
        >
          {t(`materials.origin.${material.origin}`)}
        </span>
        {material.sku === '' ? null : <div className={cards.note}>{material.sku}</div>}
        <ul className={styles.uses} aria-label={t('materials.taken-by', { name: material.name })}>
          {material.uses.map((use, index) => (
            <li key={index}>
              <span>
                {use.productId === null
                  ? t('materials.the-order')
                  : t('materials.by', { name: use.name, step: use.seq, section: use.section })}
              </span>
              <QuantityText value={use.quantity} unit={material.unit} />
            </li>
          ))}
        </ul>
      </td>
      <td className={cards.end} data-label={t('materials.needed')}>
        <QuantityText value={material.needed} unit={material.unit} />
      </td>
      <td className={cards.end} data-label={t('check.stock')}>
        <QuantityText value={material.stock} flagNegative />
      </td>
      <td className={cards.end} data-label={t('materials.available')}>
        <QuantityText value={material.available} flagNegative={material.short} />
      </td>
      {seesCosts ? (
        <td className={cards.end} data-label={t('materials.to-buy')}>
          {material.missingCost === null ? NOTHING : <MoneyText value={material.missingCost} />}
        </td>
      ) : null}
    </tr>
  )
}
