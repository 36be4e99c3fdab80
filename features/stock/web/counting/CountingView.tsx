import { ActionIcon, Button, Text } from '@mantine/core'
import { Camera, GitCompare } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { placeOf } from '#features/products/domain/product.ts'
import { showQuantity } from '#web/format.ts'
import { CameraDialog } from '#web/ui/scan/CameraDialog.tsx'
import { ScanNotice } from '#web/ui/scan/ScanNotice.tsx'
import type { CountSheet, KeptProduct } from '../../domain/counting/contract.ts'
import { countedProducts, type CountedProduct } from '../../domain/counting/count.ts'
import styles from './count.module.css'
import { CountHand } from './CountHand.tsx'
import { LongList } from './LongList.tsx'
import { SheetCut } from './SheetCut.tsx'
import type { Counting } from './use-count.ts'
import { type CountScan, useCountScan } from './use-count-scan.ts'

type CountingViewProps = { sheet: CountSheet; counting: Counting; compare: () => void }

/** The page of a person who counts: the product in hand, what should lie here, and what was counted. */
export function CountingView({ sheet, counting, compare }: CountingViewProps) {
  const { t } = useTranslation('stock')
  const scan = useCountScan(counting)
  const [camera, setCamera] = useState(false)
  const notice = <ScanNotice word={scan.word} clear={scan.clear} />
  const counted = new Set(counting.lines.map(({ productId }) => productId)).size
  return (
    <>
      <CountHand scan={scan} counting={counting} />
      <SheetList sheet={sheet} counting={counting} scan={scan} />
      <div className={styles.foot}>
        {camera ? null : notice}
        <div className={styles.buttons}>
          {'mediaDevices' in navigator ? (
            <ActionIcon size={56} variant="default" aria-label={t('count.camera')} onClick={() => setCamera(true)}>
              <Camera size={20} aria-hidden />
            </ActionIcon>
          ) : null}
          <Button size="lg" h={56} leftSection={<GitCompare size={20} aria-hidden />} onClick={compare}>
            {t('count.compare', { count: counted })}
          </Button>
        </div>
      </div>
      {camera ? (
        <CameraDialog hint={t('count.camera-hint')} onCode={scan.receive} onClose={() => setCamera(false)}>
          {notice}
        </CameraDialog>
      ) : null}
    </>
  )
}

type SheetListProps = { sheet: CountSheet; counting: Counting; scan: CountScan }

/** Lists what should lie here, first what was not counted, and everything that was counted. */
function SheetList({ sheet, counting: { products, lines, goods }, scan }: SheetListProps) {
  const { t } = useTranslation('stock')
  const counted = new Map(countedProducts(lines).map((one) => [one.productId, one]))
  const expected = new Map(sheet.listed.map((one) => [one.productId, one.expected]))
  const onShelf = [...products.values()].filter(({ shelf }) => shelf !== '' && shelf === scan.shelf)
  const isOpen = (id: number): boolean => (counted.get(id)?.question ?? null) === 'RECOUNT' || !counted.has(id)
  const all = new Set([...counted.keys(), ...expected.keys(), ...onShelf.map(({ id }) => id)])
  const parts = [
    { key: 'not-yet', ids: [...all].filter(isOpen) },
    { key: 'counted', ids: [...counted.keys()].filter((id) => !isOpen(id)).toReversed() },
  ] as const
  return (
    <>
      {parts.map(({ key, ids }) =>
        ids.length === 0 ? null : (
          <section key={key} aria-labelledby={`count-${key}`}>
            <h2 id={`count-${key}`}>{t(`count.${key}`, { count: ids.length })}</h2>
            <LongList all={ids.flatMap((id) => products.get(id) ?? [])}>
              {(shown) => (
                <ul className={styles.rows}>
                  {shown.map((product) => (
                    <SheetRow
                      key={product.id}
                      product={product}
                      now={counted.get(product.id)}
                      expected={expected.get(product.id) ?? null}
                      take={() => scan.take(product, null)}
                    />
                  ))}
                </ul>
              )}
            </LongList>
          </section>
        ),
      )}
      <SheetCut more={sheet.more} />
      {goods.data?.more ? (
        <Text size="sm" c="dimmed">
          {t('count.more-products', { number: products.size })}
        </Text>
      ) : null}
    </>
  )
}

type SheetRowProps = {
  product: KeptProduct
  now: CountedProduct | undefined
  /** The stock, or null if the company hides it. */
  expected: number | null
  take: () => void
}

function SheetRow({ product, now, expected, take }: SheetRowProps) {
  const { t } = useTranslation('stock')
  const again = now?.question === 'RECOUNT'
  const hint = expected === null ? '' : t('count.expected', { counted: showQuantity(expected) })
  return (
    <li>
      <button type="button" className={styles.row} onClick={take}>
        <span>
          <strong>{product.name}</strong>
          <span className={styles.small}>{[product.sku, ...placeOf(product), hint].filter(Boolean).join(' · ')}</span>
        </span>
        <span className={styles.figure} data-again={again || undefined}>
          {again ? t('count.recount-row') : now === undefined ? t('count.open-row') : showQuantity(now.quantity)}
        </span>
      </button>
    </li>
  )
}
