import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { FIRST_PRODUCTS, tryPrices } from '../domain/contract.ts'
import { LatestPrices } from './LatestPrices.tsx'
import { LosingOrders } from './LosingOrders.tsx'
import { TrialFigures } from './TrialFigures.tsx'
import { TrialProducts } from './TrialProducts.tsx'
import { addMaterial, type SentPrices, toSend, type TypedMaterial, type TypedPrice } from './typed-prices.ts'
import { TypedPrices } from './TypedPrices.tsx'
import styles from './what-if.module.css'

/** The pause after which the figures follow what is typed. Enter does not wait for it. */
const PAUSE_MS = 250

/** Shows what new prices of materials would change, and stores them with one press. */
export default function WhatIfPage() {
  const { t } = useTranslation('what-if')
  const [rows, setRows] = useState<readonly TypedPrice[]>([])
  const [asked, setAsked] = useState<SentPrices>([])
  const [products, setProducts] = useState(FIRST_PRODUCTS)
  const ask = (next: readonly TypedPrice[]) => {
    const prices = toSend(next)
    setAsked(prices)
    // the trial is over, and the next one begins with its first products
    if (prices.length === 0) setProducts(FIRST_PRODUCTS)
  }
  const askSoon = useDebouncedCallback(ask, PAUSE_MS)
  const change = (next: readonly TypedPrice[]) => {
    setRows(next)
    askSoon(next)
  }
  const askNow = () => {
    askSoon.cancel()
    ask(rows)
  }
  const clear = () => {
    askSoon.cancel()
    setRows([])
    ask([])
  }
  const add = (material: TypedMaterial) => {
    change(addMaterial(rows, material))
    // a new field takes the focus when it is drawn
    document.querySelector<HTMLElement>(`[data-price="${material.id}"]`)?.focus()
  }
  const answer = useAsk(tryPrices, { prices: asked, products }, { enabled: asked.length > 0, keepPrevious: true })
  const isAsked = JSON.stringify(toSend(rows)) === JSON.stringify(asked)
  return (
    <>
      <PageHeader title={t('title.what-if')} subtitle={t('subtitle')} />
      <div className={styles.page}>
        <TypedPrices
          rows={rows}
          tried={asked.length > 0 ? answer.data?.materials : undefined}
          change={change}
          add={add}
          askNow={askNow}
        />
        <div>
          {asked.length === 0 ? (
            <LatestPrices take={add} />
          ) : (
            <Trial
              answer={answer}
              prices={asked}
              current={isAsked}
              wrong={rows.length > toSend(rows).length}
              saved={clear}
              showMore={setProducts}
            />
          )}
        </div>
      </div>
    </>
  )
}

type TrialProps = {
  answer: ReturnType<typeof useAsk<typeof tryPrices>>
  prices: SentPrices
  /** True if the prices are those that stand in the fields. */
  current: boolean
  /** True if a field is empty or wrong. */
  wrong: boolean
  saved: () => void
  showMore: (products: number) => void
}

/** What the prices change: the figures with the button, the offers and orders, and the products. */
function Trial({ answer, prices, current, wrong, saved, showMore }: TrialProps) {
  const trial = answer.data
  const retry = () => void answer.refetch()
  if (!trial) return answer.error ? <ErrorState error={answer.error} retry={retry} /> : <Loading rows={8} />
  return (
    <div aria-busy={!current || answer.isFetching}>
      {answer.error ? <RefusalText error={answer.error} retry={retry} /> : null}
      <TrialFigures
        trial={trial}
        prices={prices}
        stale={!current || answer.isPlaceholderData || answer.error !== null}
        wrong={wrong}
        saved={saved}
        readAgain={retry}
      />
      {trial.losing === null || trial.dearer === 0 ? null : <LosingOrders losing={trial.losing} />}
      <TrialProducts trial={trial} showMore={showMore} />
    </div>
  )
}
