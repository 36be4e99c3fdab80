import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { changeProduct, productDetail } from '#features/products/domain/contract.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { placeOf } from '#features/products/domain/product.ts'
import { containsWords } from '#kernel/fold.ts'
import { LIMITS, ONE_UNIT, type Quantity, quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { askQuery } from '#web/api.ts'
import { showMoment, showQuantity } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { QuantityStepper } from '#web/ui/form/QuantityStepper.tsx'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'
import { sendAsWritten } from '#web/ui/as-written.ts'
import { say } from '#web/ui/say.tsx'
import type { KeptProduct } from '../../domain/counting/contract.ts'
import styles from './count.module.css'
import type { Counting, LinePlace } from './use-count.ts'
import { type CountScan } from './use-count-scan.ts'

const MOST_FOUND = 8

type HandProps = { scan: CountScan; counting: Counting }

/** Shows the product in hand with its figure, or asks what a scan left open. */
export function CountHand({ scan, counting }: HandProps) {
  const { t } = useTranslation('stock')
  const { hand } = scan
  const pick = <PickProduct counting={counting} onPick={(product) => scan.take(product, null)} />
  if (hand?.kind === 'unknown') return <UnknownCode code={hand.code} scan={scan} counting={counting} />
  if (hand?.kind === 'twice') return <CountedBefore {...hand} scan={scan} counting={counting} />
  if (hand?.kind === 'line')
    return (
      <LineInHand place={hand} isTyped={hand.isTyped} scan={scan}>
        {pick}
      </LineInHand>
    )
  return (
    <section className={styles.hand} aria-label={t('count.in-hand')}>
      <Text c="dimmed">{t('count.scan-now')}</Text>
      {pick}
    </section>
  )
}

type LineInHandProps = { place: LinePlace; isTyped: boolean; scan: CountScan; children: ReactNode }

/** Shows a product with its figure, which can be typed. */
function LineInHand({ place, isTyped, scan, children }: LineInHandProps) {
  const { t } = useTranslation('stock')
  const { product, line } = place
  return (
    <section className={styles.hand} aria-label={t('count.in-hand')}>
      <div>
        <h2>{product.name}</h2>
        <Text size="sm" c="dimmed">
          {[product.sku, ...placeOf(product), t(`unit.${product.unit}`)].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <div className={styles.big}>
        <QuantityStepper
          key={line}
          startsHere={isTyped}
          label={t('count.quantity', { name: product.name })}
          value={scan.counted}
          most={LIMITS.quantity}
          onChange={(figure) => (figure === null ? undefined : scan.setCounted(quantity(figure)))}
        />
        {scan.counted === null ? (
          <Button variant="default" size="md" mih={56} onClick={() => scan.setCounted(ZERO_QUANTITY)}>
            {t('count.none-there')}
          </Button>
        ) : (
          <Button variant="default" size="md" mih={56} onClick={scan.remove}>
            {t('count.remove')}
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}

/** Finds a product among those on the device. */
function PickProduct({ counting, onPick }: { counting: Counting; onPick: (product: KeptProduct) => void }) {
  const { t } = useTranslation('stock')
  const find = (text: string): KeptProduct[] =>
    [...counting.products.values()]
      .filter((one) => containsWords(`${one.name} ${one.sku} ${one.barcode}`, text))
      .slice(0, MOST_FOUND)
  return (
    <SearchPick
      label={t('count.pick')}
      placeholder={t('count.pick')}
      hideLabel
      search={(text) => Promise.resolve(find(text))}
      onPick={onPick}
      row={(one) => [one.name, one.sku, ...placeOf(one)].filter(Boolean).join(' · ')}
    />
  )
}

type CountedBeforeProps = HandProps & { product: KeptProduct; figure: Quantity | null }

/** Asks whether a product that was counted before is added to or replaced. It begins with what a scan counted, or without a figure. */
function CountedBefore({ product, figure, scan, counting }: CountedBeforeProps) {
  const { t } = useTranslation('stock')
  return (
    <section className={styles.hand} data-asks aria-label={t('count.in-hand')}>
      <h2>{t('count.again', { name: product.name })}</h2>
      <ul className={styles.before}>
        {counting.lines
          .filter(({ productId }) => productId === product.id)
          .map(({ id, quantity: counted, person, countedAt }) => (
            <li key={id}>{t('count.line', { counted: showQuantity(counted), person, at: showMoment(countedAt) })}</li>
          ))}
      </ul>
      <Group gap="xs">
        <Button size="md" mih={56} onClick={() => scan.begin(product, 'ADD', figure)}>
          {t(figure === null ? 'count.add-unscanned' : 'count.add')}
        </Button>
        <Button size="md" mih={56} variant="default" onClick={() => scan.begin(product, 'REPLACE', figure)}>
          {t(figure === null ? 'count.replace-unscanned' : 'count.replace')}
        </Button>
        <Button size="md" mih={56} variant="default" onClick={scan.skip}>
          {t('count.skip')}
        </Button>
      </Group>
    </section>
  )
}

/** Offers to count an unknown code as a product. A product without a barcode also gets the code, if the person may change it. */
function UnknownCode({ code, scan, counting }: HandProps & { code: string }) {
  const { t } = useTranslation(['stock', 'products'])
  const mayAssign = useMay(productsRights.write)
  const run = useRun(changeProduct)
  const assign = async (product: KeptProduct) => {
    scan.take(product, ONE_UNIT)
    if (!mayAssign || product.barcode !== '') return
    try {
      // this device may have read the product days ago
      const { product: now } = await askQuery(productDetail, { id: product.id })
      if (now.barcode !== '') {
        say.doubt(t('count.has-barcode', { name: now.name, code: now.barcode }))
        void counting.goods.refetch()
        return
      }
      const changes = { barcode: code }
      await sendAsWritten(
        (confirmed) => run.mutateAsync({ id: product.id, version: now.version, changes, ...confirmed }),
        {
          body: t('products:own-code.body'),
          confirmLabel: t('products:own-code.save'),
        },
      )
      say.done(t('count.assigned', { code, name: product.name }))
      void counting.goods.refetch()
    } catch (error) {
      say.failed(error)
    }
  }
  return (
    <section className={styles.hand} data-asks aria-label={t('count.in-hand')}>
      <h2>{t('count.unknown', { code })}</h2>
      <Text size="sm">{t('count.unknown-hint')}</Text>
      <PickProduct counting={counting} onPick={(product) => void assign(product)} />
      <Button size="md" mih={56} variant="default" onClick={scan.skip}>
        {t('count.skip')}
      </Button>
    </section>
  )
}
