import { Button, Group, Text } from '@mantine/core'
import { Calculator, ChevronRight, RotateCcw } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnitPrice } from '#kernel/money.ts'
import { useAsk } from '#web/query.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { type TrialCost, trialCost } from '../domain/trial-contract.ts'
import { CostSteps } from './CostSteps.tsx'
import { CostTotals } from './CostTotals.tsx'
import styles from './cost.module.css'
import { isStale, NO_TRIAL, NOTHING_SENT, toSend, tryCost, tryMargin } from './trial-draft.ts'

type ProductCostDialogProps = {
  opened: boolean
  onClose: () => void
  productId: number
  /** The sales price to compare with. The list price is used if it is left out. */
  salesPrice?: UnitPrice | undefined
}

/** Shows the cost of a product by step and material, with trial prices. Nothing is stored. */
export function ProductCostDialog({ opened, onClose, productId, salesPrice }: ProductCostDialogProps) {
  const { t } = useTranslation('products')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('cost.title')} size={920}>
      <ProductCost key={productId} productId={productId} salesPrice={salesPrice} />
    </Dialog>
  )
}

type Visited = { readonly id: number; readonly name: string }

/** The content of the dialog. */
function ProductCost({ productId, salesPrice }: Pick<ProductCostDialogProps, 'productId' | 'salesPrice'>) {
  const { shownId, above, draft, setDraft, answer, cost, stale, calculate, reset, visit, back } =
    useTrialCost(productId)
  if (!cost)
    return (
      <>
        <PathToMaterial above={above} back={back} />
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={8} />}
      </>
    )
  const compared = above.length === 0 ? (salesPrice ?? cost.product.salesPrice) : null
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog may be inside another form, which must not be submitted with it.
        event.stopPropagation()
        calculate()
      }}
    >
      <PathToMaterial above={above} here={cost.product.name} back={back} />
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      <AboutProduct product={cost.product} />
      {cost.product.computed ? (
        <>
          <CostSteps
            cost={cost}
            draft={draft}
            tryPrice={(id, price) => setDraft((before) => tryCost(before, id, price))}
            visit={(id) => visit(id, cost.product.name)}
          />
          <CostTotals
            cost={cost}
            salesPrice={compared}
            margin={draft.margins.has(shownId) ? (draft.margins.get(shownId) ?? null) : cost.margin}
            tryMargin={(margin) => setDraft((before) => tryMargin(before, shownId, margin))}
            stale={stale}
          />
          <Foot reset={reset} calculating={answer.isFetching} />
        </>
      ) : (
        <StoredCost cost={cost} salesPrice={compared} />
      )}
    </form>
  )
}

/**
 * The cost that is shown, with trial prices: `draft` is typed, and `cost` is what the server calculated from the values
 * that were sent last. `above` is the path from the first product to the shown material.
 */
function useTrialCost(productId: number) {
  const [above, setAbove] = useState<readonly Visited[]>([])
  const [shownId, setShownId] = useState(productId)
  const [draft, setDraft] = useState(NO_TRIAL)
  const [sent, setSent] = useState(NOTHING_SENT)
  const answer = useAsk(trialCost, { productId: shownId, ...sent }, { keepPrevious: true })
  // A refused price must remove neither the last figures nor the typed values.
  const [lastGood, setLastGood] = useState(answer.data)
  if (answer.data && answer.data !== lastGood) setLastGood(answer.data)
  const shown = answer.data ?? lastGood

  const calculate = () => setSent(toSend(draft))
  const reset = () => {
    setDraft(NO_TRIAL)
    setSent(NOTHING_SENT)
  }
  const visit = (id: number, from: string) => {
    // The typed values count on the next level too.
    calculate()
    setAbove([...above, { id: shownId, name: from }])
    setShownId(id)
  }
  const back = (to: Visited) => {
    setAbove(above.slice(0, above.indexOf(to)))
    setShownId(to.id)
  }
  return {
    shownId,
    above,
    draft,
    setDraft,
    answer,
    cost: shown?.product.id === shownId ? shown : undefined,
    stale: isStale(draft, sent) || answer.error !== null,
    calculate,
    reset,
    visit,
    back,
  }
}

/** The buttons of a trial. */
function Foot({ reset, calculating }: { reset: () => void; calculating: boolean }) {
  const { t } = useTranslation('products')
  return (
    <div className={styles.foot}>
      <Text size="sm" c="dimmed">
        {t('cost.unchanged')}
      </Text>
      <Group gap="xs">
        <Button variant="default" leftSection={<RotateCcw size={16} aria-hidden />} onClick={reset}>
          {t('cost.reset')}
        </Button>
        <Button type="submit" leftSection={<Calculator size={16} aria-hidden />} loading={calculating}>
          {t('cost.calculate')}
        </Button>
      </Group>
    </div>
  )
}

/** The cost of a product that is bought, or whose cost was entered: nothing is calculated. */
function StoredCost({ cost, salesPrice }: { cost: TrialCost; salesPrice: UnitPrice | null }) {
  const { t } = useTranslation('products')
  return (
    <>
      <Text size="sm" mb="sm">
        {t(cost.product.usageType === 'PURCHASED-MATERIAL' ? 'cost.purchased' : 'cost.entered')}
      </Text>
      <CostTotals cost={cost} salesPrice={salesPrice} margin={null} tryMargin={null} stale={false} />
    </>
  )
}

/** The path from the first product to the shown material. */
function PathToMaterial({
  above,
  here,
  back,
}: {
  above: readonly Visited[]
  here?: string
  back: (to: Visited) => void
}) {
  const { t } = useTranslation('products')
  if (above.length === 0) return null
  return (
    <nav aria-label={t('cost.way')} className={styles.way}>
      {above.map((product) => (
        <span key={product.id}>
          <Button size="compact-sm" variant="subtle" onClick={() => back(product)}>
            {product.name}
          </Button>
          <ChevronRight size={14} aria-hidden />
        </span>
      ))}
      {here === undefined ? null : <span aria-current="page">{here}</span>}
    </nav>
  )
}

function AboutProduct({ product }: { product: TrialCost['product'] }) {
  const { t } = useTranslation('products')
  const codes = [
    { label: t('field.sku'), value: product.sku },
    { label: t('field.provsku'), value: product.provsku },
    { label: t('field.epsilonCode'), value: product.epsilonCode },
    { label: t('field.barcode'), value: product.barcode },
    { label: t('field.category'), value: product.category },
    { label: t('field.photos'), value: product.photos.length === 0 ? '' : product.photos.length },
  ]
  return (
    <div className={styles.about}>
      <h3 className={styles.name}>{product.name}</h3>
      {product.description === '' ? null : <p className={styles.description}>{product.description}</p>}
      <p className={styles.codes}>
        {codes
          .filter((code) => code.value !== '')
          .map((code) => (
            <span key={code.label}>
              {code.label}: {code.value}
            </span>
          ))}
      </p>
    </div>
  )
}
